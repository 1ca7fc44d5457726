#include "ui/design/canvas/redrawn_split.h"

#include "core/base/json_values.h"
#include "core/base/try.h"
#include "core/data/dataset.h"
#include "core/run/partition_preview.h"
#include "ui/design/canvas/sample_supply.h"
#include "ui/design/canvas/sketch_json.h"
#include "ui/design/form_row.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace coterie::ui {

namespace {

constexpr std::string_view kPartition = "/data/partition";
constexpr std::string_view kOverrides = "/clients/overrides";

bool isByHand(const JsonNode& root)
{
    return textAt(root, "/data/partition/scheme") == "byHand";
}

/// Kind j of the drawn ones takes the part from j / n to (j + 1) / n of all, and so do the new
/// ones: how much of each drawn kind lies in each new one.
KindCounts inNewKinds(const KindCounts& drawn, std::size_t kinds)
{
    KindCounts counts(kinds, 0);
    for (std::size_t old = 0; old < drawn.size(); ++old)
        for (std::size_t kind = 0; kind < kinds; ++kind) {
            const std::size_t begin = std::max(old * kinds, kind * drawn.size());
            const std::size_t end = std::min((old + 1) * kinds, (kind + 1) * drawn.size());
            if (begin < end)
                counts[kind] += drawn[old] * std::int64_t(end - begin);
        }
    return counts;
}

/// One sample for each client that has none, of a kind that is left or from the largest client.
void leaveNoneEmpty(std::vector<KindCounts>& held, const KindCounts& pool)
{
    KindCounts left = pool;
    for (const KindCounts& counts : held)
        addCounts(left, counts, -1);
    for (KindCounts& counts : held) {
        if (sumOf(counts) > 0)
            continue;
        auto spare = std::ranges::max_element(left);
        if (*spare == 0) {
            const auto largest =
                std::ranges::max_element(held, {}, [](const auto& each) { return sumOf(each); });
            const auto most = std::ranges::max_element(*largest);
            --*most;
            spare = left.begin() + (most - largest->begin());
            ++*spare;
        }
        --*spare;
        ++counts[std::size_t(spare - left.begin())];
    }
}

/// What the new data set has to offer.
struct NewData
{
    PartitionPreview preview; ///< of the split without what was drawn
    KindCounts pool;          ///< samples of each kind
    bool hasOfficialTest = false;
};

Result<NewData> newData(RunPlan plan, std::optional<HoldingKind> kind, RunData& data)
{
    plan.clients.overrides.clear();
    COTERIE_TRY(const std::shared_ptr<const Dataset> dataset, data.samplesToDeal(plan));
    COTERIE_TRY(PartitionPreview preview, previewPartition(data, plan, kind));
    NewData found{.preview = std::move(preview), .pool = {}};
    found.pool = found.preview.unheld;
    for (const KindCounts& counts : found.preview.held)
        addCounts(found.pool, counts);
    found.hasOfficialTest = dataset->officialTest.count() > 0;
    return found;
}

std::size_t clientsOf(const RunPlan& plan)
{
    const Parameter* clients = plan.data.partition.parameters.find("clients");
    const std::int64_t said = clients ? std::get<std::int64_t>(clients->values.front()) : 0;
    return std::size_t(std::max<std::int64_t>(said, 1)); // 0: as many as the data has
}

/// The counts in the file, client by client.
std::vector<KindCounts> countsByHand(const RunPlan& plan)
{
    const Parameter* counts = plan.data.partition.parameters.find("counts");
    const auto* all = counts ? std::get_if<std::vector<double>>(&counts->values.front()) : nullptr;
    const std::size_t clients = clientsOf(plan);
    if (!all || all->empty() || all->size() % clients != 0)
        return {};
    const std::size_t kinds = all->size() / clients;
    std::vector<KindCounts> held(clients, KindCounts(kinds, 0));
    for (std::size_t place = 0; place < all->size(); ++place)
        held[place / kinds][place % kinds] = std::int64_t((*all)[place]);
    return held;
}

RunPlan dividedEvenly(RunPlan plan)
{
    const std::size_t clients = clientsOf(plan);
    plan.data.partition = {.name = "iid", .parameters = {}};
    plan.data.partition.parameters.set("clients", std::int64_t(clients));
    return plan;
}

Result<std::vector<JsonChange>>
redrawnByHand(const JsonNode& root, const RunPlan& plan, RunData& data, const Registry& registry)
{
    RunPlan even = dividedEvenly(plan);
    complete(even, registry);
    const bool byDomain = textAt(root, "/data/partition/by") == "domain";
    COTERIE_TRY(NewData found,
                newData(even, byDomain ? HoldingKind::Domain : HoldingKind::Class, data));
    const bool changesKind = byDomain ? !found.preview.hasDomains : !found.preview.hasClasses;
    if (changesKind) {
        const bool possible = byDomain ? found.preview.hasClasses : found.preview.hasDomains;
        if (found.preview.isStreamed || !possible)
            return fail(std::string(kPartition) + "/counts",
                        found.preview.datasetTitle + " has no classes that could be drawn");
        COTERIE_TRY(found,
                    newData(even, byDomain ? HoldingKind::Class : HoldingKind::Domain, data));
    }
    const std::vector<KindCounts> held = carriedOver(countsByHand(plan), found.pool);
    if (held.empty())
        return fail(std::string(kPartition) + "/counts",
                    "the drawn counts cannot be read, or there are more clients than samples");
    std::vector<std::int64_t> counts;
    for (const KindCounts& each : held)
        counts.insert(counts.end(), each.begin(), each.end());
    const std::string place(kPartition);
    std::vector<JsonChange> changes{{.pointer = place + "/counts", .value = jsonList(counts)}};
    if (changesKind)
        changes.push_back(
            {.pointer = place + "/by",
             .value = byDomain ? std::nullopt : std::optional(JsonNode::fromText("domain"))});
    if (textAt(root, place + "/test") == "official" && !found.hasOfficialTest)
        changes.push_back({.pointer = place + "/test", .value = std::nullopt});
    return changes;
}

/// Each edited client as before, as far as the scheme leaves samples for it.
Result<std::vector<JsonChange>> redrawnOverrides(const RunPlan& plan, RunData& data)
{
    RunPlan plain = plan;
    plain.clients.overrides.clear();
    COTERIE_TRY(const NewData found, newData(plain, HoldingKind::Class, data));
    const PartitionSketch before = sketchOf(found.preview, plain, {}, false);
    SketchEdit edit{.label = {}, .after = before};
    SampleSupply supply(edit.after, {}, Missing::Refused);
    for (const ClientOverride& wanted : plan.clients.overrides) {
        if (wanted.client < 0 || std::size_t(wanted.client) >= before.clients())
            continue;
        if (wanted.classCounts && found.preview.hasClasses) {
            const KindCounts drawn(wanted.classCounts->begin(), wanted.classCounts->end());
            const auto carried =
                carriedOver(std::vector<KindCounts>{drawn}, supply.mostOf(wanted.client));
            if (!carried.empty())
                supply.reach(wanted.client, carried.front());
        } else if (wanted.samples && *wanted.samples < before.size(wanted.client)) {
            supply.resize(wanted.client, *wanted.samples);
        }
    }
    std::vector<JsonChange> changes = written(before, edit).changes;
    if (std::ranges::none_of(changes,
                             [](const JsonChange& change) { return change.pointer == kOverrides; }))
        changes.push_back({.pointer = std::string(kOverrides), .value = std::nullopt});
    return changes;
}

} // namespace

