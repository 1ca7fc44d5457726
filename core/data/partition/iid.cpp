#include "core/data/partition/pools.h"

#include <algorithm>
#include <array>

namespace coterie {

namespace {

constexpr std::array kParameters{
    clientsParameter(10),
    samplesParameter(
        "samples per client, before the test share is taken; 0: all data, dealt evenly"),
};

Result<Deal> deal(const Dataset& dataset, const ParameterSet& parameters, std::uint64_t seed)
{
    const auto clients = static_cast<std::size_t>(parameters.integer("clients"));
    const auto wanted = static_cast<std::size_t>(parameters.integer("samples"));
    const std::size_t available = dataset.train.count();
    if (clients > available || wanted * clients > available) {
        const std::size_t needed = std::max<std::size_t>(wanted, 1) * clients;
        return fail(std::string(kPartitionPlace) + (wanted == 0 ? "/clients" : "/samples"),
                    std::to_string(clients) + " clients need " + std::to_string(needed)
                        + " samples, " + std::string(dataset.title) + " has "
                        + std::to_string(available));
    }

    Indices order = firstIndices(available);
    RandomStream stream({.seed = seed, .purpose = Purpose::Partition});
    stream.shuffle(std::span<std::int32_t>(order));

    Deal dealt{.shards = Shards(clients), .test = {}};
    std::size_t next = 0;
    for (std::size_t client = 0; client < clients; ++client) {
        // Without a given size the first clients take one more each until the remainder is gone.
        const std::size_t size =
            wanted > 0 ? wanted : available / clients + (client < available % clients ? 1 : 0);
        const auto first = order.begin() + static_cast<std::ptrdiff_t>(next);
        dealt.shards[client].train.assign(first, first + static_cast<std::ptrdiff_t>(size));
        next += size;
    }
    return dealt;
}

} // namespace

constexpr PartitionScheme kIidScheme{
    .part = {.name = "iid",
             .title = "IID",
             .meaning = "Every client holds a random sample of the whole data set.",
             .parameters = kParameters},
    .deal = &deal};

} // namespace coterie
