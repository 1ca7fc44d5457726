#include "core/collab/metric_correlation.h"
#include "core/collab/metrics.h"
#include "core/collab/partition_agreement.h"
#include "core/collab/savitzky_golay.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <set>

using namespace coterie;

namespace {

ClientReport tested(int client, double accuracy, double loss, std::int64_t samples)
{
    ClientReport report;
    report.client = client;
    report.personalTest = Score{.loss = loss, .accuracy = accuracy, .samples = samples};
    return report;
}

RoundReport withAccuracies(int round, const std::vector<double>& accuracies)
{
    RoundReport report;
    report.round = round;
    for (std::size_t i = 0; i < accuracies.size(); ++i)
        report.clients.push_back(
            tested(static_cast<int>(i), accuracies[i], 1.0 - accuracies[i], 10));
    return report;
}

FederationFacts factsWith(std::vector<std::int64_t> trainSamples, std::vector<int> trueGroup = {})
{
    FederationFacts facts;
    facts.trainSamples = std::move(trainSamples);
    facts.trueGroup = std::move(trueGroup);
    return facts;
}

std::optional<double> valueIn(const std::vector<NamedMetric>& metrics, std::string_view name)
{
    for (const NamedMetric& metric : metrics) {
        if (metric.name == name)
            return metric.value;
    }
    return std::nullopt;
}

RoundReport withValues(int round, std::vector<NamedValues> clientValues)
{
    RoundReport report;
    report.round = round;
    report.clientValues = std::move(clientValues);
    return report;
}

#define EXPECT(metrics, name, expected)                                                            \
    do {                                                                                           \
        const std::optional<double> found = valueIn(metrics, name);                                \
        QVERIFY2(found.has_value(), name);                                                         \
        QVERIFY2(std::abs(*found - (expected)) < 1e-12,                                            \
                 qPrintable(QString("%1: %2").arg(name).arg(*found)));                             \
    } while (false)

} // namespace

class TestMetrics : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyNameIsDescribedOnce();
    void anEmptyReportHasNoMetrics();
    void testErrorIsUnweightedWithItsSpread();
    void worstTenPercentIsAtLeastOneClientRoundedUp();
    void meansAreWeightedByTrainingOrTestSamples();
    void logLossIsTheMeanOfLogs();
    void globalAccuracyPoolsTheClientsTestSets();
    void theOfficialTestSetStandsApart();
    void bestPerClientIsKeptForEachClient();
    void theBestRoundIsTheFirstWithTheHighestMean();
    void withoutClassesTheLossDecides();
    void centralisedTrainingIsJudgedByTheOfficialTest();
    void validationChoosesTheRound();
    void trainingLossIsOfParticipantsOnce();
    void trainingSetsAreMeasuredOnRequest();
    void groupsAreComparedWithTheTrueOnes();
    void overlappingGroupsAreOnlyCounted();
    void theOracleDistanceIsOfTheWholeMatrix();
    void clientsOfNoGroupHaveNoOracle();
    void utilityIsSummedAndAveragedFromTheSecondRound();
    void sparsityIsOfClientsEdgesAndTheGlobalModel();
    void edgeAccuracyPoolsTheClientsTestSets();
    void entropiesAreComparedWhereBothAreKnown();
    void whatChoosingCostsIsAddedUp();
    void gradientsAreComparedWithEntropies();
    void equalValuesShareTheirRank();
    void correlationNeedsASpread();
    void trafficAddsUp();
    void trafficIsCountedPerLink();
    void theCloudsTrafficIsComparedPerSender();
    void plainBytesAddUpBesideTheBits();
    void notANumberIsDataButNeverBest();
    void roundsToTargetCountFromOne();
    void aLossReachesItsTargetFromAbove();
    void onlyMeasuresOfQualityHaveADirection();
    void smoothingHasThePublishedCoefficients();
    void smoothingKeepsCubicsToTheEnds();
    void shortCurvesAreSmoothedWhole();
    void randIndexAgreesWithHandWorkedTables_data();
    void randIndexAgreesWithHandWorkedTables();
};

