#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/run/environment.h"
#include "core/run/forecast.h"
#include "core/run/prepare_run.h"
#include "core/run/run.h"
#include "core/run/runs_room.h"
#include "tests/core/fixtures/small_experiment.h"
#include "tests/sections.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace tst_forecast {

using namespace coterie;

namespace {

Forecast forecastOf(const std::vector<RunPlan>& plans)
{
    RunData data({});
    const auto forecast = makeForecast(plans, data, 1, {});
    return forecast ? *forecast : Forecast();
}

RoundReport timed(int round, double work, double evaluation)
{
    RoundReport report;
    report.round = round;
    report.timings = {{.phase = "sample", .seconds = work / 4},
                      {.phase = "train", .seconds = work * 3 / 4},
                      {.phase = "evaluate", .seconds = evaluation}};
    return report;
}

} // namespace

class ForecastTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsClientsSamplesModelAndTraffic();
    void anEvaluationIsAllItsSamples();
    void askedTrainingSamplesTakeTheirTime();
    void timesGrowWithTheWork();
    void theQuickestRoundsOfATrialCount();
    void longRoundsAreMeasuredOnce();
    void whatARoundDoesOnceIsNotMultipliedWithItsSteps();
    void aDisturbedTrialForetellsNothingAbsurd();
    void runsAddUp();
    void whatTheDataRefuseIsSaid();
    void aGpuThatIsNotThereIsSaid();
    void aProgramIsNotStartedToForetell();
    void whatAnArmCannotPlayIsRefusedInItsPlace_data();
    void whatAnArmCannotPlayIsRefusedInItsPlace();
    void stopsWhenAsked();
    void countsWithoutATrial();
    void ranksAreCountedTogether();
};

void ForecastTest::tellsClientsSamplesModelAndTraffic()
{
    test::SmallExperiment small;
    small.arms = R"([{"name": "Alone", "algorithm": {"name": "independent"}},
                     {"name": "FedAvg", "algorithm": {"name": "fedavg"}}])";
    const auto plans = expand(small.read(), registry());
    const Forecast forecast = forecastOf(plans);
    QCOMPARE(forecast.clients, 4U);
    RunData data({});
    const auto dataset = data.dataset(plans.front());
    const auto shards = data.shards(plans.front(), **dataset);
    std::vector<std::int64_t> train;
    std::int64_t test = 0;
    for (const Shard& shard : *shards) {
        train.push_back(static_cast<std::int64_t>(shard.train.size()));
        test += static_cast<std::int64_t>(shard.test.size());
    }
    QCOMPARE(forecast.trainSamples, std::accumulate(train.begin(), train.end(), std::int64_t{0}));
    QCOMPARE(forecast.testSamples, test);
    QCOMPARE(forecast.smallestClient, *std::ranges::min_element(train));
    QCOMPARE(forecast.largestClient, *std::ranges::max_element(train));
    QCOMPARE(forecast.arms.size(), 2U);
    const ArmForecast& alone = forecast.arms[0];
    const ArmForecast& together = forecast.arms[1];
    QCOMPARE(together.parameters, std::size_t{28 * 28 * 10 + 10});
    QCOMPARE(alone.bytesPerRound.value(), 0.0);
    // Down and up, four clients, four bytes a number.
    QCOMPARE(together.bytesPerRound.value(), 2.0 * 4 * 4 * 7850);
    QVERIFY(together.memoryBytes > 400.0 * 28 * 28);
    QVERIFY(together.workSeconds.value() > 0);
    QVERIFY(together.evaluateSeconds.value() > 0);
    QVERIFY(together.refusal.empty());
}

