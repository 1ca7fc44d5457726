#include "core/base/random_stream.h"
#include "core/data/partition.h"
#include "core/data/partition/scheme.h"
#include "tests/core/data/labelled_data.h"
#include "tests/sections.h"

#include <QTest>

#include <map>
#include <numeric>
#include <set>

namespace tst_partition_rules {

using namespace coterie;
using namespace labelled_data;

namespace {

/// Numbers for settings that nobody chose.
class Random
{
public:
    explicit Random(std::uint64_t seed)
        : m_stream({.seed = seed, .purpose = Purpose::Split})
    {}

    Whole between(Whole low, Whole high)
    {
        return low + static_cast<Whole>(m_stream.below(static_cast<std::uint64_t>(high - low + 1)));
    }
    bool either() { return between(0, 1) == 0; }
    std::uint64_t seed() { return m_stream.next64(); }

private:
    RandomStream m_stream;
};

std::size_t sizeParameter(const DataSettings& settings, std::string_view name)
{
    return static_cast<std::size_t>(settings.partition.parameters.integer(name));
}

/// How many samples each class has, or each domain.
std::vector<std::size_t> countsOf(const std::vector<std::int32_t>& keys, std::size_t kinds)
{
    std::vector<std::size_t> counts(kinds, 0);
    for (const std::int32_t key : keys)
        ++counts[static_cast<std::size_t>(key)];
    return counts;
}

/// How many training samples the clients hold in all, by each scheme's own rule. Official test
/// samples are not counted.
std::size_t dealtInAll(const Dataset& dataset, const DataSettings& settings, std::uint64_t seed)
{
    const std::string& name = settings.partition.name;
    const std::size_t samples = dataset.train.count();
    const auto sum = [](const std::vector<std::size_t>& sizes) {
        return std::accumulate(sizes.begin(), sizes.end(), std::size_t{0});
    };
    if (name == "halfNormal")
        return sum(proportionalSizes(halfNormals(sizeParameter(settings, "clients"), seed),
                                     samples,
                                     sizeParameter(settings, "minimum")));
    if (name == "shards") {
        const std::size_t clients = sizeParameter(settings, "clients");
        const std::size_t shards = sizeParameter(settings, "shards");
        const bool equal = settings.partition.parameters.word("sizes") == "equal";
        return samples / shards
               * (equal ? shards / clients * clients
                        : sum(proportionalSizes(halfNormals(clients, seed), shards, 1)));
    }
    if (name == "clusters") {
        const std::size_t clients = sizeParameter(settings, "clients");
        const std::size_t clusters = sizeParameter(settings, "clusters");
        std::vector<std::size_t> pools(clusters, 0);
        for (const std::int32_t label : dataset.train.labels)
            ++pools[static_cast<std::size_t>(label) * clusters / dataset.classes];
        std::size_t all = 0;
        for (std::size_t client = 0; client < clients; ++client) {
            const std::size_t cluster = client % clusters;
            all += pools[cluster] / ((clients - cluster + clusters - 1) / clusters);
        }
        return all;
    }
    if (name == "domains") {
        const std::size_t each = sizeParameter(settings, "clientsPerDomain");
        std::size_t all = 0;
        for (const std::size_t count : countsOf(dataset.train.domains, dataset.domainNames.size()))
            all += count / each * each;
        return all;
    }
    if (name == "labels") { // all of every class that somebody owns
        const std::size_t clients = sizeParameter(settings, "clients");
        const std::size_t labels = sizeParameter(settings, "labelsPerClient");
        const std::vector<std::size_t> counts = countsOf(dataset.train.labels, dataset.classes);
        std::vector<std::size_t> owners(dataset.classes, 0);
        for (std::size_t client = 0; client < clients; ++client)
            for (std::size_t i = 0; i < labels; ++i)
                ++owners[(client + i) % dataset.classes];
        std::size_t all = 0;
        for (std::size_t label = 0; label < dataset.classes; ++label)
            all += owners[label] > 0 ? counts[label] / owners[label] * owners[label] : 0;
        return all;
    }
    if (name == "labelDirichlet") {
        const std::size_t clients = sizeParameter(settings, "clients");
        const std::size_t wanted = sizeParameter(settings, "samples");
        return clients * (wanted > 0 ? wanted : samples / clients);
    }
    if (name == "byHand") {
        const auto& counts =
            std::get<std::vector<double>>(settings.partition.parameters.value("counts"));
        return static_cast<std::size_t>(std::accumulate(counts.begin(), counts.end(), 0.0));
    }
    return samples; // natural, twoTasks and dirichlet deal all there is
}

} // namespace

/// What holds for every scheme: what it refuses and how it says so, and what it promises whatever
/// the settings.
class TestPartitionRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // --- errors -----------------------------------------------------------------------------