void TestMetrics::everyNameIsDescribedOnce()
{
    std::set<std::string_view> names;
    for (const MetricInfo& info : metricInfos()) {
        QVERIFY2(names.insert(info.name).second, std::string(info.name).c_str());
        QVERIFY(!info.meaning.empty());
        QCOMPARE(findMetric(info.name)->meaning, info.meaning);
    }
    QVERIFY(findMetric("meanTestErorr") == nullptr);

    // A report with everything in it produces every metric there is, and none without a
    // description.
    RoundReport report = withAccuracies(1, {0.5, 0.75});
    report.officialTest = report.pooledTrain = Score{.loss = 1.0, .accuracy = 0.5, .samples = 1};
    for (ClientReport& client : report.clients) {
        client.globalTest = client.personalValidation = client.personalTest;
        client.trainLoss = 1.0;
    }
    report.grouping = Grouping{.groups = {{0}, {1}}, .merges = {}, .stopReason = {}, .refused = {}};
    report.collaboration = Matrix(2, 2, 0.5);
    report.round = 2;
    for (const char* name : {"utility",
                             "sparsity",
                             "globalSparsity",
                             "estimatedEntropy",
                             "trueEntropy",
                             "gradientDistance",
                             "selectionSamples",
                             "selectionBits"})
        report.clientValues.push_back({.name = name, .values = {0.25, 0.5}});
    report.clientValues.push_back({.name = "edgeTestAccuracy", .values = {0.25, 0.5}});
    report.clientValues.push_back({.name = "plainBytesUp", .values = {8.0, 8.0}});
    for (const char* name : {"sparsity", "envelopeBeta", "envelopeRho", "envelopeKappa"})
        report.groupValues.push_back({.name = name, .values = {0.5, 0.25}});
    for (const Link link : {Link::ClientToServer,
                            Link::ServerToClient,
                            Link::EdgeToCloud,
                            Link::CloudToEdge,
                            Link::ClientToClient}) {
        report.traffic.emplace_back();
        report.traffic.back().link = link;
    }
    std::set<std::string_view> found;
    FederationFacts facts = factsWith({1, 2}, {0, 1});
    facts.testSamples = {1, 2};
    for (const NamedMetric& metric : MetricTracker(facts).add(report))
        QVERIFY2(found.insert(metric.name).second, std::string(metric.name).c_str());
    QVERIFY(found == names);
}

void TestMetrics::anEmptyReportHasNoMetrics()
{
    QVERIFY(MetricTracker({}).add({}).empty());
}

void TestMetrics::testErrorIsUnweightedWithItsSpread()
{
    // Errors 10, 20, 20, 50 %: mean 25, squared distances 225 + 25 + 25 + 625 = 900, over 4 is 225,
    // root 15.
    const auto metrics = MetricTracker({}).add(withAccuracies(1, {0.9, 0.8, 0.8, 0.5}));
    EXPECT(metrics, "meanTestError", 25.0);
    EXPECT(metrics, "stdTestError", 15.0);
    EXPECT(metrics, "minTestError", 10.0);
    EXPECT(metrics, "maxTestError", 50.0);
    EXPECT(metrics, "meanTestAccuracy", 0.75);
    EXPECT(metrics, "meanTestLoss", 0.25);
}

void TestMetrics::worstTenPercentIsAtLeastOneClientRoundedUp()
{
    const auto one = MetricTracker({}).add(withAccuracies(1, {0.9, 0.5, 0.8}));
    EXPECT(one, "worstTestError", 50.0);
    EXPECT(one, "worstTestAccuracy", 0.5);
    std::vector<double> eleven(11, 1.0);
    eleven[3] = 0.2;
    eleven[7] = 0.6;
    const auto two = MetricTracker({}).add(withAccuracies(1, eleven)); // ⌈1.1⌉ = 2 clients
    EXPECT(two, "worstTestAccuracy", 0.4);
    EXPECT(two, "worstTestError", 60.0);
}

