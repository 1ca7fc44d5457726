#include "core/run/failures.h"
#include "core/run/prepare_run.h"
#include "core/run/progress.h"
#include "tests/margin.h"
#include "tests/sections.h"

#include <chrono>
#include <cmath>
#include <limits>

namespace tst_eta {

using namespace coterie;

namespace {

RoundTime workOnly(double seconds)
{
    return {.work = seconds, .evaluation = std::nullopt};
}

Score score(double loss, std::int64_t samples)
{
    return {.loss = loss, .accuracy = 0.1, .samples = samples};
}

RoundReport timedRound(int round, double work, std::optional<double> evaluation)
{
    RoundReport report;
    report.round = round;
    report.seconds = work + evaluation.value_or(0.0);
    if (round > 0)
        report.timings.push_back({.phase = "train", .seconds = work});
    if (evaluation)
        report.timings.push_back({.phase = "evaluate", .seconds = *evaluation});
    return report;
}

RoundTimes times(const std::vector<RoundTime>& rounds)
{
    RoundTimes times;
    for (const RoundTime& round : rounds)
        times.add(round);
    return times;
}

constexpr SampleShape kPicture{.channels = 1, .height = 28, .width = 28};

FederationFacts twoClients()
{
    FederationFacts facts;
    facts.trainSamples = {20, 20};
    facts.classes = 10;
    return facts;
}

RunPlan plan(const std::string& arm, int rounds, int epochs = 1)
{
    RunPlan plan;
    plan.experimentName = std::string("experiment");
    plan.armName = arm;
    plan.rounds = rounds;
    plan.local.batch = 10;
    plan.local.localEpochs = epochs;
    return plan;
}

std::vector<const RunPlan*> placesOf(const std::vector<RunPlan>& plans)
{
    std::vector<const RunPlan*> places;
    for (const RunPlan& plan : plans)
        places.push_back(&plan);
    return places;
}

} // namespace

class TestEta : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void roundsAndEvaluationsLeft_data()
    {
        QTest::addColumn<int>("done");
        QTest::addColumn<int>("rounds");
        QTest::addColumn<int>("every");
        QTest::addColumn<int>("expectedRounds");
        QTest::addColumn<int>("expectedEvaluations");
        QTest::newRow("every round") << 3 << 10 << 1 << 7 << 7;
        QTest::newRow("every fifth") << 3 << 10 << 5 << 7 << 2;
        QTest::newRow("the last is evaluated too") << 0 << 7 << 5 << 7 << 2;
        QTest::newRow("only the last") << 0 << 7 << 100 << 7 << 1;
        QTest::newRow("before round 0") << -1 << 2 << 1 << 3 << 3;
        QTest::newRow("done") << 10 << 10 << 1 << 0 << 0;
    }
    void roundsAndEvaluationsLeft()
    {
        QFETCH(int, done);
        QFETCH(int, rounds);
        QFETCH(int, every);
        const RoundsLeft left = roundsLeft(done, rounds, every);
        QTEST(left.rounds, "expectedRounds");
        QTEST(left.evaluations, "expectedEvaluations");
    }

    void typicalIsTheMedianWithoutTheFirst_data()
    {
        QTest::addColumn<QList<double>>("values");
        QTest::addColumn<double>("expected");
        QTest::newRow("one is all there is") << QList<double>{4} << 4.0;
        QTest::newRow("two: the second") << QList<double>{4, 1} << 1.0;
        QTest::newRow("three: the mean of the later two") << QList<double>{9, 1, 2} << 1.5;
        QTest::newRow("one slow round does not count") << QList<double>{9, 1, 50, 1} << 1.0;
        QList<double> slower{9};
        for (int i = 0; i < 40; ++i)
            slower << (i < 20 ? 1.0 : 3.0);
        QTest::newRow("follows a machine that became slower") << slower << 3.0;
    }
    void typicalIsTheMedianWithoutTheFirst()
    {
        QFETCH(QList<double>, values);
        const std::vector<double> seconds(values.begin(), values.end());
        QTEST(typicalSeconds(seconds).value(), "expected");
    }
    void nothingIsTypicalOfNoRounds() { QVERIFY(!typicalSeconds({})); }

