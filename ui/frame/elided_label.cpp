#include "ui/frame/elided_label.h"

#include <QPainter>

namespace coterie::ui {

ElidedLabel::ElidedLabel(QWidget* parent)
    : QLabel(parent)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {80, QLabel::minimumSizeHint().height()};
}

void ElidedLabel::setTexts(const QString& text, const QString& shorter)
{
    m_shorter = shorter;
    setText(text);
    setToolTip(text);
}

QString ElidedLabel::shownText() const
{
    const int room = contentsRect().width();
    const bool fits = fontMetrics().horizontalAdvance(text()) <= room;
    return fontMetrics().elidedText(
        fits || m_shorter.isEmpty() ? text() : m_shorter, Qt::ElideMiddle, room);
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    painter.drawText(contentsRect(), static_cast<int>(alignment()), shownText());
}

} // namespace coterie::ui
