#include "core/run/partition_benchmark.h"

#include "core/collab/utility_partition.h"
#include "core/run/benchmark.h"
#include "core/spec/random_stream.h"

#include <chrono>
#include <utility>

namespace coterie {
namespace {

constexpr std::size_t kDimensions = 1024;
constexpr std::size_t kGroupSize = 50;
constexpr double kNoise = 0.4; // against directions of length 1 per coordinate: cosines about 0.86

/// Updates as rows; in groups around common directions, or without any order.
Matrix madeUpUpdates(std::size_t clients, bool inGroups)
{
    RandomStream stream({.seed = 1, .purpose = Purpose::Synthesise});
    const std::size_t groups = inGroups ? (clients + kGroupSize - 1) / kGroupSize : 0;
    Matrix directions(groups, kDimensions);
    for (double& value : directions.values)
        value = stream.normal();
    Matrix updates(clients, kDimensions);
    for (std::size_t client = 0; client < clients; ++client)
        for (std::size_t k = 0; k < kDimensions; ++k)
            updates.at(client, k) =
                inGroups ? directions.at(client % groups, k) + kNoise * stream.normal()
                         : stream.normal();
    return updates;
}

/// D_i between 50 and 150 samples, α against their mean of 100.
double alphaOver(PartitionRegime regime)
{
    switch (regime) {
    case PartitionRegime::Separated:
        return 0.5;
    case PartitionRegime::Unstructured:
        return 1;
    case PartitionRegime::AllIntoOne:
        return 100;
    }
    return 0;
}

} // namespace

std::string_view nameOf(PartitionRegime regime)
{
    switch (regime) {
    case PartitionRegime::Separated:
        return "separated";
    case PartitionRegime::Unstructured:
        return "unstructured";
    case PartitionRegime::AllIntoOne:
        return "all into one";
    }
    return {};
}

PartitionSpeed measurePartition(std::size_t clients, PartitionRegime regime)
{
    constexpr double kMeanSize = 100;
    RandomStream stream({.seed = 2, .purpose = Purpose::Synthesise});
    std::vector<double> sizes(clients);
    for (double& size : sizes)
        size = static_cast<double>(50 + stream.below(101));
    const UtilitySettings settings{.alpha = {alphaOver(regime) * kMeanSize}};
    Matrix products = gram(madeUpUpdates(clients, regime == PartitionRegime::Separated));

    const auto begin = std::chrono::steady_clock::now();
    const Grouping grouping = partitionByUtility(std::move(products), sizes, settings);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    return {.clients = clients,
            .regime = regime,
            .seconds = taken.count(),
            .groups = grouping.groups.size(),
            .peakMemoryMiB = peakMemoryMiB()};
}

} // namespace coterie