    void workAndEvaluationAreForeseenApart()
    {
        // Round 0 is evaluated (cold: 5 s), then only every second round: the median of whole
        // rounds would be wrong.
        const RoundTimes done = times({{.work = std::nullopt, .evaluation = 5.0},
                                       workOnly(3.0),
                                       {.work = 2.0, .evaluation = 1.0},
                                       workOnly(2.0)});
        QCOMPARE(secondsLeft(done, roundsLeft(3, 10, 2)).value(), 7 * 2.0 + 4 * 1.0);
    }
    void onlyTheNewestRoundsAreKept()
    {
        RoundTimes done;
        done.add({.work = std::nullopt, .evaluation = 9.0});
        done.add({.work = 7.0, .evaluation = 2.0});
        for (int round = 2; round < 1000; ++round)
            done.add(workOnly(round < 980 ? 1.0 : 3.0));
        QCOMPARE(done.work.size(), std::size_t{16});
        // The evaluation is long ago, and yet known.
        QCOMPARE(secondsLeft(done, {.rounds = 10, .evaluations = 3}).value(), 10 * 3.0 + 3 * 2.0);
    }
    void nothingIsForeseenBeforeARoundWasTimed()
    {
        const RoundTimes done = times({{.work = std::nullopt, .evaluation = 5.0}});
        QVERIFY(!secondsLeft(done, roundsLeft(0, 10, 1)));
        QCOMPARE(secondsLeft(done, roundsLeft(10, 10, 1)).value(), 0.0);
    }

    void localStepsAreCountedAsTheyAreTaken()
    {
        LocalSettings local;
        local.batch = 10;
        local.localEpochs = 2;
        const std::vector<std::int64_t> samples{25, 10, 0};
        QCOMPARE(localStepsPerRound(local, samples), 2.0 * (3 + 1));
        local.dropLast = true;
        QCOMPARE(localStepsPerRound(local, samples), 2.0 * (2 + 1));
        local.localSteps = 7;
        QCOMPARE(localStepsPerRound(local, samples), 14.0); // nothing to train on, no steps
    }

    void theSameArmIsTheBetterGuess()
    {
        const std::vector<TimedWork> known{
            {{"a", 100, 5}, 10.0}, {{"b", 100, 5}, 30.0}, {{"a", 100, 5}, 12.0}};
        QCOMPARE(foreseenSeconds({"a", 100, 5}, known).value(), 11.0);
        QCOMPARE(foreseenSeconds({"b", 50, 5}, known).value(), 15.0);
        QCOMPARE(foreseenSeconds({"c", 200, 5}, known).value(),
                 24.0); // all known runs, scaled by steps
        QVERIFY(!foreseenSeconds({"a", 100, 5}, {}));
    }

    void theSameMethodIsTheNextBestGuess()
    {
        const auto work = [](const char* arm, const char* method) {
            return RunWork{.arm = arm, .flops = 100, .forwardFlops = 5, .method = method};
        };
        std::vector<TimedWork> known{
            {.work = work("a", "fedavg"), .seconds = 10.0},
            {.work = work("b", "hcct"), .seconds = 50.0, .isStored = true},
            {.work = work("c", "apfl"), .seconds = 99.0, .isStored = true}};
        QCOMPARE(foreseenSeconds(work("d", "hcct"), known).value(), 50.0);
        QCOMPARE(foreseenSeconds(work("d", "ditto"), known).value(), 10.0); // nothing of its own
        known.push_back({.work = work("e", "hcct"), .seconds = 40.0});      // of this queue
        QCOMPARE(foreseenSeconds(work("d", "hcct"), known).value(), 40.0);
        QCOMPARE(foreseenSeconds(work("b", "hcct"), known).value(), 50.0); // the same arm
    }

    void whatAMethodComputesBesidesIsNotExpectedOfAnother()
    {
        // All-for-one evaluates a gradient of each client at each client's model.
        ProgressMeter meter;
        meter.beginRun(plan("All-for-one", 10), twoClients(), kPicture, -1, 1);
        const std::vector<RunPlan> waiting{plan("All-for-one", 10), plan("Independent", 10)};
        meter.setWaiting(placesOf(waiting));
        const double local = 2 * 2 * 10; // clients × steps × batch
        for (int round = 1; round <= 3; ++round)
            meter.roundDone(timedRound(round, 20.0, std::nullopt), 10 * local);
        QCOMPARE(meter.progress(1, 3).secondsLeft.value(), 7 * 20.0 + 10 * 20.0 + 10 * 2.0);
    }

    void aSmallModelForetellsNothingOfALargeOne()
    {
        // Rounds of a small model are mostly overhead. By its operations alone, 35 s for 400 of
        // them would foretell 2 h 27 min for 1,600 rounds of a model of 63 times as many.
        const std::vector<TimedWork> known{{{"mlr", 400.0 * 7840, 7840}, 35.0}};
        QVERIFY(!foreseenSeconds({"dnn", 1600.0 * 494000, 494000}, known));
        QVERIFY(!foreseenSeconds({"mlr", 1600.0 * 494000, 494000}, known)); // a sweep of models
        QCOMPARE(foreseenSeconds({"mlr", 1600.0 * 7840, 7840}, known).value(), 140.0);
        QVERIFY(!foreseenSeconds({"mlr", 0, 7840}, known));
    }

