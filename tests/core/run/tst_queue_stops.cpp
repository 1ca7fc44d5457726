#include "core/store/row_values.h"
#include "tests/core/run/queue_fixture.h"
#include "tests/sections.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <semaphore>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace tst_queue_stops {

using namespace coterie;
using namespace coterie::test;

/// Stops at any moment, and runs that go on from there as if nothing had been.
class TestQueueStops final : public QueueFixture
{
    Q_OBJECT

    /// A stop that comes too late, because others use the machine too, is tried again.
    static constexpr int kAttempts = 5;

private Q_SLOTS:
    void aLearningRateChangedByHandSurvivesAStop_data()
    {
        QTest::addColumn<QString>("moment");
        for (const char* moment :
             {"in the round it was taken for", "between two rounds", "while a round is going on"})
            QTest::newRow(moment) << QString(moment);
    }

    void aLearningRateChangedByHandSurvivesAStop()
    {
        QFETCH(QString, moment);
        const bool isBetween = moment == "between two rounds";
        const bool isWithin = moment == "while a round is going on";
        // Rounds of a second, where the stop is to come in the middle of one.
        const Experiment experiment = SmallExperiment{.model = "mnist_cnn_20k",
                                                      .rounds = 4,
                                                      .localEpochs = isBetween ? 1 : 25,
                                                      .learningRate = 0.01,
                                                      .checkpointSeconds = 1e4}
                                          .read();
        const LiveChange rate{.place = std::string(kLearningRatePlace), .value = 0.005};
        std::int64_t run = 0;
        for (bool isStoppedInTime = false; !isStoppedInTime;) {
            QVERIFY2(++run <= kAttempts, "this thread never had a turn within the round");
            Witness witness;
            std::counting_semaphore<> taken(0);
            RunQueue queue(options(), witness);
            witness.afterRound = [&](const RoundReport& report) {
                if (report.round != 1)
                    return;
                // The other change is how this thread gets to know that round 2 begins.
                QVERIFY(queue.change(isWithin ? LiveChange{.place = "/rounds", .value = 5} : rate));
                if (isBetween)
                    queue.stop();
            };
            witness.planChanged = [&] { taken.release(); };
            queue.add(experiment, plans(experiment));
            if (!isBetween) {
                QVERIFY(taken.try_acquire_for(std::chrono::milliseconds(kPatience)));
                std::this_thread::sleep_for(std::chrono::milliseconds(50)); // into its training
                if (isWithin)
                    QVERIFY(queue.change(rate));
                queue.stop();
            }
            queue.waitUntilIdle();
            isStoppedInTime = witness.rounds(run) == upTo(1);
        }
        Witness witness;
        RunQueue queue(options(), witness);
        queue.resume({run});
        queue.waitUntilIdle();
        const std::vector<RoundReport> stored = *(*store())->reports(run);
        QCOMPARE(stored.size(), std::size_t(isWithin ? 6 : 5));
        QCOMPARE(stored[1].learningRate, 0.01);
        QVERIFY(stored[1].events.empty());
        QCOMPARE(stored[2].learningRate, 0.005);
        QCOMPARE(stored[2].events.size(), std::size_t(isWithin ? 2 : 1));
        QCOMPARE(stored[2].events.back().sentence,
                 std::string("Changed by hand: Learning rate η, from 0.01 to 0.005."));
        QCOMPARE(stored[4].learningRate, 0.005);
        QVERIFY(stored[4].events.empty());
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
                 std::string("Run 2 is finished; there is nothing to resume."));
        QCOMPARE(exportsOf(file()), undisturbedExports(experiment, file("undisturbed")));
    }

    void onlyARunWhoseTurnNeverCameIsNotBegun()
    {
        const Experiment experiment =
            SmallExperiment{.rounds = 100000, .checkpointSeconds = 0.05, .seeds = "[1, 2]"}.read();
        Witness witness;
        RunQueue queue(options(), witness);
        const auto states = [this] {
            std::vector<std::string_view> words;
            const std::vector<RunRow> rows = *(*store())->runs();
            for (const RunRow& row : rows)
                words.push_back(stateWord(row));
            return words;
        };
        queue.add(experiment, plans(experiment));
        QTRY_VERIFY_WITH_TIMEOUT(!witness.rounds(1).empty(), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT((*store())->run(1)->hasRounds, kPatience);
        queue.stop();
        queue.waitUntilIdle();
        QCOMPARE(states(), (std::vector<std::string_view>{"stopped", "not begun"}));
        // Both wait for their turn again, which does not come; the first has begun all the same.
        queue.pause();
        queue.resume({2, 1});
        QTRY_COMPARE_WITH_TIMEOUT(statuses().front(), RunStatus::Queued, kPatience);
        queue.stop();
        queue.waitUntilIdle();
        QCOMPARE((*store())->run(1)->reason, std::string(kStoppedBeforeItsTurn));
        QCOMPARE(states().front(), std::string_view("stopped"));
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
        small.rounds = 10;
        small.localEpochs = 4; // rounds of some tens of milliseconds
        const Experiment experiment = small.read();
        const std::string expected = undisturbedExports(experiment, file("undisturbed"));
        const auto runsNow = [this] {
            const std::vector<RunStatus> now = statuses();
            return std::find(now.begin(), now.end(), RunStatus::Running) != now.end();
        };
        int interrupted = 0;
        for (int attempt = 1; interrupted == 0; ++attempt) {
            QVERIFY2(attempt <= kAttempts, "the runs were over before each stop");
            m_folder = std::make_unique<QTemporaryDir>();
            Witness witness;
            auto queue = std::make_unique<RunQueue>(options(), witness);
            queue->add(experiment, plans(experiment));
            for (const int milliseconds : {40, 70, 110, 160}) {
                bool hasRun = false; // a run that is seen can be over when it is looked for again
                QTRY_VERIFY_WITH_TIMEOUT(hasRun = hasRun || runsNow()
                                                  || (queue->isIdle() && unfinished().empty()),
                                         kPatience);
                std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
                queue->stop();
                queue->waitUntilIdle();
                const std::vector<RunRow> rows = *(*store())->runs();
                interrupted += std::any_of(rows.begin(), rows.end(), [](const RunRow& row) {
                    return row.status == RunStatus::Stopped && row.reason != kStoppedBeforeItsTurn;
                });
                queue = std::make_unique<RunQueue>(options(), witness);
                queue->resume(unfinished());
            }
            queue->waitUntilIdle();
            QVERIFY2(witness.troubles().empty(), first(witness.troubles()));
            const std::string got = exportsOf(file());
            QVERIFY2(got == expected, firstDifference(got, expected).c_str());
        }
    }
};

COTERIE_SECTION(TestQueueStops)

} // namespace tst_queue_stops

#include "tst_queue_stops.moc"
