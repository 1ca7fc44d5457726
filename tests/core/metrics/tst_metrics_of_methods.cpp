#include "core/metrics/metric_values.h"
#include "core/metrics/metrics.h"
#include "tests/core/metrics/metric_fixture.h"
#include "tests/sections.h"

#include <QTest>

#include <cmath>

namespace tst_metrics_of_methods {

using namespace coterie;
using namespace coterie::test;

/// What the methods report beside accuracy: groups, utility, sparsity, entropies, cost, traffic.
class TestMetricsOfMethods : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void groupsAreComparedWithTheTrueOnes();
    void overlappingGroupsAreOnlyCounted();
    void theOracleDistanceIsOfTheWholeMatrix();
    void aClientThatIsLeftOutHasNoOracle();
    void clientsOfNoGroupHaveNoOracle();
    void utilityIsSummedAndAveragedFromTheSecondRound();
    void gradientNormsAreSummedAndWeightedByTheLearningRate();
    void sparsityIsOfClientsEdgesAndTheGlobalModel();
    void edgeAccuracyPoolsTheClientsTestSets();
    void entropiesAreComparedWhereBothAreKnown();
    void whatChoosingCostsIsAddedUp();
    void sumsAreOfTheClientsNumbersOfTheirName();
    void gradientsAreComparedWithEntropies();
    void trafficAddsUp();
    void trafficIsCountedPerLink();
    void plainBytesAddUpBesideTheBits();
    void indexBitsAreAPartThatIsAlsoCountedAlone();
    void theCloudsTrafficIsComparedPerSender();
    void aClientThatIsLeftOutIsNoSender();
};

void TestMetricsOfMethods::groupsAreComparedWithTheTrueOnes()
{
    RoundReport report;
    report.grouping =
        Grouping{.groups = {{0, 1, 4}, {2, 3}}, .merges = {}, .stopReason = {}, .refused = {}};
    // Client 4 belongs to no true group and is left out: the others agree exactly.
    const auto metrics = MetricTracker(factsWith({}, {7, 7, 3, 3, -1})).add(report);
    EXPECT(metrics, "groupCount", 2.0);
    EXPECT(metrics, "adjustedRandIndex", 1.0);
    EXPECT(metrics, "purity", 1.0);
    const auto unknown = MetricTracker({}).add(report);
    EXPECT(unknown, "groupCount", 2.0);
    QVERIFY(!valueIn(unknown, "purity"));
}

void TestMetricsOfMethods::overlappingGroupsAreOnlyCounted()
{
    RoundReport report;
    report.grouping =
        Grouping{.groups = {{0, 1}, {1, 2}}, .merges = {}, .stopReason = {}, .refused = {}};
    const auto metrics = MetricTracker(factsWith({}, {0, 0, 1})).add(report);
    EXPECT(metrics, "groupCount", 2.0);
    QVERIFY(!valueIn(metrics, "adjustedRandIndex"));
}

void TestMetricsOfMethods::theOracleDistanceIsOfTheWholeMatrix()
{
    // Groups {0, 1} and {2}: the oracle is (½ ½ 0; ½ ½ 0; 0 0 1).
    RoundReport report;
    Matrix weights(3, 3);
    weights.values = {0.5, 0.5, 0.0, 0.5, 0.5, 0.0, 0.0, 0.0, 1.0};
    report.collaboration = weights;
    const FederationFacts facts = factsWith({}, {4, 4, 2});
    EXPECT(MetricTracker(facts).add(report), "oracleDistance", 0.0);
    // The identity is off by ½ in four cells: √(4·¼) = 1.
    weights.values = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
    report.collaboration = weights;
    EXPECT(MetricTracker(facts).add(report), "oracleDistance", 1.0);
    // Only row 2 is off, by ⅓, ⅓ and −⅔: √(1/9 + 1/9 + 4/9) = √6/3. A row is a receiver: the same
    // error in a column is another matrix.
    weights.values = {0.5, 0.5, 0.0, 0.5, 0.5, 0.0, 1. / 3, 1. / 3, 1. / 3};
    report.collaboration = weights;
    EXPECT(MetricTracker(facts).add(report), "oracleDistance", std::sqrt(6.0) / 3.0);

    QVERIFY(!valueIn(MetricTracker({}).add(report), "oracleDistance")); // nobody knows the groups
    QVERIFY(!valueIn(MetricTracker(factsWith({}, {0, 1})).add(report), "oracleDistance"));
    weights.at(0, 0) = std::nan("");
    report.collaboration = weights;
    QVERIFY(std::isnan(*valueIn(MetricTracker(facts).add(report), "oracleDistance")));
}

