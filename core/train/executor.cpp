#include "core/train/executor.h"

#include <numeric>

namespace coterie {

RandomStream
headStream(std::uint64_t seed, int round, std::size_t client, std::optional<std::uint32_t> step)
{
    return RandomStream({.seed = seed,
                         .purpose = Purpose::Head,
                         .round = static_cast<std::uint32_t>(round),
                         .client = static_cast<std::uint32_t>(client),
                         .peer = step ? *step + 1 : 0});
}

std::span<const std::int32_t> Workload::trainSamples(std::size_t client) const
{
    return client < shards.size() ? std::span<const std::int32_t>(shards[client].train) : pooled;
}

std::size_t Workload::trainCount(std::size_t client) const
{
    if (client < shards.size())
        return shards[client].trainCount();
    return std::accumulate(
        shards.begin(), shards.end(), std::size_t{0}, [](std::size_t sum, const Shard& shard) {
            return sum + shard.trainCount();
        });
}

BatchSequence Workload::batches(std::size_t client,
                                std::size_t batch,
                                bool dropLast,
                                std::uint64_t seed,
                                std::uint32_t round,
                                std::uint32_t peer) const
{
    const auto owner = static_cast<std::uint32_t>(client);
    if (dataset->streams > 0)
        return {FreshSamples(shards.size(), seed, round, owner, peer),
                trainCount(client),
                batch,
                dropLast};
    return {trainSamples(client), batch, dropLast, seed, round, owner, peer};
}

std::span<const std::int32_t> Workload::samplesOf(std::size_t client, SampleSet set) const
{
    if (set == SampleSet::Train)
        return trainSamples(client);
    if (client >= shards.size() || set == SampleSet::OfficialTest)
        return {};
    return set == SampleSet::Test ? shards[client].test : shards[client].validation;
}

bool Workload::isOfficial(std::size_t client, SampleSet set) const
{
    return set == SampleSet::OfficialTest
           || (set == SampleSet::Test && client < shards.size() && shards[client].testIsOfficial);
}

} // namespace coterie
