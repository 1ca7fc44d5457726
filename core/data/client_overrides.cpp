#include "core/data/client_overrides.h"

#include "core/spec/random_stream.h"

#include <algorithm>
#include <numeric>

namespace coterie {

namespace {

// Rounds of the Partition streams that schemes do not use: they count attempts from 0.
constexpr std::uint32_t kOwnOrder = 0xFFFFFFFF;
constexpr std::uint32_t kPoolOrder = 0xFFFFFFFE;

std::string placeOf(std::size_t index)
{
    return "/clients/overrides/" + std::to_string(index);
}

Unexpected<Error> refuse(std::string place, std::string found, std::string needed)
{
    return {Error{.place = std::move(place),
                  .found = std::move(found),
                  .needed = std::move(needed),
                  .nearest = {}}};
}

Result<void>
check(const ClientOverride& change, std::size_t index, const Shards& shards, const Dataset& dataset)
{
    const std::string place = placeOf(index);
    if (change.client < 0 || static_cast<std::size_t>(change.client) >= shards.size())
        return refuse(place + "/client",
                      std::to_string(change.client),
                      "a client from 0 to " + std::to_string(shards.size() - 1) + " needed");
    if (!change.samples && !change.classCounts)
        return refuse(place, {}, "samples or classCounts needed");
    if (change.samples && *change.samples < 1)
        return refuse(place + "/samples", std::to_string(*change.samples), "at least 1 needed");
    if (!change.classCounts)
        return {};
    const std::vector<int>& counts = *change.classCounts;
    if (dataset.classes == 0)
        return refuse(place + "/classCounts", {}, dataset.title + " has no classes to count");
    if (counts.size() != dataset.classes)
        return refuse(place + "/classCounts",
                      std::to_string(counts.size()) + " numbers",
                      std::to_string(dataset.classes) + " needed, one per class");
    for (std::size_t label = 0; label < counts.size(); ++label)
        if (counts[label] < 0)
            return refuse(place + "/classCounts/" + std::to_string(label),
                          std::to_string(counts[label]),
                          "at least 0 needed");
    if (std::ranges::all_of(counts, [](int count) { return count == 0; }))
        return refuse(place + "/classCounts", "0 samples", "at least 1 in all needed");
    const std::int64_t total = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
    if (change.samples && total != *change.samples)
        return refuse(place + "/samples",
                      std::to_string(*change.samples),
                      "the " + std::to_string(total) + " that classCounts adds up to needed");
    return {};
}

void shuffleOwn(Shard& shard, std::size_t client, std::uint64_t seed)
{
    RandomStream stream({.seed = seed,
                         .purpose = Purpose::Partition,
                         .round = kOwnOrder,
                         .client = static_cast<std::uint32_t>(client)});
    stream.shuffle(std::span<std::int32_t>(shard.train));
}

/// What nobody holds, by class, in random order.
std::vector<std::vector<std::int32_t>>
freeSamples(const Shards& shards, const Dataset& dataset, std::uint64_t seed)
{
    std::vector<bool> held(dataset.train.count(), false);
    const auto hold = [&held](const std::vector<std::int32_t>& samples) {
        for (const std::int32_t sample : samples)
            held[static_cast<std::size_t>(sample)] = true;
    };
    for (const Shard& shard : shards) {
        hold(shard.train);
        if (!shard.testIsOfficial)
            hold(shard.test);
    }
    std::vector<std::vector<std::int32_t>> pool(dataset.classes);
    for (std::size_t sample = 0; sample < held.size(); ++sample)
        if (!held[sample])
            pool[static_cast<std::size_t>(dataset.train.labels[sample])].push_back(
                static_cast<std::int32_t>(sample));
    for (std::size_t label = 0; label < pool.size(); ++label) {
        RandomStream stream({.seed = seed,
                             .purpose = Purpose::Partition,
                             .round = kPoolOrder,
                             .client = static_cast<std::uint32_t>(label)});
        stream.shuffle(std::span<std::int32_t>(pool[label]));
    }
    return pool;
}

/// Keeps up to the wanted number of each class; returns how many of each are still missing.
std::vector<std::size_t>
keepWanted(Shard& shard, const std::vector<int>& counts, const Dataset& dataset)
{
    std::vector<std::size_t> missing;
    for (const int count : counts)
        missing.push_back(static_cast<std::size_t>(count));
    std::erase_if(shard.train, [&](std::int32_t sample) {
        std::size_t& left = missing[static_cast<std::size_t>(
            dataset.train.labels[static_cast<std::size_t>(sample)])];
        if (left == 0)
            return true;
        --left;
        return false;
    });
    return missing;
}

} // namespace

Result<void> applyOverrides(Shards& shards,
                            const Dataset& dataset,
                            std::span<const ClientOverride> overrides,
                            std::uint64_t seed)
{
    std::vector<bool> seen(shards.size(), false);
    for (std::size_t index = 0; index < overrides.size(); ++index) {
        if (const Result<void> good = check(overrides[index], index, shards, dataset); !good)
            return good;
        const auto client = static_cast<std::size_t>(overrides[index].client);
        if (seen[client])
            return refuse(placeOf(index) + "/client",
                          std::to_string(client),
                          "one override per client needed");
        seen[client] = true;
    }

    // First everybody gives up what they will not need, so that each may take what another one
    // left.
    std::vector<std::vector<std::size_t>> missing(overrides.size());
    for (std::size_t index = 0; index < overrides.size(); ++index) {
        const ClientOverride& change = overrides[index];
        const auto client = static_cast<std::size_t>(change.client);
        Shard& shard = shards[client];
        shuffleOwn(shard, client, seed);
        if (change.classCounts) {
            missing[index] = keepWanted(shard, *change.classCounts, dataset);
            continue;
        }
        const auto wanted = static_cast<std::size_t>(*change.samples);
        if (wanted > shard.train.size())
            return refuse(placeOf(index) + "/samples",
                          std::to_string(wanted),
                          "at most the " + std::to_string(shard.train.size())
                              + " that the partition gives client " + std::to_string(change.client)
                              + " needed");
        shard.train.resize(wanted);
    }
    if (std::ranges::all_of(missing, [](const auto& counts) { return counts.empty(); }))
        return {};

    std::vector<std::vector<std::int32_t>> pool = freeSamples(shards, dataset, seed);
    for (std::size_t index = 0; index < overrides.size(); ++index) {
        for (std::size_t label = 0; label < missing[index].size(); ++label) {
            const std::size_t needed = missing[index][label];
            std::vector<std::int32_t>& available = pool[label];
            const int wanted = (*overrides[index].classCounts)[label];
            if (needed > available.size())
                return refuse(
                    placeOf(index) + "/classCounts/" + std::to_string(label),
                    std::to_string(wanted),
                    "at most "
                        + std::to_string(static_cast<std::size_t>(wanted) - needed
                                         + available.size())
                        + " possible: client " + std::to_string(overrides[index].client) + " holds "
                        + std::to_string(static_cast<std::size_t>(wanted) - needed) + " of class "
                        + dataset.classNames[label] + " and nobody holds "
                        + std::to_string(available.size())
                        + " more (a partition with fewer samples per client leaves some free)");
            const auto first = available.end() - static_cast<std::ptrdiff_t>(needed);
            std::vector<std::int32_t>& held =
                shards[static_cast<std::size_t>(overrides[index].client)].train;
            held.insert(held.end(), first, available.end());
            available.erase(first, available.end());
        }
    }
    return {};
}

} // namespace coterie
