#include "core/data/stream_shards.h"

#include "core/data/sample_source.h"

#include <numeric>

namespace coterie {

Result<Shards>
streamShards(const Dataset& dataset, const DataSettings& settings, const ClientSettings& clients)
{
    if (settings.partition.name != "natural")
        return Unexpected<Error>{
            Error{.place = "/data/partition/scheme",
                  .found = settings.partition.name,
                  .needed = dataset.title + " makes each client's samples; natural needed",
                  .nearest = {}}};
    if (!clients.overrides.empty())
        return fail("/clients/overrides/0",
                    dataset.title + " makes each client's samples, so none can be taken away");
    if (settings.validationShare > 0)
        return fail("/data/validation/share",
                    dataset.title + " makes samples without end; 0 needed");

    const Streams streams = dataset.train.source->streams();
    Shards shards(streams.groups.size());
    for (std::size_t client = 0; client < shards.size(); ++client) {
        Shard& shard = shards[client];
        shard.streamed = streams.epoch;
        shard.trueGroup = streams.groups[client];
        shard.testIsOfficial = true;
        shard.test.resize(streams.testSamples);
        std::iota(shard.test.begin(),
                  shard.test.end(),
                  static_cast<std::int32_t>(client * streams.testSamples));
    }
    return shards;
}

} // namespace coterie
