#include "core/store/database.h"
#include "tests/core/fixtures/lost_store.h"
#include "tests/core/run/queue_fixture.h"
#include "tests/sections.h"

#include <filesystem>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tst_resume_refusals {

using namespace coterie;
using namespace coterie::test;

/// Takes a table away when a run has ended, before the next begins.
struct TakesATable final : RunObserver
{
    TakesATable(RunObserver& watching, std::filesystem::path store)
        : next(watching)
        , file(std::move(store))
    {}
    void observe(const QueueEvent& event) override
    {
        next.observe(event);
        if (const auto* ended = std::get_if<RunEnded>(&event); ended && ended->run == 1)
            Database(file, Database::Access::ReadWrite)
                .execute("ALTER TABLE checkpoint_piece RENAME TO elsewhere");
    }

    RunObserver& next;
    const std::filesystem::path file;
};

/// A resume that something stands in the way of: what becomes of the request and of the run.
class TestResumeRefusals final : public QueueFixture
{
    Q_OBJECT

private Q_SLOTS:
    void aStateFileThatIsAwayLeavesItsRunStoppedAndOthersGoOn()
    {
        SmallExperiment large{.model = "dnn_500_200", .clients = 20, .rounds = 3};
        large.arms = R"([{"name": "Independent", "algorithm": {"name": "independent"}}])";
        playUntil(2, large.read(), options());
        playUntil(2, SmallExperiment{.rounds = 5}.read(), options());
        const std::filesystem::path state = file().string() + "-state-1";
        QVERIFY(std::filesystem::exists(state));
        std::filesystem::rename(state, file("away"));
        Witness witness;
        RunQueue queue(options(), witness);
        queue.resume({1, 2});
        queue.waitUntilIdle();
        QCOMPARE(witness.troubles().size(), std::size_t{1});
        QVERIFY2(contains(witness.troubles().front(), state.string()), first(witness.troubles()));
        const RunOutcome outcome = witness.outcomes().at(1);
        QCOMPARE(outcome.status, RunStatus::Stopped);
        QCOMPARE(outcome.roundsDone, 2);
        QVERIFY2(contains(outcome.reason, witness.troubles().front()), outcome.reason.c_str());
        QCOMPARE((*store())->run(1)->reason, outcome.reason);
        QCOMPARE(statuses(), (std::vector{RunStatus::Stopped, RunStatus::Finished}));

        std::filesystem::rename(file("away"), state);
        queue.resume({1});
        queue.waitUntilIdle();
        QCOMPARE(statuses(), std::vector(2, RunStatus::Finished));
        QCOMPARE((*store())->reports(1)->size(), std::size_t{4});
    }

    void aRunWithADamagedRoundIsLeftAndOthersGoOn()
    {
        for (int run = 0; run < 2; ++run)
            playUntil(2, SmallExperiment{.rounds = 5}.read(), options());
        Database(file(), Database::Access::ReadWrite)
            .execute("UPDATE round SET groups = 2000000000 WHERE run = 1 AND round = 1");
        Witness witness;
        RunQueue queue(options(), witness);
        queue.resume({1, 2});
        queue.waitUntilIdle();
        QCOMPARE(witness.troubles().size(), std::size_t{1});
        QVERIFY2(contains(witness.troubles().front(), "an impossible size"),
                 first(witness.troubles()));
        QVERIFY2(contains(witness.outcomes().at(1).reason, witness.troubles().front()),
                 witness.outcomes().at(1).reason.c_str());
        QCOMPARE(statuses(), (std::vector{RunStatus::Stopped, RunStatus::Finished}));
    }

    void aStoreThatCannotBeReadFailsNoRun()
    {
        for (int run = 0; run < 3; ++run)
            playUntil(2, SmallExperiment{.rounds = 5}.read(), options());
        Witness witness;
        TakesATable taking(witness, file());
        RunQueue queue(options(), taking);
        queue.resume({1, 2, 3});
        queue.waitUntilIdle();
        QCOMPARE(witness.troubles().size(), std::size_t{1});
        for (const std::int64_t run : {2, 3}) {
            const RunOutcome outcome = witness.outcomes().at(run);
            QCOMPARE(outcome.status, RunStatus::Stopped);
            QCOMPARE(outcome.roundsDone, 2);
            QVERIFY2(contains(outcome.reason, "no such table: checkpoint_piece"),
                     outcome.reason.c_str());
        }
        Database database(file(), Database::Access::ReadWrite);
        for (const char* run : {"2", "3"})
            QCOMPARE(database.firstValue(std::string("SELECT status FROM run WHERE id = ") + run),
                     std::string("stopped"));
    }

