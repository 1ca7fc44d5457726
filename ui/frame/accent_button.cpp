#include "ui/frame/accent_button.h"

#include <QPainter>

namespace coterie::ui {

namespace {

constexpr int kIconSize = 18;
constexpr int kIconGap = 8;

} // namespace

AccentButton::AccentButton(const QString& text, QWidget* parent)
    : QPushButton(text, parent)
{
    setAttribute(Qt::WA_Hover);
    setCursor(Qt::PointingHandCursor);
}

QSize AccentButton::sizeHint() const
{
    const QSize words = fontMetrics().size(Qt::TextShowMnemonic, text());
    const int sign = icon().isNull() ? 0 : kIconSize + kIconGap;
    return {words.width() + sign + 34, words.height() + 18};
}

void AccentButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QPalette::ColorGroup group = isEnabled() ? QPalette::Active : QPalette::Disabled;
    QColor fill = palette().color(group, QPalette::Highlight);
    if (isDown())
        fill = fill.darker(118);
    else if (isEnabled() && underMouse())
        fill = fill.lighter(112);
    const QRectF shape = QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawRoundedRect(shape, 6, 6);
    if (hasFocus()) {
        painter.setPen(QPen(palette().color(QPalette::HighlightedText), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(shape.adjusted(2.5, 2.5, -2.5, -2.5), 4, 4);
    }

    const int wordsWidth = fontMetrics().size(Qt::TextShowMnemonic, text()).width();
    const int sign = icon().isNull() ? 0 : kIconSize + kIconGap;
    int x = (width() - wordsWidth - sign) / 2;
    if (sign > 0) {
        const QRect place(x, (height() - kIconSize) / 2, kIconSize, kIconSize);
        icon().paint(
            &painter, place, Qt::AlignCenter, isEnabled() ? QIcon::Selected : QIcon::Disabled);
        x += sign;
    }
    painter.setPen(palette().color(group, QPalette::HighlightedText));
    painter.drawText(
        QRect(x, 0, wordsWidth + 2, height()), Qt::AlignVCenter | Qt::TextShowMnemonic, text());
}

} // namespace coterie::ui