    void theQueueCountsWhatWaits()
    {
        ProgressMeter meter;
        const FederationFacts facts = twoClients();
        const std::vector<RunPlan> waiting{plan("FedAvg", 10), plan("HCCT", 20, 2)};
        meter.beginRun(plan("FedAvg", 10), facts, kPicture, -1, 1);
        meter.setWaiting(placesOf(waiting));
        meter.roundDone(timedRound(0, 0, 0.5));
        QVERIFY(!meter.progress(1, 3).secondsLeft);
        meter.roundDone(timedRound(1, 8.0, 0.5));
        meter.roundDone(timedRound(2, 2.0, 0.5));
        const QueueProgress progress = meter.progress(1, 3);
        QCOMPARE(progress.run, 1);
        QCOMPARE(progress.runs, 3);
        QCOMPARE(progress.round, 2);
        QCOMPARE(progress.rounds, 10);
        QCOMPARE(progress.runSecondsLeft.value(), 8 * 2.5);
        // A whole run of 10 rounds is 25 s; twice the rounds of twice the steps are 100 s.
        QCOMPARE(progress.secondsLeft.value(), 20.0 + 25.0 + 100.0);
        meter.endRun();
        meter.beginRun(plan("FedAvg", 10), facts, kPicture, -1, 1);
        meter.setWaiting({});
        QVERIFY(!meter.progress(2, 3).runSecondsLeft);
    }

    void whatWaitsIsCountedOnTheDataOfTheCurrentRun()
    {
        // A queue tells of what waits before the data of its next run are loaded. The run before
        // this one had forty times as many samples.
        ProgressMeter meter;
        FederationFacts many = twoClients();
        many.trainSamples = {800, 800};
        const std::vector<RunPlan> waiting{plan("FedAvg", 10), plan("FedAvg", 10)};
        meter.setWaiting(placesOf(waiting)); // the first run: there are no data at all
        meter.beginRun(plan("large", 10), many, kPicture, -1, 1);
        meter.roundDone(timedRound(1, 80.0, std::nullopt));
        QCOMPARE(meter.progress(1, 3).secondsLeft.value(), 9 * 80.0 + 2 * 800.0);
        meter.endRun();
        const RunPlan* const last = &waiting.front();
        meter.setWaiting({&last, 1});
        meter.beginRun(plan("FedAvg", 10), twoClients(), kPicture, -1, 1);
        meter.roundDone(timedRound(1, 2.0, std::nullopt));
        QCOMPARE(meter.progress(2, 3).secondsLeft.value(), 18.0 + 20.0); // not 18 + 800
    }

    void ofAnotherDataSetNothingIsForetold()
    {
        ProgressMeter meter;
        RunPlan other = plan("FedAvg", 10);
        other.data.dataset.name = std::string("mnist");
        meter.beginRun(plan("FedAvg", 10), twoClients(), kPicture, -1, 1);
        const RunPlan* const next = &other;
        meter.setWaiting({&next, 1});
        meter.roundDone(timedRound(1, 2.0, std::nullopt));
        QVERIFY(!meter.progress(1, 2).secondsLeft);
        QCOMPARE(meter.progress(1, 2).runSecondsLeft.value(), 18.0);
        meter.setWaiting({});
        QCOMPARE(meter.progress(1, 1).secondsLeft.value(), 18.0);
    }

    void theTimeLeftCostsTheSameHoweverManyWait()
    {
        ProgressMeter meter;
        FederationFacts facts = twoClients();
        facts.trainSamples.assign(100, 20);
        meter.beginRun(plan("FedAvg", 10), facts, kPicture, -1, 1);
        const std::vector<RunPlan> waiting(20000, plan("FedAvg", 10));
        meter.setWaiting(placesOf(waiting));
        for (int round = 1; round <= 3; ++round)
            meter.roundDone(timedRound(round, 1.0, std::nullopt));
        // A copy of each plan, or its work anew, would take a hundred times as long.
        const double before = tests::threadMilliseconds();
        for (int round = 0; round < 1000; ++round)
            QCOMPARE(meter.progress(1, 20001).secondsLeft.value(), 7.0 + 20000 * 10.0);
        QVERIFY(tests::threadMilliseconds() - before < 1000 * tests::slowness());
    }

    void aRoundOfFewSamplesForetellsLongerOnes()
    {
        FederationFacts facts = twoClients();
        facts.trainSamples = {20, 60}; // 2 and 6 steps of the plan's batch of 10
        RunPlan drawn = plan("FedAvg", 10);
        drawn.sampler.name = std::string("random");
        drawn.sampler.parameters.set("count", std::int64_t{1});
        ProgressMeter meter;
        meter.beginRun(drawn, facts, kPicture, -1, 1);
        for (int round = 1; round <= 3; ++round) {
            RoundReport report = timedRound(round, 1.0, std::nullopt);
            report.participants = {0};
            meter.roundDone(report);
        }
        // A second for 2 steps; 4 are expected, half of the federation's 8.
        QCOMPARE(meter.progress(1, 1).runSecondsLeft.value(), 7 * 2.0);
    }

