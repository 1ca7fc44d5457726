#include "core/base/try.h"
#include "core/data/partition/scheme.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace coterie {

namespace {

struct ClustersParameters
{
    std::size_t clients = 20;
    std::size_t clusters = 2;
    std::size_t samples = 0;
};

constexpr std::array kClustersParameters{
    bind<&ClustersParameters::clients>(kClientsParameter),
    bind<&ClustersParameters::clusters>(
        {.name = "clusters",
         .range = between(1, 100'000),
         .unit = "clusters",
         .meaning = "blocks of neighbouring classes; client i has those of cluster i mod clusters",
         .equation = "All-for-one Def. S1"}),
    bind<&ClustersParameters::samples>(
        samplesParameter("samples per client, before the test share is taken; 0: as many as its "
                         "cluster has for each of its clients")),
};

Result<void> check(const ParameterSet& given)
{
    const auto [clients, clusters, samples] =
        readParameters<ClustersParameters>(kClustersParameters, given);
    if (clusters <= clients)
        return {};
    return refuseParameter(
        "clusters", clusters, filled("at most {}, the number of clients", clients));
}

/// All-for-one, Definition S1, with the label sets of its code: {0 … 4} for even, {5 … 9} for odd
/// clients (ALGORITHMS §9.6). The samples of a cluster are shuffled and dealt in equal pieces,
/// n = ⌊K · |pool| / N⌋ for K clusters of equally many clients.
Result<Deal> dealClusters(const Dataset& dataset, const ParameterSet& given, std::uint64_t seed)
{
    const auto [clients, clusters, wanted] =
        readParameters<ClustersParameters>(kClustersParameters, given);
    COTERIE_CHECK(needClasses(dataset, "clusters"));
    if (clusters > dataset.classes)
        return refuseParameter("clusters",
                               clusters,
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
            return failParameter(wanted > 0 ? "samples" : "clients",
                                 "the " + std::to_string(members) + " clients of cluster "
                                     + std::to_string(cluster) + " need "
                                     + std::to_string(members * std::max<std::size_t>(wanted, 1))
                                     + " samples of its classes, " + dataset.title + " has "
                                     + std::to_string(deck.size()));
        RandomStream stream = partitionStream(seed, cluster);
        for (std::size_t client = cluster; client < clients; client += clusters) {
            deck.draw(wanted > 0 ? wanted : most, stream, dealt.shards[client].train);
            dealt.shards[client].trueGroup = static_cast<int>(cluster);
        }
    }
    return dealt;
}

struct TwoTasksParameters
{
    double share = 0.2;
    TestChoice test = TestChoice::Auto;
};

constexpr std::array kTwoTasksParameters{
    bind<&TwoTasksParameters::share>(
        {.name = "share",
         .title = "First client's share",
         .range = above(0).below(1),
         .meaning = "client 0's share of the samples of the first half of the classes"}),
    bind<&TwoTasksParameters::test>(testParameter(
        "official: each client is tested on all official test samples of its classes; share: on "
        "data.test.share of its own; auto: official where the data set has them")),
};

/// HCCT's motivating example (Table 2, ALGORITHMS §9.4): half of the classes, drawn at random, are
/// task A, the others task B. Client 0 has 20 % of A's samples, client 1 the other 80 %, client 2
/// all of B's.
Result<Deal> dealTwoTasks(const Dataset& dataset, const ParameterSet& given, std::uint64_t seed)
{
    const auto parameters = readParameters<TwoTasksParameters>(kTwoTasksParameters, given);
    COTERIE_CHECK(needClasses(dataset, "twoTasks"));
    if (dataset.classes < 2)
        return failParameter("scheme",
                             "twoTasks needs at least 2 classes, " + dataset.title + " has 1");
    COTERIE_TRY(const TestSource test,
                testSource(dataset, parameters.test, TestSource::OfficialClasses));

    RandomStream stream = partitionStream(seed);
    Indices classes = firstIndices(dataset.classes);
    stream.shuffle(std::span<std::int32_t>(classes));
    const std::vector<Indices> members = indicesByKey(dataset.train.labels, dataset.classes);
    Deal dealt{.shards = Shards(3), .test = {.source = test}};
    for (std::size_t i = 0; i < classes.size(); ++i) {
        Deck deck(members[static_cast<std::size_t>(classes[i])]);
        if (i < classes.size() / 2) { // class by class, so that both clients see the same mix
            const double some = parameters.share * static_cast<double>(deck.size());
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

constexpr PartitionScheme kClustersScheme{
    .part = {.name = "clusters",
             .title = "Clusters",
             .meaning = "Clients form clusters with different classes; within a cluster the "
                        "data are alike. The paper pools training and test images: make "
                        "mergePools the first step of data.preprocess.",
             .paper = "All-for-one, Definition S1",
             .parameters = kClustersParameters},
    .deal = &dealClusters,
    .check = &check};

constexpr PartitionScheme kTwoTasksScheme{
    .part = {.name = "twoTasks",
             .title = "Two tasks",
             .meaning = "Three clients: 0 and 1 share the samples of half of the classes, few and "
                        "many; 2 has all samples of the other half.",
             .paper = "HCCT, Table 2",
             .parameters = kTwoTasksParameters},
    .deal = &dealTwoTasks};

} // namespace coterie
