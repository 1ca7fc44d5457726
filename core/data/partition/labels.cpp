#include "core/base/try.h"
#include "core/data/partition/scheme.h"

#include <array>

namespace coterie {

namespace {

struct LabelsParameters
{
    std::size_t clients = 20;
    std::size_t labelsPerClient = 5;
    std::size_t trainPerClass = 200;
    std::size_t testPerClass = 800;
    bool merged = false;
    bool perClassTotal = false;
};

constexpr std::array<std::string_view, 2> kPools{"official", "merged"};

constexpr std::array kLabelsParameters{
    bind<&LabelsParameters::clients>(kClientsParameter),
    bind<&LabelsParameters::labelsPerClient>(
        {.name = "labelsPerClient",
         .range = between(1, 100'000),
         .unit = "classes",
         .meaning = "client u owns this many classes: u, u + 1, … (mod the number of classes)"}),
    bind<&LabelsParameters::trainPerClass>(samplesParameter(
        "training samples of each owned class; 0: all of the class, dealt evenly to its owners",
        "trainPerClass",
        "Training samples per class")),
    bind<&LabelsParameters::testPerClass>(samplesParameter(
        "test samples of each owned class; 0: data.test.share of the client's own samples instead",
        "testPerClass",
        "Test samples per class")),
    bind<&LabelsParameters::merged>(
        {.name = "pool",
         .title = "Test samples from",
         .words = kPools,
         .meaning = "official: test samples from the official test set; merged: both from all "
                    "images (if the data set has a test set, mergePools must be a step of "
                    "data.preprocess)"}),
    bind<&LabelsParameters::perClassTotal>(
        {.name = "perClassTotal",
         .title = "Numbers are class totals",
         .meaning = "on: the owners of a class share the numbers, and no sample has two owners; "
                    "off: every client draws the full numbers, and two can hold the same sample"}),
};

Result<void> checkLabels(const ParameterSet& given)
{
    const auto parameters = readParameters<LabelsParameters>(kLabelsParameters, given);
    if (parameters.trainPerClass == 0 && parameters.testPerClass > 0 && parameters.merged)
        return refuseParameter("testPerClass",
                               parameters.testPerClass,
                               "0 because trainPerClass is 0 (all) and the pool is merged");
    return {};
}

Result<void> checkPool(const Dataset& dataset, const LabelsParameters& parameters)
{
    const bool hasTest = dataset.officialTest.count() > 0;
    if (!parameters.merged && !hasTest && parameters.testPerClass > 0)
        return refuseParameter("pool",
                               "\"official\"",
                               "merged because " + dataset.title + " has no official test set");
    if (parameters.merged && hasTest)
        return failParameter(
            "pool",
            dataset.title
                + " has an official test set; merged also needs the step mergePools in "
                  "data.preprocess",
            ErrorKind::Conflict);
    if (parameters.labelsPerClient > dataset.classes)
        return refuseParameter("labelsPerClient",
                               parameters.labelsPerClient,
                               "at most " + std::to_string(dataset.classes)
                                   + ", the number of classes of " + dataset.title);
    return {};
}

/// What each owner of a class gets of it.
struct Portion
{
    std::size_t train = 0;
    std::size_t test = 0;
    bool common = false; ///< owners share one deck; otherwise each draws from a full one
};

Result<Portion> portionOf(const LabelsParameters& parameters,
                          const std::string& name,
                          std::size_t owners,
                          std::size_t trainPool,
                          std::size_t testPool)
{
    const std::size_t train = parameters.trainPerClass;
    const std::size_t test = parameters.testPerClass;
    const bool merged = parameters.merged;
    const bool total = parameters.perClassTotal;
    const std::size_t sharers = total ? owners : 1;
    const auto tooFew = [&](std::string_view parameter, std::size_t found, const std::string& has) {
        return failParameter(parameter,
                             filled("is {}, but class {} has only {}", found, name, has),
                             ErrorKind::NotAllowed);
    };
    for (const auto& [parameter, found] :
         {std::pair("trainPerClass", train), std::pair("testPerClass", test)})
        if (found > 0 && found < sharers)
            return refuseParameter(parameter,
                                   found,
                                   "at least " + std::to_string(owners)
                                       + ", one for each client that has class " + name);
    if (train == 0 && trainPool < owners)
        return tooFew(
            "trainPerClass", train, filled("{} samples for its {} clients", trainPool, owners));
    const std::size_t fromTrain = train + (merged ? test : 0);
    if (fromTrain > trainPool)
        return tooFew("trainPerClass",
                      train,
                      std::to_string(trainPool) + " samples"
                          + (merged && test > 0 ? " to train and test on" : " to train on"));
    if (!merged && test > testPool)
        return tooFew("testPerClass", test, std::to_string(testPool) + " official test samples");
    return Portion{.train = train == 0 ? trainPool / owners : train / sharers,
                   .test = test / sharers,
                   .common = total};
}

/// sFedHP, Settings 1 and 2, after the generator of its lineage (pFedMe): ALGORITHMS §9.5.
Result<Deal> dealLabels(const Dataset& dataset, const ParameterSet& given, std::uint64_t seed)
{
    const auto parameters = readParameters<LabelsParameters>(kLabelsParameters, given);
    COTERIE_CHECK(needClasses(dataset, "labels"));
    COTERIE_CHECK(checkPool(dataset, parameters));
    const std::size_t clients = parameters.clients;
    const bool merged = parameters.merged;
    const std::size_t classes = dataset.classes;

    Deal dealt{.shards = Shards(clients), .test = {}};
    if (parameters.testPerClass > 0)
        dealt.test.source = TestSource::Dealt;
    for (std::size_t client = 0; client < clients; ++client) {
        dealt.shards[client].trueGroup = static_cast<int>(client % classes); // equal label sets
        dealt.shards[client].testIsOfficial = !merged && dealt.test.source == TestSource::Dealt;
    }
    std::vector<Indices> trainPools = indicesByKey(dataset.train.labels, classes);
    std::vector<Indices> testPools = indicesByKey(dataset.officialTest.labels, classes);
    for (std::size_t label = 0; label < classes; ++label) {
        std::vector<std::size_t> owners;
        for (std::size_t client = 0; client < clients; ++client)
            if ((label + classes - client % classes) % classes < parameters.labelsPerClient)
                owners.push_back(client);
        if (owners.empty())
            continue;
        Deck train(std::move(trainPools[label]));
        Deck test(std::move(testPools[label]));
        COTERIE_TRY(
            const Portion portion,
            portionOf(
                parameters, className(dataset, label), owners.size(), train.size(), test.size()));
        for (const std::size_t client : owners) {
            RandomStream stream = partitionStream(seed, client, static_cast<std::uint32_t>(label));
            if (!portion.common) {
                test.reset();
                if (parameters.trainPerClass > 0)
                    train.reset();
            }
            Shard& shard = dealt.shards[client];
            train.draw(portion.train, stream, shard.train);
            (merged ? train : test).draw(portion.test, stream, shard.test);
        }
    }
    return dealt;
}

struct ShardsParameters
{
    std::size_t clients = 10;
    std::size_t shards = 100;
    bool equal = false;
    double testShare = 0;
};

constexpr std::array<std::string_view, 2> kSizes{"halfNormal", "equal"};

constexpr std::array kShardsParameters{
    bind<&ShardsParameters::clients>(kClientsParameter),
    bind<&ShardsParameters::shards>(
        {.name = "shards",
         .range = between(1, kMostSamples),
         .unit = "shards",
         .meaning = "equal pieces into which the samples, sorted by class, are cut"}),
    bind<&ShardsParameters::equal>({.name = "sizes",
                                    .title = "Sizes of the clients",
                                    .words = kSizes,
                                    .meaning = "halfNormal: max(1, ⌊shards · |N(0,1)| / Σ⌋) "
                                               "shards each; equal: the same number each"}),
    bind<&ShardsParameters::testShare>(
        {.name = "testShare",
         .range = between(0, 1),
         .meaning = "share of every client's samples kept for testing, where it is swept; 0: "
                    "data.test.share",
         .equation = "HCCT Fig. 4"}),
};

Result<void> checkShards(const ParameterSet& given)
{
    const auto [clients, shards, equal, testShare] =
        readParameters<ShardsParameters>(kShardsParameters, given);
    if (shards >= clients)
        return {};
    return refuseParameter("shards", shards, filled("at least {}, one for each client", clients));
}

/// HCCT, ALGORITHMS §9.1: sort by class, cut into shards, give client i max(1, ⌊S · r_i⌋) of
/// those left, in client order. Where clients of one shard each would need more than there are, the
/// largest client gives. Shards that the floors leave over stay unused.
Result<Deal> dealShards(const Dataset& dataset, const ParameterSet& given, std::uint64_t seed)
{
    const auto [clients, count, equal, testShare] =
        readParameters<ShardsParameters>(kShardsParameters, given);
    COTERIE_CHECK(needClasses(dataset, "shards"));
    if (count > dataset.train.count())
        return refuseParameter("shards",
                               count,
                               "at most " + std::to_string(dataset.train.count())
                                   + ", the number of samples of " + dataset.title);

    Indices byClass;
    for (const Indices& members : indicesByKey(dataset.train.labels, dataset.classes))
        byClass.insert(byClass.end(), members.begin(), members.end());
    const std::size_t length = byClass.size() / count;

    const std::vector<std::size_t> sizes =
        equal ? std::vector<std::size_t>(clients, count / clients)
              : proportionalSizes(halfNormals(clients, seed), count, 1);
    Deck deck(firstIndices(count));
    RandomStream stream = partitionStream(seed);
    Deal dealt{.shards = Shards(clients), .test = {.roundUp = true}};
    if (testShare > 0)
        dealt.test.share = testShare;
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

constexpr PartitionScheme kLabelsScheme{
    .part = {.name = "labels",
             .title = "Few labels per client",
             .meaning = "Every client owns the same number of classes, neighbouring clients almost "
                        "the same ones, with fixed numbers of training and test samples of each. "
                        "sFedHP's Setting 1 for MNIST: 200 and 800 per class; Setting 2: 900 and "
                        "300.",
             .paper = "sFedHP, Settings 1 and 2",
             .parameters = kLabelsParameters},
    .deal = &dealLabels,
    .check = &checkLabels};

constexpr PartitionScheme kShardsScheme{
    .part = {.name = "shards",
             .title = "Shards",
             .meaning = "The samples are sorted by class and cut into equal shards; a client gets "
                        "some of them, so it holds few classes. The paper's training ratio is 1 − "
                        "data.test.share.",
             .paper = "HCCT, CIFAR-10",
             .parameters = kShardsParameters},
    .deal = &dealShards,
    .check = &checkShards};

} // namespace coterie