void TestMetrics::meansAreWeightedByTrainingOrTestSamples()
{
    RoundReport report;
    report.clients = {tested(0, 0.5, 1.0, 10), tested(1, 1.0, 3.0, 30)};
    const auto metrics = MetricTracker(factsWith({300, 100})).add(report);
    EXPECT(metrics, "weightedTestAccuracy", 0.625); // (300·0.5 + 100·1)/400
    EXPECT(metrics, "weightedTestLoss", 1.5);       // (300·1 + 100·3)/400
    EXPECT(metrics, "personalAccuracy", 0.875);     // 5 + 30 correct of 40
    EXPECT(metrics, "pooledTestLoss", 2.5);         // (10·1 + 30·3)/40
    QVERIFY(
        !valueIn(MetricTracker({}).add(report), "weightedTestAccuracy")); // sizes were never said
}

void TestMetrics::logLossIsTheMeanOfLogs()
{
    RoundReport report;
    report.clients = {tested(0, 0.5, 0.01, 1), tested(1, 0.5, 1.0, 1)};
    EXPECT(MetricTracker({}).add(report), "meanLog10TestLoss", -1.0);
}

void TestMetrics::globalAccuracyPoolsTheClientsTestSets()
{
    RoundReport report;
    report.clients.resize(3);
    report.clients[0].globalTest = Score{.loss = 1.0, .accuracy = 0.25, .samples = 4};
    report.clients[1].globalTest = Score{.loss = 2.0, .accuracy = 0.5, .samples = 12};
    report.clients[2].globalTest =
        Score{.loss = std::nan(""), .accuracy = std::nan(""), .samples = 0};
    const auto metrics = MetricTracker({}).add(report);
    EXPECT(metrics, "globalAccuracy", 0.4375); // 1 + 6 correct of 16
    EXPECT(metrics, "globalTestLoss", 1.75);   // (4·1 + 12·2)/16
    QVERIFY(!valueIn(metrics, "personalAccuracy"));
}

void TestMetrics::theOfficialTestSetStandsApart()
{
    RoundReport report;
    report.officialTest = Score{.loss = 0.5, .accuracy = 0.8, .samples = 1000};
    const auto metrics = MetricTracker({}).add(report);
    EXPECT(metrics, "officialAccuracy", 0.8);
    EXPECT(metrics, "officialTestLoss", 0.5);
    QVERIFY(!valueIn(metrics, "globalAccuracy"));
}

void TestMetrics::bestPerClientIsKeptForEachClient()
{
    MetricTracker tracker({});
    EXPECT(tracker.add(withAccuracies(0, {0.1, 0.2})), "bestPerClientTestAccuracy", 0.15);
    EXPECT(
        tracker.add(withAccuracies(1, {0.9, 0.1})), "bestPerClientTestAccuracy", 0.55); // 0.9, 0.2
    const auto last = tracker.add(withAccuracies(2, {0.3, 0.7}));
    EXPECT(last, "bestPerClientTestAccuracy", 0.8); // 0.9, 0.7
    EXPECT(last, "bestPerClientTestError", 20.0);
    EXPECT(last, "meanTestAccuracy", 0.5);
    QVERIFY(!valueIn(tracker.add(RoundReport{}), "bestPerClientTestError")); // nothing was tested
}

void TestMetrics::theBestRoundIsTheFirstWithTheHighestMean()
{
    MetricTracker tracker({});
    EXPECT(tracker.add(withAccuracies(1, {0.25, 0.25})), "bestRound", 1.0);
    EXPECT(tracker.add(withAccuracies(2, {0.5, 0.75})), "bestRound", 2.0);
    EXPECT(tracker.add(withAccuracies(3, {0.75, 0.5})), "bestRound", 2.0);
    const auto last = tracker.add(withAccuracies(4, {0.5, 0.5}));
    EXPECT(last, "bestRound", 2.0);
    EXPECT(last, "bestRoundTestError", 37.5);
    EXPECT(last, "bestRoundTestLoss", 0.375);
    EXPECT(last, "meanTestError", 50.0); // the final value stands beside the best
}

