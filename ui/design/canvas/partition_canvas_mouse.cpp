#include "ui/design/canvas/partition_canvas.h"

#include <QApplication>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace coterie::ui {

namespace {

constexpr double kLowestZoomed = 4;
constexpr double kTallestZoomed = 60;
constexpr int kScrollStep = 18; // per move at the upper or lower edge

} // namespace

void PartitionCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_sketch.held.empty())
        return;
    m_pointer = event->position();
    m_gesture = {.from = hit(m_pointer), .pressed = m_pointer, .pressedScroll = scroll()};
    m_pickOnRelease = false;
    press(m_gesture.from, event->modifiers());
    viewport()->update();
}

void PartitionCanvas::press(const CanvasHit& at, Qt::KeyboardModifiers modifiers)
{
    using Kind = CanvasHit::Kind;
    if (at.kind == Kind::ArrivalMark) {
        for (const Arrival& arrival : m_sketch.arrivals)
            if (arrival.round == at.round)
                m_gesture.clients = arrival.clients;
        m_gesture.kind = CanvasGesture::Kind::MoveArrival;
        return pick({m_gesture.clients.begin(), m_gesture.clients.end()});
    }
    if (at.kind == Kind::LaneHead) {
        const std::vector<int>& clients = m_layout.lanes[at.lane].clients;
        std::set<int> chosen(clients.begin(), clients.end());
        if (modifiers & Qt::ControlModifier)
            chosen.insert(m_selected.begin(), m_selected.end());
        setCurrent(clients.front());
        return pick(std::move(chosen));
    }
    if (at.kind == Kind::Nothing) {
        m_gesture.kind = CanvasGesture::Kind::RubberBand;
        if (!(modifiers & Qt::ControlModifier))
            pick({});
        m_gesture.clients = picked();
        return;
    }
    if (at.client < 0)
        return;
    setCurrent(at.client);
    if (modifiers & Qt::ShiftModifier) {
        const std::size_t one = m_layout.rowOfClient[static_cast<std::size_t>(m_anchor)];
        const std::size_t other = m_layout.rowOfClient[static_cast<std::size_t>(at.client)];
        std::set<int> range;
        for (std::size_t row = std::min(one, other); row <= std::max(one, other); ++row)
            range.insert(m_layout.rows[row].client);
        pick(std::move(range));
    } else if (modifiers & Qt::ControlModifier) {
        std::set<int> chosen = m_selected;
        if (chosen.erase(at.client) == 0)
            chosen.insert(at.client);
        m_anchor = at.client;
        return pick(std::move(chosen)); // selecting is not dragging
    } else {
        m_anchor = at.client;
        if (m_selected.contains(at.client) && at.kind != Kind::Border)
            m_pickOnRelease = true; // unless the selection is dragged
        else
            pick({at.client});
    }
    m_gesture.kind = at.kind == Kind::BarEnd   ? CanvasGesture::Kind::Resize
                     : at.kind == Kind::Border ? CanvasGesture::Kind::Remix
                     : at.kind == Kind::Body   ? CanvasGesture::Kind::Move
                                               : CanvasGesture::Kind::RubberBand;
    m_gesture.clients =
        m_gesture.kind == CanvasGesture::Kind::RubberBand ? std::vector<int>() : picked();
}

void PartitionCanvas::mouseMoveEvent(QMouseEvent* event)
{
    m_pointer = event->position();
    if (event->buttons() & Qt::LeftButton) {
        m_gesture.takesFromOthers = event->modifiers() & Qt::ShiftModifier;
        drag(m_pointer);
        return;
    }
    m_hover = hit(m_pointer);
    const bool grip =
        m_hover.kind == CanvasHit::Kind::BarEnd || m_hover.kind == CanvasHit::Kind::Border;
    viewport()->setCursor(grip                                           ? Qt::SizeHorCursor
                          : m_hover.kind == CanvasHit::Kind::ArrivalMark ? Qt::OpenHandCursor
                                                                         : Qt::ArrowCursor);
    viewport()->update();
}

