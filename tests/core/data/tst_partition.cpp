#include "tests/core/data/labelled_data.h"
#include "tests/margin.h"
#include "tests/sections.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <random>

namespace tst_partition {

using namespace coterie;
using namespace labelled_data;

/// Milliseconds of this thread.
double quickestOf3(const std::function<void()>& work)
{
    double quickest = std::numeric_limits<double>::infinity();
    for (int turn = 0; turn < 3; ++turn) {
        const double before = tests::threadMilliseconds();
        work();
        quickest = std::min(quickest, tests::threadMilliseconds() - before);
    }
    return quickest;
}

/// What dealing cannot do without: every sample in random order, in its client's list.
void shuffleAndDeal(std::size_t samples, std::size_t clients)
{
    std::mt19937 source;
    std::vector<std::int32_t> order(samples);
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), source);
    std::vector<std::vector<std::int32_t>> lists(clients);
    for (std::size_t i = 0; i < samples; ++i)
        lists[i % clients].push_back(order[i]);
}

class TestPartition : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everySchemeIsDescribed()
    {
        for (const char* name : {"iid",
                                 "halfNormal",
                                 "shards",
                                 "dirichlet",
                                 "labels",
                                 "clusters",
                                 "domains",
                                 "natural",
                                 "twoTasks",
                                 "byHand"})
            QVERIFY2(findPart(partitionParts(), name) != nullptr, name);
        for (const NamedPart& part : partitionParts()) {
            QVERIFY(!part.title.empty() && !part.meaning.empty());
            for (const ParameterDescriptor& parameter : part.parameters)
                QVERIFY(!parameter.meaning.empty());
        }
    }

    void iidDealsEverythingEvenly()
    {
        const Dataset dataset = labelled(1003, 7);
        const auto shards = makeShards(dataset, iid(10), {}, 1);
        QVERIFY(shards.has_value());
        QCOMPARE(usedOnce(*shards, 1003), std::ptrdiff_t{1003});
        for (std::size_t client = 0; client < 10; ++client)
            QCOMPARE(sizeOf((*shards)[client]), client < 3 ? std::size_t{101} : std::size_t{100});
    }

    void iidLeavesTheRestFree()
    {
        const auto shards = makeShards(labelled(1000, 7), iid(10, 33), {}, 1);
        QVERIFY(shards.has_value());
        QCOMPARE(usedOnce(*shards, 1000), std::ptrdiff_t{330});
        for (const Shard& shard : *shards)
            QCOMPARE(sizeOf(shard), std::size_t{33});
    }

    void iidClientsHaveTheDataSetsMix()
    {
        const Dataset dataset = balanced(20000, 10);
        const auto shards = makeShards(dataset, iid(4), {}, 3);
        QVERIFY(shards.has_value());
        // 500 of each class expected, standard deviation below √500 = 22.4: five of them are room
        // enough.
        for (const Shard& shard : *shards)
            for (const std::int64_t count : mixOf(dataset, shard))
                QVERIFY2(std::abs(count - 500) < 112, qPrintable(QString::number(count)));
    }

    void anySettingsKeepThePromises()
    {
        std::mt19937 random(5); // NOLINT: the same cases every time
        const auto between = [&random](std::int64_t low, std::int64_t high) {
            return low
                   + static_cast<std::int64_t>(random()
                                               % static_cast<std::uint64_t>(high - low + 1));
        };
        for (int i = 0; i < 150; ++i) {
            const auto samples = static_cast<std::size_t>(between(300, 3000));
            const Dataset dataset = labelled(samples, static_cast<std::size_t>(between(2, 12)));
            const std::int64_t clients = between(1, 20);
            const bool even = between(0, 1) == 0;
            DataSettings settings =
                even ? iid(clients,
                           between(0, 1) * between(6, static_cast<std::int64_t>(samples) / clients))
                     : dirichlet(
                         clients, std::pow(10.0, static_cast<double>(between(-4, 8)) / 4), 6);
            settings.testShare = static_cast<double>(between(0, 4)) / 10;
            settings.validationShare = static_cast<double>(between(0, 3)) / 10;
            const auto seed = static_cast<std::uint64_t>(random());
            const auto shards = makeShards(dataset, settings, {}, seed);
            if (!shards) {
                QVERIFY2(!even && sentenceOf(shards).contains("/data/partition/minimum"),
                         qPrintable(sentenceOf(shards)));
                continue;
            }
            QCOMPARE(shards->size(), static_cast<std::size_t>(clients));
            const std::ptrdiff_t used = usedOnce(*shards, samples);
            const std::int64_t each = even ? settings.partition.parameters.integer("samples") : 0;
            QCOMPARE(used, each > 0 ? std::ptrdiff_t(each * clients) : std::ptrdiff_t(samples));
            for (const Shard& shard : *shards) {
                const std::size_t size = sizeOf(shard);
                QVERIFY(size >= 6 && !shard.train.empty());
                const auto share = [size](double part) {
                    const auto count =
                        static_cast<std::size_t>(std::llround(part * static_cast<double>(size)));
                    return part > 0 ? std::max<std::size_t>(count, 1) : 0;
                };
                QCOMPARE(shard.test.size(), share(settings.testShare));
                QCOMPARE(shard.validation.size(), share(settings.validationShare));
                QCOMPARE(shard.trueGroup, -1);
                QVERIFY(!shard.testIsOfficial);
            }
            const auto again = makeShards(dataset, settings, {}, seed);
            QVERIFY(again.has_value() && *again == *shards);
            const auto other = makeShards(dataset, settings, {}, seed + 1);
            if (other && clients > 1)
                QVERIFY(*other != *shards);
        }
    }

    void alphaDecidesHowUnlikeClientsAre()
    {
        const Dataset dataset = balanced(10000, 10);
        // The largest class's share of a client, averaged: 0.1 if clients are alike, 1 if each
        // holds one class.
        const auto dominance = [&dataset](double alpha) {
            const auto shards = makeShards(dataset, dirichlet(10, alpha, 1), {}, 2);
            double sum = 0;
            for (const Shard& shard : *shards)
                sum += static_cast<double>(std::ranges::max(mixOf(dataset, shard)))
                       / static_cast<double>(sizeOf(shard));
            return sum / 10;
        };
        const double few = dominance(0.05);
        const double some = dominance(1);
        const double alike = dominance(1000);
        QVERIFY2(few > 0.5, qPrintable(QString::number(few)));
        QVERIFY(few > some && some > alike);
        QVERIFY2(alike < 0.12, qPrintable(QString::number(alike)));
    }

    void anInfeasibleDirichletSaysWhatWouldDo()
    {
        const Dataset dataset = balanced(2000, 10);
        const auto shards = makeShards(dataset, dirichlet(100, 0.01, 10), {}, 1);
        QVERIFY(!shards.has_value());
        const QString sentence = sentenceOf(shards);
        const QRegularExpression form(
            "^/data/partition/minimum: with alpha 0.01 and 100 clients, client \\d+ got only \\d+ "
            "samples in the best of 200 attempts, but must have 10; with this seed (?:a minimum of "
            "(\\d+) fits, and )?(\\d+) clients? w(?:as|ere) tried and fits?; a larger alpha helps "
            "too$");
        const QRegularExpressionMatch match = form.match(sentence);
        QVERIFY2(match.hasMatch(), qPrintable(sentence));
        const auto feasible =
            makeShards(dataset, dirichlet(match.captured(2).toInt(), 0.01, 10), {}, 1);
        QVERIFY2(feasible.has_value(), qPrintable(sentenceOf(feasible)));
    }

    void theMinimumItNamesFitsToo()
    {
        const Dataset dataset = balanced(2000, 10);
        const QString sentence = sentenceOf(makeShards(dataset, dirichlet(20, 0.3, 90), {}, 1));
        const QRegularExpressionMatch match =
            QRegularExpression("a minimum of (\\d+) fits").match(sentence);
        QVERIFY2(match.hasMatch(), qPrintable(sentence));
        const auto feasible =
            makeShards(dataset, dirichlet(20, 0.3, match.captured(1).toInt()), {}, 1);
        QVERIFY2(feasible.has_value(), qPrintable(sentenceOf(feasible)));
    }

    void impossibleSchemesGetASentence()
    {
        const Dataset dataset = labelled(100, 5);
        QCOMPARE(sentenceOf(makeShards(dataset, iid(101), {}, 1)),
                 QString("/data/partition/clients: 101 clients need 101 samples, Labels has 100"));
        QCOMPARE(sentenceOf(makeShards(dataset, iid(10, 11), {}, 1)),
                 QString("/data/partition/samples: 10 clients need 110 samples, Labels has 100"));
        QCOMPARE(sentenceOf(makeShards(dataset, dirichlet(20, 1, 6), {}, 1)),
                 QString("/data/partition/minimum: 20 clients with at least 6 samples each need "
                         "120, Labels has 100"));
        Dataset regression = dataset;
        regression.classes = 0;
        QCOMPARE(sentenceOf(makeShards(regression, dirichlet(2, 1), {}, 1)),
                 QString("/data/partition/scheme: dirichlet deals class by class, and Labels has "
                         "no classes"));
        DataSettings settings;
        settings.partition.name = "dirichlt";
        const auto shards = makeShards(dataset, settings, {}, 1);
        QVERIFY(!shards.has_value());
        QCOMPARE(shards.error().nearest, std::string("dirichlet"));
    }

    void everyClientKeepsSomethingToTrainOn()
    {
        const Dataset dataset = labelled(20, 2);
        const auto one = makeShards(dataset, iid(20), {}, 1); // a single sample is for training
        QVERIFY(one.has_value());
        for (const Shard& shard : *one)
            QVERIFY(shard.train.size() == 1 && shard.test.empty());

        DataSettings settings = iid(10);
        const auto two = makeShards(
            dataset, settings, {}, 1); // 0.2 of two rounds to none, but some test was asked for
        QVERIFY(two.has_value());
        for (const Shard& shard : *two)
            QVERIFY(shard.train.size() == 1 && shard.test.size() == 1);

        settings.validationShare = 0.1;
        QCOMPARE(sentenceOf(makeShards(dataset, settings, {}, 1)),
                 QString("/data/test/share: client 0 has 2 samples, of which 1 would be for test "
                         "and 1 for validation; at "
                         "least 1 must be left to train on"));
    }

    void classCountsAreThoseOfTheTrainingSamples()
    {
        const Dataset dataset = balanced(90, 3);
        const auto shards = makeShards(dataset, iid(3), {}, 1);
        QVERIFY(shards.has_value());
        const auto counts = classCounts(dataset, *shards);
        QCOMPARE(counts.size(), std::size_t{3});
        for (std::size_t client = 0; client < 3; ++client) {
            QCOMPARE(counts[client].size(), std::size_t{3});
            QCOMPARE(counts[client][0] + counts[client][1] + counts[client][2],
                     static_cast<std::int64_t>((*shards)[client].train.size()));
            QCOMPARE(counts[client][2],
                     std::ranges::count_if((*shards)[client].train,
                                           [&](std::int32_t sample) { return sample % 3 == 2; }));
        }
    }

    void manyClientsAreDealtQuickly()
    {
        if (tests::underSanitizer())
            QSKIP("time means nothing under a sanitizer");
        const Dataset dataset = withDomains(withOfficialTest(balanced(60000, 10), 10000), 5);
        const auto labels = [](std::int64_t train, std::int64_t test) {
            return scheme(
                "labels",
                {{"clients", std::int64_t{500}}, {"trainPerClass", train}, {"testPerClass", test}});
        };
        for (const DataSettings& settings :
             {iid(500),
              scheme("byHand",
                     {{"clients", std::int64_t{500}}, {"counts", std::vector<double>(5000, 12)}}),
              scheme("labelDirichlet", {{"clients", std::int64_t{500}}}),
              scheme("domains", {{"clientsPerDomain", std::int64_t{100}}}),
              labels(200, 800), // sFedHP's Settings 1 and 2
              labels(900, 300),
              dirichlet(500, 1.0),
              scheme("halfNormal", {{"clients", std::int64_t{500}}}),
              scheme("shards", {{"clients", std::int64_t{500}}, {"shards", std::int64_t{2000}}}),
              scheme("clusters", {{"clients", std::int64_t{500}}, {"clusters", std::int64_t{5}}}),
              scheme("labels",
                     {{"clients", std::int64_t{500}},
                      {"labelsPerClient", std::int64_t{2}},
                      {"trainPerClass", std::int64_t{0}},
                      {"testPerClass", std::int64_t{0}}}),
              scheme("dirichlet",
                     {{"clients", std::int64_t{500}},
                      {"alphas", std::vector<double>{1, 0.5, 5, 10, 2}},
                      {"quota", true}})}) {
            Result<Shards> shards = Shards{};
            const double time = quickestOf3([&] { shards = makeShards(dataset, settings, {}, 1); });
            QVERIFY2(shards.has_value(), qPrintable(sentenceOf(shards)));
            QCOMPARE(shards->size(), std::size_t{500});
            const auto dealt = std::accumulate(
                shards->begin(),
                shards->end(),
                std::size_t{0},
                [](std::size_t sum, const Shard& shard) { return sum + sizeOf(shard); });
            const double plain = quickestOf3([] { shuffleAndDeal(60000, 500); });
            const double times =
                time / plain * 60000.0 / double(std::max(dealt, std::size_t{60000}));
            qInfo(
                "%s: 60,000 samples to 500 clients in %.1f ms, per sample %.1f times a plain deal",
                settings.partition.name.c_str(),
                time,
                times);
            QVERIFY(times < 5);
        }
    }
};

COTERIE_SECTION(TestPartition)

} // namespace tst_partition

#include "tst_partition.moc"
