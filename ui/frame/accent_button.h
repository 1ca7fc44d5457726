#pragma once

#include <QPushButton>

namespace coterie::ui {

/// The one button of a page that a newcomer should press: filled with the accent colour.
class AccentButton final : public QPushButton
{
    Q_OBJECT

public:
    explicit AccentButton(const QString& text, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace coterie::ui