bool isDrawnForOtherData(const JsonNode& root, const Problems& problems)
{
    const bool byHand = isByHand(root);
    return std::ranges::any_of(problems, [byHand](const Error& problem) {
        if (problem.kind == ErrorKind::Missing || problem.kind == ErrorKind::WrongType)
            return false; // a mistake in the file
        return isUnder(problem.place, kOverrides) || (byHand && isUnder(problem.place, kPartition));
    });
}

std::vector<KindCounts> carriedOver(std::span<const KindCounts> drawn, const KindCounts& pool)
{
    if (drawn.empty() || std::int64_t(drawn.size()) > sumOf(pool))
        return {};
    std::vector<KindCounts> weights; // in parts of a sample: 1 / pool.size()
    KindCounts wanted(pool.size(), 0);
    for (const KindCounts& counts : drawn) {
        weights.push_back(inNewKinds(counts, pool.size()));
        addCounts(wanted, weights.back());
    }
    // All sizes shrink alike if there are too few samples; then each kind keeps what it has.
    const double all = double(sumOf(wanted)) / double(pool.size());
    const double scale = all > 0 ? std::min(1.0, double(sumOf(pool)) / all) : 0;
    std::vector<KindCounts> held(drawn.size(), KindCounts(pool.size(), 0));
    for (std::size_t kind = 0; kind < pool.size(); ++kind) {
        KindCounts shares;
        for (const KindCounts& counts : weights)
            shares.push_back(counts[kind]);
        const double total = scale * double(wanted[kind]) / double(pool.size());
        const KindCounts given =
            apportioned(shares, std::min(pool[kind], std::int64_t(std::llround(total))));
        for (std::size_t client = 0; client < held.size(); ++client)
            held[client][kind] = given[client];
    }
    leaveNoneEmpty(held, pool);
    return held;
}

Result<std::vector<JsonChange>>
redrawnSplit(const JsonNode& root, const RunPlan& plan, RunData& data, const Registry& registry)
{
    return isByHand(root) ? redrawnByHand(root, plan, data, registry)
                          : redrawnOverrides(plan, data);
}

Result<std::vector<JsonChange>>
droppedSplit(const JsonNode& root, const RunPlan& plan, RunData& data)
{
    std::vector<JsonChange> changes;
    if (valueAt(root, kOverrides))
        changes.push_back({.pointer = std::string(kOverrides), .value = std::nullopt});
    if (!isByHand(root))
        return changes;
    COTERIE_TRY(const std::shared_ptr<const Dataset> dataset, data.samplesToDeal(plan));
    changes.push_back({.pointer = std::string(kPartition),
                       .value = dataset->streams > 0 ? jsonObject({{"scheme", "natural"}})
                                                     : jsonObject({{"scheme", "iid"},
                                                                   {"clients", clientsOf(plan)}})});
    return changes;
}

} // namespace coterie::ui
