#include "ui/frame/scroll_room.h"

#include <QAbstractItemView>
#include <QScopedValueRollback>
#include <QScrollArea>
#include <QScrollBar>

#include <algorithm>

namespace coterie::ui {

namespace {

/// Of its lower end, in pixels; 0 if this widget does not lie there.
int coveredOf(const QAbstractScrollArea& view, const QWidget& over)
{
    const QWidget* page = over.parentWidget();
    if (over.isHidden() || !page || !page->isAncestorOf(&view))
        return 0;
    const QRect shown(view.viewport()->mapTo(page, QPoint()), view.viewport()->size());
    const QRect place = over.geometry();
    const bool isAtEnd = place.intersects(shown) && place.top() > shown.top();
    return isAtEnd ? shown.bottom() + 1 - place.top() : 0;
}

} // namespace

void ScrollRoom::giveBelow(QWidget& area, const QWidget& over)
{
    QList<QAbstractScrollArea*> views = area.findChildren<QAbstractScrollArea*>();
    if (auto* view = qobject_cast<QAbstractScrollArea*>(&area))
        views << view;
    for (QAbstractScrollArea* view : views) {
        if (!qobject_cast<QAbstractItemView*>(view) && !qobject_cast<QScrollArea*>(view))
            continue; // others count in lines of text, or are drawings
        if (qobject_cast<QAbstractItemView*>(view->parentWidget()))
            continue; // part of that list, which it follows
        const bool isCovered = view->isVisible() && coveredOf(*view, over) > 0;
        auto* room = view->findChild<ScrollRoom*>(QString(), Qt::FindDirectChildrenOnly);
        if (isCovered)
            (room ? room : new ScrollRoom(*view))->setOver(&over);
        else if (room && room->m_over == &over)
            room->setOver(nullptr);
    }
}

void ScrollRoom::takeBack(QWidget& area, const QWidget& over)
{
    for (ScrollRoom* room : area.findChildren<ScrollRoom*>())
        if (room->m_over == &over)
            room->setOver(nullptr);
}

ScrollRoom::ScrollRoom(QAbstractScrollArea& view)
    : QObject(&view)
    , m_view(view)
    , m_bar(*view.verticalScrollBar())
    , m_own(m_bar.maximum())
{
    connect(&m_bar, &QScrollBar::rangeChanged, this, &ScrollRoom::takeRange);
    connect(&m_bar, &QScrollBar::valueChanged, this, &ScrollRoom::takeValue);
}

void ScrollRoom::setOver(const QWidget* over)
{
    m_over = over;
    m_extra = std::max(steps(), m_bar.value() - m_own);
    extend();
}

/// Comes before the bar brings its value into the range, so that nothing jumps.
void ScrollRoom::takeRange(int /*least*/, int most)
{
    if (m_isExtending)
        return;
    m_own = most;
    if (m_over)
        m_extra = steps();
    extend();
}

void ScrollRoom::takeValue(int value)
{
    if (m_over || m_extra == 0 || m_isExtending)
        return;
    m_extra = std::clamp(value - m_own, 0, m_extra);
    extend();
}

void ScrollRoom::extend()
{
    const QScopedValueRollback<bool> extending(m_isExtending, true);
    m_bar.setMaximum(m_own + m_extra);
}

int ScrollRoom::covered() const
{
    return m_over ? coveredOf(m_view, *m_over) : 0;
}

int ScrollRoom::steps() const
{
    const int pixels = covered();
    if (pixels == 0 || m_own == m_bar.minimum()) // a bar that comes would move what is shown
        return 0;
    int step = 1;
    if (const auto* items = qobject_cast<const QAbstractItemView*>(&m_view);
        items && items->verticalScrollMode() == QAbstractItemView::ScrollPerItem)
        step = std::max(1, items->visualRect(items->indexAt(QPoint(1, 1))).height());
    return (pixels + step - 1) / step;
}

} // namespace coterie::ui