void TestMetrics::withoutClassesTheLossDecides()
{
    MetricTracker tracker({});
    std::vector<NamedMetric> metrics;
    int round = 0;
    for (const double loss : {3.0, 1.0, 2.0}) {
        RoundReport report;
        report.round = ++round;
        report.clients.resize(1);
        report.clients[0].personalTest = Score{.loss = loss, .accuracy = {}, .samples = 5};
        metrics = tracker.add(report);
    }
    EXPECT(metrics, "bestRound", 2.0);
    EXPECT(metrics, "bestRoundTestLoss", 1.0);
    QVERIFY(!valueIn(metrics, "bestRoundTestError"));
    QVERIFY(!valueIn(metrics, "meanTestError"));
}

void TestMetrics::centralisedTrainingIsJudgedByTheOfficialTest()
{
    MetricTracker tracker({});
    RoundReport report;
    report.round = 1;
    report.officialTest = Score{.loss = 0.5, .accuracy = 0.75, .samples = 100};
    report.pooledTrain = Score{.loss = 0.25, .accuracy = 0.875, .samples = 100};
    const auto metrics = tracker.add(report);
    EXPECT(metrics, "bestRoundTestError", 25.0);
    EXPECT(metrics, "pooledTrainLoss", 0.25);
    EXPECT(metrics, "pooledTrainAccuracy", 0.875);
}

void TestMetrics::validationChoosesTheRound()
{
    // Validation is best in round 2, the test in round 3: the honest choice is round 2 and what its
    // test gave.
    const std::vector<double> validation{0.5, 0.75, 0.625};
    const std::vector<double> test{0.25, 0.5, 0.75};
    MetricTracker tracker({});
    std::vector<NamedMetric> metrics;
    for (std::size_t i = 0; i < 3; ++i) {
        RoundReport report = withAccuracies(static_cast<int>(i) + 1, {test[i]});
        report.clients[0].personalValidation =
            Score{.loss = 1.0, .accuracy = validation[i], .samples = 4};
        metrics = tracker.add(report);
    }
    EXPECT(metrics, "meanValidationAccuracy", 0.625);
    EXPECT(metrics, "meanValidationLoss", 1.0);
    EXPECT(metrics, "validationBestRound", 2.0);
    EXPECT(metrics, "validationBestTestError", 50.0);
    EXPECT(metrics, "validationBestTestLoss", 0.5);
    EXPECT(metrics, "bestRound", 3.0);
    QVERIFY(!valueIn(MetricTracker({}).add(withAccuracies(1, {0.5})), "validationBestRound"));
}

void TestMetrics::trainingLossIsOfParticipantsOnce()
{
    RoundReport report;
    for (int client = 0; client < 4; ++client) {
        report.clients.emplace_back();
        report.clients.back().client = client;
        report.clients.back().trainLoss = 2.0 * client; // 0, 2, 4, 6
    }
    report.participants = {1, 2, 2}; // drawn twice, yet one client
    const auto metrics = MetricTracker(factsWith({10, 10, 10, 30})).add(report);
    EXPECT(metrics, "meanTrainLoss", 3.0);
    EXPECT(metrics, "stdTrainLoss", 1.0);
    EXPECT(metrics, "populationTrainLoss", 3.0);
    EXPECT(metrics, "weightedTrainLoss", 4.0); // (0 + 20 + 40 + 180)/60
    report.participants.clear();
    EXPECT(MetricTracker({}).add(report), "stdTrainLoss", std::sqrt(5.0)); // (9 + 1 + 1 + 9)/4
}

