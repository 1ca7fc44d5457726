#include "core/data/partition.h"

#include "core/data/client_overrides.h"
#include "core/data/edge_servers.h"
#include "core/data/partition/scheme.h"
#include "core/data/partition/scheme_parameters.h"
#include "core/data/partition_split.h"
#include "core/data/stream_shards.h"
#include "core/spec/completed.h"
#include "core/spec/nearest_word.h"

#include <algorithm>
#include <array>

namespace coterie {

namespace {

// The only list of schemes in the program. Pointers, for the schemes live in files of their own.
constexpr std::array kSchemes{&kIidScheme,
                              &kHalfNormalScheme,
                              &kShardsScheme,
                              &kDirichletScheme,
                              &kLabelDirichletScheme,
                              &kLabelsScheme,
                              &kClustersScheme,
                              &kDomainsScheme,
                              &kNaturalScheme,
                              &kTwoTasksScheme,
                              &kByHandScheme};

const std::array<NamedPart, kSchemes.size()>& parts()
{
    static const std::array<NamedPart, kSchemes.size()> all = [] {
        std::array<NamedPart, kSchemes.size()> result;
        std::ranges::transform(
            kSchemes, result.begin(), [](const PartitionScheme* scheme) { return scheme->part; });
        return result;
    }();
    return all;
}

Result<const PartitionScheme*> schemeNamed(const std::string& name)
{
    const auto known = std::ranges::find(
        kSchemes, name, [](const PartitionScheme* scheme) { return scheme->part.name; });
    if (known != kSchemes.end())
        return *known;
    std::vector<std::string_view> names;
    for (const NamedPart& part : parts())
        names.push_back(part.name);
    return Unexpected<Error>{Error{.place = std::string(kPartitionPlace) + "/scheme",
                                   .found = name,
                                   .needed = "the name of a partition scheme needed",
                                   .nearest = nearestWord(name, names)}};
}

} // namespace

std::span<const NamedPart> partitionParts()
{
    return parts();
}

Result<void> checkPartition(const Part& partition)
{
    const Result<const PartitionScheme*> scheme = schemeNamed(partition.name);
    if (!scheme)
        return Unexpected<Error>{scheme.error()};
    if ((*scheme)->check == nullptr)
        return {};
    return (*scheme)->check(completed(partition.parameters, (*scheme)->part.parameters));
}

Result<HeldShards> heldShards(const Dataset& dataset,
                              const DataSettings& settings,
                              const ClientSettings& clients,
                              std::uint64_t seed)
{
    if (const Result<void> good = checkPartition(settings.partition); !good)
        return Unexpected<Error>{good.error()};
    const PartitionScheme& scheme = **schemeNamed(settings.partition.name);
    Result<Deal> dealt = scheme.deal(
        dataset, completed(settings.partition.parameters, scheme.part.parameters), seed);
    if (!dealt)
        return Unexpected<Error>{dealt.error()};
    HeldShards held{.shards = std::move(dealt->shards), .test = dealt->test, .sizesByScheme = {}};
    if (const Result<void> good = checkClientNumbers(clients, held.shards.size()); !good)
        return Unexpected<Error>{good.error()};
    for (const Shard& shard : held.shards)
        held.sizesByScheme.push_back(shard.train.size());
    if (const Result<void> done = applyOverrides(held.shards, dataset, clients.overrides, seed);
        !done)
        return Unexpected<Error>{done.error()};
    return held;
}

Result<Shards> makeShards(const Dataset& dataset,
                          const DataSettings& settings,
                          const ClientSettings& clients,
                          std::uint64_t seed)
{
    if (dataset.streams > 0) {
        if (const Result<void> good = checkPartition(settings.partition); !good)
            return Unexpected<Error>{good.error()};
        if (const Result<void> good = checkClientNumbers(clients, dataset.streams); !good)
            return Unexpected<Error>{good.error()};
        return streamShards(dataset, settings, clients);
    }
    Result<HeldShards> held = heldShards(dataset, settings, clients, seed);
    if (!held)
        return Unexpected<Error>{held.error()};
    if (const Result<void> done = splitShards(held->shards, dataset, settings, held->test, seed);
        !done)
        return Unexpected<Error>{done.error()};
    return std::move(held->shards);
}

} // namespace coterie
