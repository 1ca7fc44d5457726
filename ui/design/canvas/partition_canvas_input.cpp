#include "ui/design/canvas/client_actions.h"
#include "ui/design/canvas/kind_colours.h"
#include "ui/design/canvas/partition_canvas.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QMenu>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <utility>

namespace coterie::ui {

namespace {

constexpr double kLowestZoomed = 4;
constexpr double kTallestZoomed = 60;
constexpr int kScrollStep = 18; // per move at the upper or lower edge

/// Whether the canvas uses this key itself; with Alt it is an action's shortcut.
bool steers(const QKeyEvent& event)
{
    const int key = event.key();
    const bool isArrow = key >= Qt::Key_Home && key <= Qt::Key_PageDown; // with those to the ends
    const bool isSign = key == Qt::Key_Plus || key == Qt::Key_Minus;
    return !(event.modifiers() & Qt::AltModifier)
           && (isArrow || isSign || key == Qt::Key_Space || key == Qt::Key_Escape);
}

} // namespace

bool PartitionCanvas::event(QEvent* event)
{
    // The window uses some of these keys too; a focused canvas takes them.
    if (event->type() == QEvent::ShortcutOverride && !m_sketch.held.empty()
        && steers(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    const bool handled = QAbstractScrollArea::event(event);
    switch (event->type()) {
    case QEvent::Show:
    case QEvent::Hide: // no deletion of clients out of sight
        enableClientActions(m_actions, *this);
        break;
    case QEvent::FocusIn:
    case QEvent::FocusOut:
        viewport()->update();
        break;
    case QEvent::PaletteChange:
        m_colours = kindColours(m_sketch.kindNames.size(), isDark(palette()));
        [[fallthrough]];
    case QEvent::FontChange:
        layOut();
        break;
    default:
        break;
    }
    return handled;
}

void PartitionCanvas::contextMenuEvent(QContextMenuEvent* event)
{
    if (m_sketch.held.empty() || m_gesture.isOn())
        return;
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const CanvasHit at = byKey ? CanvasHit{} : hit(viewport()->mapFromGlobal(event->globalPos()));
    if (at.client >= 0 && !m_selected.contains(at.client)) {
        setCurrent(at.client);
        m_anchor = at.client;
        pick({at.client});
    }
    std::optional<std::size_t> lane;
    QPoint place = event->globalPos();
    if (at.kind == CanvasHit::Kind::LaneHead)
        lane = at.lane;
    if (byKey) {
        lane = currentLane();
        const QRectF bar = barOf(m_layout, m_sketch, m_current);
        place = viewport()->mapToGlobal(
            QPointF(bar.center().x(), bar.bottom() - scroll() + m_layout.rowsTop).toPoint());
    }
    makeClientMenu(m_actions, *this, lane)->popup(place);
}

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
        m_gesture.clients = arrivingAt(m_sketch, at.round);
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
        pick(clientsBetween(m_layout, m_anchor, at.client));
    } else if (modifiers & Qt::ControlModifier) {
        m_anchor = at.client;
        return toggle(at.client); // selecting is not dragging
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
    if (m_gesture.kind != CanvasGesture::Kind::RubberBand)
        m_gesture.clients = picked();
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
    if (!isPressed())
        return;
    const bool precise = m_gesture.kind == Kind::Resize || m_gesture.kind == Kind::Remix;
    const double moved = (point - m_gesture.pressed).manhattanLength();
    if (!m_gesture.active && !force && moved < (precise ? 1 : QApplication::startDragDistance()))
        return;
    m_gesture.active = true;
    viewport()->update();
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
        return pick(std::move(chosen));
    }
    // The drop target is found in the drawing without the edit.
    m_hover = hitAt(m_layout, m_sketch, point, scroll(), newEdgeHeight());
    m_edit = editOf(m_gesture, m_sketch, m_layout, m_hover, point.x(), missing());
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
    const std::optional<SketchEdit> edit = std::exchange(m_edit, {});
    const bool wasDrag = std::exchange(m_gesture, {}).isOn();
    m_pickOnRelease = false;
    const bool changed = edit && perform(*edit);
    if (wasDrag && !changed)
        emit dragDropped();
    if (m_waiting)
        setSketch(*std::exchange(m_waiting, {}));
    m_hover = hit(m_pointer);
    layOut();
}

void PartitionCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    const CanvasHit at = hit(event->position());
    if (at.kind == CanvasHit::Kind::LaneHead)
        renameLane(*this, at.lane);
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
    verticalScrollBar()->setValue(int(row * m_rowHeight - at));
}