/// The others may still use its data: it counts in the oracle's weights.
void TestMetricsOfMethods::aClientThatIsLeftOutHasNoOracle()
{
    RoundReport report;
    Matrix weights(3, 3);
    weights.values = {1.0, 0.0, 0.0, 0.0, 0.5, 0.5, 0.0, 0.0, 1.0};
    report.collaboration = weights;
    const FederationFacts facts = factsWith({}, {4, 2, 2});
    EXPECT(MetricTracker(facts, true).add(report), "oracleDistance", 0.0);
    EXPECT(MetricTracker(facts).add(report), "oracleDistance", std::sqrt(0.5));
}

void TestMetricsOfMethods::clientsOfNoGroupHaveNoOracle()
{
    // Row 2 is of no group and says nothing; what client 0 takes from it, ½ instead of 0, counts,
    // as does the ½ instead of 1 that it keeps: √(¼ + ¼).
    Matrix collaboration(2, 2);
    collaboration.values = {0.5, 0.5, 0.125, 0.875};
    const std::vector<int> partly{0, -1};
    QVERIFY(std::abs(*oracleDistance(collaboration, partly) - std::sqrt(0.5)) < 1e-12);
    const std::vector<int> nobody{-1, -1};
    QVERIFY(!oracleDistance(collaboration, nobody));
}

void TestMetricsOfMethods::utilityIsSummedAndAveragedFromTheSecondRound()
{
    MetricTracker tracker({});
    const auto first = tracker.add(withValues(1, {{.name = "utility", .values = {-80.0, -40.0}}}));
    EXPECT(first, "totalUtility", -120.0);
    QVERIFY(!valueIn(first, "meanTotalUtility")); // the first round grouped nobody
    const auto second =
        tracker.add(withValues(2, {{.name = "utility", .values = {1.5, std::nullopt, -0.25}}}));
    EXPECT(second, "totalUtility", 1.25);
    EXPECT(second, "meanTotalUtility", 1.25);
    QVERIFY(tracker.add(withValues(3, {})).empty()); // a round that tells none is no zero
    const auto fourth = tracker.add(withValues(4, {{.name = "utility", .values = {1.0, 1.75}}}));
    EXPECT(fourth, "totalUtility", 2.75);
    EXPECT(fourth, "meanTotalUtility", 2.0); // (1.25 + 2.75)/2
    const std::optional<double> nothing;
    QVERIFY(tracker.add(withValues(5, {{.name = "utility", .values = {nothing}}})).empty());
}

/// The left side of HCCT eq. (26).
void TestMetricsOfMethods::gradientNormsAreSummedAndWeightedByTheLearningRate()
{
    MetricTracker tracker({});
    RoundReport report = withValues(1, {{.name = "squaredGradientNorm", .values = {1.0, 4.0}}});
    report.learningRate = 0.1;
    EXPECT(tracker.add(report), "squaredGradientNorm", 5.0);
    report = withValues(2, {{.name = "squaredGradientNorm", .values = {2.0, std::nullopt}}});
    report.learningRate = 0.2;
    const auto second = tracker.add(report);
    EXPECT(second, "squaredGradientNorm", 2.0);
    EXPECT(second, "meanSquaredGradientNorm", 3.0); // (0.1·5 + 0.2·2)/0.3
}

