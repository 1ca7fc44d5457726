#include "core/data/partition/scheme.h"

#include <algorithm>
#include <array>

namespace coterie {

namespace {

struct IidParameters
{
    std::size_t clients = 10;
    std::size_t samples = 0;
};

constexpr std::array kIidParameters{
    bind<&IidParameters::clients>(kClientsParameter),
    bind<&IidParameters::samples>(samplesParameter(
        "samples per client, before the test share is taken; 0: all data, dealt evenly")),
};

Result<Deal> dealIid(const Dataset& dataset, const ParameterSet& given, std::uint64_t seed)
{
    const auto [clients, wanted] = readParameters<IidParameters>(kIidParameters, given);
    const std::size_t available = dataset.train.count();
    if (clients > available || wanted * clients > available) {
        const std::size_t needed = std::max<std::size_t>(wanted, 1) * clients;
        return failParameter(wanted == 0 ? "clients" : "samples",
                             std::to_string(clients) + " clients need " + std::to_string(needed)
                                 + " samples, " + std::string(dataset.title) + " has "
                                 + std::to_string(available));
    }

    Indices order = firstIndices(available);
    partitionStream(seed).shuffle(std::span(order));

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

struct HalfNormalParameters
{
    std::size_t clients = 20;
    std::size_t minimum = 2;
};

constexpr std::array kHalfNormalParameters{
    bind<&HalfNormalParameters::clients>(kClientsParameter),
    bind<&HalfNormalParameters::minimum>(samplesParameter(
        "a client whose draw gives fewer gets this many; the largest client gives them up",
        "minimum",
        "Smallest client",
        1)),
};

/// n_i = ⌊r_i · n⌋ with r_i = |N(0,1)| / Σ, drawn without replacement in client order: HCCT,
/// ALGORITHMS §9.2. The few samples that the floors leave over stay unused.
Result<Deal> dealHalfNormal(const Dataset& dataset, const ParameterSet& given, std::uint64_t seed)
{
    const auto [clients, least] =
        readParameters<HalfNormalParameters>(kHalfNormalParameters, given);
    const std::size_t available = dataset.train.count();
    if (least * clients > available)
        return failParameter("clients",
                             std::to_string(clients) + " clients with at least "
                                 + std::to_string(least) + " samples each need "
                                 + std::to_string(least * clients) + ", " + dataset.title + " has "
                                 + std::to_string(available));

    Deck deck(firstIndices(available));
    RandomStream stream = partitionStream(seed);
    Deal dealt{.shards = Shards(clients), .test = {.roundUp = true}};
    const auto sizes = proportionalSizes(halfNormals(clients, seed), available, least);
    for (std::size_t client = 0; client < clients; ++client)
        deck.draw(sizes[client], stream, dealt.shards[client].train);
    return dealt;
}

} // namespace

constexpr PartitionScheme kIidScheme{
    .part = {.name = "iid",
             .title = "IID",
             .meaning = "Every client holds a random sample of the whole data set.",
             .parameters = kIidParameters},
    .deal = &dealIid};

constexpr PartitionScheme kHalfNormalScheme{
    .part = {.name = "halfNormal",
             .title = "IID, half-normal sizes",
             .meaning = "Every client holds a random sample of the whole data set; the sizes are "
                        "proportional to |N(0, 1)|, so a few clients hold most of it. The paper's "
                        "training ratio is 1 − data.test.share.",
             .paper = "HCCT, Fashion-MNIST",
             .parameters = kHalfNormalParameters},
    .deal = &dealHalfNormal};

} // namespace coterie
