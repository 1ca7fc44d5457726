#include "ui/design/canvas/client_actions.h"

#include "ui/design/canvas/partition_canvas.h"
#include "ui/design/canvas/partition_edits.h"
#include "ui/frame/action_registry.h"
#include "ui/words.h"

#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

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

/// Return or losing the focus takes the name, Escape drops it.
class EdgeNameField final : public QLineEdit
{
public:
    EdgeNameField(const QString& name,
                  QWidget* parent,
                  std::function<void(const std::optional<QString>&)> ended)
        : QLineEdit(name, parent)
        , m_ended(std::move(ended))
    {
        setObjectName(QStringLiteral("edgeName"));
        setAccessibleName(ClientActions::tr("Name of the edge server"));
        setToolTip(ClientActions::tr("Type a name; press Return to apply or Escape to cancel"));
        connect(this, &QLineEdit::editingFinished, this, [this] { end(text()); });
    }

protected:
    void keyPressEvent(QKeyEvent* event) override
    {
        if (event->key() == Qt::Key_Escape)
            end({});
        else
            QLineEdit::keyPressEvent(event);
    }

private:
    void end(const std::optional<QString>& name)
    {
        if (const auto ended = std::exchange(m_ended, {})) // hiding finishes the editing again
            ended(name);
    }

    std::function<void(const std::optional<QString>&)> m_ended;
};

} // namespace

ClientActions::ClientActions(ActionRegistry& actions, PartitionCanvas& canvas)
    : QObject(&canvas)
    , m_actions(actions)
    , m_canvas(canvas)
{
    for (QAction* action : m_actions.section(ActionSection::Clients))
        canvas.addAction(action); // enables its keys while the canvas has the focus
    for (const ActionId which : kPerformed)
        connect(
            m_actions.action(which), &QAction::triggered, this, [this, which] { trigger(which); });
}

void ClientActions::enable()
{
    const PartitionSketch& sketch = m_canvas.sketch();
    const bool some = m_canvas.isVisible() && !sketch.held.empty();
    for (const ActionId which : kPerformed)
        m_actions.action(which)->setEnabled(m_canvas.isVisible() && isPossible(which));
    m_actions.action(ActionId::TakeFromOthers)->setEnabled(some && sketch.locked.isEmpty());
    for (const ActionId which : {ActionId::SaveClientsPicture, ActionId::CopyClientsPicture})
        m_actions.action(which)->setEnabled(some);
}

bool ClientActions::isTakingFromOthers() const
{
    return m_actions.action(ActionId::TakeFromOthers)->isChecked();
}

bool ClientActions::isPossible(ActionId which) const
{
    const PartitionSketch& sketch = m_canvas.sketch();
    const std::set<int>& selected = m_canvas.selected();
    const bool some = !selected.empty();
    const bool open = some && sketch.locked.isEmpty();
    switch (which) {
    case ActionId::CopyClients:
    case ActionId::SplitClients:
    case ActionId::DeleteClients:
        return open;
    case ActionId::MergeClients:
        return open && selected.size() > 1;
    case ActionId::ResetClients:
        return open && std::ranges::any_of(sketch.source.overrides, [&](const auto& change) {
                   return selected.contains(change.client);
               });
    case ActionId::NewEdge:
    case ActionId::ArriveLater:
        return some;
    case ActionId::EdgeAbove:
    case ActionId::EdgeBelow:
        return some && !sketch.edges.empty();
    case ActionId::RenameEdge:
    case ActionId::RemoveEdge:
        return !sketch.held.empty() && edgeOf(sketch, m_canvas.current()).has_value();
    case ActionId::ArriveEarlier:
    case ActionId::ArriveAtStart:
        return std::ranges::any_of(
            selected, [&](int client) { return arrivalOf(sketch, client).has_value(); });
    default:
        return !sketch.held.empty(); // select all
    }
}