void TestMetricsOfMethods::sparsityIsOfClientsEdgesAndTheGlobalModel()
{
    RoundReport report =
        withValues(1, {{.name = "sparsity", .values = {0.25, std::nullopt, 0.75, 0.125}}});
    report.metrics["globalSparsity"] = 0.9;
    report.groupValues = {{.name = "sparsity", .values = {0.5, 0.25}}};
    const auto metrics = MetricTracker({}).add(report);
    EXPECT(metrics, "meanSparsity", 0.375); // (0.25 + 0.75 + 0.125)/3
    EXPECT(metrics, "meanGroupSparsity", 0.375);
    EXPECT(metrics, "globalSparsity", 0.9);
    report.clientValues.clear();
    report.metrics.clear();
    const auto ofEdges = MetricTracker({}).add(report);
    QCOMPARE(ofEdges.size(), std::size_t{1});
    EXPECT(ofEdges, "meanGroupSparsity", 0.375);
}

void TestMetricsOfMethods::edgeAccuracyPoolsTheClientsTestSets()
{
    FederationFacts facts;
    facts.testSamples = {10, 30, 60, 0};
    const RoundReport report =
        withValues(1, {{.name = "edgeTestAccuracy", .values = {0.5, 0.9, std::nullopt, 0.1}}});
    const auto metrics = MetricTracker(facts).add(report);
    EXPECT(metrics, "edgeAccuracy", 0.8); // (5 + 27)/40
    QCOMPARE(metrics.size(), std::size_t{1});
}

void TestMetricsOfMethods::entropiesAreComparedWhereBothAreKnown()
{
    // Where both are known: (1, 2, 3, 4) beside (1, 3, 2, 10). Means 2.5 and 4; products of the
    // distances −1.5·−3 + −0.5·−1 + 0.5·−2 + 1.5·6 = 13, squares 5 and 50: 13/√250. Ranks (1, 2, 3,
    // 4) and (1, 3, 2, 4): 1 − 6·2/(4·15) = 0.8.
    const RoundReport report =
        withValues(1,
                   {{.name = "estimatedEntropy", .values = {1.0, 7.0, 2.0, 3.0, 4.0}},
                    {.name = "trueEntropy", .values = {1.0, std::nullopt, 3.0, 2.0, 10.0, 99.0}}});
    const auto metrics = MetricTracker({}).add(report);
    EXPECT(metrics, "entropyPearson", 13.0 / std::sqrt(250.0));
    EXPECT(metrics, "entropySpearman", 0.8);
    const RoundReport alone = withValues(1, {{.name = "trueEntropy", .values = {1.0, 2.0, 3.0}}});
    QVERIFY(MetricTracker({}).add(alone).empty());
}

void TestMetricsOfMethods::whatChoosingCostsIsAddedUp()
{
    const RoundReport report =
        withValues(1,
                   {{.name = "selectionSamples", .values = {20.0, std::nullopt, 5.0}},
                    {.name = "selectionBits", .values = {64.0, 32.0}}});
    const auto metrics = MetricTracker({}).add(report);
    EXPECT(metrics, "selectionSamples", 25.0);
    EXPECT(metrics, "selectionBits", 96.0);
    QVERIFY(MetricTracker({}).add(withValues(2, {})).empty()); // nothing spent is not zero spent
}

void TestMetricsOfMethods::sumsAreOfTheClientsNumbersOfTheirName()
{
    std::vector<std::string> sums;
    for (const MetricInfo& info : metricInfos()) {
        const std::string name(info.name);
        const auto metrics =
            MetricTracker({}).add(withValues(1, {{.name = name, .values = {1.0, 2.0, 4.0}}}));
        QCOMPARE(valueIn(metrics, name) == 7.0, info.isSum);
        if (info.isSum)
            sums.push_back(name);
    }
    QCOMPARE(
        sums,
        (std::vector<std::string>{"squaredGradientNorm", "selectionSamples", "selectionBits"}));
}