    void aRunOfARescuedStoreGoesOnThere()
    {
        const Experiment experiment = SmallExperiment{.rounds = 30}.read();
        const std::filesystem::path rescued = file("runs-rescued");
        Witness witness;
        RunQueue queue(options(), witness);
        bool isLost = false;
        witness.afterRound = [&](const RoundReport& report) {
            if (report.round == 2 && !std::exchange(isLost, true))
                loseStore(file());
        };
        queue.add(experiment, plans(experiment));
        queue.waitUntilIdle();
        QCOMPARE(queue.storeFile(), rescued);
        QCOMPARE(witness.outcomes().at(1).status, RunStatus::Stopped);
        QCOMPARE(witness.troubles().size(), std::size_t{1});

        queue.resume({1}, file()); // of the lost one
        queue.waitUntilIdle();
        QCOMPARE(witness.troubles().size(), std::size_t{2});
        QVERIFY2(witness.troubles().back().starts_with(file().string() + ":"),
                 witness.troubles().back().c_str());
        queue.resume({1});
        queue.waitUntilIdle();
        QCOMPARE(witness.troubles().size(), std::size_t{2});
        QCOMPARE(queue.storeFile(), rescued);
        QCOMPARE((*RunStore::open(rescued))->run(1)->status, RunStatus::Finished);
        QVERIFY(!std::filesystem::exists(file()));

        // A new store in the old place has runs of its own.
        playUntil(2, SmallExperiment{.rounds = 5}.read(), options());
        queue.resume({1}, file());
        queue.waitUntilIdle();
        QCOMPARE(queue.storeFile(), file());
        QCOMPARE(statuses(), std::vector{RunStatus::Finished});
        QCOMPARE(witness.troubles().size(), std::size_t{2});
        queue.resume({1}, rescued);
        queue.waitUntilIdle();
        QVERIFY2(contains(witness.troubles().back(), "the run store in use is " + file().string()),
                 witness.troubles().back().c_str());
    }

    void noStoreIsMadeForRunsOfOneThatWasDeleted()
    {
        const Experiment experiment = SmallExperiment{.rounds = 5}.read();
        Witness witness;
        RunQueue queue(options(), witness);
        witness.afterRound = [&](const RoundReport& report) {
            if (report.round == 2)
                queue.stop();
        };
        queue.add(experiment, plans(experiment));
        queue.waitUntilIdle();
        loseStore(file());
        queue.resume({1});
        queue.waitUntilIdle();
        QCOMPARE(witness.troubles().size(), std::size_t{1});
        QVERIFY2(contains(witness.troubles().front(), "the run store was deleted or moved"),
                 first(witness.troubles()));
        QVERIFY(!std::filesystem::exists(file()));
    }

    void aResumeThatFailsKeepsItsRounds()
    {
        const Experiment experiment = SmallExperiment{.rounds = 5}.read();
        playUntil(2, experiment, options());
        RunPlan plan = plans(experiment).front();
        plan.data.dataset = {.name = "mnist", .parameters = {}}; // which is not there
        Database(file(), Database::Access::ReadWrite)
            .statement("UPDATE run SET plan = ?", writePlan(plan))
            .run();
        Witness witness;
        RunQueue queue(options(), witness);
        queue.resume({1});
        queue.waitUntilIdle();
        QCOMPARE(witness.outcomes().at(1).status, RunStatus::Failed);
        QCOMPARE(witness.outcomes().at(1).roundsDone, 2);
        QCOMPARE((*store())->run(1)->roundsDone, 2);
    }

    void aRequestWaitsWhileTheDiskIsFull()
    {
        playUntil(2, SmallExperiment{.rounds = 5}.read(), options());
        const std::filesystem::path running = file().string() + "-running";
        std::filesystem::remove(running);
        std::filesystem::create_symlink("/dev/full", running);
        Witness witness;
        {
            RunQueue queue(options(), witness);
            queue.resume({1});
            QTRY_VERIFY_WITH_TIMEOUT(queue.isPaused() || queue.isIdle(), kPatience);
            QVERIFY(queue.isPaused());
            QVERIFY2(contains(witness.troubles().front(), running.string()),
                     first(witness.troubles()));
            QCOMPARE(statuses(), std::vector{RunStatus::Stopped});
            std::filesystem::remove(running);
            queue.proceed(); // it has the full file open still
            QTRY_COMPARE_WITH_TIMEOUT(witness.troubles().size(), std::size_t{2}, kPatience);
            queue.stop();
        }
        RunQueue queue(options(), witness);
        queue.resume({1});
        queue.waitUntilIdle();
        QCOMPARE(statuses(), std::vector{RunStatus::Finished});
    }
};

COTERIE_SECTION(TestResumeRefusals)

} // namespace tst_resume_refusals

#include "tst_resume_refusals.moc"
