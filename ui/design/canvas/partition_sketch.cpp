#include "ui/design/canvas/partition_sketch.h"

#include "core/report/client_names.h"
#include "ui/words.h"

#include <algorithm>
#include <numeric>

namespace coterie::ui {

namespace {

/// Purposes of the samples in the bars, which exclude the official test set.
QString purposesOf(const PartitionPreview& preview)
{
    bool tests = false;
    bool validates = false;
    for (const ClientHolding& client : preview.statistics.clients) {
        tests |= client.testSize > 0 && !client.testIsOfficial;
        validates |= client.validationSize > 0;
    }
    if (preview.isStreamed || (!tests && !validates))
        return {};
    if (!validates)
        return say("training and test");
    return tests ? say("training, validation and test") : say("training and validation");
}

} // namespace

PartitionSketch sketchOf(const PartitionPreview& preview,
                         const RunPlan& plan,
                         const QString& schemeTitle,
                         bool seedVaries)
{
    PartitionSketch sketch;
    sketch.datasetTitle = fromCore(preview.datasetTitle);
    sketch.kind = preview.statistics.kind;
    for (const std::string& name : preview.statistics.kindNames)
        sketch.kindNames.push_back(toQString(name));
    sketch.held = preview.held;
    sketch.unheld = preview.unheld;
    for (const ClientHolding& client : preview.statistics.clients)
        sketch.trueGroups.push_back(client.trueGroup);
    for (const ClientHolding& client : preview.statistics.clients)
        if (!client.name.empty())
            sketch.clientNames.push_back(toQString(keptClientName(client.name)));
    sketch.heldFor = purposesOf(preview);
    sketch.edges = preview.edges;
    sketch.arrivals = plan.clients.arrivals;
    std::ranges::stable_sort(sketch.arrivals, {}, &Arrival::round);
    sketch.rounds = std::max(1, plan.rounds);
    if (preview.isStreamed)
        sketch.locked = say("%1 generates samples on demand, so the samples of a client cannot be "
                            "edited here. Edge servers and arrivals can.")
                            .arg(sketch.datasetTitle);
    sketch.source = {.partition = plan.data.partition,
                     .schemeTitle = schemeTitle,
                     .overrides = plan.clients.overrides,
                     .sizesByScheme = preview.sizesByScheme,
                     .generatedEdges = plan.clients.generatedEdges,
                     .partitionSeed = plan.partitionSeed,
                     .seedVaries = seedVaries,
                     .testIsOfficial = preview.testIsOfficial};
    return sketch;
}

std::int64_t sumOf(std::span<const std::int64_t> counts)
{
    return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

void addCounts(KindCounts& to, const KindCounts& counts, std::int64_t sign)
{
    for (std::size_t kind = 0; kind < to.size(); ++kind)
        to[kind] += sign * counts[kind];
}

std::size_t lateClients(const PartitionSketch& sketch)
{
    std::size_t late = 0;
    for (const Arrival& arrival : sketch.arrivals)
        late += arrival.clients.size();
    return late;
}

std::optional<std::size_t> edgeOf(const PartitionSketch& sketch, int client)
{
    for (std::size_t edge = 0; edge < sketch.edges.size(); ++edge)
        if (std::ranges::find(sketch.edges[edge].clients, client)
            != sketch.edges[edge].clients.end())
            return edge;
    return std::nullopt;
}

std::optional<int> arrivalOf(const PartitionSketch& sketch, int client)
{
    for (const Arrival& arrival : sketch.arrivals)
        if (std::ranges::find(arrival.clients, client) != arrival.clients.end())
            return arrival.round;
    return std::nullopt;
}

std::vector<int> arrivingAt(const PartitionSketch& sketch, int round)
{
    const auto arrival = std::ranges::find(sketch.arrivals, round, &Arrival::round);
    return arrival == sketch.arrivals.end() ? std::vector<int>() : arrival->clients;
}

QString kindWord(HoldingKind kind)
{
    switch (kind) {
    case HoldingKind::Class:
        return say("class");
    case HoldingKind::Domain:
        return say("domain");
    case HoldingKind::Sample:
        break;
    }
    return say("kind");
}

QString kindText(const PartitionSketch& sketch, std::size_t kind)
{
    if (sketch.kind == HoldingKind::Sample)
        return say("these samples");
    return say("%1 “%2”").arg(kindWord(sketch.kind), sketch.kindNames[kind]);
}

QString clientCountText(std::size_t clients)
{
    return counted(qsizetype(clients), say("1 client"), say("%1 clients"));
}

QString clientTitle(const PartitionSketch& sketch, int client)
{
    // An edit that adds or removes clients leaves them without names of their own.
    if (sketch.clientNames.size() != sketch.clients())
        return say("Client %1").arg(client);
    return say("Client %1 (%2)").arg(client).arg(sketch.clientNames[std::size_t(client)]);
}

std::vector<std::string> clientNamesOf(const PartitionSketch& sketch)
{
    std::vector<std::string> names;
    if (sketch.clientNames.size() == sketch.clients())
        for (const QString& name : sketch.clientNames)
            names.push_back(name.toStdString());
    return names;
}

QString clientsText(const std::vector<int>& clients)
{
    if (clients.size() == 1)
        return say("client %1").arg(clients.front());
    return say("%1 clients").arg(clients.size());
}

} // namespace coterie::ui
