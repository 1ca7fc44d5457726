#pragma once

#include <QLabel>

namespace coterie::ui {

/// One line that gives way when there is little room: an ellipsis stands for its middle.
class ElidedLabel final : public QLabel
{
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr);

    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace coterie::ui