void ClientActions::trigger(ActionId which)
{
    const PartitionSketch& sketch = m_canvas.sketch();
    if (m_canvas.isPressed() || sketch.held.empty())
        return;
    const std::vector<int> clients = m_canvas.picked();
    const auto perform = [this](const SketchEdit& edit) { m_canvas.perform(edit); };
    switch (which) {
    case ActionId::CopyClients:
        return perform(copied(sketch, clients, m_canvas.missing()));
    case ActionId::SplitClients:
        return perform(split(sketch, clients));
    case ActionId::MergeClients:
        return perform(merged(sketch, clients));
    case ActionId::DeleteClients:
        return perform(deleted(sketch, clients));
    case ActionId::ResetClients:
        return perform(givenBack(sketch, clients));
    case ActionId::NewEdge:
        return perform(movedToNewEdge(sketch, clients));
    case ActionId::EdgeAbove:
        return walkEdges(-1);
    case ActionId::EdgeBelow:
        return walkEdges(1);
    case ActionId::RenameEdge:
        return renameLane(m_canvas.currentLane());
    case ActionId::RemoveEdge:
        return perform(removedEdge(sketch, *edgeOf(sketch, m_canvas.current())));
    case ActionId::ArriveEarlier:
        return walkArrival(-1);
    case ActionId::ArriveLater:
        return walkArrival(1);
    case ActionId::ArriveAtStart:
        return perform(arriving(sketch, clients, std::nullopt));
    default:
        return m_canvas.selectAll();
    }
}

void ClientActions::walkEdges(int direction)
{
    const PartitionSketch& sketch = m_canvas.sketch();
    if (m_canvas.selected().empty() || sketch.edges.empty())
        return;
    // The lanes as drawn; the one after the last has no edge server.
    const int edges = static_cast<int>(sketch.edges.size());
    const std::optional<std::size_t> edge = edgeOf(sketch, m_canvas.current());
    const int to = std::clamp((edge ? static_cast<int>(*edge) : edges) + direction, 0, edges);
    m_canvas.perform(
        movedToEdge(sketch,
                    m_canvas.picked(),
                    to == edges ? std::nullopt : std::optional(static_cast<std::size_t>(to))));
    m_canvas.revealCurrent();
}

void ClientActions::walkArrival(int direction)
{
    const PartitionSketch& sketch = m_canvas.sketch();
    if (m_canvas.selected().empty())
        return;
    const int round = arrivalOf(sketch, m_canvas.current()).value_or(0) + direction;
    m_canvas.perform(
        arriving(sketch,
                 m_canvas.picked(),
                 round < 1 ? std::nullopt : std::optional(std::min(round, sketch.rounds))));
}

void ClientActions::renameLane(std::size_t lane)
{
    const CanvasLayout& layout = m_canvas.layoutShown();
    const CanvasLane& at = layout.lanes[lane];
    if (!at.edge || m_name)
        return;
    QWidget* viewport = m_canvas.viewport();
    const auto ended = [this, edge = *at.edge](const std::optional<QString>& name) {
        m_name->hide();
        m_name->deleteLater();
        m_name.clear();
        m_canvas.setFocus();
        if (name && edge < m_canvas.sketch().edges.size())
            m_canvas.perform(renamedEdge(m_canvas.sketch(), edge, *name));
    };
    auto* field =
        new EdgeNameField(toQString(m_canvas.sketch().edges[*at.edge].name), viewport, ended);
    m_name = field;
    field->setGeometry(8,
                       static_cast<int>(layout.rowsTop + at.top - m_canvas.scroll()),
                       std::max(60, viewport->width() / 3),
                       static_cast<int>(at.headHeight));
    field->selectAll();
    field->show();
    field->setFocus();
}

void ClientActions::addEdgeMenu(QMenu& menu)
{
    const std::vector<EdgeServer>& servers = m_canvas.sketch().edges;
    const auto move = [this](std::optional<std::size_t> edge) {
        m_canvas.perform(movedToEdge(m_canvas.sketch(), m_canvas.picked(), edge));
    };
    QMenu* edges = menu.addMenu(tr("Move to edge &server"));
    for (std::size_t edge = 0; edge < servers.size() && edge < kMostEdgesListed; ++edge)
        edges->addAction(toQString(servers[edge].name), this, [move, edge] { move(edge); });
    if (!servers.empty()) {
        edges->addAction(tr("None"), this, [move] { move({}); });
        edges->addSeparator();
    }
    edges->addAction(m_actions.action(ActionId::NewEdge));
    edges->setEnabled(!m_canvas.selected().empty());
}

QMenu* ClientActions::makeMenu(std::optional<std::size_t> lane)
{
    auto* menu = new QMenu(&m_canvas);
    menu->setObjectName(QStringLiteral("clientMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (const std::optional<std::size_t> edge =
            lane ? m_canvas.layoutShown().lanes[*lane].edge : std::nullopt) {
        menu->addAction(tr("Re&name edge server"), this, [this, lane] { renameLane(*lane); });
        menu->addAction(tr("Re&move edge server"), this, [this, edge] {
            if (*edge < m_canvas.sketch().edges.size()) // the partition may have changed meanwhile
                m_canvas.perform(removedEdge(m_canvas.sketch(), *edge));
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
    return menu;
}

} // namespace coterie::ui
