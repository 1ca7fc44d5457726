#pragma once

#include <QFrame>
#include <QLabel>
#include <QMargins>
#include <QPushButton>

class QHBoxLayout;
class QVBoxLayout;
class QWidget;

namespace coterie::ui {

/// A choice or slider on a page that scrolls: the wheel moves the page, not the value, unless the
/// widget has the focus.
void makeWheelQuiet(QWidget& widget);

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

/// A rounded surface on the page: the frame of one topic.
class Card final : public QFrame
{
    Q_OBJECT

public:
    explicit Card(QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
};

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

/// A column or row in a widget; −1: the style's spacing.
QVBoxLayout* columnIn(QWidget* widget, int spacing = -1, const QMargins& margins = {});
QHBoxLayout* rowIn(QWidget* widget, int spacing = -1, const QMargins& margins = {});

/// The font of headings, enlarged by a factor.
[[nodiscard]] QFont headingFont(QFont font, double size = 1);

} // namespace coterie::ui
