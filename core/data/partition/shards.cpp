#include "core/data/partition/half_normal_sizes.h"
#include "core/data/partition/pools.h"

#include <array>

namespace coterie {

namespace {

constexpr std::array<std::string_view, 2> kSizes{"halfNormal", "equal"};

constexpr std::array kParameters{
    clientsParameter(10),
    ParameterDescriptor{.name = "shards",
                        .type = ParameterType::Integer,
                        .minimum = 1,
                        .maximum = kMostSamples,
                        .defaultNumber = 100,
                        .unit = "shards",
                        .meaning = "equal pieces into which the samples, sorted by class, are cut"},
    ParameterDescriptor{
        .name = "sizes",
        .title = "Sizes of the clients",
        .type = ParameterType::Word,
        .defaultWord = "halfNormal",
        .words = kSizes,
        .meaning =
            "halfNormal: max(1, ⌊shards · |N(0,1)| / Σ⌋) shards each; equal: the same number each"},
};

Result<void> check(const ParameterSet& parameters)
{
    const std::int64_t clients = parameters.integer("clients");
    const std::int64_t shards = parameters.integer("shards");
    if (shards >= clients)
        return {};
    return refuseParameter("shards",
                           std::to_string(shards),
                           "at least one for each of the " + std::to_string(clients)
                               + " clients needed");
}

/// HCCT, ALGORITHMS §9.1: sort by class, cut into shards, give client i max(1, ⌊S · r_i⌋) of
/// those left, in client order. Where clients of one shard each would need more than there are, the
/// largest client gives. Shards that the floors leave over stay unused.
Result<Deal> deal(const Dataset& dataset, const ParameterSet& parameters, std::uint64_t seed)
{
    const auto clients = static_cast<std::size_t>(parameters.integer("clients"));
    const auto count = static_cast<std::size_t>(parameters.integer("shards"));
    if (const Result<void> good = needClasses(dataset, "shards"); !good)
        return Unexpected<Error>{good.error()};
    if (count > dataset.train.count())
        return refuseParameter("shards",
                               std::to_string(count),
                               "at most the " + std::to_string(dataset.train.count())
                                   + " samples of " + dataset.title + " needed");

    Indices byClass;
    for (const Indices& members : indicesByKey(dataset.train.labels, dataset.classes))
        byClass.insert(byClass.end(), members.begin(), members.end());
    const std::size_t length = byClass.size() / count;

    const std::vector<std::size_t> sizes =
        parameters.word("sizes") == "equal"
            ? std::vector<std::size_t>(clients, count / clients)
            : proportionalSizes(halfNormals(clients, seed), count, 1);
    Deck deck(firstIndices(count));
    RandomStream stream({.seed = seed, .purpose = Purpose::Partition});
    Deal dealt{.shards = Shards(clients), .test = {.roundUp = true}};
    for (std::size_t client = 0; client < clients; ++client) {
        Indices drawn;
        deck.draw(sizes[client], stream, drawn);
        for (const std::int32_t shard : drawn) {
            const auto first =
                byClass.begin()
                + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(shard) * length);
            Indices& held = dealt.shards[client].train;
            held.insert(held.end(), first, first + static_cast<std::ptrdiff_t>(length));
        }
    }
    return dealt;
}

} // namespace

constexpr PartitionScheme kShardsScheme{
    .part = {.name = "shards",
             .title = "Shards",
             .meaning = "The samples are sorted by class and cut into equal shards; a client gets "
                        "some of them, so it holds few classes. The paper's training ratio is 1 − "
                        "data.test.share.",
             .paper = "HCCT, CIFAR-10",
             .parameters = kParameters},
    .deal = &deal,
    .check = &check};

} // namespace coterie