void PartitionCanvas::keyPressEvent(QKeyEvent* event)
{
    if (m_sketch.held.empty() || !steers(*event))
        return QAbstractScrollArea::keyPressEvent(event);
    if (event->key() == Qt::Key_Escape)
        return cancel();
    if (m_gesture.isOn())
        return;
    const Qt::KeyboardModifiers modifiers = event->modifiers();
    const int direction = event->key() == Qt::Key_Left ? -1 : 1;
    const int page =
        std::max(1, int(verticalScrollBar()->pageStep() / m_layout.frame.rowHeight) - 1);
    const int all = int(m_sketch.clients());
    switch (event->key()) {
    case Qt::Key_Up:
        return walk(-1, modifiers);
    case Qt::Key_Down:
        return walk(1, modifiers);
    case Qt::Key_Home:
        return walk(-all, modifiers);
    case Qt::Key_End:
        return walk(all, modifiers);
    case Qt::Key_PageUp:
        return walk(-page, modifiers);
    case Qt::Key_PageDown:
        return walk(page, modifiers);
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (modifiers & Qt::ControlModifier)
            return chooseHandle(direction);
        return nudge(direction, modifiers & Qt::ShiftModifier);
    case Qt::Key_Space:
        return toggle(m_current);
    default:
        return stretchRows(event->key() == Qt::Key_Plus ? 1 : -1, m_layout.frame.height / 2);
    }
}

/// Ends a drag without its edit, else the choice of a handle, else the selection.
void PartitionCanvas::cancel()
{
    if (isPressed()) {
        m_edit.reset();
        return endGesture();
    }
    if (!m_handle)
        return pick({});
    m_handle.reset();
    viewport()->update();
}

/// Moves the chosen handle by one sample, with Shift by a hundredth of the scale. Repeated presses
/// are one step.
void PartitionCanvas::nudge(int direction, bool far)
{
    const std::int64_t by =
        direction * (far ? std::max<std::int64_t>(2, m_layout.frame.fullScale / 100) : 1);
    const auto now = std::pair(m_current, m_handle);
    const bool continues = m_nudged == now;
    const std::vector<KindBorder> borders = bordersOf(m_layout, m_sketch, m_current);
    if (m_handle && *m_handle < borders.size()) {
        const KindBorder& border = borders[*m_handle];
        perform(remixed(m_sketch, m_current, border.left, border.right, by, missing()), continues);
    } else {
        const std::vector<int> clients =
            m_selected.contains(m_current) ? picked() : std::vector{m_current};
        perform(resized(m_sketch, clients, m_current, m_sketch.size(m_current) + by, missing()),
                continues);
    }
    m_nudged = now;
}

void PartitionCanvas::chooseHandle(int direction)
{
    const auto borders = int(bordersOf(m_layout, m_sketch, m_current).size());
    const int at = m_handle ? int(*m_handle) : borders;
    const int to = std::clamp(at + direction, 0, borders);
    m_handle = to == borders ? std::nullopt : std::optional(std::size_t(to));
    m_nudged.reset();
    viewport()->update();
}

void PartitionCanvas::walk(int rows, Qt::KeyboardModifiers modifiers)
{
    const auto last = int(m_layout.rows.size()) - 1;
    const auto from = int(m_layout.rowOfClient[std::size_t(m_current)]);
    const auto row = std::size_t(std::clamp(from + rows, 0, last));
    const int client = m_layout.rows[row].client;
    setCurrent(client);
    if (modifiers & Qt::ShiftModifier)
        return pick(clientsBetween(m_layout, m_anchor, client));
    m_anchor = client;
    if (!(modifiers & Qt::ControlModifier))
        pick({client});
}

} // namespace coterie::ui
