#include "core/data/partition/scheme.h"
#include "tests/core/data/labelled_data.h"
#include "tests/sections.h"

#include <QTest>

#include <cmath>
#include <numeric>
#include <set>
#include <tuple>

namespace tst_partition_schemes {

using namespace coterie;
using namespace labelled_data;

namespace {

std::vector<std::size_t> sizesOf(const Shards& shards)
{
    std::vector<std::size_t> sizes;
    for (const Shard& shard : shards)
        sizes.push_back(sizeOf(shard));
    return sizes;
}

std::set<std::int32_t> classesOf(const Dataset& dataset, const Shard& shard)
{
    std::set<std::int32_t> classes;
    for (const std::int32_t sample : shard.train)
        classes.insert(dataset.train.labels[static_cast<std::size_t>(sample)]);
    return classes;
}

} // namespace

class TestPartitionSchemes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // --- half-normal sizes ------------------------------------------------------------------

    void sizesAreTheFloorsOfTheirShares()
    {
        // ALGORITHMS §9.1 and §9.2, computed there with h = (0.5, 1, 2, 0.02).
        const std::vector<double> h{0.5, 1, 2, 0.02};
        QVERIFY((proportionalSizes(h, 100, 1) == std::vector<std::size_t>{14, 28, 56, 1}));
        QVERIFY(
            (proportionalSizes(h, 60000, 1) == std::vector<std::size_t>{8522, 17045, 34090, 340}));
    }

    void theLargestGiveWhereTheSumWouldBeTooLarge()
    {
        // floors 0, 0, 0, 9 become 1, 1, 1, 9, two more than there are
        QVERIFY((proportionalSizes(std::vector<double>{1e-9, 1e-9, 1e-9, 1}, 10, 1)
                 == std::vector<std::size_t>{1, 1, 1, 7}));
        QVERIFY(
            (proportionalSizes(std::vector<double>{1, 1}, 7, 3) == std::vector<std::size_t>{3, 3}));
        QVERIFY((proportionalSizes(std::vector<double>{1, 1, 0}, 6, 2)
                 == std::vector<std::size_t>{2, 2, 2}));
    }

    void halfNormalsHaveTheirMean()
    {
        // E|N(0,1)| = √(2/π) = 0.797885, variance 1 − 2/π: 10,000 draws are within 0.03 (5 σ).
        const std::vector<double> draws = halfNormals(10000, 3);
        const double mean = std::accumulate(draws.begin(), draws.end(), 0.0) / 10000;
        QVERIFY2(std::abs(mean - 0.797885) < 0.03, qPrintable(QString::number(mean)));
        QVERIFY(std::ranges::all_of(draws, [](double draw) { return draw >= 0; }));
    }

    void halfNormalClientsTrainOnTheFloorOfTheirRatio()
    {
        const Dataset dataset = balanced(60000, 10);
        DataSettings settings = scheme("halfNormal", {});
        settings.testShare = 0.96; // the paper's ratio of 0.04
        const auto shards = makeShards(dataset, settings, {}, 1);
        QVERIFY2(shards.has_value(), qPrintable(sentenceOf(shards)));
        QCOMPARE(shards->size(), std::size_t{20});
        QVERIFY(usedOnce(*shards, 60000) > 60000 - 20);
        QVERIFY(sizesOf(*shards) == proportionalSizes(halfNormals(20, 1), 60000, 2));
        for (const Shard& shard : *shards) // ⌊0.04 n⌋ = ⌊n / 25⌋, but one sample always
            QCOMPARE(shard.train.size(), std::max<std::size_t>(sizeOf(shard) / 25, 1));
    }

    // --- shards -----------------------------------------------------------------------------