void ForecastTest::anEvaluationIsAllItsSamples()
{
    Shards shards(2);
    shards[0].train.resize(100);
    shards[0].test.resize(7);
    shards[0].validation.resize(5);
    shards[1].train.resize(30);
    shards[1].test.resize(4);
    RunPlan plan;
    plan.local.batch = 20;
    QCOMPARE(evaluatedSamples(plan, shards, 0), 16.0);
    QCOMPARE(evaluatedSamples(plan, shards, 1000), 1016.0);
    plan.trainEvaluationBatches = 2;
    QCOMPARE(evaluatedSamples(plan, shards, 0), 16.0 + 40 + 30);
    plan.trainEvaluationBatches = 50;
    QCOMPARE(evaluatedSamples(plan, shards, 0), 16.0 + 100 + 30);
    shards[1].train.clear(); // a stream has no training set to look at
    shards[1].streamed = 30;
    QCOMPARE(evaluatedSamples(plan, shards, 0), 16.0 + 100);
}

void ForecastTest::askedTrainingSamplesTakeTheirTime()
{
    test::SmallExperiment small;
    small.samples = 8000;
    std::vector<RunPlan> plans = expand(small.read(), registry());
    plans.front().data.testShare = 0.01;
    plans.front().data.validationShare = 0;
    RunData data({});
    const auto evaluation = [&] { // the least of a few: what it takes where nothing comes between
        double least = std::numeric_limits<double>::infinity();
        for (int again = 0; again < 5; ++again)
            least = std::min(
                least, makeForecast(plans, data, 1, {})->arms.front().evaluateSeconds.value());
        return least;
    };
    const double without = evaluation();
    plans.front().trainEvaluationBatches = 1000; // that is all of them
    // The few that a trial has of them take two or three times as long as the 20 test samples of a
    // client, all 2,000 or so about a hundred times.
    QCOMPARE_GT(evaluation(), 10 * without);
}

void ForecastTest::timesGrowWithTheWork()
{
    ArmForecast arm;
    arm.workSeconds = 2;
    arm.evaluateSeconds = 3;
    RunPlan plan;
    plan.rounds = 10;
    plan.evaluateEvery = 1;
    QCOMPARE(roundSeconds(arm, plan).value(), 5.0);
    plan.evaluateEvery = 5; // rounds 5 and 10
    QCOMPARE(roundSeconds(arm, plan).value(), 2.6);
    arm.workSeconds.reset();
    QVERIFY(!roundSeconds(arm, plan));
}

void ForecastTest::theQuickestRoundsOfATrialCount()
{
    TrialTimes times;
    times.add(timed(0, 0, 0.0001));     // the start
    times.add(timed(1, 0.001, 0.0001)); // warms up: what is made for the first time
    QVERIFY(!times.isEnough());
    const std::vector<std::pair<double, double>> seconds{
        {0.05, 0.002}, {0.004, 0.03}, {0.006, 0.003}, {0.02, 0.008}};
    for (std::size_t i = 0; i < seconds.size(); ++i) {
        times.add(timed(kFirstMeasuredRound + int(i), seconds[i].first, seconds[i].second));
        QVERIFY(!times.isEnough());
    }
    QCOMPARE(times.work(), 0.004); // whatever came between the others' steps
    QCOMPARE(times.evaluation(), 0.002);
    times.add(timed(kMostTrialRounds, 0.01, 0.01));
    QVERIFY(times.isEnough());
}

void ForecastTest::longRoundsAreMeasuredOnce()
{
    TrialTimes times;
    for (int round = 0; round <= kFirstMeasuredRound; ++round) {
        QVERIFY(!times.isEnough());
        times.add(timed(round, 2, 1));
    }
    QVERIFY(times.isEnough());
    QCOMPARE(times.work(), 2.0);
    QCOMPARE(times.evaluation(), 1.0);
}

void ForecastTest::whatARoundDoesOnceIsNotMultipliedWithItsSteps()
{
    // A server that takes 0.9 s to find its groups, and steps of 10 ms: a round of 75 steps takes
    // 1.65 s. By its steps alone, that of the trial with two of them would foretell 34.5 s.
    const RoundCost cost = costOfRounds(2, 0.92, 8, 0.98);
    QVERIFY(std::abs(cost.once - 0.9) < 1e-9);
    QVERIFY(std::abs(cost.perStep - 0.01) < 1e-9);
    QVERIFY(std::abs(cost.seconds(75) - 1.65) < 1e-9);
    QVERIFY(std::abs(costOfRounds(2, 0.02, 8, 0.08).seconds(75) - 0.75) < 1e-9); // steps alone
}

