#include "core/base/random_stream.h"
#include "core/data/partition_statistics.h"
#include "tests/core/data/labelled_data.h"
#include "tests/margin.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tst_partition_statistics {

using namespace coterie;
using namespace labelled_data;

namespace {

bool near(double value, double expected, double tolerance = 1e-12)
{
    return std::abs(value - expected) < tolerance;
}

Shard holds(std::vector<std::int32_t> train)
{
    Shard shard;
    shard.train = std::move(train);
    return shard;
}

/// Points of `width` normal numbers about one centre per client, `each` of them.
Dataset
cloud(const std::vector<double>& centres, std::size_t each, std::size_t width, Shards& shards)
{
    Dataset dataset;
    dataset.title = "Clouds";
    dataset.inputScale = {.scale = {1.0F}, .offset = {0.0F}};
    dataset.train.shape = {.channels = width};
    RandomStream stream({.seed = 5, .purpose = Purpose::Synthesise});
    std::vector<float> values;
    shards.clear();
    for (const double centre : centres) {
        Shard& shard = shards.emplace_back();
        for (std::size_t i = 0; i < each; ++i) {
            shard.train.push_back(static_cast<std::int32_t>(values.size() / width));
            for (std::size_t feature = 0; feature < width; ++feature)
                values.push_back(static_cast<float>(centre + stream.normal()));
        }
    }
    dataset.train.values = std::move(values);
    return dataset;
}

/// Of 3,000 pairs that walk through all points.
double medianDistance(const std::vector<float>& values, std::size_t width)
{
    const std::size_t points = values.size() / width;
    std::vector<double> distances;
    for (std::size_t i = 0; i < 3000; ++i) {
        const std::size_t a = i % points * width;
        const std::size_t b = (i * 7 + 13) % points * width;
        double squares = 0;
        for (std::size_t feature = 0; feature < width; ++feature) {
            const double off =
                static_cast<double>(values[a + feature]) - static_cast<double>(values[b + feature]);
            squares += off * off;
        }
        distances.push_back(std::sqrt(squares));
    }
    std::ranges::nth_element(distances, distances.begin() + 1500);
    return distances[1500];
}

} // namespace

