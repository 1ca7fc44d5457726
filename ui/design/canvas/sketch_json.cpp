#include "ui/design/canvas/sketch_json.h"

#include "core/base/json_values.h"
#include "core/experiment/experiment_write.h"
#include "ui/design/checked_experiment.h"
#include "ui/refresh_timer.h"
#include "ui/words.h"

#include <algorithm>
#include <utility>

namespace coterie::ui {

namespace {

/// An override with these counts, or nothing if no override can express them.
std::optional<ClientOverride> overrideFor(const PartitionSketch& sketch, int client)
{
    const KindCounts& held = sketch.heldBy(client);
    if (sketch.kind == HoldingKind::Class)
        return ClientOverride{.client = client,
                              .samples = {},
                              .classCounts = std::vector<int>(held.begin(), held.end())};
    // Overrides of size drop random samples; only for a single kind the result is certain.
    const auto kinds = std::ranges::count_if(held, [](std::int64_t count) { return count > 0; });
    const std::int64_t size = sumOf(held);
    if (kinds > 1 || size > sketch.source.sizesByScheme[std::size_t(client)])
        return std::nullopt;
    return ClientOverride{.client = client, .samples = int(size), .classCounts = {}};
}

/// The overrides with those of the changed clients replaced, or nothing if impossible.
std::optional<std::vector<ClientOverride>> overridesWith(const PartitionSketch& before,
                                                         const PartitionSketch& after)
{
    std::vector<ClientOverride> overrides = after.source.overrides;
    for (int client = 0; client < int(after.clients()); ++client) {
        if (before.heldBy(client) == after.heldBy(client))
            continue;
        const std::optional<ClientOverride> change = overrideFor(after, client);
        if (!change)
            return std::nullopt;
        const auto known = std::ranges::find(overrides, client, &ClientOverride::client);
        if (known != overrides.end())
            *known = *change;
        else
            overrides.push_back(*change);
    }
    return overrides;
}

/// Sets the overrides, edges or arrivals, or removes them if there are none.
JsonChange listChange(std::string_view key, const PartitionSketch& sketch)
{
    const JsonNode written = clientsNode(
        {.overrides = sketch.source.overrides, .edges = sketch.edges, .arrivals = sketch.arrivals},
        Detail::Brief);
    const JsonNode* list = written.find(key);
    return {.pointer = "/clients" + pointerStep(key),
            .value = list ? std::optional(*list) : std::nullopt};
}

/// How clients are tested in a partition by hand.
std::optional<std::string> testWord(const SketchSource& source)
{
    if (source.isByHand())
        if (const Parameter* test = source.partition.parameters.find("test"))
            return std::get<std::string>(test->values.front());
    return source.testIsOfficial ? std::optional<std::string>("official") : std::nullopt;
}

JsonNode byHand(const PartitionSketch& sketch)
{
    std::vector<std::int64_t> counts;
    for (const KindCounts& held : sketch.held)
        counts.insert(counts.end(), held.begin(), held.end());
    const bool byDomain = sketch.kind == HoldingKind::Domain;
    const bool hasGroups =
        std::ranges::any_of(sketch.trueGroups, [](int group) { return group >= 0; });
    return jsonObject(
        {{"scheme", "byHand"},
         {"clients", sketch.clients()},
         {"by", byDomain ? std::optional<std::string>("domain") : std::nullopt},
         {"counts", jsonList(counts)},
         {"groups", hasGroups ? std::optional(jsonList(sketch.trueGroups)) : std::nullopt},
         {"test", testWord(sketch.source)}});
}

QString joined(const QString& one, const QString& other)
{
    return one.isEmpty() || other.isEmpty() ? one + other : one + QLatin1Char(' ') + other;
}

/// Writes the counts; returns a note for the user.
QString writeCounts(const PartitionSketch& before, WrittenEdit& edit)
{
    PartitionSketch& after = edit.after;
    SketchSource& source = after.source;
    const bool sameClients = before.clients() == after.clients();
    std::optional<std::vector<ClientOverride>> overrides;
    if (sameClients && !source.isByHand())
        overrides = overridesWith(before, after);
    if (!overrides) {
        edit.changes = asByHand(after);
        source.overrides.clear();
        source.partition = {.name = "byHand", .parameters = {}};
        if (const std::optional<std::string> test = testWord(before.source))
            source.partition.parameters.set("test", *test);
        source.sizesByScheme.clear();
        for (const KindCounts& held : after.held)
            source.sizesByScheme.push_back(sumOf(held));
        if (before.source.isByHand())
            return {};
        return say("The partition is now by hand: counts of each %1 for %2 replace the scheme "
                   "“%3”. The samples are drawn again.")
            .arg(kindWord(after.kind), clientCountText(after.clients()), before.source.schemeTitle);
    }
    source.overrides = std::move(*overrides);
    edit.changes.push_back(listChange("overrides", after));
    if (!source.seedVaries)
        return {};
    edit.changes.push_back({.pointer = "/partitionSeed",
                            .value = JsonNode::fromWhole(std::int64_t(source.partitionSeed))});
    source.seedVaries = false;
    return say("All seeds now use the partition of seed %1, because your counts were made for it.")
        .arg(source.partitionSeed);
}

QString writeEdges(const PartitionSketch& before, WrittenEdit& edit)
{
    SketchSource& source = edit.after.source;
    if (!source.generatedEdges) {
        edit.changes.push_back(listChange("edges", edit.after));
        return {};
    }
    // Generated edge servers stay generated unless somebody was moved.
    if (before.clients() != edit.after.clients()) {
        const int most = int(edit.after.clients());
        if (source.generatedEdges->count <= most)
            return {};
        source.generatedEdges->count = most;
        edit.changes.push_back(
            {.pointer = "/clients/edges/count", .value = JsonNode::fromWhole(most)});
        return say("The number of edge servers is now %1, so that each has a client.").arg(most);
    }
    source.generatedEdges.reset();
    edit.changes.push_back(listChange("edges", edit.after));
    return say("The file now lists the clients of each edge server.");
}

/// Among the drawn clients are the newcomers that the file only counts. An edit names clients, so
/// the file then lists who joins, and the partition makes all of them.
void listNewcomers(WrittenEdit& edit)
{
    SketchSource& source = edit.after.source;
    if (!source.saysNewcomers || edit.changes.empty())
        return;
    source.saysNewcomers = false;
    const bool dealtAnew = std::ranges::any_of(
        edit.changes, [](const JsonChange& change) { return change.pointer == "/data/partition"; });
    if (!dealtAnew)
        edit.changes.push_back({.pointer = "/data/partition/clients",
                                .value = JsonNode::fromWhole(std::int64_t(edit.after.clients()))});
    const JsonChange arrivals = listChange("arrivals", edit.after);
    std::erase_if(edit.changes, [&arrivals](const JsonChange& change) {
        return change.pointer == arrivals.pointer;
    });
    edit.changes.push_back(arrivals);
    edit.note =
        joined(edit.note, say("The file now lists who joins when, not a number of newcomers."));
}

/// The statistics after the drag, computed by the engine from the text with the edit. Nothing if it
/// cannot be written.
std::optional<PartitionStatistics>
statisticsAfter(const DragWish& wish, const Registry& registry, RunData& data)
{
    const auto text = spliceJson(wish.text, written(wish.before, wish.edit).changes);
    if (!text)
        return std::nullopt;
    const auto clients = checkExperiment(text->toStdString(), registry).clients;
    if (!clients)
        return std::nullopt;
    auto preview = previewPartition(data, clients->run, wish.kind);
    return preview ? std::optional(std::move(preview->statistics)) : std::nullopt;
}

} // namespace

std::vector<JsonChange> asByHand(const PartitionSketch& sketch)
{
    std::vector<JsonChange> changes{{.pointer = "/data/partition", .value = byHand(sketch)}};
    if (!sketch.source.overrides.empty())
        changes.push_back({.pointer = "/clients/overrides", .value = {}});
    if (sketch.source.saysNewcomers) // who are among its clients
        changes.push_back(listChange("arrivals", sketch));
    return changes;
}

WrittenEdit written(const PartitionSketch& before, const SketchEdit& edit)
{
    WrittenEdit result{.after = edit.after, .note = edit.note};
    if (before.held != edit.after.held)
        result.note = joined(writeCounts(before, result), result.note);
    else if (before.source.overrides != edit.after.source.overrides)
        result.changes.push_back(listChange("overrides", edit.after));
    if (before.edges != edit.after.edges)
        result.note = joined(result.note, writeEdges(before, result));
    if (before.arrivals != edit.after.arrivals)
        result.changes.push_back(listChange("arrivals", edit.after));
    listNewcomers(result);
    return result;
}

DragStatistics::DragStatistics(const Registry& registry,
                               std::shared_ptr<RunData> runData,
                               QObject* parent)
    : QObject(parent)
    , m_registry(registry)
    , m_data(std::move(runData))
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(RefreshTimer::kIntervalMs);
    connect(&m_rest, &QTimer::timeout, this, &DragStatistics::dealNext);
}

void DragStatistics::follow(DragWish wish)
{
    m_next = std::move(wish);
    // A newer request must not cancel the running one: there would be no answer while the mouse
    // moves.
    if (!m_dealing.isBusy() && !m_rest.isActive())
        dealNext();
}

void DragStatistics::stop()
{
    m_next.reset();
    m_rest.stop();
    m_dealing.cancel();
}

void DragStatistics::dealNext()
{
    if (!m_next)
        return;
    m_dealing.run([wish = *std::exchange(m_next, {}),
                   data = m_data,
                   &registry = m_registry] { return statisticsAfter(wish, registry, *data); },
                  [this](const std::optional<PartitionStatistics>& statistics) {
                      m_rest.start();
                      if (statistics)
                          emit arrived(*statistics);
                  });
}

} // namespace coterie::ui