void ForecastTest::aDisturbedTrialForetellsNothingAbsurd()
{
    QCOMPARE(costOfRounds(2, 0.5, 8, 0.4).seconds(100), 0.5); // the shorter one was disturbed
    // The longer one was: more than in proportion to its steps is not possible.
    QVERIFY(std::abs(costOfRounds(2, 0.02, 8, 5.0).seconds(100) - 1.0) < 1e-9);
    QCOMPARE(costOfRounds(0, 0.3, 0, 0.3).seconds(0), 0.3); // nobody trains
}

void ForecastTest::runsAddUp()
{
    ArmForecast arm;
    arm.workSeconds = 2;
    arm.evaluateSeconds = 3;
    Forecast forecast;
    forecast.arms = {arm};
    RunPlan plan;
    plan.rounds = 10;
    QCOMPARE(foreseenSeconds(forecast, std::vector{plan, plan}).value(), 2 * (10 * 5.0 + 3));
    plan.armIndex = 1;
    QVERIFY(!foreseenSeconds(forecast, std::vector{plan}));
}

void ForecastTest::whatTheDataRefuseIsSaid()
{
    test::SmallExperiment small;
    auto plans = expand(small.read(), registry());
    plans.front().model.model.name = "synth_linear"; // wants another input
    RunData data({});
    const auto forecast = makeForecast(plans, data, 1, {});
    QVERIFY(!forecast);
    QVERIFY(!forecast.error().sentence().empty());
}

void ForecastTest::aGpuThatIsNotThereIsSaid()
{
    if (automaticDevice() == "cuda")
        QSKIP("LibTorch finds a GPU here");
    std::vector<RunPlan> plans = expand(test::SmallExperiment{}.read(), registry());
    plans.front().device = "cuda";
    const Forecast forecast = forecastOf(plans);
    QCOMPARE(forecast.arms.size(), std::size_t{1});
    QCOMPARE(forecast.arms.front().refusal, checkDevice("cuda").error().complaint());
    QVERIFY(!forecast.arms.front().workSeconds.has_value());
}

void ForecastTest::aProgramIsNotStartedToForetell()
{
    test::SmallExperiment small;
    small.arms = R"([{"name": "Own", "algorithm": {"name": "external", "command": ["true"]}}])";
    const Forecast forecast = forecastOf(expand(small.read(), registry()));
    QCOMPARE(forecast.arms.size(), std::size_t{1});
    QVERIFY(forecast.arms.front().startsCommand);
    QCOMPARE(forecast.arms.front().refusal, std::string("Not tried, because it starts a program."));
    QVERIFY(forecast.arms.front().memoryBytes > 0);
}

void ForecastTest::whatAnArmCannotPlayIsRefusedInItsPlace_data()
{
    QTest::addColumn<QString>("settings");
    QTest::addColumn<QString>("sentence"); // of four clients; empty: it plays
    const auto row = [](const char* name, const char* settings, const char* sentence) {
        QTest::newRow(name) << settings << sentence;
    };
    row("the edges there are",
        R"("algorithm": {"name": "sfedhp", "selectedEdges": 1, "edgeRounds": 1})",
        "");
    row("more edges than there are",
        R"("algorithm": {"name": "sfedhp", "selectedEdges": 3, "edgeRounds": 1})",
        "/arms/0/algorithm/selectedEdges: must be at most 1, the number of edge servers (is 3)");
    row("SCAFFOLD", R"("algorithm": {"name": "scaffold"})", "");
    row("SCAFFOLD with momentum",
        R"("algorithm": {"name": "scaffold"}, "local": {"optimizer": {"name": "sgd",
           "learningRate": 0.1, "momentum": 0.9}})",
        "/arms/0/algorithm/name: scaffold: needs SGD without momentum; with sgd as it is set, "
        "control variates are not gradients");
    row("SCAFFOLD with Adam",
        R"("algorithm": {"name": "scaffold"}, "local": {"optimizer": {"name": "adam",
           "learningRate": 0.1}})",
        "/arms/0/algorithm/name: scaffold: needs SGD without momentum; with adam as it is set, "
        "control variates are not gradients");
    row("more clusters than clients",
        R"("algorithm": {"name": "fedavg"}, "sampler": {"name": "hicsFl", "count": 2,
           "clusters": 5})",
        "/arms/0/sampler/clusters: must be at most 4, the number of clients (is 5)");
}

