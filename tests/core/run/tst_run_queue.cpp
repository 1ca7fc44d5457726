#include "core/algorithms/registry.h"
#include "core/run/environment.h"
#include "core/run/eta.h"
#include "core/spec/content_hash.h"
#include "core/spec/experiment_json.h"
#include "core/store/database.h"
#include "core/store/run_store.h"
#include "small_experiment.h"
#include "tests/coterie_test_main.h"

#include <QTemporaryDir>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>
#include <utility>

using namespace coterie;
using namespace coterie::test;

namespace {

std::vector<int> upTo(int last)
{
    std::vector<int> rounds;
    for (int round = 0; round <= last; ++round)
        rounds.push_back(round);
    return rounds;
}

bool contains(const std::string& text, std::string_view part)
{
    return text.find(part) != std::string::npos;
}

constexpr int kPatience = 30000; // ms; a sanitizer's build is slow

} // namespace

class TestRunQueue : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
    }

    void aModelThatDoesNotFitIsBlamedWhereTheFileHasIt_data()
    {
        QTest::addColumn<QString>("common");
        QTest::addColumn<QString>("arms");
        QTest::addColumn<QString>("sentence");
        const QString tail = "/model/name: cnn4_cifar: ";
        QTest::newRow("for all") << "cnn4_cifar"
                                 << "" << tail;
        QTest::newRow("in the second arm") << "mlr"
                                           << R"(, "model": {"name": "cnn4_cifar"})"
                                           << "/arms/1" + tail;
        QTest::newRow("for all, repeated by the arm")
            << "cnn4_cifar"
            << R"(, "model": {"name": "cnn4_cifar"})" << tail;
    }
    void aModelThatDoesNotFitIsBlamedWhereTheFileHasIt()
    {
        QFETCH(const QString, common);
        QFETCH(const QString, arms);
        QFETCH(const QString, sentence);
        SmallExperiment small{.model = common.toStdString()};
        small.arms = R"([{"name": "A", "algorithm": {"name": "fedavg"}, "model": {"name": "mlr"}},
                         {"name": "B", "algorithm": {"name": "fedavg"})"
                     + arms.toStdString() + "}]";
        const Experiment experiment = small.read();
        Witness witness;
        RunQueue queue(options(), witness);
        queue.add(experiment, plans(experiment));
        queue.waitUntilIdle();
        const std::vector<std::string> troubles = witness.troubles();
        QCOMPARE(troubles.size(), std::size_t{1});
        QVERIFY2(contains(troubles.front(), sentence.toStdString()), troubles.front().c_str());
    }

    void aGpuThatIsNotThereIsToldAndChangesNothingStored()
    {
        if (automaticDevice() == "cuda")
            QSKIP("LibTorch finds a GPU here");
        const std::string sentence = checkDevice("cuda").error().sentence();
        Experiment experiment = SmallExperiment{.rounds = 2}.read();
        experiment.device = "cuda";
        QueueOptions asWritten = options();
        asWritten.device.clear();
        Witness witness;
        {
            RunQueue queue(asWritten, witness);
            queue.add(experiment, plans(experiment));
            queue.waitUntilIdle();
        }
        QCOMPARE(witness.troubles(), std::vector{sentence});
        const RunRow failed = *(*store())->run(1);
        QCOMPARE(failed.status, RunStatus::Failed);
        QCOMPARE(failed.reason, sentence);

        RunQueue queue(asWritten, witness);
        queue.resume({1});
        queue.waitUntilIdle();
        QCOMPARE(witness.troubles().back(), "Run 1 cannot be continued here: " + sentence);
        QCOMPARE(witness.outcomes().size(), std::size_t{1});
        QCOMPARE((*store())->run(1)->reason, sentence);
    }

    void aRunReportsEveryRoundAndEndsFinished()
    {
        const Experiment experiment = SmallExperiment{.rounds = 5, .evaluateEvery = 2}.read();
        Witness witness;
        RunQueue queue(options(), witness);
        QVERIFY(queue.isIdle());
        queue.add(experiment, plans(experiment));
        queue.waitUntilIdle();
        QVERIFY2(witness.troubles().empty(), first(witness.troubles()));
        QCOMPARE(witness.timesEnded(), 1);

        const RunRow row = (*store())->runs()->front();
        QCOMPARE(row.status, RunStatus::Finished);
        QCOMPARE(row.roundsDone, 5);
        QVERIFY(!row.environment.torch.empty() && !row.environment.blasCore.empty());
        QCOMPARE(row.environment.device, std::string("cpu"));
        QCOMPARE(witness.rounds(row.id), upTo(5));
        QCOMPARE(witness.headers().front().facts.trainSamples.size(), std::size_t{4});
        QCOMPARE(witness.outcomes().at(row.id).status, RunStatus::Finished);
        for (const auto& report : witness.reports(row.id)) {
            const bool evaluated = report->round % 2 == 0 || report->round == 5;
            QCOMPARE(report->clients.size(), std::size_t{4});
            QCOMPARE(report->clients[1].client, 1);
            QCOMPARE(report->clients[1].personalTest.has_value(), evaluated);
            QCOMPARE(report->clients[1].personalValidation.has_value(), evaluated);
            QCOMPARE(report->clients[1].trainLoss.has_value(), report->round > 0);
            QCOMPARE(report->participants.size(), std::size_t(report->round > 0 ? 4 : 0));
            QCOMPARE(report->learningRate, report->round > 0 ? 0.1 : 0.0);
        }
        // Stored as told, and the state of a finished run is gone.
        const std::vector<RoundReport> stored = *(*store())->reports(row.id);
        QCOMPARE(stored.size(), std::size_t{6});
        QCOMPARE(stored[5].clients, witness.reports(row.id)[5]->clients);
        QCOMPARE((*store())->loadCheckpoint(row.id)->round, -1);
    }

    void runsAreListedBeforeTheirTurn()
    {
        const Experiment experiment = SmallExperiment{.seeds = "[1, 2, 3]"}.read();
        Witness witness;
        RunQueue queue(options(), witness);
        queue.pause();
        queue.add(experiment, plans(experiment));
        QTRY_COMPARE_WITH_TIMEOUT(
            statuses(),
            (std::vector{RunStatus::Paused, RunStatus::Queued, RunStatus::Queued}),
            kPatience);
        queue.add(experiment, plans(experiment));
        queue.stepOneRound();
        // The second experiment enters the store with the first round that is finished.
        QTRY_COMPARE_WITH_TIMEOUT(statuses().size(), std::size_t{6}, kPatience);
        QCOMPARE(witness.progress().back().runs, 6);
        queue.proceed();
        queue.waitUntilIdle();
        QCOMPARE(statuses(), std::vector<RunStatus>(6, RunStatus::Finished));
        QCOMPARE(witness.progress().back().run, 6);
    }

    void pauseStepStop()
    {
        const Experiment experiment =
            SmallExperiment{.rounds = 100000, .checkpointSeconds = 1e4}.read();
        Witness witness;
        RunQueue queue(options(), witness);
        queue.add(experiment, plans(experiment));
        QTRY_VERIFY_WITH_TIMEOUT(witness.rounds(1).size() > 3, kPatience);
        queue.pause();
        QVERIFY(queue.isPaused());
        QTRY_COMPARE_WITH_TIMEOUT(statuses().front(), RunStatus::Paused, kPatience);
        // All of it is on disk during a pause, though no checkpoint was due.
        const std::size_t rounds = witness.rounds(1).size();
        QCOMPARE((*store())->run(1)->roundsDone + 1, static_cast<int>(rounds));
        QCOMPARE((*store())->loadCheckpoint(1)->round + 1, static_cast<int>(rounds));

        queue.stepOneRound();
        QTRY_COMPARE_WITH_TIMEOUT(witness.rounds(1).size(), rounds + 1, kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(
            (*store())->run(1)->roundsDone, static_cast<int>(rounds), kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(statuses().front(), RunStatus::Paused, kPatience);
        QCOMPARE(witness.rounds(1).size(), rounds + 1);

        queue.proceed();
        QTRY_VERIFY_WITH_TIMEOUT(witness.rounds(1).size() > rounds + 3, kPatience);
        queue.stop();
        queue.waitUntilIdle();
        const RunRow row = *(*store())->run(1);
        QCOMPARE(row.status, RunStatus::Stopped);
        QVERIFY2(contains(row.reason, "can be resumed"), row.reason.c_str());
        QCOMPARE((*store())->loadCheckpoint(1)->round, row.roundsDone);
        QCOMPARE(witness.outcomes().at(1).status, RunStatus::Stopped);
    }

    void stoppingIsNoticedWithinARound()
    {
        // A round of this takes minutes.
        const Experiment experiment =
            SmallExperiment{
                .model = "mnist_cnn_20k", .samples = 2000, .rounds = 2, .localEpochs = 2000}
                .read();
        Witness witness;
        RunQueue queue(options(), witness);
        queue.add(experiment, plans(experiment));
        QTRY_COMPARE_WITH_TIMEOUT(witness.rounds(1).size(), std::size_t{1}, kPatience);
        QTest::qWait(200);
        const auto start = std::chrono::steady_clock::now();
        queue.stop();
        queue.waitUntilIdle();
        QVERIFY(std::chrono::steady_clock::now() - start < std::chrono::seconds(2));
        QCOMPARE(witness.rounds(1), upTo(0));
        QCOMPARE(statuses().front(), RunStatus::Stopped);
    }

    void stoppingIsNoticedWithinAnEvaluation()
    {
        // Round 0 is one pass over thousands of test samples.
        const Experiment experiment =
            SmallExperiment{
                .model = "mnist_cnn_582k", .samples = 60000, .rounds = 2, .evaluateEvery = 1}
                .read();
        Witness witness;
        RunQueue queue(options(), witness);
        queue.add(experiment, plans(experiment));
        QTRY_COMPARE_WITH_TIMEOUT(witness.headers().size(), std::size_t{1}, kPatience);
        QTest::qWait(100);
        QVERIFY(witness.rounds(1).empty()); // in the middle of round 0
        const auto start = std::chrono::steady_clock::now();
        queue.stop();
        queue.waitUntilIdle();
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
        QVERIFY2(took.count() < 1.5, std::to_string(took.count()).c_str());
        QVERIFY(witness.rounds(1).empty());
        QCOMPARE(statuses().front(), RunStatus::Stopped);
    }

    void aLearningRateChangedByHandSurvivesAStop_data()
    {
        QTest::addColumn<bool>("taken");
        QTest::newRow("in the round it was taken for") << true;
        QTest::newRow("before any round could take it") << false;
    }
    void aLearningRateChangedByHandSurvivesAStop()
    {
        QFETCH(bool, taken);
        // Rounds of some seconds.
        const Experiment experiment = SmallExperiment{.model = "mnist_cnn_20k",
                                                      .rounds = 4,
                                                      .localEpochs = 100,
                                                      .learningRate = 0.01,
                                                      .checkpointSeconds = 1e4}
                                          .read();
        const LiveChange rate{.place = std::string(kLearningRatePlace), .value = 0.005};
        std::vector<RoundReport> stored;
        {
            Witness witness;
            RunQueue queue(options(), witness);
            witness.afterRound = [&](const RoundReport& report) {
                if (report.round == 1 && taken)
                    QVERIFY(queue.change(rate));
            };
            queue.add(experiment, plans(experiment));
            QTRY_COMPARE_WITH_TIMEOUT(witness.rounds(1).size(), std::size_t{2}, kPatience);
            QTest::qWait(100); // into round 2
            if (!taken)
                QVERIFY(queue.change(rate));
            queue.stop();
            queue.waitUntilIdle();
            QCOMPARE(witness.rounds(1), upTo(1));
        }
        Witness witness;
        RunQueue queue(options(), witness);
        queue.resume({1});
        queue.waitUntilIdle();
        stored = *(*store())->reports(1);
        QCOMPARE(stored.size(), std::size_t{5});
        QCOMPARE(stored[1].learningRate, 0.01);
        QVERIFY(stored[1].events.empty());
        QCOMPARE(stored[2].learningRate, 0.005);
        QCOMPARE(stored[2].events.size(), std::size_t{1});
        QCOMPARE(stored[2].events.front().sentence,
                 std::string("Changed by hand: Learning rate η, from 0.01 to 0.005."));
        QCOMPARE(stored[4].learningRate, 0.005);
        QVERIFY(stored[4].events.empty());
    }

    void stoppingOneRunLetsTheNextBegin()
    {
        SmallExperiment small{.rounds = 100000, .seeds = "[1, 2]"};
        const Experiment experiment = small.read();
        Witness witness;
        RunQueue queue(options(), witness);
        queue.add(experiment, plans(experiment));
        QTRY_VERIFY_WITH_TIMEOUT(!witness.rounds(1).empty(), kPatience);
        queue.stopCurrent();
        QTRY_VERIFY_WITH_TIMEOUT(!witness.rounds(2).empty(), kPatience);
        queue.stop();
        queue.waitUntilIdle();
        QCOMPARE(statuses(), (std::vector{RunStatus::Stopped, RunStatus::Stopped}));
    }

    void aStopLeavesWaitingRunsResumable()
    {
        const Experiment experiment = SmallExperiment{.rounds = 3, .seeds = "[1, 2, 3]"}.read();
        Witness witness;
        {
            RunQueue queue(options(), witness);
            queue.pause();
            queue.add(experiment, plans(experiment));
            QTRY_COMPARE_WITH_TIMEOUT(statuses().size(), std::size_t{3}, kPatience);
            queue.stop();
            queue.waitUntilIdle();
            QCOMPARE(statuses(), std::vector<RunStatus>(3, RunStatus::Stopped));
        }
        RunQueue queue(options(), witness);
        queue.resume({1, 2, 3, 99});
        queue.waitUntilIdle();
        QCOMPARE(statuses(), std::vector<RunStatus>(3, RunStatus::Finished));
        QCOMPARE(witness.troubles().size(), std::size_t{1}); // there is no run 99
        queue.resume({2});
        queue.waitUntilIdle();
        QCOMPARE(witness.troubles().back(),
                 std::string("Run 2 is finished; there is nothing to continue."));
        QCOMPARE(exportsOf(file()), undisturbedExports(experiment, file("undisturbed")));
    }

    void whatIsAskedForAfterAStopIsNotStopped()
    {
        const Experiment endless =
            SmallExperiment{.rounds = 100000, .checkpointSeconds = 1e4}.read();
        const Experiment next = SmallExperiment{.rounds = 2, .seeds = "[7]"}.read();
        Witness witness;
        RunQueue queue(options(), witness);
        bool asked = false;
        // Within one round, as by somebody who is quicker than it.
        witness.afterRound = [&](const RoundReport& report) {
            if (report.round == 3 && !std::exchange(asked, true)) {
                queue.stop();
                queue.add(next, plans(next));
            }
        };
        queue.add(endless, plans(endless));
        queue.waitUntilIdle();
        QCOMPARE(statuses(), (std::vector{RunStatus::Stopped, RunStatus::Finished}));
        QCOMPARE((*store())->run(2)->seed, std::uint64_t{7});
        QCOMPARE((*store())->run(2)->roundsDone, 2);
    }

    void aQueueThatIsDestroyedStopsSafely()
    {
        const Experiment experiment = SmallExperiment{.rounds = 100000}.read();
        Witness witness;
        {
            RunQueue queue(options(), witness);
            queue.add(experiment, plans(experiment));
            QTRY_VERIFY_WITH_TIMEOUT(witness.rounds(1).size() > 2, kPatience);
        }
        const RunRow row = *(*store())->run(1);
        QCOMPARE(row.status, RunStatus::Stopped);
        QCOMPARE((*store())->loadCheckpoint(1)->round, row.roundsDone);
    }

    void resumeGivesTheSameBytes_data()
    {
        QTest::addColumn<QString>("disturbance");
        for (const char* disturbance : {"pause", "step", "stop", "stop thrice"})
            QTest::newRow(disturbance) << QString(disturbance);
    }
    void resumeGivesTheSameBytes()
    {
        QFETCH(QString, disturbance);
        const Experiment experiment = experimentWithMuchState().read();
        const std::string expected = undisturbedExports(experiment, file("undisturbed"));
        QVERIFY(contains(expected, "Independent"));
        Witness witness;
        auto queue = std::make_unique<RunQueue>(options(), witness);
        int stopsLeft = disturbance == "stop" ? 1 : disturbance == "stop thrice" ? 3 : 0;
        witness.afterRound = [&](const RoundReport& report) {
            if (report.round == 2 && (disturbance == "pause" || disturbance == "step"))
                queue->pause();
            if (report.round >= 2 && stopsLeft > 0) {
                --stopsLeft;
                queue->stop();
            }
        };
        queue->add(experiment, plans(experiment));
        const auto isPausedAt = [this](std::size_t run) {
            const std::vector<RunStatus> now = statuses();
            return run < now.size() && now[run] == RunStatus::Paused;
        };
        for (std::size_t run = 0; disturbance == "pause" && run < 2; ++run) {
            QTRY_VERIFY_WITH_TIMEOUT(isPausedAt(run), kPatience);
            queue->proceed();
        }
        if (disturbance == "step") {
            QTRY_VERIFY_WITH_TIMEOUT(isPausedAt(0), kPatience);
            while (!queue->isIdle()) {
                queue->stepOneRound();
                QTest::qWait(5);
            }
        }
        queue->waitUntilIdle();
        while (disturbance.startsWith("stop") && !unfinished().empty()) {
            queue = std::make_unique<RunQueue>(options(), witness);
            queue->resume(unfinished());
            queue->waitUntilIdle();
        }
        QVERIFY2(witness.troubles().empty(), first(witness.troubles()));
        QCOMPARE(statuses(), std::vector<RunStatus>(2, RunStatus::Finished));
        const std::string got = exportsOf(file());
        QVERIFY2(got == expected, firstDifference(got, expected).c_str());
    }

    void whatAStopInterruptsIsComputedAgain()
    {
        SmallExperiment small = experimentWithMuchState();
        small.model = "mnist_cnn_20k";
        small.rounds = 20;
        small.localEpochs = 4; // rounds of some tens of milliseconds
        const Experiment experiment = small.read();
        const std::string expected = undisturbedExports(experiment, file("undisturbed"));
        Witness witness;
        auto queue = std::make_unique<RunQueue>(options(), witness);
        queue->add(experiment, plans(experiment));
        for (const int milliseconds : {40, 70, 110, 160}) {
            const auto runsNow = [&] {
                const std::vector<RunStatus> now = statuses();
                return std::find(now.begin(), now.end(), RunStatus::Running) != now.end();
            };
            QTRY_VERIFY_WITH_TIMEOUT(runsNow() || (queue->isIdle() && unfinished().empty()),
                                     kPatience);
            std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
            queue->stop();
            queue->waitUntilIdle();
            queue = std::make_unique<RunQueue>(options(), witness);
            queue->resume(unfinished());
        }
        queue->waitUntilIdle();
        QVERIFY2(witness.troubles().empty(), first(witness.troubles()));
        const std::string got = exportsOf(file());
        QVERIFY2(got == expected, firstDifference(got, expected).c_str());
    }

    void theNumberOfWorkersDoesNotMatter()
    {
        const Experiment experiment = experimentWithMuchState().read();
        const std::string expected = undisturbedExports(experiment, file("1 worker"), 1);
        for (const int threads : {2, 5}) {
            const std::string got =
                undisturbedExports(experiment, file(std::to_string(threads) + " workers"), threads);
            QVERIFY2(got == expected, firstDifference(got, expected).c_str());
        }
    }

    void divergenceEndsTheRunAndKeepsItsRounds()
    {
        const Experiment experiment =
            SmallExperiment{.model = "mnist_cnn_20k", .rounds = 50, .learningRate = 1e20}.read();
        Witness witness;
        RunQueue queue(options(), witness);
        queue.add(experiment, plans(experiment));
        queue.waitUntilIdle();
        const RunRow row = *(*store())->run(1);
        QCOMPARE(row.status, RunStatus::Failed);
        QVERIFY2(contains(row.reason, "loss of client"), row.reason.c_str());
        QVERIFY2(contains(row.reason, "in round " + std::to_string(row.roundsDone)),
                 row.reason.c_str());
        const std::vector<RoundReport> stored = *(*store())->reports(1);
        QVERIFY(row.roundsDone >= 1);
        QCOMPARE(static_cast<int>(stored.size()), row.roundsDone + 1);
        QCOMPARE(stored.back().events.front().kind, std::string("nonFinite"));
        QVERIFY(stored.back().events.front().client.has_value());
        bool found = false;
        for (const ClientReport& client : stored.back().clients)
            found |= client.trainLoss && !std::isfinite(*client.trainLoss);
        QVERIFY(found);
        QVERIFY(stored[0].events.empty());
        QVERIFY(witness.troubles().empty());
        // Resumed, it starts anew and ends alike.
        queue.resume({1});
        queue.waitUntilIdle();
        QCOMPARE((*store())->run(1)->reason, row.reason);
        QCOMPARE((*store())->run(1)->roundsDone, row.roundsDone);
    }

    void dataThatIsNotThereSkipsTheRun()
    {
        Experiment experiment = SmallExperiment{.rounds = 2}.read();
        const std::vector<RunPlan> good = plans(experiment);
        std::vector<RunPlan> bad = good;
        bad[0].data.dataset = {.name = "mnist", .parameters = {}};
        bad.push_back(good[0]);
        Witness witness;
        RunQueue queue(options(), witness);
        queue.add(experiment, bad);
        queue.waitUntilIdle();
        QCOMPARE(statuses(), (std::vector{RunStatus::Failed, RunStatus::Finished}));
        QCOMPARE(witness.troubles().size(), std::size_t{1});
        QCOMPARE((*store())->run(1)->reason, witness.troubles().front());
        QCOMPARE(witness.outcomes().at(1).reason, witness.troubles().front());
    }

    void aStoreThatCannotBeOpenedIsToldAndTriedAgain()
    {
        const std::filesystem::path blocked =
            std::filesystem::path(m_folder->path().toStdString()) / "blocked";
        std::filesystem::create_directory(blocked); // a folder where the file should be
        const Experiment experiment = SmallExperiment{.rounds = 2}.read();
        Witness witness;
        RunQueue queue({.storeFile = blocked, .dataFolders = {}, .threads = 2, .device = "cpu"},
                       witness);
        queue.add(experiment, plans(experiment));
        QTRY_COMPARE_WITH_TIMEOUT(witness.troubles().size(), std::size_t{1}, kPatience);
        QTRY_VERIFY(queue.isPaused());
        QVERIFY(!queue.isIdle());
        std::filesystem::remove(blocked);
        queue.proceed();
        queue.waitUntilIdle();
        QCOMPARE(witness.outcomes().at(1).status, RunStatus::Finished);
        QCOMPARE(witness.troubles().size(), std::size_t{1});
    }

    void allRunsOfAnExperimentAreListedOrNone()
    {
        const Experiment experiment = SmallExperiment{.rounds = 1, .seeds = "[1, 2, 3, 4]"}.read();
        QVERIFY(RunStore::open(file()));
        // The disk is full before the third.
        Database database(file(), Database::Access::ReadWrite);
        database.execute("CREATE TRIGGER full BEFORE INSERT ON run WHEN NEW.seed = 3"
                         " BEGIN SELECT RAISE(ABORT, 'no more'); END");
        Witness witness;
        RunQueue queue(options(), witness);
        queue.add(experiment, plans(experiment));
        QTRY_COMPARE_WITH_TIMEOUT(witness.troubles().size(), std::size_t{1}, kPatience);
        QVERIFY(statuses().empty()); // as after a kill here
        database.execute("DROP TRIGGER full");
        queue.proceed();
        queue.waitUntilIdle();
        const std::vector<RunRow> rows = *(*store())->runs();
        QCOMPARE(rows.size(), std::size_t{4});
        for (std::size_t i = 0; i < rows.size(); ++i) {
            QCOMPARE(rows[i].seed, i + 1);
            QCOMPARE(rows[i].status, RunStatus::Finished);
        }
    }

    void theStateOfARunKilledAsItFinishedIsDropped()
    {
        std::int64_t killed = 0;
        {
            const auto before = *RunStore::open(file());
            const Experiment experiment = SmallExperiment{.rounds = 1}.read();
            killed =
                before
                    ->addRuns(*before->addExperiment("killed", "{}", "abc"), plans(experiment), {})
                    ->front();
            const SharedBytes bytes(std::vector<std::byte>(9));
            const StateChunk chunk{.part = "models",
                                   .client = -1,
                                   .index = 0,
                                   .bytes = bytes,
                                   .hash = contentHash(bytes.view())};
            const CheckpointDelta state{.round = 1, .changed = {chunk}, .removed = {}};
            const auto report = std::make_shared<RoundReport>();
            report->round = 1;
            QVERIFY(before->commit(killed, {report}, &state));
            QVERIFY(before->setStatus(killed, RunStatus::Finished, {}));
            QCOMPARE(before->loadCheckpoint(killed)->round, 1);
        }
        const Experiment experiment = SmallExperiment{.rounds = 1}.read();
        Witness witness;
        RunQueue queue(options(), witness);
        queue.add(experiment, plans(experiment));
        queue.waitUntilIdle();
        QVERIFY2(witness.troubles().empty(), first(witness.troubles()));
        QCOMPARE((*store())->loadCheckpoint(killed)->round, -1);
        QCOMPARE((*store())->run(killed)->status, RunStatus::Finished);
    }

    void aRunWhoseBeginningTheStoreRefusesIsStoppedAndTold()
    {
        const Experiment experiment = SmallExperiment{.rounds = 1, .seeds = "[1, 2]"}.read();
        Witness witness;
        RunQueue queue(options(), witness);
        queue.pause();
        queue.add(experiment, plans(experiment));
        QTRY_COMPARE_WITH_TIMEOUT(statuses().size(), std::size_t{2}, kPatience);
        // Nothing says where the second run is to be found any more.
        const auto other = RunStore::open(file());
        QVERIFY(other);
        QVERIFY((*other)->deleteRun(2));
        queue.proceed();
        QTRY_COMPARE_WITH_TIMEOUT(witness.troubles().size(), std::size_t{1}, kPatience);
        queue.stop();
        queue.waitUntilIdle();
        QCOMPARE(witness.headers().size(), std::size_t{1});
        QCOMPARE(witness.outcomes().at(2).status, RunStatus::Stopped);
        QVERIFY(!witness.outcomes().at(2).reason.empty());
    }

    void whatIsLeftIsForeseenAfterThreeRounds()
    {
        // Rounds of some tens of milliseconds, so that the clock and the neighbours do not decide.
        const Experiment experiment =
            SmallExperiment{
                .model = "mnist_cnn_20k", .samples = 800, .rounds = 30, .checkpointSeconds = 10}
                .read();
        // Of three runs the middle one counts: others may use the machine too.
        std::vector<double> ratios;
        while (ratios.size() < 3) {
            Witness witness;
            std::chrono::steady_clock::time_point third;
            witness.afterRound = [&](const RoundReport& report) {
                if (report.round == 3)
                    third = std::chrono::steady_clock::now();
            };
            RunQueue queue(options(), witness);
            queue.add(experiment, plans(experiment));
            queue.waitUntilIdle();
            const std::chrono::duration<double> actual = std::chrono::steady_clock::now() - third;
            double foreseen = -1;
            for (const QueueProgress& progress : witness.progress()) {
                if (progress.round == 3)
                    foreseen = progress.runSecondsLeft.value_or(-1);
            }
            qInfo("foreseen %.3f s, taken %.3f s", foreseen, actual.count());
            ratios.push_back(foreseen / actual.count());
        }
        QCOMPARE_GT(median(ratios), 0.75);
        QCOMPARE_LT(median(ratios), 1.25);
    }

private:
    std::filesystem::path file(const std::string& name = "runs") const
    {
        return std::filesystem::path(m_folder->path().toStdString()) / (name + ".sqlite");
    }
    QueueOptions options() const
    {
        return {.storeFile = file(), .dataFolders = {}, .threads = 2, .device = "cpu"};
    }
    Result<std::unique_ptr<RunStore>> store() const
    {
        return RunStore::open(file(), RunStore::Mode::ReadOnly);
    }
    std::vector<RunStatus> statuses() const
    {
        std::vector<RunStatus> all;
        const auto opened = store();
        if (!opened)
            return all;
        if (const auto rows = (*opened)->runs(); rows) {
            for (const RunRow& row : *rows)
                all.push_back(row.status);
        }
        return all;
    }
    std::vector<std::int64_t> unfinished() const
    {
        std::vector<std::int64_t> ids;
        const std::vector<RunRow> rows = *(*store())->runs();
        for (const RunRow& row : rows) {
            if (row.status != RunStatus::Finished)
                ids.push_back(row.id);
        }
        return ids;
    }
    static std::vector<RunPlan> plans(const Experiment& experiment)
    {
        return expand(experiment, registry());
    }
    static const char* first(const std::vector<std::string>& sentences)
    {
        return sentences.empty() ? "" : sentences.front().c_str();
    }
    static std::string firstDifference(const std::string& a, const std::string& b)
    {
        std::size_t at = 0;
        while (at < a.size() && at < b.size() && a[at] == b[at])
            ++at;
        const std::size_t from = at > 200 ? at - 200 : 0;
        return "differs at byte " + std::to_string(at) + ":\n" + a.substr(from, 300) + "\n---\n"
               + b.substr(from, 300);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

COTERIE_TEST_MAIN(TestRunQueue)
#include "tst_run_queue.moc"