void TestMetrics::trainingSetsAreMeasuredOnRequest()
{
    RoundReport report;
    QVERIFY(!findMetric(MetricTracker({}).add(report), "trainSetLoss"));
    report.clientValues.push_back({.name = "trainSetLoss", .values = {0.5, std::nullopt, 1.5}});
    report.clientValues.push_back({.name = "trainSetAccuracy", .values = {1, std::nullopt, 0.5}});
    const auto metrics = MetricTracker({}).add(report);
    EXPECT(metrics, "trainSetLoss", 1.0);
    EXPECT(metrics, "trainSetError", 25.0);
}

void TestMetrics::groupsAreComparedWithTheTrueOnes()
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

void TestMetrics::overlappingGroupsAreOnlyCounted()
{
    RoundReport report;
    report.grouping =
        Grouping{.groups = {{0, 1}, {1, 2}}, .merges = {}, .stopReason = {}, .refused = {}};
    const auto metrics = MetricTracker(factsWith({}, {0, 0, 1})).add(report);
    EXPECT(metrics, "groupCount", 2.0);
    QVERIFY(!valueIn(metrics, "adjustedRandIndex"));
}

void TestMetrics::theOracleDistanceIsOfTheWholeMatrix()
{
    // Groups {0, 1} and {2}: the oracle is (½ ½ 0; ½ ½ 0; 0 0 1).
    RoundReport report;
    report.collaboration = Matrix(3, 3);
    report.collaboration->values = {0.5, 0.5, 0.0, 0.5, 0.5, 0.0, 0.0, 0.0, 1.0};
    const FederationFacts facts = factsWith({}, {4, 4, 2});
    EXPECT(MetricTracker(facts).add(report), "oracleDistance", 0.0);
    // The identity is off by ½ in four cells: √(4·¼) = 1.
    report.collaboration->values = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
    EXPECT(MetricTracker(facts).add(report), "oracleDistance", 1.0);
    // Only row 2 is off, by ⅓, ⅓ and −⅔: √(1/9 + 1/9 + 4/9) = √6/3. A row is a receiver: the same
    // error in a column is another matrix.
    report.collaboration->values = {0.5, 0.5, 0.0, 0.5, 0.5, 0.0, 1. / 3, 1. / 3, 1. / 3};
    EXPECT(MetricTracker(facts).add(report), "oracleDistance", std::sqrt(6.0) / 3.0);

    QVERIFY(!valueIn(MetricTracker({}).add(report), "oracleDistance")); // nobody knows the groups
    QVERIFY(!valueIn(MetricTracker(factsWith({}, {0, 1})).add(report), "oracleDistance"));
    report.collaboration->at(0, 0) = std::nan("");
    QVERIFY(std::isnan(*valueIn(MetricTracker(facts).add(report), "oracleDistance")));
}

void TestMetrics::clientsOfNoGroupHaveNoOracle()
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

void TestMetrics::utilityIsSummedAndAveragedFromTheSecondRound()
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

void TestMetrics::sparsityIsOfClientsEdgesAndTheGlobalModel()
{
    RoundReport report =
        withValues(1,
                   {{.name = "sparsity", .values = {0.25, std::nullopt, 0.75, 0.125}},
                    {.name = "globalSparsity", .values = {0.9}}});
    report.groupValues = {{.name = "sparsity", .values = {0.5, 0.25}}};
    const auto metrics = MetricTracker({}).add(report);
    EXPECT(metrics, "meanSparsity", 0.375); // (0.25 + 0.75 + 0.125)/3
    EXPECT(metrics, "meanGroupSparsity", 0.375);
    EXPECT(metrics, "globalSparsity", 0.9);
    report.clientValues.clear();
    const auto ofEdges = MetricTracker({}).add(report);
    QCOMPARE(ofEdges.size(), std::size_t{1});
    EXPECT(ofEdges, "meanGroupSparsity", 0.375);
}