void ForecastTest::whatAnArmCannotPlayIsRefusedInItsPlace()
{
    QFETCH(QString, settings);
    QFETCH(QString, sentence);
    test::SmallExperiment small;
    small.arms = "[{\"name\": \"A\", " + settings.toStdString() + "}]";
    const auto plans = expand(small.read(), registry());
    RunData data({});
    const auto run = prepareRun(plans.front(), data, 1, "cpu");
    QCOMPARE(run ? std::string() : run.error().sentence(), sentence.toStdString());
    const auto forecast = makeForecast(plans, data, 1, {});
    QVERIFY(forecast.has_value());
    QCOMPARE(forecast->arms[0].refusal, run ? std::string() : run.error().complaint());
}

void ForecastTest::stopsWhenAsked()
{
    std::stop_source stop;
    stop.request_stop();
    RunData data({});
    const auto plans = expand(test::SmallExperiment().read(), registry());
    QVERIFY(!makeForecast(plans, data, 1, stop.get_token()));
}

void ForecastTest::countsWithoutATrial()
{
    const auto plans = expand(test::SmallExperiment().read(), registry());
    RunData data({});
    const auto counted = countForecast(plans, data);
    const auto tried = makeForecast(plans, data, 1, {});
    QVERIFY(counted && tried);
    QVERIFY(!counted->isTried && tried->isTried);
    QCOMPARE(counted->clients, tried->clients);
    QCOMPARE(counted->trainSamples, tried->trainSamples);
    QCOMPARE(counted->testSamples, tried->testSamples);
    QCOMPARE(counted->arms.size(), tried->arms.size());
    QCOMPARE(counted->arms[0].parameters, tried->arms[0].parameters);
    QCOMPARE(counted->arms[0].memoryBytes, tried->arms[0].memoryBytes);
    QVERIFY(tried->arms[0].workSeconds && tried->arms[0].bytesPerRound);
    QVERIFY(!counted->arms[0].workSeconds && !counted->arms[0].bytesPerRound);
}

/// As `validate --ranks` and the start of a run count them.
void ForecastTest::ranksAreCountedTogether()
{
    const auto plans = expand(test::SmallExperiment().read(), registry());
    RunData data({});
    const auto alone = countForecast(plans, data, 4);
    const auto counted = countForecast(plans, data, 4, 4); // one thread each
    const auto tried = makeForecast(plans, data, 4, {}, 4);
    QVERIFY(alone && counted && tried);
    QCOMPARE(alone->ranks, 1);
    QCOMPARE(counted->ranks, 4);
    QCOMPARE(tried->ranks, 4);
    const auto most = [](const Forecast& forecast) {
        return std::ranges::max_element(forecast.arms, {}, &ArmForecast::memoryBytes)->memoryBytes;
    };
    const auto room = roomOfRuns(plans, data, 1, {}, 4);
    QVERIFY(room.has_value());
    QCOMPARE(most(*counted), room->ofRanks);
    QCOMPARE(most(*tried), room->ofRanks);
    QCOMPARE(most(*alone), roomOfRuns(plans, data, 4, {})->memory);
    QVERIFY(most(*counted) > most(*alone)); // each holds the data set and all models
    QVERIFY(tried->arms.front().workSeconds);
}

COTERIE_SECTION(ForecastTest)

} // namespace tst_forecast

#include "tst_forecast.moc"
