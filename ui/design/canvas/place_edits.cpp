#include "ui/design/canvas/place_edits.h"

#include "ui/say.h"
#include "ui/words.h"

#include <algorithm>
#include <map>
#include <set>

namespace coterie::ui {

namespace {

SketchEdit placing(const PartitionSketch& sketch, const QString& label, std::vector<int> clients)
{
    return {
        .label = label, .after = sketch, .limit = {}, .note = {}, .selected = std::move(clients)};
}

void leaveEdges(PartitionSketch& sketch, const std::vector<int>& clients)
{
    for (EdgeServer& edge : sketch.edges)
        std::erase_if(edge.clients, [&clients](int client) {
            return std::ranges::find(clients, client) != clients.end();
        });
}

/// An edge server must have a client.
void dropEmptyEdges(PartitionSketch& sketch, QString& note)
{
    for (const EdgeServer& edge : sketch.edges)
        if (edge.clients.empty())
            note =
                say("Edge server “%1” had no client left and is gone.").arg(toQString(edge.name));
    std::erase_if(sketch.edges, [](const EdgeServer& edge) { return edge.clients.empty(); });
}

bool everyoneArrives(const PartitionSketch& sketch)
{
    std::size_t arriving = 0;
    for (const Arrival& arrival : sketch.arrivals)
        arriving += arrival.clients.size();
    return arriving >= sketch.clients();
}

QString someoneMustBeThere()
{
    return say("At least one client must be there from the start.");
}

std::string freshEdgeName(const PartitionSketch& sketch)
{
    std::set<std::string> taken;
    for (const EdgeServer& edge : sketch.edges)
        taken.insert(edge.name);
    for (std::size_t number = sketch.edges.size();; ++number)
        if (std::string name = "edge " + std::to_string(number); !taken.contains(name))
            return name;
}

} // namespace

SketchEdit movedToEdge(const PartitionSketch& sketch,
                       const std::vector<int>& clients,
                       std::optional<std::size_t> edge)
{
    const QString name = edge ? toQString(sketch.edges[*edge].name) : QString();
    SketchEdit edit =
        placing(sketch,
              edge ? say("Move %1 to edge server “%2”").arg(clientsText(clients), name)
                   : say("Take %1 from its edge server").arg(clientsText(clients)),
              clients);
    if (std::ranges::all_of(clients, [&](int client) { return edgeOf(sketch, client) == edge; }))
        return edit;
    leaveEdges(edit.after, clients);
    if (edge) {
        std::vector<int>& members = edit.after.edges[*edge].clients;
        members.insert(members.end(), clients.begin(), clients.end());
        std::ranges::sort(members);
    }
    dropEmptyEdges(edit.after, edit.note);
    return edit;
}

SketchEdit movedToNewEdge(const PartitionSketch& sketch, const std::vector<int>& clients)
{
    SketchEdit edit =
        placing(sketch, say("Give %1 an edge server of its own").arg(clientsText(clients)), clients);
    const std::string name = freshEdgeName(sketch);
    leaveEdges(edit.after, clients);
    edit.after.edges.push_back({.name = name, .clients = clients});
    std::ranges::sort(edit.after.edges.back().clients);
    dropEmptyEdges(edit.after, edit.note);
    return edit;
}

SketchEdit renamedEdge(const PartitionSketch& sketch, std::size_t edge, const QString& name)
{
    SketchEdit edit = placing(sketch,
                            say("Rename edge server “%1”").arg(toQString(sketch.edges[edge].name)),
                            sketch.edges[edge].clients);
    const std::string wanted = name.trimmed().toStdString();
    if (wanted.empty()) {
        edit.limit = say("An edge server needs a name.");
        return edit;
    }
    for (std::size_t other = 0; other < sketch.edges.size(); ++other)
        if (other != edge && sketch.edges[other].name == wanted) {
            edit.limit = say("Another edge server is called “%1” already.").arg(name.trimmed());
            return edit;
        }
    edit.after.edges[edge].name = wanted;
    return edit;
}

SketchEdit removedEdge(const PartitionSketch& sketch, std::size_t edge)
{
    SketchEdit edit = placing(sketch,
                            say("Remove edge server “%1”").arg(toQString(sketch.edges[edge].name)),
                            sketch.edges[edge].clients);
    edit.after.edges.erase(edit.after.edges.begin() + static_cast<std::ptrdiff_t>(edge));
    return edit;
}

SketchEdit
arriving(const PartitionSketch& sketch, const std::vector<int>& clients, std::optional<int> round)
{
    SketchEdit edit =
        placing(sketch,
              round ? say("Let %1 join at round %2").arg(clientsText(clients)).arg(*round)
                    : say("Let %1 be there from the start").arg(clientsText(clients)),
              clients);
    if (round)
        round = std::clamp(*round, 1, sketch.rounds);
    if (std::ranges::all_of(clients,
                            [&](int client) { return arrivalOf(sketch, client) == round; }))
        return edit;
    std::map<int, std::vector<int>> byRound;
    for (const Arrival& arrival : sketch.arrivals)
        for (const int client : arrival.clients)
            if (std::ranges::find(clients, client) == clients.end())
                byRound[arrival.round].push_back(client);
    if (round)
        byRound[*round].insert(byRound[*round].end(), clients.begin(), clients.end());
    edit.after.arrivals.clear();
    for (auto& [at, members] : byRound) {
        std::ranges::sort(members);
        edit.after.arrivals.push_back({.round = at, .clients = std::move(members)});
    }
    if (everyoneArrives(edit.after)) {
        edit.after = sketch;
        edit.limit = someoneMustBeThere();
    }
    return edit;
}

QString removeClients(PartitionSketch& sketch, const std::vector<int>& clients, QString& note)
{
    const std::set<int> gone(clients.begin(), clients.end());
    if (gone.size() >= sketch.clients())
        return say("At least one client must remain.");
    std::vector<int> numberNow(sketch.clients(), -1);
    std::vector<KindCounts> held;
    std::vector<int> groups;
    for (std::size_t client = 0; client < sketch.clients(); ++client) {
        if (gone.contains(static_cast<int>(client)))
            continue;
        numberNow[client] = static_cast<int>(held.size());
        held.push_back(std::move(sketch.held[client]));
        groups.push_back(sketch.trueGroups[client]);
    }
    sketch.held = std::move(held);
    sketch.trueGroups = std::move(groups);
    const auto renumber = [&numberNow](std::vector<int>& members) {
        for (int& client : members)
            client = numberNow[static_cast<std::size_t>(client)];
        std::erase(members, -1);
    };
    for (EdgeServer& edge : sketch.edges)
        renumber(edge.clients);
    for (Arrival& arrival : sketch.arrivals)
        renumber(arrival.clients);
    dropEmptyEdges(sketch, note);
    std::erase_if(sketch.arrivals, [](const Arrival& arrival) { return arrival.clients.empty(); });
    if (everyoneArrives(sketch))
        return someoneMustBeThere();
    return {};
}

} // namespace coterie::ui