void TestMetrics::edgeAccuracyPoolsTheClientsTestSets()
{
    FederationFacts facts;
    facts.testSamples = {10, 30, 60, 0};
    const RoundReport report =
        withValues(1, {{.name = "edgeTestAccuracy", .values = {0.5, 0.9, std::nullopt, 0.1}}});
    const auto metrics = MetricTracker(facts).add(report);
    EXPECT(metrics, "edgeAccuracy", 0.8); // (5 + 27)/40
    QCOMPARE(metrics.size(), std::size_t{1});
}

void TestMetrics::entropiesAreComparedWhereBothAreKnown()
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

void TestMetrics::whatChoosingCostsIsAddedUp()
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

void TestMetrics::gradientsAreComparedWithEntropies()
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

void TestMetrics::equalValuesShareTheirRank()
{
    // Ranks (1.5, 1.5, 3, 4) and (1, 2, 4, 3), means 2.5: products −1·−1.5 + −1·−0.5 + 0.5·1.5 +
    // 1.5·0.5 = 3.5, squares 4.5 and 5.
    const std::vector<double> tied{2.0, 2.0, 5.0, 9.0};
    const std::vector<double> other{-1.0, 0.0, 7.0, 3.0};
    QVERIFY(std::abs(*spearman(tied, other) - 3.5 / std::sqrt(22.5)) < 1e-12);
    // Any growing curve keeps the ranks, also one that ends at infinity; falling turns them round.
    const std::vector<double> steep{1.0, 10.0, 1e9, std::numeric_limits<double>::infinity()};
    const std::vector<double> falling{4.0, 3.0, 2.0, 1.0};
    const std::vector<double> even{1.0, 2.0, 3.0, 4.0};
    QVERIFY(std::abs(*spearman(steep, even) - 1.0) < 1e-12);
    QVERIFY(std::abs(*spearman(steep, falling) + 1.0) < 1e-12);
    QVERIFY(std::isnan(*pearson(steep, even)));
    QVERIFY(std::abs(*pearson(even, falling) + 1.0) < 1e-12);
}

void TestMetrics::correlationNeedsASpread()
{
    const std::vector<double> even{1.0, 2.0, 3.0};
    // 0.1 three times has a mean that is not 0.1: the answer must not come from rounding.
    const std::vector<double> flat{0.1, 0.1, 0.1};
    QVERIFY(!pearson(even, flat));
    QVERIFY(!spearman(flat, even));
    const std::vector<double> one{1.0};
    QVERIFY(!pearson(one, one));
    QVERIFY(!spearman(one, one));
    QVERIFY(!pearson({}, {}));
    QVERIFY(!spearman({}, {}));
    const std::vector<double> lost{1.0, std::nan(""), 2.0};
    QVERIFY(std::isnan(*pearson(even, lost)));
    QVERIFY(std::isnan(*spearman(lost, even)));
}

void TestMetrics::trafficAddsUp()
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

void TestMetrics::trafficIsCountedPerLink()
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

void TestMetrics::theCloudsTrafficIsComparedPerSender()
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

void TestMetrics::plainBytesAddUpBesideTheBits()
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

void TestMetrics::notANumberIsDataButNeverBest()
{
    const double nan = std::nan("");
    MetricTracker tracker({});
    EXPECT(tracker.add(withAccuracies(1, {0.5, 0.25})), "bestRound", 1.0);
    const auto metrics = tracker.add(withAccuracies(2, {nan, 0.75}));
    QVERIFY(std::isnan(*valueIn(metrics, "meanTestError")));
    QVERIFY(std::isnan(*valueIn(metrics, "worstTestError"))); // a lost model is the worst there is
    QVERIFY(std::isnan(*valueIn(metrics, "maxTestError")));
    EXPECT(metrics, "minTestError", 25.0);
    EXPECT(metrics, "bestPerClientTestAccuracy", 0.625); // 0.5, 0.75
    EXPECT(metrics, "bestRound", 1.0);

    MetricTracker lostFirst({});
    static_cast<void>(lostFirst.add(withAccuracies(1, {nan})));
    EXPECT(lostFirst.add(withAccuracies(2, {0.5})), "bestPerClientTestAccuracy", 0.5);
}

