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
#include <functional>
#include <utility>

namespace coterie::ui {

namespace {

constexpr std::size_t kMostEdgesListed = 30;
const QString kEdgeName = QStringLiteral("edgeName");

/// The actions of the section "Clients", which follow each other.
std::vector<ActionId> clientActions()
{
    std::vector<ActionId> actions;
    for (int id = int(ActionId::CopyClients); id <= int(ActionId::CopyClientsPicture); ++id)
        actions.push_back(static_cast<ActionId>(id));
    return actions;
}

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
        setObjectName(kEdgeName);
        setAccessibleName(say("Name of the edge server"));
        setToolTip(say("Type a name; press Return to apply or Escape to cancel"));
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
        const auto ended = std::exchange(m_ended, {});
        if (!ended) // hiding finishes the editing again
            return;
        hide();
        deleteLater();
        ended(name);
    }

    std::function<void(const std::optional<QString>&)> m_ended;
};

bool isPossible(ActionId which, const PartitionCanvas& canvas)
{
    const PartitionSketch& sketch = canvas.sketch();
    const std::set<int>& selected = canvas.selected();
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
        return !sketch.held.empty() && edgeOf(sketch, canvas.current()).has_value();
    case ActionId::ArriveEarlier:
    case ActionId::ArriveAtStart:
        return std::ranges::any_of(
            selected, [&](int client) { return arrivalOf(sketch, client).has_value(); });
    case ActionId::TakeFromOthers:
        return !sketch.held.empty() && sketch.locked.isEmpty();
    default: // select all, pictures
        return !sketch.held.empty();
    }
}

void walkEdges(PartitionCanvas& canvas, int direction)
{
    const PartitionSketch& sketch = canvas.sketch();
    if (canvas.selected().empty() || sketch.edges.empty())
        return;
    // The lanes as drawn; the one after the last has no edge server.
    const int edges = int(sketch.edges.size());
    const std::optional<std::size_t> edge = edgeOf(sketch, canvas.current());
    const int to = std::clamp((edge ? int(*edge) : edges) + direction, 0, edges);
    canvas.perform(movedToEdge(
        sketch, canvas.picked(), to == edges ? std::nullopt : std::optional(std::size_t(to))));
    canvas.revealCurrent();
}

void walkArrival(PartitionCanvas& canvas, int direction)
{
    const PartitionSketch& sketch = canvas.sketch();
    if (canvas.selected().empty())
        return;
    const int round = arrivalOf(sketch, canvas.current()).value_or(0) + direction;
    canvas.perform(
        arriving(sketch,
                 canvas.picked(),
                 round < 1 ? std::nullopt : std::optional(std::min(round, sketch.rounds))));
}

void trigger(ActionId which, PartitionCanvas& canvas)
{
    const PartitionSketch& sketch = canvas.sketch();
    if (canvas.isPressed() || sketch.held.empty())
        return;
    const std::vector<int> clients = canvas.picked();
    const auto perform = [&canvas](const SketchEdit& edit) { canvas.perform(edit); };
    switch (which) {
    case ActionId::CopyClients:
        return perform(copied(sketch, clients, canvas.missing()));
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
        return walkEdges(canvas, -1);
    case ActionId::EdgeBelow:
        return walkEdges(canvas, 1);
    case ActionId::RenameEdge:
        return renameLane(canvas, canvas.currentLane());
    case ActionId::RemoveEdge:
        return perform(removedEdge(sketch, *edgeOf(sketch, canvas.current())));
    case ActionId::ArriveEarlier:
        return walkArrival(canvas, -1);
    case ActionId::ArriveLater:
        return walkArrival(canvas, 1);
    case ActionId::ArriveAtStart:
        return perform(arriving(sketch, clients, std::nullopt));
    case ActionId::SelectAllClients:
        return canvas.selectAll();
    default: // a toggle, and pictures with the legend beside the canvas
        return;
    }
}

