#include "ui/design/canvas/partition_edits.h"

#include "ui/words.h"

#include <algorithm>
#include <map>
#include <set>

namespace coterie::ui {

KindCounts apportioned(std::span<const std::int64_t> proportions, std::int64_t total)
{
    const std::int64_t all = sumOf(proportions);
    KindCounts counts(proportions.size(), 0);
    if (all == 0 || total <= 0)
        return counts;
    // Exact for up to three thousand million samples, more than an index can count.
    std::vector<std::pair<std::int64_t, std::size_t>> remainders;
    std::int64_t given = 0;
    for (std::size_t i = 0; i < proportions.size(); ++i) {
        counts[i] = proportions[i] * total / all;
        given += counts[i];
        remainders.emplace_back(proportions[i] * total % all, i);
    }
    std::ranges::stable_sort(
        remainders, std::ranges::greater{}, &std::pair<std::int64_t, std::size_t>::first);
    for (std::size_t i = 0; given < total; ++i, ++given)
        ++counts[remainders[i].second];
    return counts;
}

KindCounts apportionedWithin(std::span<const std::int64_t> proportions,
                             std::span<const std::int64_t> limits,
                             std::int64_t total)
{
    KindCounts counts(proportions.size(), 0);
    KindCounts weights(proportions.begin(), proportions.end());
    std::int64_t left = std::min(total, sumOf(limits));
    while (left > 0) {
        if (sumOf(weights) == 0) // all that still have room
            for (std::size_t i = 0; i < weights.size(); ++i)
                weights[i] = limits[i] - counts[i];
        const KindCounts shares = apportioned(weights, left);
        for (std::size_t i = 0; i < counts.size(); ++i) {
            const std::int64_t taken = std::min(shares[i], limits[i] - counts[i]);
            counts[i] += taken;
            left -= taken;
            if (counts[i] == limits[i])
                weights[i] = 0;
        }
    }
    return counts;
}

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

/// Adds the counts of each kind, or subtracts them.
void add(KindCounts& to, const KindCounts& counts, std::int64_t sign = 1)
{
    for (std::size_t kind = 0; kind < to.size(); ++kind)
        to[kind] += sign * counts[kind];
}

QString kindText(const PartitionSketch& sketch, std::size_t kind)
{
    if (sketch.kind == HoldingKind::Sample)
        return say("these samples");
    return say("%1 “%2”").arg(kindWord(sketch.kind), sketch.kindNames[kind]);
}

/// By client, whether it is in the list.
std::vector<bool> marked(const PartitionSketch& sketch, const std::vector<int>& clients)
{
    std::vector<bool> marks(sketch.clients(), false);
    for (const int client : clients)
        marks[std::size_t(client)] = true;
    return marks;
}

/// The kind with the largest shortage, or nothing.
std::optional<std::size_t> scarcest(const KindCounts& wanted, const KindCounts& most)
{
    std::optional<std::size_t> worst;
    for (std::size_t kind = 0; kind < wanted.size(); ++kind)
        if (const std::int64_t lacking = wanted[kind] - most[kind];
            lacking > 0 && (!worst || lacking > wanted[*worst] - most[*worst]))
            worst = kind;
    return worst;
}

QString hintFor(Missing missing)
{
    return missing == Missing::Refused ? say(
               " Hold Shift to take samples from other clients, or shrink another client first.")
                                       : QString();
}

/// Moves samples of a sketch to and from single clients.
struct Supply
{
    PartitionSketch& sketch;
    std::vector<bool> except; ///< by client, whether none are taken from it for others
    Missing missing;

