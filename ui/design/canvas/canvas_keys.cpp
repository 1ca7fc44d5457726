#include "ui/design/canvas/canvas_keys.h"

#include "ui/design/canvas/partition_canvas.h"

#include <QKeyEvent>
#include <QScrollBar>

#include <algorithm>
#include <array>

namespace coterie::ui {

namespace {

constexpr std::array kSteeringKeys{Qt::Key_Up,
                                   Qt::Key_Down,
                                   Qt::Key_Left,
                                   Qt::Key_Right,
                                   Qt::Key_Home,
                                   Qt::Key_End,
                                   Qt::Key_PageUp,
                                   Qt::Key_PageDown,
                                   Qt::Key_Space,
                                   Qt::Key_Escape,
                                   Qt::Key_Plus,
                                   Qt::Key_Minus};

} // namespace

bool CanvasKeys::takes(const QKeyEvent& event)
{
    return !(event.modifiers() & Qt::AltModifier) // an action's shortcut
           && std::ranges::find(kSteeringKeys, event.key()) != kSteeringKeys.end();
}

void CanvasKeys::forgetHandle()
{
    m_handle.reset();
    m_nudged.reset();
}

void CanvasKeys::press(const QKeyEvent& event)
{
    const CanvasFrame& frame = m_canvas.layoutShown().frame;
    const Qt::KeyboardModifiers modifiers = event.modifiers();
    const int page = std::max(
        1, static_cast<int>(m_canvas.verticalScrollBar()->pageStep() / frame.rowHeight) - 1);
    const int all = static_cast<int>(m_canvas.sketch().clients());
    if (event.key() == Qt::Key_Escape)
        return cancel();
    if (m_canvas.isDragging())
        return;
    switch (event.key()) {
    case Qt::Key_Up:
        return m_canvas.walk(-1, modifiers);
    case Qt::Key_Down:
        return m_canvas.walk(1, modifiers);
    case Qt::Key_Home:
        return m_canvas.walk(-all, modifiers);
    case Qt::Key_End:
        return m_canvas.walk(all, modifiers);
    case Qt::Key_PageUp:
        return m_canvas.walk(-page, modifiers);
    case Qt::Key_PageDown:
        return m_canvas.walk(page, modifiers);
    case Qt::Key_Left:
    case Qt::Key_Right: {
        const int direction = event.key() == Qt::Key_Left ? -1 : 1;
        if (modifiers & Qt::ControlModifier)
            return chooseHandle(direction);
        return nudge(direction, modifiers & Qt::ShiftModifier);
    }
    case Qt::Key_Space:
        return m_canvas.toggle(m_canvas.current());
    default:
        return m_canvas.stretchRows(event.key() == Qt::Key_Plus ? 1 : -1, frame.height / 2);
    }
}

void CanvasKeys::cancel()
{
    if (m_canvas.cancelDrag())
        return;
    if (!m_handle)
        return m_canvas.pick({});
    m_handle.reset();
    m_canvas.viewport()->update();
}

/// Moves the chosen handle by one sample, with Shift by a hundredth of the scale. Repeated presses
/// are one step.
void CanvasKeys::nudge(int direction, bool far)
{
    const PartitionSketch& sketch = m_canvas.sketch();
    const CanvasLayout& layout = m_canvas.layoutShown();
    const int client = m_canvas.current();
    const std::int64_t by =
        direction * (far ? std::max<std::int64_t>(2, layout.frame.fullScale / 100) : 1);
    const auto now = std::pair(client, m_handle);
    const bool continues = m_nudged == now;
    const std::vector<KindBorder> borders = bordersOf(layout, sketch, client);
    if (m_handle && *m_handle < borders.size()) {
        const KindBorder& border = borders[*m_handle];
        m_canvas.perform(remixed(sketch, client, border.left, border.right, by, m_canvas.missing()),
                         continues);
    } else {
        const std::vector<int> clients =
            m_canvas.selected().contains(client) ? m_canvas.picked() : std::vector{client};
        m_canvas.perform(
            resized(sketch, clients, client, sketch.size(client) + by, m_canvas.missing()),
            continues);
    }
    m_nudged = now;
}

void CanvasKeys::chooseHandle(int direction)
{
    const auto borders = static_cast<int>(
        bordersOf(m_canvas.layoutShown(), m_canvas.sketch(), m_canvas.current()).size());
    const int at = m_handle ? static_cast<int>(*m_handle) : borders;
    const int to = std::clamp(at + direction, 0, borders);
    m_handle = to == borders ? std::nullopt : std::optional(static_cast<std::size_t>(to));
    m_nudged.reset();
    m_canvas.viewport()->update();
}

} // namespace coterie::ui