    void impossibleSettingsGetASentence_data()
    {
        QTest::addColumn<DataSettings>("settings");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const DataSettings& settings, const char* sentence) {
            QTest::newRow(name) << settings << QString(sentence);
        };
        row("more shards than samples",
            scheme("shards", {{"shards", Whole{5000}}}),
            "/data/partition/shards: must be at most 1000, the number of samples of Labels (is "
            "5000)");
        row("fewer shards than clients",
            scheme("shards", {{"shards", Whole{9}}}),
            "/data/partition/shards: must be at least 10, one for each client (is 9)");
        row("Dirichlet per client, too many samples",
            scheme("labelDirichlet", {{"clients", Whole{20}}, {"samples", Whole{60}}}),
            "/data/partition/samples: must be at most the 1000 samples of Labels over 20 clients "
            "(is 60)");
        row("half-normal, too many clients",
            scheme("halfNormal", {{"clients", Whole{600}}}),
            "/data/partition/clients: 600 clients with at least 2 samples each need 1200, Labels "
            "has 1000");
        row("parts of unequal size",
            scheme("dirichlet", {{"clients", Whole{10}}, {"alphas", std::vector<double>{1, 2, 3}}}),
            "/data/partition/clients: must be a multiple of 3, the number of alphas (is 10)");
        row("no official test to deal",
            scheme("dirichlet", {{"test", std::string("official")}}),
            "/data/partition/test: must be share because Labels has no official test set (is "
            "\"official\")");
        row("labels without a test set",
            scheme("labels", {}),
            "/data/partition/pool: must be merged because Labels has no official test set (is "
            "\"official\")");
        row("more labels than classes",
            scheme("labels", {{"labelsPerClient", Whole{11}}, {"pool", std::string("merged")}}),
            "/data/partition/labelsPerClient: must be at most 10, the number of classes of Labels "
            "(is 11)");
        row("too many of a class",
            scheme("labels",
                   {{"trainPerClass", Whole{90}},
                    {"testPerClass", Whole{20}},
                    {"pool", std::string("merged")}}),
            "/data/partition/trainPerClass: is 90, but class 0 has only 100 samples to train and "
            "test on");
        row("too few to share",
            scheme(
                "labels",
                {{"trainPerClass", Whole{9}}, {"testPerClass", Whole{0}}, {"perClassTotal", true}}),
            "/data/partition/trainPerClass: must be at least 10, one for each client that has "
            "class 0 (is 9)");
        row("all to train, some to test",
            scheme("labels", {{"trainPerClass", Whole{0}}, {"pool", std::string("merged")}}),
            "/data/partition/testPerClass: must be 0 because trainPerClass is 0 (all) and the pool "
            "is merged (is 800)");
        row("more clusters than classes",
            scheme("clusters", {{"clusters", Whole{11}}}),
            "/data/partition/clusters: must be at most 10, the number of classes of Labels (is "
            "11)");
        row("more clusters than clients",
            scheme("clusters", {{"clients", Whole{2}}, {"clusters", Whole{3}}}),
            "/data/partition/clusters: must be at most 2, the number of clients (is 3)");
        row("clusters with too few samples",
            scheme("clusters", {{"samples", Whole{51}}}),
            "/data/partition/samples: the 10 clients of cluster 0 need 510 samples of its classes, "
            "Labels has 500");
        row("no domains",
            scheme("domains", {}),
            "/data/partition/scheme: domains deals domain by domain, and Labels has no domains; "
            "a table of your own has them if \"client\" names a column");
        row("no centres",
            scheme("natural", {}),
            "/data/partition/scheme: natural deals domain by domain, and Labels has no domains; "
            "a table of your own has them if \"client\" names a column");
        row("two ways to say how many",
            scheme("domains", {{"samples", Whole{5}}, {"samplesPerDomain", Whole{10}}}),
            "/data/partition/samplesPerDomain: must be 0 because samples is 5 (is 10)");
        row("counts of another number",
            scheme("byHand", {{"counts", std::vector<double>{1, 2, 3, 4}}}),
            "/data/partition/counts: must be a list of 20 numbers: 2 clients × the 10 classes of "
            "Labels (is a list of 4)");
        row("counts that do not divide",
            scheme("byHand", {{"counts", std::vector<double>{1, 2, 3}}}),
            "/data/partition/counts: must be a list with one number per class for each of the 2 "
            "clients (is a list of 3)");
        row("half a sample",
            scheme("byHand", {{"counts", std::vector<double>{1, 0.5}}}),
            "/data/partition/counts/1: must be a whole number of samples, at least 0 (is 0.5)");
        row("an empty client",
            scheme("byHand", {{"counts", std::vector<double>{1, 0}}}),
            "/data/partition/counts: client 1 must have at least 1 sample");
        row("groups of another number",
            scheme("byHand",
                   {{"counts", std::vector<double>(20, 1)}, {"groups", std::vector<double>{1}}}),
            "/data/partition/groups: must be a list with one number for each of the 2 clients (is "
            "a list of 1)");
        row("domains that are not known",
            scheme("byHand",
                   {{"counts", std::vector<double>(20, 1)}, {"by", std::string("domain")}}),
            "/data/partition/scheme: byHand deals domain by domain, and Labels has no domains; "
            "a table of your own has them if \"client\" names a column");
        std::vector<double> tooMany(20, 1);
        tooMany[3] = 60;
        tooMany[13] = 41;
        row("more than there are",
            scheme("byHand", {{"counts", tooMany}}),
            "/data/partition/counts/13: must be at most 40, the samples of class 3 that earlier "
            "clients leave (is 41)");
    }
    void impossibleSettingsGetASentence()
    {
        QFETCH(DataSettings, settings);
        QFETCH(QString, expected);
        QCOMPARE(sentenceOf(makeShards(balanced(1000, 10), settings, {}, 1)), expected);
    }

    void domainsThatAreTooSmallAreNamed()
    {
        const Dataset dataset = withDomains(balanced(90, 10), 3);
        QCOMPARE(
            sentenceOf(makeShards(dataset, scheme("domains", {{"samples", Whole{16}}}), {}, 1)),
            QString("/data/partition/samples: 2 clients of domain domain 0 would need 32 "
                    "samples, it has 30"));
        QCOMPARE(sentenceOf(makeShards(
                     dataset, scheme("domains", {{"test", std::string("official")}}), {}, 1)),
                 QString("/data/partition/test: must be share because Labels has no official test "
                         "set (is \"official\")"));
    }

    void mergedNeedsTheStepThatMerges()
    {
        const Dataset dataset = withOfficialTest(balanced(60000, 10), 10000);
        QCOMPARE(sentenceOf(makeShards(
                     dataset, scheme("labels", {{"pool", std::string("merged")}}), {}, 1)),
                 QString("/data/partition/pool: Labels has an official test set; merged also needs "
                         "the step mergePools in data.preprocess"));
    }

    void aValidationShareThatLeavesNothingIsRefusedAtItsPlace()
    {
        const Dataset dataset = withOfficialTest(balanced(20, 2), 10);
        DataSettings settings = scheme(
            "byHand",
            {{"counts", std::vector<double>{1, 1, 5, 5}}, {"test", std::string("official")}});
        settings.validationShare = 0.9;
        QCOMPARE(sentenceOf(makeShards(dataset, settings, {}, 1)),
                 QString("/data/validation/share: client 0 has 2 samples, of which 0 would be for "
                         "test and 2 for validation; at least 1 must be left to train on"));
    }

    // --- promises ---------------------------------------------------------------------------

    void anySettingsKeepThePromises()
    {
        Random random(11);
        std::map<std::string, int> dealt;
        for (int i = 0; i < 400; ++i) {
            const auto samples = static_cast<std::size_t>(random.between(200, 3000));
            const auto classes = static_cast<std::size_t>(random.between(2, 12));
            Dataset dataset = labelled(samples, classes);
            if (random.either())
                dataset = withOfficialTest(dataset, 300);
            if (random.either())
                dataset = withDomains(dataset, static_cast<std::size_t>(random.between(1, 5)));
            const Whole clients = random.between(1, 15);
            const bool byDomain = !dataset.domainNames.empty() && random.either();
            const std::size_t kinds = byDomain ? dataset.domainNames.size() : classes;
            std::vector<double> counts(static_cast<std::size_t>(clients) * kinds);
            for (double& count : counts)
                count = static_cast<double>(random.between(0, 8));
            const std::vector<DataSettings> choices{
                scheme("halfNormal", {{"clients", clients}, {"minimum", random.between(1, 5)}}),
                scheme("shards",
                       {{"clients", clients},
                        {"shards", random.between(10, 200)},
                        {"sizes", std::string(random.either() ? "equal" : "halfNormal")}}),
                scheme("clusters", {{"clients", clients}, {"clusters", random.between(1, 4)}}),
                scheme("domains", {{"clientsPerDomain", random.between(1, 4)}}),
                scheme("natural", {}),
                scheme("twoTasks", {{"share", 0.3}}),
                scheme("labels",
                       {{"clients", clients},
                        {"labelsPerClient", random.between(1, 4)},
                        {"trainPerClass", Whole{0}},
                        {"testPerClass", Whole{0}}}),
                scheme("byHand",
                       {{"clients", clients},
                        {"counts", counts},
                        {"by", std::string(byDomain ? "domain" : "class")}}),
                scheme("labelDirichlet",
                       {{"clients", clients},
                        {"samples", random.between(0, 1) * random.between(1, 40)},
                        {"alphaLow", 0.01},
                        {"alphaHigh", static_cast<double>(random.between(1, 50))}}),
                scheme("dirichlet",
                       {{"clients", 2 * clients},
                        {"alphas", std::vector<double>{0.3, 3}},
                        {"minimum", Whole{2}},
                        {"topUp", true},
                        {"quota", random.either()}})};
            DataSettings settings = choices[static_cast<std::size_t>(i) % choices.size()];
            settings.testShare = static_cast<double>(random.between(0, 4)) / 10;
            settings.validationShare = static_cast<double>(random.between(0, 2)) / 10;
            const std::uint64_t seed = random.seed();
            const auto shards = makeShards(dataset, settings, {}, seed);
            if (!shards) { // always with a place in the file
                QVERIFY2(sentenceOf(shards).startsWith("/data/"), qPrintable(sentenceOf(shards)));
                continue;
            }
            ++dealt[settings.partition.name];
            if (settings.partition.name == "byHand" && !byDomain)
                for (std::size_t client = 0; client < shards->size(); ++client) {
                    Shard own = (*shards)[client];
                    if (own.testIsOfficial)
                        own.test.clear();
                    const std::vector<std::int64_t> mix = mixOf(dataset, own);
                    for (std::size_t label = 0; label < classes; ++label)
                        QCOMPARE(static_cast<double>(mix[label]), counts[client * classes + label]);
                }
            Shards own = *shards;
            for (Shard& shard : own) {
                QVERIFY(!shard.train.empty());
                for (const auto* part : {&shard.train, &shard.test, &shard.validation})
                    QVERIFY(std::ranges::is_sorted(*part));
                if (shard.testIsOfficial) {
                    QVERIFY(std::ranges::all_of(shard.test, [](std::int32_t sample) {
                        return sample >= 0 && sample < 300;
                    }));
                    shard.test.clear();
                }
            }
            QVERIFY2(usedOnce(own, samples)
                         == static_cast<std::ptrdiff_t>(dealtInAll(dataset, settings, seed)),
                     settings.partition.name.c_str());
            const auto again = makeShards(dataset, settings, {}, seed);
            QVERIFY(again.has_value() && *again == *shards);
        }
        QCOMPARE(dealt.size(), std::size_t{10});
        for (const auto& [name, times] : dealt)
            QVERIFY2(times >= 15, qPrintable(QString("%1: %2").arg(name.c_str()).arg(times)));
    }

    void fewLabelsHaveTheirNumbersPerClass()
    {
        Random random(12);
        for (int i = 0; i < 60; ++i) {
            const auto classes = static_cast<std::size_t>(random.between(2, 12));
            const Dataset dataset =
                withOfficialTest(balanced(100 * classes, classes), 50 * classes);
            const Whole clients = random.between(1, 30);
            const Whole labels = random.between(1, static_cast<Whole>(classes));
            const Whole train = random.between(1, 100);
            const Whole test = random.between(1, 50);
            const std::uint64_t seed = random.seed();
            const DataSettings settings = scheme("labels",
                                                 {{"clients", clients},
                                                  {"labelsPerClient", labels},
                                                  {"trainPerClass", train},
                                                  {"testPerClass", test}});
            const auto shards = makeShards(dataset, settings, {}, seed);
            QVERIFY2(shards.has_value(), qPrintable(sentenceOf(shards)));
            QCOMPARE(shards->size(), static_cast<std::size_t>(clients));
            for (const Shard& shard : *shards) {
                const auto heldOnce = [](const std::vector<std::int32_t>& samples) {
                    return std::set<std::int32_t>(samples.begin(), samples.end()).size()
                           == samples.size();
                };
                QVERIFY(heldOnce(shard.train) && heldOnce(shard.test));
                QVERIFY(shard.testIsOfficial);
                QCOMPARE(shard.test.size(), static_cast<std::size_t>(labels * test));
                std::size_t owned = 0;
                for (const std::int64_t count : classCounts(dataset, shard.train)) {
                    QVERIFY(count == 0 || count == train);
                    owned += count > 0 ? 1 : 0;
                }
                QCOMPARE(owned, static_cast<std::size_t>(labels));
            }
            QVERIFY(*shards == *makeShards(dataset, settings, {}, seed));
        }
    }

    void overridesChangeNobodyElseAndTakeNothingTwice()
    {
        Random random(13);
        for (int i = 0; i < 80; ++i) {
            const auto classes = static_cast<std::size_t>(random.between(2, 8));
            const auto samples = static_cast<std::size_t>(random.between(200, 1000));
            const Dataset dataset = labelled(samples, classes);
            const Whole count = random.between(2, 10);
            const std::uint64_t seed = random.seed();
            // Half of the samples stay free, so that class counts can be met.
            const DataSettings settings = iid(count, static_cast<Whole>(samples) / (2 * count));
            const auto plain = makeShards(dataset, settings, {}, seed);
            QVERIFY2(plain.has_value(), qPrintable(sentenceOf(plain)));
            ClientSettings clients;
            const auto first = static_cast<int>(random.between(0, count - 2));
            clients.overrides.push_back({.client = first,
                                         .samples = static_cast<int>(random.between(
                                             1, static_cast<Whole>(samples) / (2 * count))),
                                         .classCounts = {}});
            std::vector<int> wanted(classes);
            for (int& ofClass : wanted)
                ofClass = static_cast<int>(random.between(0, 2));
            wanted.front() = 1;
            clients.overrides.push_back(
                {.client = first + 1, .samples = {}, .classCounts = wanted});
            const auto changed = makeShards(dataset, settings, clients, seed);
            QVERIFY2(changed.has_value(), qPrintable(sentenceOf(changed)));
            std::size_t held = 0;
            for (std::size_t client = 0; client < changed->size(); ++client) {
                held += sizeOf((*changed)[client]);
                const auto number = static_cast<int>(client);
                QVERIFY(number == first || number == first + 1
                        || (*changed)[client] == (*plain)[client]);
            }
            const auto place = static_cast<std::size_t>(first);
            QCOMPARE(sizeOf((*changed)[place]),
                     static_cast<std::size_t>(*clients.overrides[0].samples));
            QVERIFY(std::ranges::equal(mixOf(dataset, (*changed)[place + 1]), wanted));
            QCOMPARE(usedOnce(*changed, samples), static_cast<std::ptrdiff_t>(held));
            QVERIFY(*changed == *makeShards(dataset, settings, clients, seed));
        }
    }

    void everyClientHasOneEdge()
    {
        Random random(14);
        for (int i = 0; i < 100; ++i) {
            const Whole clients = random.between(1, 300);
            ClientSettings settings;
            settings.generatedEdges =
                GeneratedEdges{.count = static_cast<int>(random.between(1, clients)),
                               .scheme = random.either() ? "blocks" : "random"};
            const std::uint64_t seed = random.seed();
            const auto edges = edgeServers(settings, static_cast<std::size_t>(clients), seed);
            QCOMPARE(edges.size(), static_cast<std::size_t>(settings.generatedEdges->count));
            std::set<int> assigned;
            std::size_t least = SIZE_MAX;
            std::size_t most = 0;
            std::size_t sum = 0;
            for (const EdgeServer& edge : edges) {
                assigned.insert(edge.clients.begin(), edge.clients.end());
                least = std::min(least, edge.clients.size());
                most = std::max(most, edge.clients.size());
                sum += edge.clients.size();
            }
            QCOMPARE(sum, static_cast<std::size_t>(clients));
            QCOMPARE(assigned.size(), sum);
            QVERIFY(*assigned.begin() == 0 && *assigned.rbegin() == static_cast<int>(clients) - 1);
            QVERIFY(least > 0 && most - least <= 1);
            QVERIFY(edges == edgeServers(settings, static_cast<std::size_t>(clients), seed));
        }
    }
};

COTERIE_SECTION(TestPartitionRules)

} // namespace tst_partition_rules

#include "tst_partition_rules.moc"
