#include "core/run/environment.h"
#include "core/run/queue_requests.h"
#include "core/run/stored_times.h"
#include "tests/core/run/queue_fixture.h"
#include "tests/sections.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tst_run_queue {

using namespace coterie;
using namespace coterie::test;

/// Calls a function as soon as the queue says that it has ended.
struct AtTheEnd final : RunObserver
{
    void observe(const QueueEvent& event) override
    {
        if (!std::holds_alternative<QueueEnded>(event))
            return;
        ++times;
        act();
    }

    std::function<void()> act;
    int times = 0;
};

std::vector<std::int64_t> waitingIn(const Witness& witness)
{
    std::vector<std::int64_t> ids;
    if (const QueueChanged changed = witness.waiting(); changed.waiting)
        for (const WaitingRun& run : *changed.waiting)
            ids.push_back(run.id);
    return ids;
}

/// Runs in their order: what is told of them, and how they are paused, stepped and let go on.
class TestRunQueue final : public QueueFixture
{
    Q_OBJECT

private Q_SLOTS:
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

    void aLaterQueueKnowsWhatItsMethodsTook()
    {
        const Experiment experiment = SmallExperiment{.rounds = 3}.read();
        const Experiment alone =
            SmallExperiment{.rounds = 3,
                            .arms = R"([{"name": "Alone", "algorithm": {"name": "independent"}}])"}
                .read();
        Witness witness;
        RunQueue queue(options(), witness);
        queue.add(experiment, plans(experiment));
        queue.add(alone, plans(alone));
        queue.waitUntilIdle();
        const auto opened = store();
        const std::string method = methodOf(plans(experiment).front());
        const std::string other = methodOf(plans(alone).front());
        QVERIFY(method != other);
        const auto runs = std::ssize(plans(experiment));
        Environment environment = currentEnvironment("cpu");
        const std::vector<StoredTime> times = storedTimes(**opened, {method}, environment);
        QVERIFY(!times.empty() && std::ssize(times) <= runs);
        double seconds = 0;
        const auto rounds = (*opened)->roundSeconds(1);
        for (const auto& [round, ofRound] : *rounds)
            seconds += ofRound;
        QCOMPARE(methodOf(times.back().plan), method);
        QCOMPARE(times.back().seconds, seconds);
        QVERIFY(!times.back().trainSamples.empty());
        // Runs that differ in nothing but the method tell nothing of this one.
        for (const StoredTime& time : times)
            QCOMPARE(methodOf(time.plan), method);
        const std::vector<StoredTime> others = storedTimes(**opened, {other}, environment);
        QCOMPARE(others.size(), plans(alone).size());
        QCOMPARE(methodOf(others.front().plan), other);
        QCOMPARE(storedTimes(**opened, {method, other}, environment).size(),
                 times.size() + others.size());
        environment.host = "another computer";
        QVERIFY(storedTimes(**opened, {method}, environment).empty());
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

    void waitingRunsAreDroppedAndArranged()
    {
        const Experiment experiment = SmallExperiment{.rounds = 3, .seeds = "[1, 2, 3, 4]"}.read();
        Witness witness;
        RunQueue queue(options(), witness);
        queue.pause();
        queue.add(experiment, plans(experiment));
        QTRY_COMPARE_WITH_TIMEOUT(
            waitingIn(witness), (std::vector<std::int64_t>{2, 3, 4}), kPatience);
        QCOMPARE(witness.waiting().waiting->front().arm, std::string("FedAvg"));
        QCOMPARE(witness.waiting().waiting->front().seed, std::uint64_t{2});
        QVERIFY(witness.waiting().waiting->front().sweep.empty());
        QCOMPARE(witness.waiting().waiting->front().rounds, 3);
        QCOMPARE(witness.waiting().edits, std::size_t{0});
        queue.arrange({4, 1});    // the one that runs goes on
        queue.drop({2, 1, 4711}); // as does this, and nobody knows that
        queue.stepOneRound();
        QTRY_COMPARE_WITH_TIMEOUT(witness.waiting().edits, std::size_t{2}, kPatience);
        QCOMPARE(waitingIn(witness), (std::vector<std::int64_t>{4, 3}));
        QCOMPARE((*store())->run(2)->status, RunStatus::Stopped);
        QCOMPARE((*store())->run(3)->status, RunStatus::Queued);
        queue.proceed();
        queue.waitUntilIdle();
        QVERIFY2(witness.troubles().empty(), first(witness.troubles()));
        std::vector<std::int64_t> begun;
        for (const RunHeader& header : witness.headers())
            begun.push_back(header.id);
        QCOMPARE(begun, (std::vector<std::int64_t>{1, 4, 3}));
        QVERIFY(waitingIn(witness).empty());
        QVERIFY((*store())->run(2)->isNotBegun());
        QCOMPARE((*store())->run(2)->reason,
                 std::string("It was taken out of the queue before its turn."));
        QVERIFY(witness.leftBehind().empty());
        queue.resume({2});
        queue.waitUntilIdle();
        QCOMPARE(statuses(), std::vector<RunStatus>(4, RunStatus::Finished));
    }

    void aStopTellsWhatItLeavesBehindAlsoWhileARunIsPrepared()
    {
        const Experiment experiment =
            SmallExperiment{.rounds = 100000, .seeds = "[1, 2, 3]"}.read();
        Witness witness;
        RunQueue queue(options(), witness);
        queue.add(experiment, plans(experiment));
        // The observer gets the list before the first run has read its data.
        QTRY_COMPARE_WITH_TIMEOUT(waitingIn(witness), (std::vector<std::int64_t>{2, 3}), kPatience);
        queue.stop();
        queue.waitUntilIdle();
        QCOMPARE(statuses(), std::vector<RunStatus>(3, RunStatus::Stopped));
        QCOMPARE(witness.leftBehind(), (std::vector<std::int64_t>{2, 3}));
        QVERIFY(waitingIn(witness).empty());
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
        QVERIFY2(contains(row.reason, "You can resume it"), row.reason.c_str());
        QCOMPARE((*store())->loadCheckpoint(1)->round, row.roundsDone);
        QCOMPARE(witness.outcomes().at(1).status, RunStatus::Stopped);
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

    void whatAStopAbandonsKeepsTheQueueBusyUntilItIsStored()
    {
        QueueRequests requests;
        requests.add(ResumedRuns{{1}});
        requests.stop();
        requests.becomeIdle(); // as by a queue that was about to end
        QVERIFY(!requests.isIdle());
        std::deque<QueueRequest> abandoned;
        requests.takeAbandoned(abandoned);
        QCOMPARE(abandoned.size(), std::size_t{1});
        requests.becomeIdle();
        QVERIFY(requests.isIdle());
    }

    void aStopOfAQueueThatHasEndedEndsItOnce()
    {
        const Experiment experiment = SmallExperiment{.rounds = 1}.read();
        AtTheEnd witness;
        {
            RunQueue queue(options(), witness);
            witness.act = [&queue] { queue.stop(); };
            queue.add(experiment, plans(experiment));
            queue.waitUntilIdle();
        }
        QCOMPARE(witness.times, 1);
        QCOMPARE(statuses(), std::vector{RunStatus::Finished});
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
};

COTERIE_SECTION(TestRunQueue)

} // namespace tst_run_queue

#include "tst_run_queue.moc"
