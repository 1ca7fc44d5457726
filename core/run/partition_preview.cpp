#include "core/run/partition_preview.h"

#include "core/base/try.h"
#include "core/data/partition.h"

#include <algorithm>
#include <numeric>

namespace coterie {

namespace {

void countHeld(PartitionPreview& preview, const Dataset& dataset, const Shards& shards)
{
    const HoldingKind kind = preview.statistics.kind;
    const std::size_t kinds = preview.statistics.kindNames.size();
    std::vector<std::int32_t> all(dataset.train.count());
    std::iota(all.begin(), all.end(), 0);
    preview.unheld = kindCounts(dataset.train, kind, kinds, all);
    const auto take = [&](const std::vector<std::int64_t>& counts) {
        std::ranges::transform(preview.unheld, counts, preview.unheld.begin(), std::minus<>());
    };
    for (const Shard& shard : shards) {
        preview.held.push_back(kindCounts(dataset.train, kind, kinds, shard.train));
        take(preview.held.back());
        if (!shard.testIsOfficial) // dealt by the scheme
            take(kindCounts(dataset.train, kind, kinds, shard.test));
    }
}

PartitionPreview previewOfStreams(const Dataset& dataset, const Shards& shards, HoldingKind kind)
{
    PartitionPreview preview;
    preview.statistics = partitionStatistics(dataset, shards, kind);
    preview.isStreamed = true;
    for (const ClientHolding& client : preview.statistics.clients) {
        preview.held.push_back(client.train);
        preview.sizesByScheme.push_back(client.trainSize);
    }
    preview.unheld.assign(preview.statistics.kindNames.size(), 0);
    return preview;
}

} // namespace

Result<PartitionPreview>
previewPartition(RunData& data, const RunPlan& plan, std::optional<HoldingKind> wanted)
{
    COTERIE_TRY(const std::shared_ptr<const Dataset> loaded, data.samplesToDeal(plan));
    const Dataset& dataset = *loaded;
    const HoldingKind kind = wanted.value_or(usualKind(dataset));

    PartitionPreview preview;
    if (dataset.streams > 0) {
        COTERIE_TRY(const Shards shards, data.shards(plan, dataset));
        preview = previewOfStreams(dataset, shards, kind);
    } else {
        COTERIE_TRY(HeldShards held,
                    heldShards(dataset, plan.data, plan.clients, plan.partitionSeed));
        const Shards whole = held.shards;
        COTERIE_CHECK(splitShards(held.shards, dataset, plan.data, held.test, plan.partitionSeed));
        preview.statistics = partitionStatistics(dataset, held.shards, kind);
        countHeld(preview, dataset, whole);
        preview.sizesByScheme.assign(held.sizesByScheme.begin(), held.sizesByScheme.end());
    }
    preview.datasetTitle = dataset.title;
    preview.edges = edgeServers(plan.clients, preview.held.size(), plan.partitionSeed);
    preview.hasClasses = !dataset.train.labels.empty();
    preview.hasDomains = !dataset.train.domains.empty();
    preview.testIsOfficial = std::ranges::any_of(
        preview.statistics.clients, [](const ClientHolding& held) { return held.testIsOfficial; });
    return preview;
}

} // namespace coterie
