#include "core/data/partition.h"

#include "core/data/client_overrides.h"
#include "core/data/partition/scheme.h"
#include "core/data/stream_shards.h"
#include "core/spec/completed.h"
#include "core/spec/nearest_word.h"
#include "core/spec/random_stream.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace coterie {

namespace {

// The only list of schemes in the program. Pointers, for the schemes live in files of their own.
constexpr std::array kSchemes{&kIidScheme, &kDirichletScheme};

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

/// round(share · count), but not nothing when something was asked for and two samples are there.
std::size_t shareOf(double share, std::size_t count)
{
    if (share <= 0 || count < 2)
        return 0;
    return std::max<std::size_t>(
        static_cast<std::size_t>(std::llround(share * static_cast<double>(count))), 1);
}

Result<void>
split(Shard& shard, std::size_t client, const DataSettings& settings, std::uint64_t seed)
{
    std::vector<std::int32_t>& samples = shard.train;
    // What the order was before must not matter, so that equal holdings are split alike.
    std::ranges::sort(samples);
    RandomStream stream(
        {.seed = seed, .purpose = Purpose::Split, .client = static_cast<std::uint32_t>(client)});
    stream.shuffle(std::span<std::int32_t>(samples));

    const std::size_t count = samples.size();
    const std::size_t testCount = shard.testIsOfficial ? 0 : shareOf(settings.testShare, count);
    const std::size_t validationCount = shareOf(settings.validationShare, count);
    if (testCount + validationCount >= count)
        return fail("/data/test/share",
                    "client " + std::to_string(client) + " has " + std::to_string(count)
                        + " samples, of which " + std::to_string(testCount)
                        + " would be for test and " + std::to_string(validationCount)
                        + " for validation; at least 1 must be left to train on");

    const auto move = [&samples](std::size_t moved, std::vector<std::int32_t>& to) {
        const auto first = samples.end() - static_cast<std::ptrdiff_t>(moved);
        to.assign(first, samples.end());
        samples.erase(first, samples.end());
        std::ranges::sort(to); // neighbours in memory are read together
    };
    if (!shard.testIsOfficial)
        move(testCount, shard.test);
    move(validationCount, shard.validation);
    std::ranges::sort(samples);
    return {};
}

} // namespace

std::span<const NamedPart> partitionParts()
{
    return parts();
}

Result<Shards> makeShards(const Dataset& dataset,
                          const DataSettings& settings,
                          const ClientSettings& clients,
                          std::uint64_t seed)
{
    if (dataset.streams.clients() > 0)
        return streamShards(dataset, settings, clients);
    const auto known =
        std::ranges::find(kSchemes, settings.partition.name, [](const PartitionScheme* scheme) {
            return scheme->part.name;
        });
    if (known == kSchemes.end()) {
        std::vector<std::string_view> names;
        for (const NamedPart& part : parts())
            names.push_back(part.name);
        return Unexpected<Error>{Error{.place = std::string(kPartitionPlace) + "/scheme",
                                       .found = settings.partition.name,
                                       .needed = "the name of a partition scheme needed",
                                       .nearest = nearestWord(settings.partition.name, names)}};
    }
    const PartitionScheme& scheme = **known;
    Result<Shards> shards = scheme.deal(
        dataset, completed(settings.partition.parameters, scheme.part.parameters), seed);
    if (!shards)
        return shards;
    if (const Result<void> done = applyOverrides(*shards, dataset, clients.overrides, seed); !done)
        return Unexpected<Error>{done.error()};
    for (std::size_t client = 0; client < shards->size(); ++client)
        if (const Result<void> done = split((*shards)[client], client, settings, seed); !done)
            return Unexpected<Error>{done.error()};
    return shards;
}

} // namespace coterie
