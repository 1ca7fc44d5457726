#include "core/metrics/metrics.h"
#include "tests/core/metrics/metric_fixture.h"
#include "tests/sections.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <set>

namespace tst_metrics {

using namespace coterie;
using namespace coterie::test;

class TestMetrics : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyNameIsDescribedOnce();
    void anEmptyReportHasNoMetrics();
    void testErrorIsUnweightedWithItsSpread();
    void eachOfAFewClientsHasItsError();
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
    void notANumberIsDataButNeverBest();
    void roundsToTargetCountFromOne();
    void aLossReachesItsTargetFromAbove();
    void onlyMeasuresOfQualityHaveADirection();
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
    RoundReport report = withAccuracies(1, {0.5, 0.75, 0.5, 0.75});
    report.officialTest = report.pooledTrain = Score{.loss = 1.0, .accuracy = 0.5, .samples = 1};
    for (ClientReport& client : report.clients) {
        client.globalTest = client.personalValidation = client.personalTest;
        client.trainLoss = 1.0;
    }
    report.grouping =
        Grouping{.groups = {{0, 2}, {1, 3}}, .merges = {}, .stopReason = {}, .refused = {}};
    report.collaboration = Matrix(4, 4, 0.25);
    report.round = 2;
    report.learningRate = 0.1;
    for (const char* name : {"utility",
                             "squaredGradientNorm",
                             "sparsity",
                             "estimatedEntropy",
                             "trueEntropy",
                             "gradientDistance",
                             "selectionSamples",
                             "selectionBits",
                             "trainSetLoss",
                             "trainSetAccuracy",
                             "globalTrainSetLoss"})
        report.clientValues.push_back({.name = name, .values = {0.25, 0.5}});
    report.clientValues.push_back({.name = "edgeTestAccuracy", .values = {0.25, 0.5}});
    for (const char* name : {"plainBytesUp", "indexBitsUp"})
        report.clientValues.push_back({.name = name, .values = {8.0, 8.0}});
    for (const char* name : {"sparsity", "envelopeBeta", "envelopeRho", "envelopeKappa"})
        report.groupValues.push_back({.name = name, .values = {0.5, 0.25}});
    for (const MetricInfo& info : metricInfos())
        if (info.isReported)
            report.metrics[std::string(info.name)] = 0.5;
    QVERIFY(report.metrics.size() > 3);
    for (const Link link : {Link::ClientToServer,
                            Link::ServerToClient,
                            Link::EdgeToCloud,
                            Link::CloudToEdge,
                            Link::ClientToClient}) {
        report.traffic.emplace_back();
        report.traffic.back().link = link;
    }
    std::set<std::string_view> found;
    FederationFacts facts = factsWith({1, 2, 1, 2}, {0, 1, 0, 1});
    facts.testSamples = {1, 2, 1, 2};
    const Metrics metrics = MetricTracker(facts).add(report);
    for (const auto& [name, value] : metrics)
        found.insert(name);
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

void TestMetrics::eachOfAFewClientsHasItsError()
{
    // HCCT, Table 2: with Global the first two clients change places from seed to seed.
    const auto three =
        MetricTracker(factsWith({1, 4, 5})).add(withAccuracies(1, {0.5, 0.25, 0.75}));
    EXPECT(three, "testErrorOfClient0", 50.0);
    EXPECT(three, "testErrorOfClient1", 75.0);
    EXPECT(three, "testErrorOfClient2", 25.0);
    QVERIFY(!valueIn(three, "testErrorOfClient3"));
    // By its number, also where others have no result in this round.
    RoundReport report;
    report.clients = {tested(3, 0.9, 0.1, 10)};
    const auto last = MetricTracker(factsWith({1, 1, 1, 1})).add(report);
    EXPECT(last, "testErrorOfClient3", 10.0);
    QVERIFY(!valueIn(last, "testErrorOfClient0"));
    const auto five = MetricTracker(factsWith({1, 1, 1, 1, 1})).add(report);
    QVERIFY(!valueIn(five, "testErrorOfClient3"));
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
    EXPECT(metrics, "weightedTestError", 37.5);
    EXPECT(metrics, "weightedTestLoss", 1.5); // (300·1 + 100·3)/400
    EXPECT(metrics, "weightedLog10TestLoss", std::log10(3.0) / 4);
    EXPECT(metrics, "personalAccuracy", 0.875); // 5 + 30 correct of 40
    EXPECT(metrics, "pooledTestLoss", 2.5);     // (10·1 + 30·3)/40
    QVERIFY(
        !valueIn(MetricTracker({}).add(report), "weightedTestAccuracy")); // sizes were never said
}

void TestMetrics::logLossIsTheMeanOfLogs()
{
    RoundReport report;
    report.clients = {tested(0, 0.5, 0.01, 1), tested(1, 0.5, 1.0, 1)};
    EXPECT(MetricTracker({}).add(report), "meanLog10TestLoss", -1.0);
    EXPECT(MetricTracker({}).add(report), "stdLog10TestLoss", 1.0); // −2 and 0
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
    EXPECT(last, "stdBestPerClientTestError", 10.0); // of 10 and 30
    EXPECT(last, "minBestPerClientTestError", 10.0);
    EXPECT(last, "maxBestPerClientTestError", 30.0);
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
    Metrics metrics;
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
    Metrics metrics;
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
    QVERIFY(!valueIn(MetricTracker({}).add(report), "trainSetLoss"));
    report.clientValues.push_back({.name = "trainSetLoss", .values = {0.5, std::nullopt, 1.5}});
    report.clientValues.push_back({.name = "trainSetAccuracy", .values = {1, std::nullopt, 0.5}});
    const auto metrics = MetricTracker({}).add(report);
    EXPECT(metrics, "trainSetLoss", 1.0);
    EXPECT(metrics, "trainSetError", 25.0);
    EXPECT(metrics, "stdTrainSetError", 25.0); // 0 and 50
    EXPECT(metrics, "meanLog10TrainSetLoss", (std::log10(0.5) + std::log10(1.5)) / 2);
    EXPECT(metrics, "stdLog10TrainSetLoss", (std::log10(1.5) - std::log10(0.5)) / 2);
    QVERIFY(!valueIn(metrics, "weightedTrainSetError")); // sizes were never said
    const auto bySize = MetricTracker(factsWith({30, 50, 10})).add(report);
    EXPECT(bySize, "weightedTrainSetError", 12.5); // (30·0 + 10·50)/40
    QVERIFY(!valueIn(bySize, "globalTrainSetLoss"));
    report.clientValues.push_back({.name = "globalTrainSetLoss", .values = {2.0, {}, 4.0}});
    EXPECT(MetricTracker(factsWith({30, 50, 10})).add(report), "globalTrainSetLoss", 2.5);
    EXPECT(bySize, "weightedLog10TrainSetLoss", (30 * std::log10(0.5) + 10 * std::log10(1.5)) / 40);
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
    EXPECT(metrics, "maxBestPerClientTestError", 50.0);
    EXPECT(metrics, "bestRound", 1.0);

    MetricTracker lostFirst({});
    QVERIFY(
        std::isnan(*valueIn(lostFirst.add(withAccuracies(1, {nan})), "maxBestPerClientTestError")));
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

COTERIE_SECTION(TestMetrics)

} // namespace tst_metrics

#include "tst_metrics.moc"
