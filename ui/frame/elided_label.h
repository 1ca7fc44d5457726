#pragma once

#include <QLabel>

namespace coterie::ui {

/// One line that gives way when there is little room: an ellipsis stands for its middle.
class ElidedLabel final : public QLabel
{
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr);

    /// Where the first has no room, the second stands in its place; the first is on hover.
    void setTexts(const QString& text, const QString& shorter);
    /// What there is room for.
    [[nodiscard]] QString shownText() const;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_shorter;
};

} // namespace coterie::ui