void TestMetrics::roundsToTargetCountFromOne()
{
    const std::vector<CurvePoint> curve{
        {0, 0.9}, {1, 0.1}, {2, std::nan("")}, {5, 0.75}, {6, 0.7}, {7, 0.8}};
    QCOMPARE(roundsToTarget(curve, 0.75),
             std::optional(5)); // reached is enough; round 0 was before training
    QCOMPARE(roundsToTarget(curve, 0.76), std::optional(7));
    QCOMPARE(roundsToTarget(curve, 0.1), std::optional(1));
    QVERIFY(!roundsToTarget(curve, 0.81));
    QVERIFY(!roundsToTarget({}, 0.5));

    // One lucky round reaches the target in the raw curve, the smoothed one (25/143 of it) does
    // not.
    std::vector<CurvePoint> lucky;
    for (int round = 0; round <= 20; ++round)
        lucky.push_back({round, round == 10 ? 1.0 : 0.0});
    QCOMPARE(roundsToTarget(lucky, 0.5), std::optional(10));
    QVERIFY(!roundsToTarget(smoothed(lucky), 0.5));
    QCOMPARE(roundsToTarget(smoothed(lucky), 25.0 / 143.0 - 1e-12), std::optional(10));
    QCOMPARE(smoothed(lucky).front().round, 1);
}

void TestMetrics::aLossReachesItsTargetFromAbove()
{
    const std::vector<CurvePoint> curve{{0, 0.1}, {1, 2.0}, {2, std::nan("")}, {3, 0.5}, {4, 0.7}};
    QCOMPARE(roundsToTarget(curve, 0.5, Better::Lower), std::optional(3));
    QCOMPARE(roundsToTarget(curve, 2.5, Better::Lower), std::optional(1));
    QVERIFY(!roundsToTarget(curve, 0.4, Better::Lower));
}

void TestMetrics::onlyMeasuresOfQualityHaveADirection()
{
    QVERIFY(findMetric("globalAccuracy")->better == Better::Higher);
    QVERIFY(findMetric("worstTestAccuracy")->better == Better::Higher);
    QVERIFY(findMetric("adjustedRandIndex")->better == Better::Higher);
    QVERIFY(findMetric("meanTestError")->better == Better::Lower);
    QVERIFY(findMetric("meanLog10TestLoss")->better == Better::Lower);
    QVERIFY(findMetric("oracleDistance")->better == Better::Lower);
    QVERIFY(findMetric("groupCount")->better == Better::Neither);
    QVERIFY(findMetric("bestRound")->better == Better::Neither);
    QVERIFY(findMetric("totalTrafficBits")->better == Better::Neither);
}

void TestMetrics::smoothingHasThePublishedCoefficients()
{
    // ALGORITHMS §11.4: −.076923, 0, .062937, .111888, .146853, .167832, .174825, … = (−11, 0, 9,
    // 16, 21, 24, 25)/143
    const std::vector<double> coefficients{-11, 0, 9, 16, 21, 24, 25, 24, 21, 16, 9, 0, -11};
    std::vector<double> impulse(33, 0.0);
    impulse[16] = 1.0;
    const std::vector<double> smooth = savitzkyGolay(impulse);
    for (std::size_t i = 6; i < 27; ++i) {
        const double expected = i >= 10 && i <= 22 ? coefficients[i - 10] / 143.0 : 0.0;
        QVERIFY(std::abs(smooth[i] - expected) < 1e-14);
    }
}

