#include "ui/design/canvas/partition_edits.h"

#include "ui/words.h"

#include <algorithm>
#include <map>
#include <set>

namespace coterie::ui {

namespace {

bool isIn(const std::vector<int>& clients, int client)
{
    return std::ranges::find(clients, client) != clients.end();
}

void leaveEdges(PartitionSketch& sketch, const std::vector<int>& clients)
{
    for (EdgeServer& edge : sketch.edges)
        std::erase_if(edge.clients, [&](int client) { return isIn(clients, client); });
}

/// Edge servers need a client.
void dropEmptyEdges(PartitionSketch& sketch, QString& note)
{
    for (const EdgeServer& edge : sketch.edges)
        if (edge.clients.empty())
            note = say("Edge server “%1” was removed because it has no clients.")
                       .arg(toQString(edge.name));
    std::erase_if(sketch.edges, [](const EdgeServer& edge) { return edge.clients.empty(); });
}

/// Undoes an edit after which all clients would join late.
void refuseIfAllAreLate(SketchEdit& edit, const PartitionSketch& sketch)
{
    if (lateClients(edit.after) < edit.after.clients())
        return;
    edit.after = sketch;
    edit.limit = say("At least one client must join from the start.");
}

bool hasEdgeNamed(const PartitionSketch& sketch, const std::string& name)
{
    return std::ranges::find(sketch.edges, name, &EdgeServer::name) != sketch.edges.end();
}

SketchEdit begun(const PartitionSketch& sketch, const QString& label, std::vector<int> clients)
{
    return {.label = label, .after = sketch, .selected = std::move(clients)};
}

/// Removes and renumbers clients everywhere. Edge servers and arrivals without clients are removed,
/// which the edit's note says. False if it is impossible, which its limit says.
bool removeClients(SketchEdit& edit, const PartitionSketch& sketch, const std::vector<int>& clients)
{
    const std::set<int> gone(clients.begin(), clients.end());
    if (gone.size() >= sketch.clients()) {
        edit.after = sketch;
        edit.limit = say("At least one client must remain.");
        return false;
    }
    PartitionSketch& after = edit.after;
    std::vector<int> numberNow(sketch.clients(), -1);
    std::size_t kept = 0;
    for (std::size_t client = 0; client < sketch.clients(); ++client) {
        if (gone.contains(int(client)))
            continue;
        numberNow[client] = int(kept);
        std::swap(after.held[kept], after.held[client]);
        after.trueGroups[kept++] = after.trueGroups[client];
    }
    after.held.resize(kept);
    after.trueGroups.resize(kept);
    const auto renumber = [&numberNow](auto& groups) {
        for (auto& group : groups) {
            for (int& client : group.clients)
                client = numberNow[std::size_t(client)];
            std::erase(group.clients, -1);
        }
    };
    renumber(after.edges);
    renumber(after.arrivals);
    dropEmptyEdges(after, edit.note);
    std::erase_if(after.arrivals, [](const Arrival& arrival) { return arrival.clients.empty(); });
    refuseIfAllAreLate(edit, sketch);
    return edit.limit.isEmpty();
}

/// An edit of samples, which may be locked.
SketchEdit
begunOnSamples(const PartitionSketch& sketch, const QString& label, std::vector<int> clients)
{
    SketchEdit edit = begun(sketch, label, std::move(clients));
    edit.limit = sketch.locked;
    return edit;
}

/// An edit that changes the number of clients, which needs a partition by hand.
SketchEdit
begunByHand(const PartitionSketch& sketch, const QString& label, std::vector<int> clients)
{
    SketchEdit edit = begunOnSamples(sketch, label, std::move(clients));
    if (edit.limit.isEmpty() && sketch.kind == HoldingKind::Sample)
        edit.limit = say("%1 has neither classes nor domains, so clients cannot be added or "
                         "removed here. Change the number of clients in the partition scheme.")
                         .arg(sketch.datasetTitle);
    return edit;
}

/// Adds a client at the end with the edge server, arrival and true group of another.
void addLike(PartitionSketch& sketch, int client, KindCounts counts)
{
    const auto added = int(sketch.clients());
    sketch.held.push_back(std::move(counts));
    sketch.trueGroups.push_back(sketch.trueGroups[std::size_t(client)]);
    if (const std::optional<std::size_t> edge = edgeOf(sketch, client))
        sketch.edges[*edge].clients.push_back(added);
    for (Arrival& arrival : sketch.arrivals)
        if (isIn(arrival.clients, client))
            arrival.clients.push_back(added);
}

} // namespace

SketchEdit movedToEdge(const PartitionSketch& sketch,
                       const std::vector<int>& clients,
                       std::optional<std::size_t> edge)
{
    const QString name = edge ? toQString(sketch.edges[*edge].name) : QString();
    SketchEdit edit =
        begun(sketch,
              edge ? say("Move %1 to edge server “%2”").arg(clientsText(clients), name)
                   : say("Remove %1 from the edge server").arg(clientsText(clients)),
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
        begun(sketch, say("Move %1 to a new edge server").arg(clientsText(clients)), clients);
    std::size_t number = sketch.edges.size();
    while (hasEdgeNamed(sketch, "edge " + std::to_string(number)))
        ++number;
    leaveEdges(edit.after, clients);
    edit.after.edges.push_back({.name = "edge " + std::to_string(number), .clients = clients});
    std::ranges::sort(edit.after.edges.back().clients);
    dropEmptyEdges(edit.after, edit.note);
    return edit;
}

SketchEdit renamedEdge(const PartitionSketch& sketch, std::size_t edge, const QString& name)
{
    const EdgeServer& old = sketch.edges[edge];
    SketchEdit edit =
        begun(sketch, say("Rename edge server “%1”").arg(toQString(old.name)), old.clients);
    const std::string wanted = name.trimmed().toStdString();
    if (wanted.empty())
        edit.limit = say("Enter a name for the edge server.");
    else if (wanted != old.name && hasEdgeNamed(sketch, wanted))
        edit.limit = say("Another edge server already has the name “%1”.").arg(name.trimmed());
    else
        edit.after.edges[edge].name = wanted;
    return edit;
}

SketchEdit removedEdge(const PartitionSketch& sketch, std::size_t edge)
{
    const EdgeServer& old = sketch.edges[edge];
    SketchEdit edit =
        begun(sketch, say("Remove edge server “%1”").arg(toQString(old.name)), old.clients);
    edit.after.edges.erase(edit.after.edges.begin() + static_cast<std::ptrdiff_t>(edge));
    return edit;
}

SketchEdit
arriving(const PartitionSketch& sketch, const std::vector<int>& clients, std::optional<int> round)
{
    SketchEdit edit =
        begun(sketch,
              round ? say("Let %1 join at round %2").arg(clientsText(clients)).arg(*round)
                    : say("Let %1 join from the start").arg(clientsText(clients)),
              clients);
    if (round)
        round = std::clamp(*round, 1, sketch.rounds);
    if (std::ranges::all_of(clients,
                            [&](int client) { return arrivalOf(sketch, client) == round; }))
        return edit;
    std::map<int, std::vector<int>> byRound;
    for (const Arrival& arrival : sketch.arrivals)
        for (const int client : arrival.clients)
            if (!isIn(clients, client))
                byRound[arrival.round].push_back(client);
    if (round)
        byRound[*round].insert(byRound[*round].end(), clients.begin(), clients.end());
    edit.after.arrivals.clear();
    for (auto& [at, members] : byRound) {
        std::ranges::sort(members);
        edit.after.arrivals.push_back({.round = at, .clients = std::move(members)});
    }
    refuseIfAllAreLate(edit, sketch);
    return edit;
}

SketchEdit resized(const PartitionSketch& sketch,
                   const std::vector<int>& clients,
                   int dragged,
                   std::int64_t total,
                   Missing missing)
{
    SketchEdit edit = begunOnSamples(sketch, say("Resize %1").arg(clientsText(clients)), clients);
    if (!edit.limit.isEmpty())
        return edit;
    // Overrides can only reduce, and a partition by hand needs kinds.
    const bool onlyShrinks = sketch.kind == HoldingKind::Sample && !sketch.source.isByHand();
    SampleSupply supply(edit.after, clients, onlyShrinks ? Missing::Refused : missing);
    const std::int64_t before = sketch.size(dragged);
    total = std::max<std::int64_t>(1, total);
    for (const int client : clients) {
        const std::int64_t own = sketch.size(client);
        const std::int64_t wanted =
            client == dragged
                ? total
                : std::max<std::int64_t>(1, (2 * own * total + before) / (2 * before));
        if (onlyShrinks) {
            const std::int64_t most =
                std::max(own, sketch.source.sizesByScheme[std::size_t(client)]);
            if (wanted > most)
                edit.limit = say("Client %1 can hold at most %2 samples, its share by the scheme, "
                                 "because %3 has neither classes nor domains.")
                                 .arg(client)
                                 .arg(countText(most), sketch.datasetTitle);
            (void)supply.resize(client, std::min(wanted, most));
            continue;
        }
        if (const QString limit = supply.resize(client, wanted);
            !limit.isEmpty() && (edit.limit.isEmpty() || client == dragged))
            edit.limit = limit;
    }
    return edit;
}

SketchEdit remixed(const PartitionSketch& sketch,
                   int client,
                   std::size_t left,
                   std::size_t right,
                   std::int64_t more,
                   Missing missing)
{
    SketchEdit edit =
        begunOnSamples(sketch, say("Change the mix of client %1").arg(client), {client});
    if (!edit.limit.isEmpty() || more == 0)
        return edit;
    const std::size_t grows = more > 0 ? left : right;
    const std::size_t shrinks = more > 0 ? right : left;
    const std::int64_t wanted = std::min(std::abs(more), sketch.heldBy(client)[shrinks]);
    SampleSupply supply(edit.after, {client}, missing);
    const std::int64_t got = supply.give(client, grows, wanted);
    supply.release(client, shrinks, got);
    if (got < wanted)
        edit.limit = say("Client %1 can hold at most %2 samples of %3. No more available.")
                         .arg(client)
                         .arg(countText(edit.after.heldBy(client)[grows]), kindText(sketch, grows))
                     + supply.hint();
    return edit;
}

SketchEdit copied(const PartitionSketch& sketch, const std::vector<int>& clients, Missing missing)
{
    SketchEdit edit = begunByHand(sketch, say("Copy %1").arg(clientsText(clients)), clients);
    if (!edit.limit.isEmpty())
        return edit;
    PartitionSketch after = sketch;
    std::vector<int> added;
    for (const int client : clients) {
        const KindCounts wanted = sketch.heldBy(client);
        const auto copy = int(after.clients());
        addLike(after, client, KindCounts(wanted.size(), 0));
        added.push_back(copy);
        SampleSupply supply(after, {copy, client}, missing);
        const KindCounts most = supply.mostOf(copy);
        if (const std::optional<std::size_t> kind = scarcest(wanted, most)) {
            edit.limit =
                say("A copy of client %1 needs %2 samples of %3, but only %4 are available.")
                    .arg(client)
                    .arg(countText(wanted[*kind]), kindText(sketch, *kind), countText(most[*kind]))
                + (missing == Missing::Refused
                       ? say(" Split it instead, or switch on “Take from others”.")
                       : QString());
            return edit;
        }
        supply.reach(copy, wanted);
    }
    edit.after = std::move(after);
    edit.selected = std::move(added);
    return edit;
}

SketchEdit split(const PartitionSketch& sketch, const std::vector<int>& clients)
{
    SketchEdit edit = begunByHand(sketch, say("Split %1").arg(clientsText(clients)), clients);
    if (!edit.limit.isEmpty())
        return edit;
    for (const int client : clients) {
        if (sketch.size(client) < 2) {
            edit.limit = say("Client %1 has only one sample and cannot be split.").arg(client);
            continue;
        }
        KindCounts half = sketch.heldBy(client);
        bool roundUp = false; // odd counts round up and down in turn, so that the halves are equal
        for (std::int64_t& count : half) {
            const bool odd = count % 2 != 0;
            count = count / 2 + (odd && roundUp ? 1 : 0);
            roundUp = odd ? !roundUp : roundUp;
        }
        addCounts(edit.after.heldBy(client), half, -1);
        edit.selected.push_back(int(edit.after.clients()));
        addLike(edit.after, client, std::move(half));
    }
    return edit;
}

SketchEdit merged(const PartitionSketch& sketch, const std::vector<int>& clients)
{
    SketchEdit edit = begunByHand(sketch, say("Merge %1").arg(clientsText(clients)), clients);
    if (edit.limit.isEmpty() && clients.size() < 2)
        edit.limit = say("Select at least two clients to merge.");
    if (!edit.limit.isEmpty())
        return edit;
    const int first = *std::ranges::min_element(clients);
    std::vector<int> others = clients;
    std::erase(others, first);
    for (const int other : others) {
        addCounts(edit.after.heldBy(first), sketch.heldBy(other));
        int& group = edit.after.trueGroups[std::size_t(first)];
        if (group != sketch.trueGroups[std::size_t(other)])
            group = -1;
    }
    if (removeClients(edit, sketch, others))
        edit.selected = {first};
    return edit;
}

SketchEdit deleted(const PartitionSketch& sketch, const std::vector<int>& clients)
{
    SketchEdit edit = begunByHand(sketch, say("Delete %1").arg(clientsText(clients)), clients);
    if (!edit.limit.isEmpty())
        return edit;
    for (const int client : clients)
        addCounts(edit.after.unheld, sketch.heldBy(client));
    if (removeClients(edit, sketch, clients))
        edit.selected = {
            std::min(*std::ranges::min_element(clients), int(edit.after.clients()) - 1)};
    return edit;
}

SketchEdit givenBack(const PartitionSketch& sketch, const std::vector<int>& clients)
{
    SketchEdit edit = begunOnSamples(sketch, say("Revert %1").arg(clientsText(clients)), clients);
    if (!edit.limit.isEmpty())
        return edit;
    if (sketch.source.isByHand()) {
        edit.limit = say("The whole partition is by hand, so there is nothing to revert to. Choose "
                         "another scheme instead.");
        return edit;
    }
    const auto erased =
        std::erase_if(edit.after.source.overrides, [&clients](const ClientOverride& change) {
            return isIn(clients, change.client);
        });
    if (erased == 0)
        edit.limit = say("The selected clients have no changes to revert.");
    return edit;
}

} // namespace coterie::ui
