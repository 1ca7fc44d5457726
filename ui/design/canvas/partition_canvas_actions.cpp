// What can be done to the picked clients, as actions and as a menu.
#include "ui/design/canvas/partition_canvas.h"
#include "ui/design/canvas/place_edits.h"
#include "ui/frame/action_registry.h"
#include "ui/words.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QMenu>

#include <algorithm>

namespace coterie::ui {

namespace {

constexpr std::size_t kMostEdgesListed = 30;

} // namespace

void PartitionCanvas::makeActions()
{
    struct Spec
    {
        const char* name;
        QString text;
        QString tooltip;
        QKeySequence keys;
    };
    const std::vector<Spec> specs{
        {"clients.copy",
         tr("&Copy"),
         tr("New clients with as many samples of each kind as the picked ones"),
         QKeySequence(Qt::CTRL | Qt::Key_D)},
        {"clients.split",
         tr("&Split"),
         tr("Each picked client gives half of what it holds to a new client"),
         QKeySequence(Qt::CTRL | Qt::Key_T)},
        {"clients.merge",
         tr("&Merge"),
         tr("The first of the picked clients gets what all of them hold"),
         QKeySequence(Qt::CTRL | Qt::Key_M)},
        {"clients.delete",
         tr("&Delete"),
         tr("The picked clients go; nobody holds their samples then"),
         QKeySequence(Qt::Key_Delete)},
        {"clients.giveBack",
         tr("&Reset"),
         tr("The picked clients hold again what the scheme gives them"),
         QKeySequence(Qt::Key_Backspace)},
        {"clients.newEdge",
         tr("New &edge server"),
         tr("The picked clients talk to an edge server of their own"),
         QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N)},
        {"clients.fromStart",
         tr("&From the start"),
         tr("The picked clients are there from the first round"),
         QKeySequence(Qt::ALT | Qt::Key_Home)},
        {"clients.selectAll",
         tr("Select &all"),
         tr("Pick every client"),
         QKeySequence(Qt::CTRL | Qt::Key_A)},
        {"clients.takeFromOthers",
         tr("&Take from others"),
         tr("Samples that nobody holds are soon used up: what is missing then comes from all other "
            "clients, in proportion to what they hold. Holding Shift while dragging does the "
            "same."),
         QKeySequence(Qt::CTRL | Qt::Key_J)},
    };
    for (std::size_t index = 0; index < specs.size(); ++index) {
        auto* added = new QAction(specs[index].text, this);
        added->setObjectName(QString::fromLatin1(specs[index].name));
        added->setShortcut(specs[index].keys);
        added->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        ui::setToolTip(*added, specs[index].tooltip);
        const auto which = static_cast<CanvasAction>(index);
        if (which == CanvasAction::TakeFromOthers)
            added->setCheckable(true);
        else
            connect(added, &QAction::triggered, this, [this, which] { trigger(which); });
        addAction(added);
        m_actions.push_back(added);
    }
    enableActions();
}

QAction* PartitionCanvas::action(CanvasAction which) const
{
    return m_actions[static_cast<std::size_t>(which)];
}

void PartitionCanvas::enableActions()
{
    const bool some = !m_selected.empty();
    const bool open = some && m_sketch.locked.isEmpty();
    for (const CanvasAction which : {CanvasAction::Copy, CanvasAction::Split, CanvasAction::Delete})
        action(which)->setEnabled(open);
    action(CanvasAction::Merge)->setEnabled(open && m_selected.size() > 1);
    action(CanvasAction::GiveBack)
        ->setEnabled(open
                     && std::ranges::any_of(m_sketch.source.overrides, [&](const auto& change) {
                            return m_selected.contains(change.client);
                        }));
    action(CanvasAction::NewEdge)->setEnabled(some);
    action(CanvasAction::FromStart)->setEnabled(std::ranges::any_of(m_selected, [&](int client) {
        return arrivalOf(m_sketch, client).has_value();
    }));
    action(CanvasAction::SelectAll)->setEnabled(!m_sketch.held.empty());
    action(CanvasAction::TakeFromOthers)->setEnabled(m_sketch.locked.isEmpty());
}