    void aRoundLastsAsLongAsItsLastWorker()
    {
        QCOMPARE(longestWorker({1, 5, 2, 2}, 2), 5.0);
        QCOMPARE(longestWorker({3, 3, 3}, 2), 6.0);
        QCOMPARE(longestWorker({3, 1}, 1), 4.0);
        QCOMPARE(longestWorker({}, 2), 0.0);
        const std::vector<double> steps{8, 1, 1, 1};
        QCOMPARE(expectedLongestWorker(steps, 1.0, 2), 8.0);
        QCOMPARE(expectedLongestWorker(steps, 0.5, 1), 5.5);
        // Half of the pairs contain the large client and last 8, the others 1.
        const double pairs = expectedLongestWorker(steps, 0.5, 2);
        QVERIFY(pairs > 3.5 && pairs < 5.5);
        QCOMPARE(expectedLongestWorker(steps, 0.5, 2), pairs); // foretold alike every time
    }

    void whoTakesPartAndTheModelsCostCount()
    {
        const auto told = [](const RunPlan& waiting) {
            ProgressMeter meter;
            meter.beginRun(plan("FedAvg", 10), twoClients(), kPicture, -1, 1);
            meter.roundDone(timedRound(1, 2.0, std::nullopt));
            const RunPlan* const next = &waiting;
            meter.setWaiting({&next, 1});
            return meter.progress(1, 2);
        };
        const auto foreseen = [&](const RunPlan& waiting) {
            const QueueProgress progress = told(waiting);
            return *progress.secondsLeft - *progress.runSecondsLeft;
        };
        RunPlan other = plan("other", 10);
        QCOMPARE(foreseen(other), 20.0);
        other.sampler.name = std::string("random");
        other.sampler.parameters.set("count", std::int64_t{1}); // of two clients
        QCOMPARE(foreseen(other), 10.0);
        other.sampler.parameters.set("count", std::int64_t{5});
        QCOMPARE(foreseen(other), 20.0);
        // A table of 784 × 10 numbers says nothing of 784 × 500 + 500 × 200 + 200 × 10.
        other.model.model.name = std::string("dnn_500_200");
        QVERIFY(!told(other).secondsLeft);
        QCOMPARE(told(other).runSecondsLeft.value(), 18.0); // of the current run, still
    }

    void aRunIsLabelledByArmSeedAndSweep()
    {
        RunPlan labelled = plan("FedAvg", 3);
        QCOMPARE(runLabel(labelled), std::string("FedAvg, seed 1"));
        labelled.seed = 7;
        labelled.sweep = {{"/arms/0/algorithm/alpha", 10.0}, {"/local/batch", std::int64_t{16}}};
        QCOMPARE(runLabel(labelled), std::string("FedAvg, seed 7, alpha = 10, batch = 16"));
        QCOMPARE(sweepLabel(labelled), std::string("alpha = 10, batch = 16"));
    }

    void lossesThatAreNotFiniteAreNamed()
    {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        const double infinite = std::numeric_limits<double>::infinity();
        RoundReport report;
        report.round = 5;
        report.clients.resize(4);
        report.clients[0].trainLoss = 1e30; // large, and that is all
        report.clients[1].client = 3;
        report.clients[1].trainLoss = nan;
        report.clients[1].personalTest = score(nan, 4);
        report.clients[2].client = 4;
        report.clients[2].globalTest = score(infinite, 9);
        report.clients[3].client = 6;
        report.clients[3].personalTest = score(nan, 0);
        report.officialTest = score(nan, 10);
        report.events = nonFiniteLosses(report);
        QCOMPARE(report.events.size(), std::size_t{3});
        QCOMPARE(report.events[0].client.value(), 3);
        QCOMPARE(report.events[0].sentence,
                 std::string("The training loss of client 3 is not a number in round 5."));
        QCOMPARE(report.events[1].sentence,
                 std::string("The global model's test loss of client 4 is infinite in round 5."));
        QVERIFY(!report.events[2].client);
        QVERIFY(std::ranges::all_of(report.events, isNonFinite));
        QCOMPARE(nonFiniteReason(report),
                 std::string("The training loss of client 3 is not a number in round 5, and 2 more "
                             "are not finite."));
        QVERIFY(nonFiniteReason({}).empty());
        QVERIFY(!isNonFinite({.what = SettingChanged{}}));
    }
};

COTERIE_SECTION(TestEta)

} // namespace tst_eta

#include "tst_eta.moc"