class TestPartitionStatistics : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void entropyIsInNats()
    {
        QVERIFY(near(entropyOf({5, 5}), std::numbers::ln2));
        QVERIFY(near(entropyOf({7, 0, 0}), 0));
        // −(¼ ln ¼ + ¾ ln ¾) = 0.562335144618808
        QVERIFY(near(entropyOf({1, 3}), 0.562335144618808));
        QVERIFY(std::isnan(entropyOf({0, 0})));
    }

    void distancesAreThoseWorkedOutByHand()
    {
        // p = (½, ½, 0), q = (¼, ¼, ½): ½ (¼ + ¼ + ½) = ½; Σ√pq = 2 √⅛ = 0.70710678
        QVERIFY(near(totalVariation({1, 1, 0}, {2, 2, 4}), 0.5));
        QVERIFY(near(hellinger({1, 1, 0}, {2, 2, 4}), std::sqrt(1 - std::sqrt(0.5))));
        QCOMPARE(totalVariation({3, 0}, {0, 8}), 1.0);
        QCOMPARE(hellinger({3, 0}, {0, 8}), 1.0);
        QCOMPARE(hellinger({2, 4, 6}, {1, 2, 3}), 0.0);
        QVERIFY(std::isnan(totalVariation({0, 0}, {1, 1})));
    }

    void giniIsZeroForEqualsAndGrowsWithInequality()
    {
        QVERIFY(near(gini({4, 4, 4}), 0));
        QVERIFY(near(gini({0, 0, 0, 8}), 0.75)); // (n − 1) / n
        QVERIFY(near(gini({3, 1}), 0.25));       // |3 − 1| · 2 / (2 · 2² · 2)
    }

    void countsAndSummaryDescribeWhoHoldsWhat()
    {
        Dataset dataset = withOfficialTest(balanced(12, 3), 6); // labels 0 1 2 0 1 2 …
        dataset.classes = 4;                                    // nobody has anything of the fourth
        dataset.classNames = {"a", "b", "c", "d"};
        Shards shards{holds({0, 3, 6, 1}), holds({2, 5})};
        shards[0].test = {4, 9};
        shards[1].test = {0, 1, 4};
        shards[1].testIsOfficial = true;
        shards[1].validation = {8};
        shards[1].trueGroup = 1;
        const auto statistics = partitionStatistics(dataset, shards, HoldingKind::Class);
        QVERIFY(statistics.kind == HoldingKind::Class);
        QVERIFY(statistics.kindNames == dataset.classNames);
        const ClientHolding& first = statistics.clients[0];
        QVERIFY((first.train == std::vector<std::int64_t>{3, 1, 0, 0}));
        QVERIFY((first.test == std::vector<std::int64_t>{1, 1, 0, 0}));
        QVERIFY(near(first.entropy, 0.562335144618808));
        const ClientHolding& second = statistics.clients[1];
        QVERIFY((second.train == std::vector<std::int64_t>{0, 0, 2, 0}));
        QVERIFY((second.test == std::vector<std::int64_t>{1, 2, 0, 0}));
        QVERIFY((second.validation == std::vector<std::int64_t>{0, 0, 1, 0}));
        QCOMPARE(second.testSize, std::int64_t{3});
        QCOMPARE(second.trueGroup, 1);

        const PartitionSummary& summary = statistics.summary;
        QCOMPARE(summary.meanSize, 3.0);
        QCOMPARE(summary.smallest, std::int64_t{2});
        QCOMPARE(summary.largest, std::int64_t{4});
        QVERIFY(near(summary.sizeVariation, 1.0 / 3));
        QVERIFY(near(summary.sizeGini, 1.0 / 6));
        QVERIFY(near(summary.meanEntropy, 0.562335144618808 / 2));
        QVERIFY(near(summary.meanKinds, 1.5));
        QCOMPARE(summary.absentKinds, std::size_t{1});
        QCOMPARE(statistics.totalVariation->at(0, 1), 1.0);
        QCOMPARE(statistics.totalVariation->at(0, 0), 0.0);
        QCOMPARE(*summary.meanTotalVariation, 1.0);
        QCOMPARE(*summary.meanHellinger, 1.0);
    }

    void domainsAreCountedWhereTheyAreAskedFor()
    {
        const Dataset dataset = withDomains(balanced(12, 3), 2); // domains 0 0 0 1 1 1 0 0 0 …
        const Shards shards{holds({0, 1, 2, 3})};
        QVERIFY(usualKind(dataset) == HoldingKind::Domain);
        const auto statistics = partitionStatistics(dataset, shards, HoldingKind::Domain);
        QVERIFY((statistics.clients[0].train == std::vector<std::int64_t>{3, 1}));
        QVERIFY(statistics.kindNames == dataset.domainNames);
        QVERIFY(!statistics.summary.meanTotalVariation.has_value()); // one client has no pair
    }

    void withoutClassesAllSamplesAreOfOneKind()
    {
        Dataset dataset = balanced(12, 3);
        dataset.classes = 0;
        dataset.train.labels.clear();
        QVERIFY(usualKind(dataset) == HoldingKind::Sample);
        const auto statistics =
            partitionStatistics(dataset, {holds({0, 1, 2})}, HoldingKind::Class);
        QVERIFY((statistics.clients[0].train == std::vector<std::int64_t>{3}));
        QVERIFY(statistics.kind == HoldingKind::Sample);
    }

    void featureShiftIsTheDiscrepancyOfGaussians()
    {
        // Clients 0 and 1 alike, 2 shifted by Δ = 1.5 in each of 4 features. With a Gaussian
        // kernel of width σ, MMD² between N(0, I) and N(Δ, I) is
        // 2 (σ²/(σ² + 2))^{d/2} (1 − exp(−‖Δ‖² / (2 (σ² + 2)))).
        Shards shards;
        const Dataset dataset = cloud({0, 0, 1.5}, 1000, 4, shards);
        const auto shift = featureShift(
            dataset, shards, {.frequencies = 2000, .samplesPerClient = 1000, .seed = 3});
        QVERIFY(shift.has_value());
        QCOMPARE(shift->at(1, 1), 0.0);
        QCOMPARE(shift->at(0, 2), shift->at(2, 0));
        QVERIFY2(shift->at(0, 1) < 0.06, qPrintable(QString::number(shift->at(0, 1))));
        const double width = medianDistance(std::get<1>(dataset.train.values), 4);
        const double wide = width * width + 2;
        const double expected = std::sqrt(2 * std::pow(width * width / wide, 2)
                                          * (1 - std::exp(-4 * 1.5 * 1.5 / (2 * wide))));
        QVERIFY2(std::abs(shift->at(0, 2) - expected) < 0.03,
                 qPrintable(QString("%1, %2 expected").arg(shift->at(0, 2)).arg(expected)));
        QVERIFY(std::abs(shift->at(0, 2) - shift->at(1, 2)) < 0.06);
        QVERIFY(*shift
                == *featureShift(
                    dataset, shards, {.frequencies = 2000, .samplesPerClient = 1000, .seed = 3}));
    }

    void manyClientsAreComparedQuickly()
    {
        if (tests::underSanitizer())
            QSKIP("time means nothing under a sanitizer");
        Shards shards;
        const Dataset dataset = cloud(std::vector<double>(500, 0.0), 40, 100, shards);
        double before = tests::threadMilliseconds();
        const auto shift = featureShift(dataset, shards);
        const double shiftTime = tests::threadMilliseconds() - before;
        const Dataset labels = balanced(60000, 10);
        const auto dealt = makeShards(labels, iid(500), {}, 1);
        before = tests::threadMilliseconds();
        const auto statistics = partitionStatistics(labels, *dealt, HoldingKind::Class);
        const double countTime = tests::threadMilliseconds() - before;
        qInfo("500 clients: feature shift in %.0f ms, counts and distances in %.0f ms",
              shiftTime,
              countTime);
        QVERIFY(shift.has_value());
        QVERIFY(countTime < tests::allowed(500));
        QVERIFY(shiftTime < 3000 * tests::slowness());
        QCOMPARE(statistics.clients.size(), std::size_t{500});
    }

    void beyondTheLimitThereAreNoMatrices()
    {
        Dataset dataset = balanced(3000, 3);
        Shards shards;
        for (std::int32_t i = 0; i < static_cast<std::int32_t>(kMostClientsCompared) + 1; ++i)
            shards.push_back(holds({i}));
        const auto statistics = partitionStatistics(dataset, shards, HoldingKind::Class);
        QVERIFY(!statistics.totalVariation && !statistics.summary.meanHellinger);
        QVERIFY(!featureShift(dataset, shards).has_value());
    }
};

COTERIE_SECTION(TestPartitionStatistics)

} // namespace tst_partition_statistics

#include "tst_partition_statistics.moc"