void PartitionCanvas::trigger(CanvasAction which)
{
    if (m_gesture.kind != CanvasGesture::Kind::None || m_sketch.held.empty())
        return;
    switch (which) {
    case CanvasAction::Copy:
        return perform(copied(m_sketch, picked(), missing()));
    case CanvasAction::Split:
        return perform(split(m_sketch, picked()));
    case CanvasAction::Merge:
        return perform(merged(m_sketch, picked()));
    case CanvasAction::Delete:
        return perform(deleted(m_sketch, picked()));
    case CanvasAction::GiveBack:
        return perform(givenBack(m_sketch, picked()));
    case CanvasAction::NewEdge:
        return perform(movedToNewEdge(m_sketch, picked()));
    case CanvasAction::FromStart:
        return perform(arriving(m_sketch, picked(), std::nullopt));
    case CanvasAction::SelectAll: {
        std::set<int> all;
        for (const CanvasRow& row : m_layout.rows)
            all.insert(row.client);
        return pick(std::move(all));
    }
    case CanvasAction::TakeFromOthers:
        return;
    }
}

void PartitionCanvas::addEdgeMenu(QMenu& menu)
{
    QMenu* edges = menu.addMenu(tr("Move to edge &server"));
    for (std::size_t edge = 0; edge < m_sketch.edges.size() && edge < kMostEdgesListed; ++edge)
        edges->addAction(toQString(m_sketch.edges[edge].name), this, [this, edge] {
            perform(movedToEdge(m_sketch, picked(), edge));
        });
    if (!m_sketch.edges.empty()) {
        edges->addAction(
            tr("None"), this, [this] { perform(movedToEdge(m_sketch, picked(), std::nullopt)); });
        edges->addSeparator();
    }
    edges->addAction(action(CanvasAction::NewEdge));
    edges->setEnabled(!m_selected.empty());
}

void PartitionCanvas::contextMenuEvent(QContextMenuEvent* event)
{
    if (m_sketch.held.empty() || m_gesture.isOn())
        return;
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const QPoint corner = viewport()->mapFromGlobal(event->globalPos());
    const CanvasHit at = byKey ? CanvasHit{} : hit(corner);
    if (at.client >= 0 && !m_selected.contains(at.client)) {
        setCurrent(at.client);
        m_anchor = at.client;
        pick({at.client});
    }
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("clientMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    std::optional<std::size_t> lane;
    if (at.kind == CanvasHit::Kind::LaneHead)
        lane = at.lane;
    else if (byKey)
        lane = m_layout.rows[m_layout.rowOfClient[static_cast<std::size_t>(m_current)]].lane;
    if (lane && m_layout.lanes[*lane].edge) {
        const std::size_t edge = *m_layout.lanes[*lane].edge;
        menu->addAction(
            tr("Re&name edge server"), this, [this, where = *lane] { renameLane(where); });
        menu->addAction(tr("Re&move edge server"), this, [this, edge] {
            if (edge < m_sketch.edges.size()) // the clients may have been dealt anew meanwhile
                perform(removedEdge(m_sketch, edge));
        });
        menu->addSeparator();
    }
    for (const CanvasAction which : {CanvasAction::Copy,
                                     CanvasAction::Split,
                                     CanvasAction::Merge,
                                     CanvasAction::Delete,
                                     CanvasAction::GiveBack})
        menu->addAction(action(which));
    menu->addSeparator();
    addEdgeMenu(*menu);
    menu->addAction(action(CanvasAction::FromStart));
    menu->addSeparator();
    menu->addAction(action(CanvasAction::SelectAll));
    menu->addAction(action(CanvasAction::TakeFromOthers));
    QPoint place = event->globalPos();
    if (byKey) {
        const QRectF bar = barOf(m_layout, m_sketch, m_current);
        place = viewport()->mapToGlobal(
            QPointF(bar.center().x(), bar.bottom() - scroll() + m_layout.rowsTop).toPoint());
    }
    menu->popup(place);
}

} // namespace coterie::ui
