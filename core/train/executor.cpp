#include "core/train/executor.h"

namespace coterie {

std::span<const std::int32_t> Workload::trainSamples(std::size_t client) const
{
    return client < shards.size() ? std::span<const std::int32_t>(shards[client].train) : pooled;
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