void TestMetricsOfMethods::gradientsAreComparedWithEntropies()
{
    RoundReport report = withValues(1,
                                    {{.name = "trueEntropy", .values = {0.0, 1.0, 2.0, 2.3}},
                                     {.name = "gradientDistance", .values = {9.0, 4.0, 1.0, 0.5}}});
    for (const char* name : {"envelopeBeta", "envelopeRho", "envelopeKappa"})
        report.groupValues.push_back({.name = name, .values = {1.5, 7.0}}); // the upper curve first
    const auto metrics = MetricTracker({}).add(report);
    EXPECT(metrics, "gradientEntropySpearman", -1.0);
    EXPECT(metrics, "envelopeBeta", 1.5);
    EXPECT(metrics, "envelopeRho", 1.5);
    EXPECT(metrics, "envelopeKappa", 1.5);
    EXPECT(metrics, "envelopeBetaLower", 7.0);
    EXPECT(metrics, "envelopeRhoLower", 7.0);
    EXPECT(metrics, "envelopeKappaLower", 7.0);
    QVERIFY(!valueIn(metrics, "entropySpearman"));
}

void TestMetricsOfMethods::trafficAddsUp()
{
    RoundReport report;
    report.traffic.resize(2);
    report.traffic[0].bits = 100;
    report.traffic[1].bits = 28;
    MetricTracker tracker({});
    EXPECT(tracker.add(report), "totalTrafficBits", 128.0);
    const auto metrics = tracker.add(report);
    EXPECT(metrics, "trafficBits", 128.0);
    EXPECT(metrics, "totalTrafficBits", 256.0);
}

void TestMetricsOfMethods::trafficIsCountedPerLink()
{
    RoundReport report;
    report.traffic.resize(3);
    report.traffic[0] = Traffic{.link = Link::EdgeToCloud, .client = 0, .bits = 64};
    report.traffic[1] = Traffic{.link = Link::EdgeToCloud, .client = 1, .bits = 32};
    report.traffic[2] = Traffic{.link = Link::ClientToServer, .client = {}, .bits = 8};
    MetricTracker tracker({});
    const auto first = tracker.add(report);
    EXPECT(first, "totalEdgeToCloudBits", 96.0);
    EXPECT(first, "totalClientToServerBits", 8.0);
    QVERIFY(!valueIn(first, "totalCloudToEdgeBits")); // a link nobody has is not a zero
    report.traffic.resize(1);
    report.traffic[0].link = Link::CloudToEdge;
    const auto second = tracker.add(report);
    EXPECT(second, "totalEdgeToCloudBits", 96.0);
    EXPECT(second, "totalCloudToEdgeBits", 64.0);
    EXPECT(second, "totalTrafficBits", 168.0);
}

void TestMetricsOfMethods::theCloudsTrafficIsComparedPerSender()
{
    // Five clients; edge 0 has two of them and the other three make up an edge of their own.
    FederationFacts facts = factsWith({1, 1, 1, 1, 1}, {0, 0, 0, 0, 0});
    facts.edges = {EdgeServer{.name = "", .clients = {0, 1}}};
    RoundReport report;
    report.traffic = {Traffic{.link = Link::ClientToServer, .client = 0, .bits = 40},
                      Traffic{.link = Link::ServerToClient, .client = 4, .bits = 60}};
    MetricTracker flat(facts); // a method that knows no edges: one client is what is compared
    EXPECT(flat.add(report), "cloudBitsPerSender", 20.0);
    EXPECT(flat.add(report), "cloudBitsPerSender", 40.0);
    report.traffic.push_back(Traffic{.link = Link::EdgeToCloud, .client = 0, .bits = 7});
    report.traffic.push_back(Traffic{.link = Link::CloudToEdge, .client = 1, .bits = 9});
    MetricTracker hierarchical(facts);
    EXPECT(hierarchical.add(report), "cloudBitsPerSender", 8.0);
    facts.edges.push_back({.name = "", .clients = {2, 3, 4}});
    MetricTracker same(facts);
    EXPECT(same.add(report), "cloudBitsPerSender", 8.0);
    facts.edges.clear(); // one edge, everybody's
    MetricTracker one(facts);
    EXPECT(one.add(report), "cloudBitsPerSender", 16.0);
    // Nothing between a server and anybody: nothing to compare.
    report.traffic = {Traffic{.link = Link::ClientToClient, .client = 0, .bits = 7}};
    QVERIFY(!valueIn(MetricTracker(facts).add(report), "cloudBitsPerSender"));
}

