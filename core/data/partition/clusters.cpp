#include "core/data/partition/scheme.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace coterie {

namespace {

constexpr std::array kClustersParameters{
    clientsParameter(20),
    ParameterDescriptor{
        .name = "clusters",
        .type = ParameterType::Integer,
        .minimum = 1,
        .maximum = 100'000,
        .defaultNumber = 2,
        .unit = "clusters",
        .meaning = "blocks of neighbouring classes; client i holds those of cluster i mod clusters",
        .equation = "All-for-one Def. S1"},
    samplesParameter("samples per client, before the test share is taken; 0: as many as its "
                     "cluster has for each of its clients"),
};

Result<void> check(const ParameterSet& parameters)
{
    const std::int64_t clients = parameters.integer("clients");
    const std::int64_t clusters = parameters.integer("clusters");
    if (clusters <= clients)
        return {};
    return refuseParameter("clusters",
                           std::to_string(clusters),
                           "at most " + std::to_string(clients) + ", the number of clients");
}

/// All-for-one, Definition S1, with the label sets of its code: {0 … 4} for even, {5 … 9} for odd
/// clients (ALGORITHMS §9.6). The samples of a cluster are shuffled and dealt in equal pieces,
/// n = ⌊K · |pool| / N⌋ for K clusters of equally many clients.
Result<Deal>
dealClusters(const Dataset& dataset, const ParameterSet& parameters, std::uint64_t seed)
{
    const auto clients = static_cast<std::size_t>(parameters.integer("clients"));
    const auto clusters = static_cast<std::size_t>(parameters.integer("clusters"));
    const auto wanted = static_cast<std::size_t>(parameters.integer("samples"));
    if (const Result<void> good = needClasses(dataset, "clusters"); !good)
        return Unexpected<Error>{good.error()};
    if (clusters > dataset.classes)
        return refuseParameter("clusters",
                               std::to_string(clusters),
                               "at most " + std::to_string(dataset.classes)
                                   + ", the number of classes of " + dataset.title);

    std::vector<Indices> pools(clusters);
    for (std::size_t i = 0; i < dataset.train.labels.size(); ++i) {
        const auto label = static_cast<std::size_t>(dataset.train.labels[i]);
        pools[label * clusters / dataset.classes].push_back(static_cast<std::int32_t>(i));
    }
    Deal dealt{.shards = Shards(clients), .test = {.roundUp = true}};
    for (std::size_t cluster = 0; cluster < clusters; ++cluster) {
        const std::size_t members = (clients - cluster + clusters - 1) / clusters;
        Deck deck(std::move(pools[cluster]));
        const std::size_t most = deck.size() / members;
        if (std::max<std::size_t>(wanted, 1) > most)
            return fail(std::string(kPartitionPlace) + (wanted > 0 ? "/samples" : "/clients"),
                        "the " + std::to_string(members) + " clients of cluster "
                            + std::to_string(cluster) + " need "
                            + std::to_string(members * std::max<std::size_t>(wanted, 1))
                            + " samples of its classes, " + dataset.title + " has "
                            + std::to_string(deck.size()));
        RandomStream stream({.seed = seed,
                             .purpose = Purpose::Partition,
                             .client = static_cast<std::uint32_t>(cluster)});
        for (std::size_t client = cluster; client < clients; client += clusters) {
            deck.draw(wanted > 0 ? wanted : most, stream, dealt.shards[client].train);
            dealt.shards[client].trueGroup = static_cast<int>(cluster);
        }
    }
    return dealt;
}

} // namespace

constexpr PartitionScheme kClustersScheme{
    .part = {.name = "clusters",
             .title = "Clusters",
             .meaning = "Clients fall into clusters that know different classes; within a cluster "
                        "the data are alike. The paper pools training and test images: make "
                        "mergePools the first step of data.preprocess.",
             .paper = "All-for-one, Definition S1",
             .parameters = kClustersParameters},
    .deal = &dealClusters,
    .check = &check};

namespace {

constexpr std::array kTwoTasksParameters{
    ParameterDescriptor{.name = "share",
                        .title = "First client's share",
                        .type = ParameterType::Real,
                        .minimum = 0,
                        .maximum = 1,
                        .minimumExcluded = true,
                        .maximumExcluded = true,
                        .defaultNumber = 0.2,
                        .meaning =
                            "client 0's share of the samples of the first half of the classes"},
    testParameter(
        "auto",
        "official: each client is tested on all official test samples of its classes; "
        "share: on data.test.share of its own; auto: official where the data set has them"),
};

/// HCCT's motivating example (Table 2, ALGORITHMS §9.4): half of the classes, drawn at random, are
/// task A, the others task B. Client 0 has 20 % of A's samples, client 1 the other 80 %, client 2
/// all of B's.
Result<Deal>
dealTwoTasks(const Dataset& dataset, const ParameterSet& parameters, std::uint64_t seed)
{
    if (const Result<void> good = needClasses(dataset, "twoTasks"); !good)
        return Unexpected<Error>{good.error()};
    if (dataset.classes < 2)
        return refuseScheme("twoTasks needs at least 2 classes, " + dataset.title + " has 1");
    const Result<TestSource> test = testSource(dataset, parameters, TestSource::OfficialClasses);
    if (!test)
        return Unexpected<Error>{test.error()};

    RandomStream stream({.seed = seed, .purpose = Purpose::Partition});
    Indices classes = firstIndices(dataset.classes);
    stream.shuffle(std::span<std::int32_t>(classes));
    const std::vector<Indices> members = indicesByKey(dataset.train.labels, dataset.classes);
    Deal dealt{.shards = Shards(3), .test = {.source = *test}};
    for (std::size_t i = 0; i < classes.size(); ++i) {
        Deck deck(members[static_cast<std::size_t>(classes[i])]);
        if (i < classes.size() / 2) { // class by class, so that both clients see the same mix
            const double some = parameters.real("share") * static_cast<double>(deck.size());
            deck.draw(static_cast<std::size_t>(std::llround(some)), stream, dealt.shards[0].train);
            deck.draw(deck.left(), stream, dealt.shards[1].train);
        } else {
            deck.draw(deck.left(), stream, dealt.shards[2].train);
        }
    }
    dealt.shards[0].trueGroup = 0;
    dealt.shards[1].trueGroup = 0;
    dealt.shards[2].trueGroup = 1;
    return dealt;
}

} // namespace

constexpr PartitionScheme kTwoTasksScheme{
    .part = {.name = "twoTasks",
             .title = "Two tasks",
             .meaning = "Three clients: 0 and 1 share the samples of half of the classes, few and "
                        "many; 2 has all samples of the other half.",
             .paper = "HCCT, Table 2",
             .parameters = kTwoTasksParameters},
    .deal = &dealTwoTasks};

} // namespace coterie
