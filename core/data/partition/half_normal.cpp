#include "core/data/partition/half_normal_sizes.h"
#include "core/data/partition/pools.h"

#include <array>

namespace coterie {

namespace {

constexpr std::array kParameters{
    clientsParameter(20),
    ParameterDescriptor{
        .name = "minimum",
        .title = "Smallest client",
        .type = ParameterType::Integer,
        .minimum = 1,
        .maximum = kMostSamples,
        .defaultNumber = 2,
        .unit = "samples",
        .meaning = "a client whose draw gives it fewer gets this many, at the largest one's cost"},
};

/// n_i = ⌊r_i · n⌋ with r_i = |N(0,1)| / Σ, drawn without replacement in client order: HCCT,
/// ALGORITHMS §9.2. The few samples that the floors leave over stay unused.
Result<Deal> deal(const Dataset& dataset, const ParameterSet& parameters, std::uint64_t seed)
{
    const auto clients = static_cast<std::size_t>(parameters.integer("clients"));
    const auto least = static_cast<std::size_t>(parameters.integer("minimum"));
    const std::size_t available = dataset.train.count();
    if (least * clients > available)
        return fail(std::string(kPartitionPlace) + "/clients",
                    std::to_string(clients) + " clients with at least " + std::to_string(least)
                        + " samples each need " + std::to_string(least * clients) + ", "
                        + dataset.title + " has " + std::to_string(available));

    Deck deck(firstIndices(available));
    RandomStream stream({.seed = seed, .purpose = Purpose::Partition});
    Deal dealt{.shards = Shards(clients), .test = {.roundUp = true}};
    const auto sizes = proportionalSizes(halfNormals(clients, seed), available, least);
    for (std::size_t client = 0; client < clients; ++client)
        deck.draw(sizes[client], stream, dealt.shards[client].train);
    return dealt;
}

} // namespace

constexpr PartitionScheme kHalfNormalScheme{
    .part = {.name = "halfNormal",
             .title = "IID, half-normal sizes",
             .meaning = "Every client holds a random sample of the whole data set; the sizes are "
                        "proportional to |N(0, 1)|, so a few clients hold most of it. The paper's "
                        "training ratio is 1 − data.test.share.",
             .paper = "HCCT, Fashion-MNIST",
             .parameters = kParameters},
    .deal = &deal};

} // namespace coterie