void TestMetricsOfMethods::aClientThatIsLeftOutIsNoSender()
{
    FederationFacts facts = factsWith({1, 1, 1, 1, 1}, {0, 0, 0, 0, 0});
    RoundReport report;
    report.traffic = {Traffic{.link = Link::ClientToServer, .client = 0, .bits = 40}};
    EXPECT(MetricTracker(facts, true).add(report), "cloudBitsPerSender", 10.0);
    report.traffic.push_back(Traffic{.link = Link::EdgeToCloud, .client = 0, .bits = 12});
    facts.edges = {EdgeServer{.name = "", .clients = {0, 1}},
                   EdgeServer{.name = "", .clients = {2, 3}},
                   EdgeServer{.name = "", .clients = {4}}};
    EXPECT(MetricTracker(facts, true).add(report), "cloudBitsPerSender", 6.0);
    EXPECT(MetricTracker(facts).add(report), "cloudBitsPerSender", 4.0);
    facts.edges.pop_back(); // client 4 is the only one of the remaining edge
    EXPECT(MetricTracker(facts, true).add(report), "cloudBitsPerSender", 6.0);
    facts.edges = {EdgeServer{.name = "", .clients = {0, 1}},
                   EdgeServer{.name = "", .clients = {2, 3, 4}}};
    EXPECT(MetricTracker(facts, true).add(report), "cloudBitsPerSender", 6.0);
}

void TestMetricsOfMethods::plainBytesAddUpBesideTheBits()
{
    RoundReport report = withValues(1,
                                    {{.name = "plainBytesUp", .values = {4.0, std::nullopt}},
                                     {.name = "plainBytesDown", .values = {4.0, 8.0}}});
    report.groupValues.push_back({.name = "plainBytesUp", .values = {100.0}});
    MetricTracker tracker({});
    EXPECT(tracker.add(report), "totalPlainBytes", 116.0);
    EXPECT(tracker.add(report), "totalPlainBytes", 232.0);
    QVERIFY(!valueIn(tracker.add(withValues(3, {})), "totalPlainBytes"));
}

void TestMetricsOfMethods::indexBitsAreAPartThatIsAlsoCountedAlone()
{
    FederationFacts facts = factsWith({1, 1}, {0, 0});
    facts.edges = {EdgeServer{.name = "", .clients = {0, 1}}};
    RoundReport report = withValues(1,
                                    {{.name = "indexBitsUp", .values = {4.0, std::nullopt}},
                                     {.name = "indexBitsDown", .values = {4.0, 8.0}}});
    report.groupValues.push_back({.name = "indexBitsUp", .values = {10.0}});
    report.traffic = {Traffic{.link = Link::ClientToServer, .client = 0, .bits = 100},
                      Traffic{.link = Link::EdgeToCloud, .client = 0, .bits = 42}};
    MetricTracker tracker(facts);
    const auto first = tracker.add(report);
    EXPECT(first, "totalIndexBits", 26.0);
    EXPECT(first, "trafficBits", 142.0);
    EXPECT(first, "cloudBitsPerSender", 42.0);
    EXPECT(first, "cloudNumberBitsPerSender", 32.0);
    EXPECT(tracker.add(report), "totalIndexBits", 52.0);
    // Without edge servers the clients talk to the cloud; whole models have no index.
    report.traffic.pop_back();
    EXPECT(MetricTracker(facts).add(report), "cloudNumberBitsPerSender", (100.0 - 16) / 2);
    report.clientValues.clear();
    report.groupValues.clear();
    const auto whole = MetricTracker(facts).add(report);
    EXPECT(whole, "cloudNumberBitsPerSender", 50.0);
    QVERIFY(!valueIn(whole, "totalIndexBits"));
}

COTERIE_SECTION(TestMetricsOfMethods)

} // namespace tst_metrics_of_methods

#include "tst_metrics_of_methods.moc"
