#include "core/data/partition/scheme.h"

#include <array>

namespace coterie {

namespace {

constexpr std::array<std::string_view, 2> kPools{"official", "merged"};

constexpr std::array kLabelsParameters{
    clientsParameter(20),
    ParameterDescriptor{.name = "labelsPerClient",
                        .type = ParameterType::Integer,
                        .minimum = 1,
                        .maximum = 100'000,
                        .defaultNumber = 5,
                        .unit = "classes",
                        .meaning = "client u owns the classes u, u + 1, … (mod the number of "
                                   "classes), this many"},
    ParameterDescriptor{.name = "trainPerClass",
                        .title = "Training samples per class",
                        .type = ParameterType::Integer,
                        .minimum = 0,
                        .maximum = kMostSamples,
                        .defaultNumber = 200,
                        .unit = "samples",
                        .meaning = "training samples of each owned class; 0: all of the class, "
                                   "dealt evenly to its owners"},
    ParameterDescriptor{.name = "testPerClass",
                        .title = "Test samples per class",
                        .type = ParameterType::Integer,
                        .minimum = 0,
                        .maximum = kMostSamples,
                        .defaultNumber = 800,
                        .unit = "samples",
                        .meaning = "test samples of each owned class; 0: data.test.share of the "
                                   "client's own samples instead"},
    ParameterDescriptor{.name = "pool",
                        .title = "Test samples from",
                        .type = ParameterType::Word,
                        .defaultWord = "official",
                        .words = kPools,
                        .meaning =
                            "official: test samples from the official test set; merged: both "
                            "from all images (mergePools must be a step of data.preprocess "
                            "if the data set has a test set)"},
    ParameterDescriptor{.name = "perClassTotal",
                        .title = "Numbers are class totals",
                        .type = ParameterType::Boolean,
                        .meaning =
                            "the numbers are those of a class in total, shared by its owners, "
                            "so that no sample has two of them; else every client draws for "
                            "itself and two may hold the same sample"},
};

Result<void> checkLabels(const ParameterSet& parameters)
{
    const std::int64_t test = parameters.integer("testPerClass");
    if (parameters.integer("trainPerClass") == 0 && test > 0 && parameters.word("pool") == "merged")
        return refuseParameter("testPerClass",
                               std::to_string(test),
                               "0 because trainPerClass is 0 (all) and the pool is merged");
    return {};
}

Result<void> checkPool(const Dataset& dataset, const ParameterSet& parameters)
{
    const bool merged = parameters.word("pool") == "merged";
    const bool hasTest = dataset.officialTest.count() > 0;
    if (!merged && !hasTest && parameters.integer("testPerClass") > 0)
        return refuseParameter("pool",
                               "\"official\"",
                               "merged because " + dataset.title + " has no official test set");
    if (merged && hasTest)
        return fail(std::string(kPartitionPlace) + "/pool",
                    dataset.title
                        + " has an official test set; merged also needs the step mergePools in "
                          "data.preprocess",
                    ErrorKind::Conflict);
    const std::int64_t labels = parameters.integer("labelsPerClient");
    if (labels > static_cast<std::int64_t>(dataset.classes))
        return refuseParameter("labelsPerClient",
                               std::to_string(labels),
                               "at most " + std::to_string(dataset.classes)
                                   + ", the number of classes of " + dataset.title);
    return {};
}

/// What each owner of one class is dealt of it.
struct Portion
{
    std::size_t train = 0;
    std::size_t test = 0;
    bool common = false; ///< owners share one deck; else each draws from a whole one
};

Result<Portion> portionOf(const ParameterSet& parameters,
                          const std::string& name,
                          std::size_t owners,
                          std::size_t trainPool,
                          std::size_t testPool,
                          bool merged)
{
    const auto train = static_cast<std::size_t>(parameters.integer("trainPerClass"));
    const auto test = static_cast<std::size_t>(parameters.integer("testPerClass"));
    const bool total = parameters.boolean("perClassTotal");
    const std::size_t sharers = total ? owners : 1;
    const auto tooFew = [&](std::string_view parameter, std::size_t found, const std::string& has) {
        return fail(std::string(kPartitionPlace) + '/' + std::string(parameter),
                    "is " + std::to_string(found) + ", but class " + name + " has only " + has,
                    ErrorKind::NotAllowed);
    };
    for (const auto& [parameter, found] :
         {std::pair("trainPerClass", train), std::pair("testPerClass", test)})
        if (found > 0 && found < sharers)
            return refuseParameter(parameter,
                                   std::to_string(found),
                                   "at least " + std::to_string(owners)
                                       + ", one for each client that has class " + name);
    if (train == 0 && trainPool < owners)
        return tooFew("trainPerClass",
                      train,
                      std::to_string(trainPool) + " samples for its " + std::to_string(owners)
                          + " clients");
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
Result<Deal> dealLabels(const Dataset& dataset, const ParameterSet& parameters, std::uint64_t seed)
{
    if (const Result<void> good = needClasses(dataset, "labels"); !good)
        return Unexpected<Error>{good.error()};
    if (const Result<void> good = checkPool(dataset, parameters); !good)
        return Unexpected<Error>{good.error()};
    const auto clients = static_cast<std::size_t>(parameters.integer("clients"));
    const auto labels = static_cast<std::size_t>(parameters.integer("labelsPerClient"));
    const bool merged = parameters.word("pool") == "merged";
    const bool allOfClass = parameters.integer("trainPerClass") == 0;
    const std::size_t classes = dataset.classes;

    Deal dealt{.shards = Shards(clients), .test = {}};
    if (parameters.integer("testPerClass") > 0)
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
            if ((label + classes - client % classes) % classes < labels)
                owners.push_back(client);
        if (owners.empty())
            continue;
        Deck train(std::move(trainPools[label]));
        Deck test(std::move(testPools[label]));
        const Result<Portion> portion = portionOf(parameters,
                                                  className(dataset, label),
                                                  owners.size(),
                                                  train.size(),
                                                  test.size(),
                                                  merged);
        if (!portion)
            return Unexpected<Error>{portion.error()};
        for (const std::size_t client : owners) {
            RandomStream stream({.seed = seed,
                                 .purpose = Purpose::Partition,
                                 .round = static_cast<std::uint32_t>(label),
                                 .client = static_cast<std::uint32_t>(client)});
            if (!portion->common) {
                test.reset();
                if (!allOfClass)
                    train.reset();
            }
            Shard& shard = dealt.shards[client];
            train.draw(portion->train, stream, shard.train);
            (merged ? train : test).draw(portion->test, stream, shard.test);
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

namespace {

constexpr std::array<std::string_view, 2> kSizes{"halfNormal", "equal"};

constexpr std::array kShardsParameters{
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

Result<void> checkShards(const ParameterSet& parameters)
{
    const std::int64_t clients = parameters.integer("clients");
    const std::int64_t shards = parameters.integer("shards");
    if (shards >= clients)
        return {};
    return refuseParameter("shards",
                           std::to_string(shards),
                           "at least " + std::to_string(clients) + ", one for each client");
}

/// HCCT, ALGORITHMS §9.1: sort by class, cut into shards, give client i max(1, ⌊S · r_i⌋) of
/// those left, in client order. Where clients of one shard each would need more than there are, the
/// largest client gives. Shards that the floors leave over stay unused.
Result<Deal> dealShards(const Dataset& dataset, const ParameterSet& parameters, std::uint64_t seed)
{
    const auto clients = static_cast<std::size_t>(parameters.integer("clients"));
    const auto count = static_cast<std::size_t>(parameters.integer("shards"));
    if (const Result<void> good = needClasses(dataset, "shards"); !good)
        return Unexpected<Error>{good.error()};
    if (count > dataset.train.count())
        return refuseParameter("shards",
                               std::to_string(count),
                               "at most " + std::to_string(dataset.train.count())
                                   + ", the number of samples of " + dataset.title);

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
             .parameters = kShardsParameters},
    .deal = &dealShards,
    .check = &checkShards};

} // namespace coterie