void PartitionCanvas::drag(const QPointF& point, bool force)
{
    using Kind = CanvasGesture::Kind;
    if (m_gesture.kind == Kind::None)
        return;
    const bool precise = m_gesture.kind == Kind::Resize || m_gesture.kind == Kind::Remix;
    const double moved = (point - m_gesture.pressed).manhattanLength();
    if (!m_gesture.active && !force && moved < (precise ? 1 : QApplication::startDragDistance()))
        return;
    m_gesture.active = true;
    if (!precise) {
        if (point.y() < m_layout.rowsTop && m_gesture.kind == Kind::RubberBand)
            verticalScrollBar()->setValue(verticalScrollBar()->value() - kScrollStep);
        if (point.y() > m_layout.frame.height - 4)
            verticalScrollBar()->setValue(verticalScrollBar()->value() + kScrollStep);
    }
    if (m_gesture.kind == Kind::RubberBand) {
        const double from = m_gesture.pressed.y() - m_layout.rowsTop + m_gesture.pressedScroll;
        const double to = point.y() - m_layout.rowsTop + scroll();
        const std::vector<int> inside = clientsIn(m_layout, std::min(from, to), std::max(from, to));
        std::set<int> chosen(m_gesture.clients.begin(), m_gesture.clients.end());
        chosen.insert(inside.begin(), inside.end());
        pick(std::move(chosen));
        viewport()->update();
        return;
    }
    // The drop target is found in the drawing without the edit.
    m_hover = hitAt(m_layout, m_sketch, point, scroll(), newEdgeHeight());
    std::optional<SketchEdit> edit =
        editOf(m_gesture, m_sketch, m_layout, m_hover, point.x(), missing());
    m_edit = std::move(edit);
    viewport()->update();
    emit dragged();
}

void PartitionCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_gesture.takesFromOthers = event->modifiers() & Qt::ShiftModifier;
    if (m_gesture.isOn())
        drag(event->position(), true);
    else if (m_pickOnRelease || m_gesture.from.kind == CanvasHit::Kind::BesideBar)
        if (!(event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier)))
            pick({m_gesture.from.client});
    endGesture();
}

void PartitionCanvas::endGesture()
{
    const std::optional<SketchEdit> edit = std::move(m_edit);
    const bool wasDrag = m_gesture.isOn();
    m_edit.reset();
    m_gesture = {};
    m_pickOnRelease = false;
    const bool changed = edit && performAs(*edit, false);
    if (wasDrag && !changed)
        emit dragDropped();
    if (m_waiting) {
        PartitionSketch newest = std::move(*m_waiting);
        m_waiting.reset();
        setSketch(std::move(newest));
    }
    m_hover = hit(m_pointer);
    layOut();
}

void PartitionCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    const CanvasHit at = hit(event->position());
    if (at.kind == CanvasHit::Kind::LaneHead)
        renameLane(at.lane);
    else
        mousePressEvent(event);
}

void PartitionCanvas::wheelEvent(QWheelEvent* event)
{
    if (!(event->modifiers() & Qt::ControlModifier) || event->angleDelta().y() == 0)
        return QAbstractScrollArea::wheelEvent(event);
    stretchRows(event->angleDelta().y() > 0 ? 1 : -1, event->position().y());
    event->accept();
}

/// Changes the row height; the row at this y stays in place.
void PartitionCanvas::stretchRows(int direction, double y)
{
    const double before = m_layout.frame.rowHeight;
    const double at = y - m_layout.rowsTop;
    const double row = (scroll() + at) / before;
    m_rowHeight = std::clamp(
        std::round(before + direction * std::max(1.0, before / 8)), kLowestZoomed, kTallestZoomed);
    layOut();
    verticalScrollBar()->setValue(static_cast<int>(row * m_rowHeight - at));
}

} // namespace coterie::ui