void addEdgeMenu(QMenu& menu, const ActionRegistry& actions, PartitionCanvas& canvas)
{
    const std::vector<EdgeServer>& servers = canvas.sketch().edges;
    const auto move = [&canvas](std::optional<std::size_t> edge) {
        canvas.perform(movedToEdge(canvas.sketch(), canvas.picked(), edge));
    };
    QMenu* edges = menu.addMenu(say("Move to edge &server"));
    for (std::size_t edge = 0; edge < servers.size() && edge < kMostEdgesListed; ++edge)
        edges->addAction(toQString(servers[edge].name), &canvas, [move, edge] { move(edge); });
    if (!servers.empty()) {
        edges->addAction(say("None"), &canvas, [move] { move({}); });
        edges->addSeparator();
    }
    edges->addAction(actions.action(ActionId::NewEdge));
    edges->setEnabled(!canvas.selected().empty());
}

} // namespace

void renameLane(PartitionCanvas& canvas, std::size_t lane)
{
    const CanvasLayout& layout = canvas.layoutShown();
    const CanvasLane& at = layout.lanes[lane];
    QWidget* viewport = canvas.viewport();
    const auto* open = viewport->findChild<QWidget*>(kEdgeName);
    if (!at.edge || (open && !open->isHidden()))
        return;
    const auto ended = [&canvas, edge = *at.edge](const std::optional<QString>& name) {
        canvas.setFocus();
        if (name && edge < canvas.sketch().edges.size())
            canvas.perform(renamedEdge(canvas.sketch(), edge, *name));
    };
    auto* field =
        new EdgeNameField(toQString(canvas.sketch().edges[*at.edge].name), viewport, ended);
    field->setGeometry(8,
                       int(layout.rowsTop + at.top - canvas.scroll()),
                       std::max(60, viewport->width() / 3),
                       int(at.headHeight));
    field->selectAll();
    field->show();
    field->setFocus();
}

void connectClientActions(const ActionRegistry& actions, PartitionCanvas& canvas)
{
    for (const ActionId which : clientActions()) {
        QAction* action = actions.action(which);
        canvas.addAction(action); // enables its keys while the canvas has the focus
        QObject::connect(
            action, &QAction::triggered, &canvas, [&canvas, which] { trigger(which, canvas); });
    }
}

void enableClientActions(const ActionRegistry& actions, const PartitionCanvas& canvas)
{
    for (const ActionId which : clientActions())
        actions.action(which)->setEnabled(canvas.isVisible() && isPossible(which, canvas));
}

QMenu* makeClientMenu(const ActionRegistry& actions,
                      PartitionCanvas& canvas,
                      std::optional<std::size_t> lane)
{
    auto* menu = new QMenu(&canvas);
    menu->setObjectName(QStringLiteral("clientMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (const std::optional<std::size_t> edge =
            lane ? canvas.layoutShown().lanes[*lane].edge : std::nullopt) {
        menu->addAction(
            say("Re&name edge server"), &canvas, [&canvas, lane] { renameLane(canvas, *lane); });
        menu->addAction(say("Re&move edge server"), &canvas, [&canvas, edge] {
            if (*edge < canvas.sketch().edges.size()) // the partition may have changed meanwhile
                canvas.perform(removedEdge(canvas.sketch(), *edge));
        });
        menu->addSeparator();
    }
    for (const ActionId which : {ActionId::CopyClients,
                                 ActionId::SplitClients,
                                 ActionId::MergeClients,
                                 ActionId::DeleteClients,
                                 ActionId::ResetClients})
        menu->addAction(actions.action(which));
    menu->addSeparator();
    addEdgeMenu(*menu, actions, canvas);
    menu->addAction(actions.action(ActionId::ArriveAtStart));
    menu->addSeparator();
    menu->addAction(actions.action(ActionId::SelectAllClients));
    menu->addAction(actions.action(ActionId::TakeFromOthers));
    menu->addSeparator();
    menu->addAction(actions.action(ActionId::SaveClientsPicture));
    menu->addAction(actions.action(ActionId::CopyClientsPicture));
    return menu;
}

} // namespace coterie::ui
