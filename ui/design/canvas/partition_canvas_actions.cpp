#include "ui/design/canvas/partition_canvas.h"
#include "ui/design/canvas/partition_edits.h"
#include "ui/frame/action_registry.h"
#include "ui/words.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QMenu>

#include <algorithm>
#include <array>

namespace coterie::ui {

namespace {

constexpr std::size_t kMostEdgesListed = 30;

/// All actions of the section "Clients" except the toggle and the pictures, which include the
/// legend beside the canvas.
constexpr std::array kPerformed{ActionId::CopyClients,
                                ActionId::SplitClients,
                                ActionId::MergeClients,
                                ActionId::DeleteClients,
                                ActionId::ResetClients,
                                ActionId::SelectAllClients,
                                ActionId::NewEdge,
                                ActionId::EdgeAbove,
                                ActionId::EdgeBelow,
                                ActionId::RenameEdge,
                                ActionId::RemoveEdge,
                                ActionId::ArriveEarlier,
                                ActionId::ArriveLater,
                                ActionId::ArriveAtStart};

} // namespace

void PartitionCanvas::connectActions()
{
    for (QAction* action : m_actions.section(ActionSection::Clients))
        addAction(action); // enables its keys while the canvas has the focus
    for (const ActionId which : kPerformed)
        connect(
            m_actions.action(which), &QAction::triggered, this, [this, which] { trigger(which); });
    enableActions();
}

void PartitionCanvas::enableActions()
{
    for (const ActionId which : kPerformed)
        m_actions.action(which)->setEnabled(isVisible() && isPossible(which));
    m_actions.action(ActionId::TakeFromOthers)
        ->setEnabled(isVisible() && !m_sketch.held.empty() && m_sketch.locked.isEmpty());
    for (const ActionId which : {ActionId::SaveClientsPicture, ActionId::CopyClientsPicture})
        m_actions.action(which)->setEnabled(isVisible() && !m_sketch.held.empty());
}

bool PartitionCanvas::isPossible(ActionId which) const
{
    const bool some = !m_selected.empty();
    const bool open = some && m_sketch.locked.isEmpty();
    const auto arrives = [this](int client) { return arrivalOf(m_sketch, client).has_value(); };
    switch (which) {
    case ActionId::CopyClients:
    case ActionId::SplitClients:
    case ActionId::DeleteClients:
        return open;
    case ActionId::MergeClients:
        return open && m_selected.size() > 1;
    case ActionId::ResetClients:
        return open && std::ranges::any_of(m_sketch.source.overrides, [&](const auto& change) {
                   return m_selected.contains(change.client);
               });
    case ActionId::NewEdge:
    case ActionId::ArriveLater:
        return some;
    case ActionId::EdgeAbove:
    case ActionId::EdgeBelow:
        return some && !m_sketch.edges.empty();
    case ActionId::RenameEdge:
    case ActionId::RemoveEdge:
        return !m_sketch.held.empty() && edgeOf(m_sketch, m_current).has_value();
    case ActionId::ArriveEarlier:
    case ActionId::ArriveAtStart:
        return std::ranges::any_of(m_selected, arrives);
    default:
        return !m_sketch.held.empty(); // select all
    }
}

void PartitionCanvas::trigger(ActionId which)
{
    if (m_gesture.kind != CanvasGesture::Kind::None || m_sketch.held.empty())
        return;
    switch (which) {
    case ActionId::CopyClients:
        return perform(copied(m_sketch, picked(), missing()));
    case ActionId::SplitClients:
        return perform(split(m_sketch, picked()));
    case ActionId::MergeClients:
        return perform(merged(m_sketch, picked()));
    case ActionId::DeleteClients:
        return perform(deleted(m_sketch, picked()));
    case ActionId::ResetClients:
        return perform(givenBack(m_sketch, picked()));
    case ActionId::NewEdge:
        return perform(movedToNewEdge(m_sketch, picked()));
    case ActionId::EdgeAbove:
        return walkEdges(-1);
    case ActionId::EdgeBelow:
        return walkEdges(1);
    case ActionId::RenameEdge:
        return renameLane(currentLane());
    case ActionId::RemoveEdge:
        return perform(removedEdge(m_sketch, *edgeOf(m_sketch, m_current)));
    case ActionId::ArriveEarlier:
        return walkArrival(-1);
    case ActionId::ArriveLater:
        return walkArrival(1);
    case ActionId::ArriveAtStart:
        return perform(arriving(m_sketch, picked(), std::nullopt));
    default: { // select all
        std::set<int> all;
        for (const CanvasRow& row : m_layout.rows)
            all.insert(row.client);
        return pick(std::move(all));
    }
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
    edges->addAction(m_actions.action(ActionId::NewEdge));
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
        lane = currentLane();
    if (lane && m_layout.lanes[*lane].edge) {
        const std::size_t edge = *m_layout.lanes[*lane].edge;
        menu->addAction(
            tr("Re&name edge server"), this, [this, where = *lane] { renameLane(where); });
        menu->addAction(tr("Re&move edge server"), this, [this, edge] {
            if (edge < m_sketch.edges.size()) // the partition may have changed meanwhile
                perform(removedEdge(m_sketch, edge));
        });
        menu->addSeparator();
    }
    for (const ActionId which : {ActionId::CopyClients,
                                 ActionId::SplitClients,
                                 ActionId::MergeClients,
                                 ActionId::DeleteClients,
                                 ActionId::ResetClients})
        menu->addAction(m_actions.action(which));
    menu->addSeparator();
    addEdgeMenu(*menu);
    menu->addAction(m_actions.action(ActionId::ArriveAtStart));
    menu->addSeparator();
    menu->addAction(m_actions.action(ActionId::SelectAllClients));
    menu->addAction(m_actions.action(ActionId::TakeFromOthers));
    menu->addSeparator();
    menu->addAction(m_actions.action(ActionId::SaveClientsPicture));
    menu->addAction(m_actions.action(ActionId::CopyClientsPicture));
    QPoint place = event->globalPos();
    if (byKey) {
        const QRectF bar = barOf(m_layout, m_sketch, m_current);
        place = viewport()->mapToGlobal(
            QPointF(bar.center().x(), bar.bottom() - scroll() + m_layout.rowsTop).toPoint());
    }
    menu->popup(place);
}

} // namespace coterie::ui