    void shardsAreOfOneClassAndHalfNormallyMany()
    {
        const Dataset dataset = balanced(50000, 10);
        DataSettings settings = scheme("shards", {});
        settings.testShare = 0.8; // HCCT's ratio of 0.2
        double trained = 0;
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            const auto shards = makeShards(dataset, settings, {}, seed);
            QVERIFY2(shards.has_value(), qPrintable(sentenceOf(shards)));
            QVERIFY(usedOnce(*shards, 50000) > 0);
            const auto counts = proportionalSizes(halfNormals(10, seed), 100, 1);
            for (std::size_t client = 0; client < 10; ++client) {
                const Shard& shard = (*shards)[client];
                QCOMPARE(sizeOf(shard), 500 * counts[client]);
                QCOMPARE(shard.train.size(), 100 * counts[client]);
                for (const std::int64_t count : mixOf(dataset, shard))
                    QCOMPARE(count % 500, std::int64_t{0});
                trained += static_cast<double>(shard.train.size()) / 50;
            }
        }
        // About 95 of the 100 shards survive the floors: 950 training samples a client (Table 3).
        QVERIFY2(trained > 920 && trained < 980, qPrintable(QString::number(trained)));
    }

    void equalShardsGiveEveryClientAsMany()
    {
        const Dataset dataset = balanced(1000, 10);
        const auto shards = makeShards(
            dataset,
            scheme("shards",
                   {{"clients", Whole{5}}, {"shards", Whole{10}}, {"sizes", std::string("equal")}}),
            {},
            1);
        QVERIFY(shards.has_value());
        QCOMPARE(usedOnce(*shards, 1000), std::ptrdiff_t{1000});
        for (const Shard& shard : *shards) {
            QCOMPARE(sizeOf(shard), std::size_t{200});
            QCOMPARE(classesOf(dataset, shard).size(), std::size_t{2});
        }
    }

    // --- few labels per client --------------------------------------------------------------

    void everyClientOwnsFiveNeighbouringLabels()
    {
        const Dataset dataset = withOfficialTest(balanced(60000, 10), 10000);
        const auto shards = makeShards(dataset, scheme("labels", {}), {}, 1); // Setting 1
        QVERIFY2(shards.has_value(), qPrintable(sentenceOf(shards)));
        QCOMPARE(shards->size(), std::size_t{20});
        for (std::size_t client = 0; client < 20; ++client) {
            const Shard& shard = (*shards)[client];
            QVERIFY(shard.testIsOfficial);
            QCOMPARE(shard.trueGroup, static_cast<int>(client % 10));
            QCOMPARE(shard.train.size(), std::size_t{1000});
            QCOMPARE(shard.test.size(), std::size_t{4000});
            const std::vector<std::int64_t> counts = classCounts(dataset, shard.train);
            for (std::size_t label = 0; label < 10; ++label)
                QCOMPARE(counts[label],
                         (label + 10 - client % 10) % 10 < 5 ? std::int64_t{200} : 0);
            QCOMPARE(std::set<std::int32_t>(shard.train.begin(), shard.train.end()).size(),
                     std::size_t{1000}); // without replacement
        }
    }

    void settingTwoHasItsSizes()
    {
        const Dataset dataset = withOfficialTest(balanced(60000, 10), 10000);
        const auto shards = makeShards(
            dataset,
            scheme("labels", {{"trainPerClass", Whole{900}}, {"testPerClass", Whole{300}}}),
            {},
            1);
        QVERIFY(shards.has_value());
        for (const Shard& shard : *shards) {
            QCOMPARE(shard.train.size(), std::size_t{4500});
            QCOMPARE(shard.test.size(), std::size_t{1500});
        }
    }

    void inAMergedPoolNoClientTestsOnWhatItTrainsOn()
    {
        // CIFAR-10, Setting 2, from the merged pool of 6,000 images a class: about half of a
        // client's test images are somebody's training images, 1 − (1 − 450/6000)^9 = 0.504.
        const Dataset dataset = balanced(60000, 10);
        const auto shards = makeShards(dataset,
                                       scheme("labels",
                                              {{"trainPerClass", Whole{450}},
                                               {"testPerClass", Whole{150}},
                                               {"pool", std::string("merged")}}),
                                       {},
                                       7);
        QVERIFY2(shards.has_value(), qPrintable(sentenceOf(shards)));
        std::vector<std::set<std::int32_t>> trained;
        for (const Shard& shard : *shards) {
            QCOMPARE(shard.train.size(), std::size_t{2250});
            QCOMPARE(shard.test.size(), std::size_t{750});
            QVERIFY(!shard.testIsOfficial);
            trained.emplace_back(shard.train.begin(), shard.train.end());
        }
        double elsewhere = 0;
        for (std::size_t client = 0; client < 20; ++client)
            for (const std::int32_t sample : (*shards)[client].test) {
                QVERIFY(!trained[client].contains(sample));
                const bool shared = std::ranges::any_of(
                    trained, [sample](const auto& held) { return held.contains(sample); });
                elsewhere += shared ? 1.0 / 15000 : 0;
            }
        QVERIFY2(std::abs(elsewhere - 0.504) < 0.02, qPrintable(QString::number(elsewhere)));
    }

    void asTotalsTheNumbersAreSharedByTheOwners()
    {
        const Dataset dataset = withOfficialTest(balanced(60000, 10), 10000);
        const auto shards = makeShards(dataset, scheme("labels", {{"perClassTotal", true}}), {}, 1);
        QVERIFY2(shards.has_value(), qPrintable(sentenceOf(shards)));
        std::set<std::int32_t> train;
        for (const Shard& shard : *shards) {
            QCOMPARE(shard.train.size(), std::size_t{100}); // 20 of each of five classes
            QCOMPARE(shard.test.size(), std::size_t{400});
            train.insert(shard.train.begin(), shard.train.end());
        }
        QCOMPARE(train.size(), std::size_t{2000}); // nobody shares a sample
    }

    // --- clusters ---------------------------------------------------------------------------

    void clusterSizesAreThoseOfTheAppendix()
    {
        // MNIST's 70,000 digits by class, training and test together.
        const Dataset mnist =
            withCounts({6903, 7877, 6990, 7141, 6824, 6313, 6876, 7293, 6825, 6958});
        const Dataset cifar = balanced(60000, 10);
        for (const bool digits : {true, false}) {
            const Dataset& dataset = digits ? mnist : cifar;
            const auto shards = makeShards(dataset, scheme("clusters", {}), {}, 127);
            QVERIFY2(shards.has_value(), qPrintable(sentenceOf(shards)));
            QVERIFY(usedOnce(*shards, dataset.train.count()) > 0);
            for (std::size_t client = 0; client < 20; ++client) {
                const Shard& shard = (*shards)[client];
                const bool even = client % 2 == 0;
                QCOMPARE(shard.trueGroup, even ? 0 : 1);
                QCOMPARE(shard.train.size(), std::size_t{!digits ? 2400U : even ? 2858U : 2740U});
                QCOMPARE(shard.test.size(), std::size_t{!digits ? 600U : even ? 715U : 686U});
                for (const std::int32_t label : classesOf(dataset, shard))
                    QCOMPARE(label < 5, even);
            }
        }
    }

    // --- domains ----------------------------------------------------------------------------

    void clientsOfADomainShareItAndItsOfficialTest()
    {
        // 7,438 images a domain; 371 of them for its clients (HCCT's Table 3: 185 each).
        const Dataset dataset =
            withDomains(withOfficialTest(balanced(std::size_t{5} * 7438, 10), 1500), 5);
        const std::vector<std::pair<int, int>> table{{2, 185}, {4, 92}, {6, 61}, {8, 46}, {10, 37}};
        for (const auto& [clients, each] : table) {
            const auto shards = makeShards(
                dataset,
                scheme("domains",
                       {{"clientsPerDomain", Whole{clients}}, {"samplesPerDomain", Whole{371}}}),
                {},
                1);
            QVERIFY2(shards.has_value(), qPrintable(sentenceOf(shards)));
            QCOMPARE(shards->size(), static_cast<std::size_t>(5 * clients));
            std::set<std::int32_t> trained;
            for (std::size_t client = 0; client < shards->size(); ++client) {
                const Shard& shard = (*shards)[client];
                const auto domain = static_cast<std::int32_t>(client) / clients;
                QCOMPARE(shard.train.size(), static_cast<std::size_t>(each));
                QCOMPARE(shard.trueGroup, static_cast<int>(domain));
                trained.insert(shard.train.begin(), shard.train.end());
                QVERIFY(std::ranges::all_of(shard.train, [&](std::int32_t sample) {
                    return dataset.train.domains[static_cast<std::size_t>(sample)] == domain;
                }));
                QVERIFY(shard.testIsOfficial);
                QCOMPARE(shard.test.size(), std::size_t{300});
                QVERIFY(std::ranges::all_of(shard.test, [&](std::int32_t sample) {
                    return dataset.officialTest.domains[static_cast<std::size_t>(sample)] == domain;
                }));
            }
            QCOMPARE(trained.size(), shards->size() * static_cast<std::size_t>(each));
        }
    }

    void withoutAnOfficialTestSetDomainsKeepAShare()
    {
        const Dataset dataset = withDomains(balanced(900, 10), 3);
        const auto shards =
            makeShards(dataset, scheme("domains", {{"samples", Whole{100}}}), {}, 1);
        QVERIFY2(shards.has_value(), qPrintable(sentenceOf(shards)));
        QCOMPARE(shards->size(), std::size_t{6});
        for (const Shard& shard : *shards) {
            QCOMPARE(shard.train.size(), std::size_t{80});
            QCOMPARE(shard.test.size(), std::size_t{20});
            QVERIFY(!shard.testIsOfficial);
        }
    }

    void naturalSplitsAreTheHospitalsOwn()
    {
        // Heart Disease after rows with missing values are gone (ALGORITHMS §9.7), with the
        // published numbers of diseased patients at a plausible share.
        const std::vector<std::size_t> sizes{303, 261, 46, 130};
        const std::vector<std::size_t> diseased{139, 98, 43, 95};
        Dataset dataset = labelled(0, 2);
        for (std::size_t centre = 0; centre < 4; ++centre) {
            for (std::size_t i = 0; i < sizes[centre]; ++i) {
                dataset.train.labels.push_back(i < diseased[centre] ? 1 : 0);
                dataset.train.domains.push_back(static_cast<std::int32_t>(centre));
            }
            dataset.domainNames.push_back("centre " + std::to_string(centre));
        }
        dataset.train.values = std::vector<std::uint8_t>(740, 0);
        DataSettings settings = scheme("natural", {});
        settings.testShare = 0.34;
        const auto shards = makeShards(dataset, settings, {}, 43);
        QVERIFY2(shards.has_value(), qPrintable(sentenceOf(shards)));
        QCOMPARE(usedOnce(*shards, 740), std::ptrdiff_t{740});
        const std::vector<std::size_t> train{199, 172, 30, 85};
        const std::vector<std::size_t> test{104, 89, 16, 45};
        for (std::size_t centre = 0; centre < 4; ++centre) {
            const Shard& shard = (*shards)[centre];
            QCOMPARE(shard.train.size(), train[centre]);
            QCOMPARE(shard.test.size(), test[centre]);
            QCOMPARE(shard.trueGroup, static_cast<int>(centre));
            // Stratified: within one of the exact proportion.
            const auto exact = static_cast<double>(test[centre] * diseased[centre])
                               / static_cast<double>(sizes[centre]);
            const auto sick = static_cast<double>(classCounts(dataset, shard.test)[1]);
            QVERIFY(std::abs(sick - exact) < 1);
        }
    }

    // --- by hand, and the motivating example ------------------------------------------------

    void handWrittenCountsAreKept()
    {
        const Dataset dataset = withOfficialTest(balanced(300, 3), 60);
        DataSettings settings =
            scheme("byHand",
                   {{"clients", Whole{2}}, {"counts", std::vector<double>{100, 20, 0, 0, 5, 70}}});
        const auto shards = makeShards(dataset, settings, {}, 1);
        QVERIFY2(shards.has_value(), qPrintable(sentenceOf(shards)));
        QVERIFY((mixOf(dataset, (*shards)[0]) == std::vector<std::int64_t>{100, 20, 0}));
        QVERIFY((mixOf(dataset, (*shards)[1]) == std::vector<std::int64_t>{0, 5, 70}));
        QCOMPARE((*shards)[0].test.size(), std::size_t{24});

        settings.partition.parameters.set("test", std::string("official"));
        const auto official = makeShards(dataset, settings, {}, 1);
        QVERIFY(official.has_value());
        QCOMPARE((*official)[1].train.size(), std::size_t{75});
        QCOMPARE((*official)[1].test.size(), std::size_t{40}); // classes 1 and 2, 20 each
        QVERIFY((*official)[1].testIsOfficial);
    }

    void handWrittenCountsMayBeOfDomains()
    {
        const Dataset dataset = withDomains(withOfficialTest(balanced(300, 3), 60), 2);
        DataSettings settings = scheme("byHand",
                                       {{"clients", Whole{2}},
                                        {"by", std::string("domain")},
                                        {"counts", std::vector<double>{100, 0, 20, 30}},
                                        {"groups", std::vector<double>{4, -1}}});
        const auto shards = makeShards(dataset, settings, {}, 1);
        QVERIFY2(shards.has_value(), qPrintable(sentenceOf(shards)));
        for (const auto& [client, first, second] : {std::tuple{0, 100, 0}, std::tuple{1, 20, 30}}) {
            const Shard& shard = (*shards)[static_cast<std::size_t>(client)];
            int of[2] = {0, 0};
            for (const auto* part : {&shard.train, &shard.test})
                for (const std::int32_t sample : *part)
                    ++of[dataset.train.domains[static_cast<std::size_t>(sample)]];
            QCOMPARE(of[0], first);
            QCOMPARE(of[1], second);
        }
        QCOMPARE((*shards)[0].trueGroup, 4);
        QCOMPARE((*shards)[1].trueGroup, -1);
        QVERIFY(usedOnce(*shards, 300) == 150);

        settings.partition.parameters.set("test", std::string("official"));
        const auto official = makeShards(dataset, settings, {}, 1);
        QVERIFY(official.has_value());
        QCOMPARE((*official)[0].test.size(), std::size_t{30}); // its domain's half
        QCOMPARE((*official)[1].test.size(), std::size_t{60});
    }

    void twoTasksAreTheMotivatingExample()
    {
        const Dataset dataset = withOfficialTest(balanced(5000, 10), 1000);
        const auto shards = makeShards(dataset, scheme("twoTasks", {}), {}, 1);
        QVERIFY2(shards.has_value(), qPrintable(sentenceOf(shards)));
        QCOMPARE(shards->size(), std::size_t{3});
        const std::vector<std::size_t> sizes{500, 2000, 2500};
        for (std::size_t client = 0; client < 3; ++client) {
            QCOMPARE((*shards)[client].train.size(), sizes[client]);
            QCOMPARE((*shards)[client].test.size(), std::size_t{500});
            QVERIFY((*shards)[client].testIsOfficial);
        }
        const auto a = classesOf(dataset, (*shards)[0]);
        const auto b = classesOf(dataset, (*shards)[2]);
        QVERIFY(a == classesOf(dataset, (*shards)[1]));
        QCOMPARE(a.size() + b.size(), std::size_t{10});
        QVERIFY(std::ranges::none_of(a, [&b](std::int32_t label) { return b.contains(label); }));
        QCOMPARE((*shards)[0].trueGroup, (*shards)[1].trueGroup);
        QVERIFY((*shards)[0].trueGroup != (*shards)[2].trueGroup);
        const auto other = makeShards(dataset, scheme("twoTasks", {}), {}, 2);
        QVERIFY(classesOf(dataset, (*other)[0]) != a); // which classes is drawn
    }
};

COTERIE_SECTION(TestPartitionSchemes)

} // namespace tst_partition_schemes

#include "tst_partition_schemes.moc"