    /// Takes samples of one kind from the other clients in proportion to what they hold; each keeps
    /// at least one. Returns how many it took.
    std::int64_t takeFromOthers(std::size_t kind, std::int64_t wanted)
    {
        KindCounts has(sketch.clients(), 0);
        KindCounts most(sketch.clients(), 0);
        for (std::size_t other = 0; other < sketch.clients(); ++other) {
            if (except[other])
                continue;
            has[other] = sketch.held[other][kind];
            most[other] = std::min(has[other], sumOf(sketch.held[other]) - 1);
        }
        const KindCounts given = apportionedWithin(has, most, wanted);
        for (std::size_t other = 0; other < sketch.clients(); ++other)
            sketch.held[other][kind] -= given[other];
        return sumOf(given);
    }

    /// Gives a client more samples of a kind, unassigned ones first. Returns how many it got.
    std::int64_t give(int client, std::size_t kind, std::int64_t wanted)
    {
        std::int64_t got = std::min(wanted, sketch.unheld[kind]);
        sketch.unheld[kind] -= got;
        if (got < wanted && missing == Missing::TakenFromOthers)
            got += takeFromOthers(kind, wanted - got);
        sketch.heldBy(client)[kind] += got;
        return got;
    }

    void release(int client, std::size_t kind, std::int64_t count)
    {
        sketch.heldBy(client)[kind] -= count;
        sketch.unheld[kind] += count;
    }

    /// The most samples of each kind that a client could hold.
    [[nodiscard]] KindCounts mostOf(int client) const
    {
        KindCounts most = sketch.heldBy(client);
        add(most, sketch.unheld);
        if (missing == Missing::Refused)
            return most;
        for (std::size_t other = 0; other < sketch.clients(); ++other) {
            if (except[other])
                continue;
            const std::int64_t spare = sumOf(sketch.held[other]) - 1;
            for (std::size_t kind = 0; kind < most.size(); ++kind)
                most[kind] += std::min(sketch.held[other][kind], spare);
        }
        return most;
    }

    /// Brings the client as close to these counts as possible.
    void reach(int client, const KindCounts& wanted)
    {
        for (std::size_t kind = 0; kind < wanted.size(); ++kind) {
            const std::int64_t more = wanted[kind] - sketch.heldBy(client)[kind];
            if (more < 0)
                release(client, kind, -more);
            else if (more > 0)
                give(client, kind, more);
        }
    }

    /// Resizes one client as far as possible; returns the limit it met.
    QString resize(int client, std::int64_t total)
    {
        const KindCounts mix = sketch.heldBy(client);
        const KindCounts most = mostOf(client);
        if (const KindCounts wanted = apportioned(mix, total); !scarcest(wanted, most)) {
            reach(client, wanted);
            return {};
        }
        // The current size works, the wanted one does not. Counts grow with the total up to
        // rounding, so bisection ends at a feasible size.
        std::int64_t works = sumOf(mix);
        std::int64_t fails = total;
        while (fails - works > 1) {
            const std::int64_t middle = works + (fails - works) / 2;
            (scarcest(apportioned(mix, middle), most) ? fails : works) = middle;
        }
        const std::optional<std::size_t> scarce = scarcest(apportioned(mix, fails), most);
        reach(client, apportioned(mix, works));
        return say("Client %1 can hold at most %2 samples in its mix. No more of %3 is available.")
                   .arg(client)
                   .arg(countText(works), kindText(sketch, *scarce))
               + hintFor(missing);
    }
};

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
    Supply supply{edit.after, marked(sketch, clients), onlyShrinks ? Missing::Refused : missing};
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
    Supply supply{edit.after, marked(sketch, {client}), missing};
    const std::int64_t got = supply.give(client, grows, wanted);
    supply.release(client, shrinks, got);
    if (got < wanted)
        edit.limit = say("Client %1 can hold at most %2 samples of %3. No more available.")
                         .arg(client)
                         .arg(countText(edit.after.heldBy(client)[grows]), kindText(sketch, grows))
                     + hintFor(missing);
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
        Supply supply{after, marked(after, {copy, client}), missing};
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
        add(edit.after.heldBy(client), half, -1);
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
        add(edit.after.heldBy(first), sketch.heldBy(other));
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
        add(edit.after.unheld, sketch.heldBy(client));
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
