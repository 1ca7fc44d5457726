#include "ui/frame/breaking_row.h"

#include <QEvent>

#include <algorithm>

namespace coterie::ui {

BreakingRow::BreakingRow(int spacing, const QMargins& margins, QWidget* parent)
    : QWidget(parent)
    , m_line(new QBoxLayout(QBoxLayout::LeftToRight, this))
    , m_first(new QHBoxLayout)
    , m_second(new QHBoxLayout)
{
    m_line->setContentsMargins(margins);
    for (QBoxLayout* each :
         {m_line, static_cast<QBoxLayout*>(m_first), static_cast<QBoxLayout*>(m_second)})
        each->setSpacing(spacing);
    m_line->addLayout(m_first, 1);
    m_line->addLayout(m_second);
    m_line->setAlignment(m_second, Qt::AlignLeft); // in a line of its own no button grows
}

QSize BreakingRow::minimumSizeHint() const
{
    const QMargins margins = m_line->contentsMargins();
    const int width = std::max(m_first->minimumSize().width(), m_second->minimumSize().width());
    return {width + margins.left() + margins.right(), m_line->totalMinimumSize().height()};
}

void BreakingRow::arrange()
{
    const QMargins margins = m_line->contentsMargins();
    const int wanted = m_first->minimumSize().width() + m_line->spacing()
                       + m_second->minimumSize().width() + margins.left() + margins.right();
    const auto direction = wanted <= width() ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom;
    if (direction == m_line->direction())
        return;
    m_line->setDirection(direction);
    updateGeometry();
}

/// What is in it may need other room, in a larger font for instance. Until it has a place its width
/// says nothing, and a row that breaks too soon jumps when it is shown.
bool BreakingRow::event(QEvent* event)
{
    const bool handled = QWidget::event(event);
    if (event->type() == QEvent::LayoutRequest && m_isPlaced)
        arrange();
    return handled;
}

void BreakingRow::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_isPlaced = true;
    arrange();
}

} // namespace coterie::ui