void TestMetrics::smoothingKeepsCubicsToTheEnds()
{
    std::vector<double> cubic;
    for (int i = 0; i < 30; ++i)
        cubic.push_back(2.0 - 0.5 * i + 0.125 * i * i - 0.01 * i * i * i);
    const std::vector<double> smooth = savitzkyGolay(cubic);
    for (std::size_t i = 0; i < cubic.size(); ++i)
        QVERIFY(std::abs(smooth[i] - cubic[i]) < 1e-9);
    // And what is no cubic is changed, at the ends as well.
    std::vector<double> zigzag;
    for (int i = 0; i < 30; ++i)
        zigzag.push_back(i % 2);
    const std::vector<double> calm = savitzkyGolay(zigzag);
    QVERIFY(std::abs(calm[15] - 0.5) < 0.2);
    QVERIFY(calm.front() != zigzag.front());
    QVERIFY(calm.back() != zigzag.back());
}

void TestMetrics::shortCurvesAreSmoothedWhole()
{
    const std::vector<double> four{1.0, 5.0, -2.0, 0.5};
    QVERIFY(savitzkyGolay(four) == four);
    QVERIFY(savitzkyGolay({}).empty());
    // Five points and a cubic: the residual is a multiple of (1, −4, 6, −4, 1)/70 times the fourth
    // difference.
    const std::vector<double> five{0.0, 0.0, 1.0, 0.0, 0.0};
    const std::vector<double> smooth = savitzkyGolay(five);
    const std::vector<double> expected{-6.0 / 70, 24.0 / 70, 34.0 / 70, 24.0 / 70, -6.0 / 70};
    for (std::size_t i = 0; i < 5; ++i)
        QVERIFY(std::abs(smooth[i] - expected[i]) < 1e-14);
}

void TestMetrics::randIndexAgreesWithHandWorkedTables_data()
{
    QTest::addColumn<QList<int>>("found");
    QTest::addColumn<QList<int>>("truth");
    QTest::addColumn<double>("index");
    QTest::addColumn<double>("share");
    QTest::newRow("other names") << QList<int>{1, 1, 0, 0} << QList<int>{5, 5, 9, 9} << 1.0 << 1.0;
    QTest::newRow("crossed") << QList<int>{0, 0, 1, 1} << QList<int>{0, 1, 0, 1} << -0.5 << 0.5;
    // Table (2 1; 0 3): pairs together 1+3 = 4, found 3+3 = 6, true 1+6 = 7, all 15: (4 − 2.8)/(6.5
    // − 2.8) = 12/37.
    QTest::newRow("one astray") << QList<int>{0, 0, 0, 1, 1, 1} << QList<int>{0, 0, 1, 1, 1, 1}
                                << 12.0 / 37.0 << 5.0 / 6.0;
    QTest::newRow("all together") << QList<int>{0, 0, 0} << QList<int>{2, 2, 2} << 1.0 << 1.0;
    QTest::newRow("all apart") << QList<int>{0, 1, 2} << QList<int>{2, 1, 0} << 1.0 << 1.0;
    QTest::newRow("together, apart")
        << QList<int>{0, 0, 0} << QList<int>{0, 1, 2} << 0.0 << 1.0 / 3.0;
    QTest::newRow("one client") << QList<int>{0} << QList<int>{3} << 1.0 << 1.0;
    QTest::newRow("nobody") << QList<int>{} << QList<int>{} << 1.0 << 1.0;
}

void TestMetrics::randIndexAgreesWithHandWorkedTables()
{
    QFETCH(QList<int>, found);
    QFETCH(QList<int>, truth);
    QFETCH(double, index);
    QFETCH(double, share);
    const std::vector<int> first(found.begin(), found.end());
    const std::vector<int> second(truth.begin(), truth.end());
    QVERIFY(std::abs(adjustedRandIndex(first, second) - index) < 1e-12);
    QVERIFY(std::abs(purity(first, second) - share) < 1e-12);
}

QTEST_GUILESS_MAIN(TestMetrics)
#include "tst_metrics.moc"
