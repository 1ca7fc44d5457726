#include "ui/design/canvas/partition_canvas.h"
#include "ui/design/canvas/partition_edits.h"
#include "ui/words.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QScrollBar>

#include <algorithm>

namespace coterie::ui {

namespace {

bool isSteering(const QKeyEvent& event)
{
    if (event.modifiers() & Qt::AltModifier) // an action's shortcut
        return false;
    switch (event.key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Home:
    case Qt::Key_End:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
    case Qt::Key_Space:
    case Qt::Key_Escape:
    case Qt::Key_Plus:
    case Qt::Key_Minus:
        return true;
    default:
        return false;
    }
}

} // namespace

bool PartitionCanvas::event(QEvent* event)
{
    // The window uses some of these keys too; a focused canvas takes them.
    if (event->type() == QEvent::ShortcutOverride && !m_sketch.held.empty()
        && isSteering(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    return QAbstractScrollArea::event(event);
}

void PartitionCanvas::keyPressEvent(QKeyEvent* event)
{
    if (m_sketch.held.empty() || !isSteering(*event) || !steer(*event))
        QAbstractScrollArea::keyPressEvent(event);
}

bool PartitionCanvas::steer(const QKeyEvent& event)
{
    if (event.key() == Qt::Key_Escape) {
        if (m_gesture.kind != CanvasGesture::Kind::None) {
            m_edit.reset(); // cancels the drag
            endGesture();
        } else if (m_handle) {
            m_handle.reset();
            viewport()->update();
        } else {
            pick({});
        }
        return true;
    }
    if (m_gesture.isOn())
        return true;
    const Qt::KeyboardModifiers modifiers = event.modifiers();
    const int page = std::max(
        1, static_cast<int>(verticalScrollBar()->pageStep() / m_layout.frame.rowHeight) - 1);
    const int all = static_cast<int>(m_sketch.clients());
    switch (event.key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
        walk(event.key() == Qt::Key_Up ? -1 : 1, modifiers);
        return true;
    case Qt::Key_Home:
        walk(-all, modifiers);
        return true;
    case Qt::Key_End:
        walk(all, modifiers);
        return true;
    case Qt::Key_PageUp:
        walk(-page, modifiers);
        return true;
    case Qt::Key_PageDown:
        walk(page, modifiers);
        return true;
    case Qt::Key_Left:
    case Qt::Key_Right: {
        const int direction = event.key() == Qt::Key_Left ? -1 : 1;
        if (modifiers & Qt::ControlModifier)
            chooseHandle(direction);
        else
            nudge(direction, modifiers & Qt::ShiftModifier);
        return true;
    }
    case Qt::Key_Space: {
        std::set<int> chosen = m_selected;
        if (chosen.erase(m_current) == 0)
            chosen.insert(m_current);
        pick(std::move(chosen));
        return true;
    }
    case Qt::Key_Plus:
    case Qt::Key_Minus:
        stretchRows(event.key() == Qt::Key_Plus ? 1 : -1, m_layout.frame.height / 2);
        return true;
    default:
        return false;
    }
}

/// Moves through the rows as drawn. Shift extends the selection, Ctrl leaves it unchanged.
void PartitionCanvas::walk(int rows, Qt::KeyboardModifiers modifiers)
{
    const auto last = static_cast<int>(m_layout.rows.size()) - 1;
    const auto rowOf = [this](int client) {
        return static_cast<int>(m_layout.rowOfClient[static_cast<std::size_t>(client)]);
    };
    const int row = std::clamp(rowOf(m_current) + rows, 0, last);
    const int client = m_layout.rows[static_cast<std::size_t>(row)].client;
    setCurrent(client);
    if (modifiers & Qt::ShiftModifier) {
        std::set<int> range;
        const int from = rowOf(m_anchor);
        for (int each = std::min(from, row); each <= std::max(from, row); ++each)
            range.insert(m_layout.rows[static_cast<std::size_t>(each)].client);
        pick(std::move(range));
        return;
    }
    m_anchor = client;
    if (!(modifiers & Qt::ControlModifier))
        pick({client});
}

/// Moves the chosen handle by one sample, with Shift by a hundredth of the scale. Repeated presses
/// are one step.
void PartitionCanvas::nudge(int direction, bool far)
{
    const std::int64_t step = far ? std::max<std::int64_t>(2, m_fullScale / 100) : 1;
    const auto now = std::pair(m_current, m_handle);
    const bool continues = m_nudged == now;
    const std::vector<KindBorder> borders = bordersOf(m_layout, m_sketch, m_current);
    if (m_handle && *m_handle < borders.size()) {
        const KindBorder& border = borders[*m_handle];
        (void)performAs(
            remixed(m_sketch, m_current, border.left, border.right, direction * step, missing()),
            continues);
    } else {
        std::vector<int> clients = picked();
        if (!m_selected.contains(m_current))
            clients = {m_current};
        (void)performAs(resized(m_sketch,
                                clients,
                                m_current,
                                m_sketch.size(m_current) + direction * step,
                                missing()),
                        continues);
    }
    m_nudged = now;
}

void PartitionCanvas::chooseHandle(int direction)
{
    const auto borders = static_cast<int>(bordersOf(m_layout, m_sketch, m_current).size());
    const int at = m_handle ? static_cast<int>(*m_handle) : borders;
    const int to = std::clamp(at + direction, 0, borders);
    m_handle = to == borders ? std::nullopt : std::optional(static_cast<std::size_t>(to));
    m_nudged.reset();
    viewport()->update();
}

std::size_t PartitionCanvas::currentLane() const
{
    return m_layout.rows[m_layout.rowOfClient[static_cast<std::size_t>(m_current)]].lane;
}

void PartitionCanvas::walkEdges(int direction)
{
    if (m_selected.empty() || m_sketch.edges.empty())
        return;
    // The lanes as drawn; the one after the last has no edge server.
    const int edges = static_cast<int>(m_sketch.edges.size());
    const std::optional<std::size_t> edge = edgeOf(m_sketch, m_current);
    const int to = std::clamp((edge ? static_cast<int>(*edge) : edges) + direction, 0, edges);
    perform(movedToEdge(m_sketch,
                        picked(),
                        to == edges ? std::nullopt : std::optional(static_cast<std::size_t>(to))));
    revealCurrent();
}

void PartitionCanvas::walkArrival(int direction)
{
    if (m_selected.empty())
        return;
    const int round = arrivalOf(m_sketch, m_current).value_or(0) + direction;
    perform(arriving(m_sketch,
                     picked(),
                     round < 1 ? std::nullopt : std::optional(std::min(round, m_sketch.rounds))));
}

void PartitionCanvas::renameLane(std::size_t lane)
{
    const CanvasLane& at = m_layout.lanes[lane];
    if (!at.edge || m_name)
        return;
    m_name = new QLineEdit(toQString(m_sketch.edges[*at.edge].name), viewport());
    m_name->setObjectName(QStringLiteral("edgeName"));
    m_name->setAccessibleName(tr("Name of the edge server"));
    m_name->setToolTip(tr("Type a name; press Return to apply or Escape to cancel"));
    m_name->installEventFilter(this);
    m_name->setGeometry(8,
                        static_cast<int>(m_layout.rowsTop + at.top - scroll()),
                        std::max(60, viewport()->width() / 3),
                        static_cast<int>(at.headHeight));
    m_name->selectAll();
    m_name->show();
    m_name->setFocus();
    connect(m_name, &QLineEdit::editingFinished, this, [this, edge = *at.edge] {
        if (!m_name)
            return;
        const QString name = m_name->text();
        endRenaming();
        if (edge < m_sketch.edges.size())
            perform(renamedEdge(m_sketch, edge, name));
    });
}

void PartitionCanvas::endRenaming()
{
    QLineEdit* done = std::exchange(m_name, nullptr); // losing the focus would finish editing again
    done->hide();
    done->deleteLater();
    setFocus();
}

bool PartitionCanvas::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_name && event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        endRenaming();
        return true;
    }
    return QAbstractScrollArea::eventFilter(watched, event);
}

} // namespace coterie::ui
