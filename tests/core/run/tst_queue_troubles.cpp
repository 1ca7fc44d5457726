#include "core/base/hash.h"
#include "core/run/environment.h"
#include "core/run/failures.h"
#include "core/store/database.h"
#include "tests/core/fixtures/lost_store.h"
#include "tests/core/run/queue_fixture.h"
#include "tests/sections.h"

#include <chrono>
#include <cmath>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

namespace tst_queue_troubles {

using namespace coterie;
using namespace coterie::test;

/// Calls a function when a run has ended, before the next begins.
struct BetweenRuns final : RunObserver
{
    BetweenRuns(RunObserver& watching, std::function<void()> call)
        : next(watching)
        , act(std::move(call))
    {}
    void observe(const QueueEvent& event) override
    {
        next.observe(event);
        if (std::holds_alternative<RunEnded>(event))
            act();
    }

    RunObserver& next;
    std::function<void()> act;
};

/// What cannot be played, stored or opened: who is told, and what becomes of the runs.
class TestQueueTroubles final : public QueueFixture
{
    Q_OBJECT

private Q_SLOTS:
    void aModelThatDoesNotFitIsBlamedWhereTheFileHasIt_data()
    {
        QTest::addColumn<QString>("common");
        QTest::addColumn<QString>("arms");
        QTest::addColumn<QString>("sentence");
        const QString tail = "/model/name: Four-convolution CNN for CIFAR-10: ";
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
        QCOMPARE(witness.troubles().back(), "Run 1 cannot be resumed here: " + sentence);
        QCOMPARE(witness.outcomes().size(), std::size_t{1});
        QCOMPARE((*store())->run(1)->reason, sentence);
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
        QVERIFY(isNonFinite(stored.back().events.front()));
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

    void aStoreThatCannotBeOpenedIsToldAndEndsTheQueue()
    {
        const std::filesystem::path blocked =
            std::filesystem::path(m_folder->path().toStdString()) / "blocked";
        std::filesystem::create_directory(blocked); // a folder where the file should be
        const Experiment experiment = SmallExperiment{.rounds = 2}.read();
        Witness witness;
        RunQueue queue({.storeFile = blocked, .dataFolders = {}, .threads = 2, .device = "cpu"},
                       witness);
        queue.add(experiment, plans(experiment));
        queue.waitUntilIdle();
        QCOMPARE(witness.troubles().size(), std::size_t{1});
        QVERIFY(witness.outcomes().empty());
        std::filesystem::remove(blocked);
        queue.add(experiment, plans(experiment));
        queue.waitUntilIdle();
        QCOMPARE(witness.outcomes().at(1).status, RunStatus::Finished);
        QCOMPARE(witness.troubles().size(), std::size_t{1});
    }

    void allRunsOfAnExperimentAreListedOrNone()
    {
        const Experiment experiment = SmallExperiment{.rounds = 1, .seeds = "[1, 2, 3, 4]"}.read();
        const Experiment earlier = SmallExperiment{.rounds = 1, .seeds = "[9]"}.read();
        Witness witness;
        RunQueue queue(options(), witness);
        queue.add(earlier, plans(earlier));
        queue.waitUntilIdle();
        QVERIFY((*RunStore::open(file()))->deleteRun(1));
        // The third is refused.
        Database database(file(), Database::Access::ReadWrite);
        database.execute("CREATE UNIQUE INDEX full ON run (experiment) WHERE seed IN (2, 3)");
        queue.add(experiment, plans(experiment));
        QTRY_COMPARE_WITH_TIMEOUT(witness.troubles().size(), std::size_t{1}, kPatience);
        queue.waitUntilIdle();       // waiting does not help against this
        QVERIFY(statuses().empty()); // as after a kill here
        QCOMPARE(witness.troubles().size(), std::size_t{1});
        database.execute("DROP INDEX full");
        queue.add(experiment, plans(experiment));
        queue.waitUntilIdle();
        const std::vector<RunRow> rows = *(*store())->runs();
        QCOMPARE(rows.size(), std::size_t{4});
        for (std::size_t i = 0; i < rows.size(); ++i) {
            QCOMPARE(rows[i].seed, i + 1);
            QCOMPARE(rows[i].status, RunStatus::Finished);
        }
    }

    void aTableThatIsGoneStopsTheRunAndTheQueue()
    {
        const Experiment experiment = SmallExperiment{.rounds = 100000, .seeds = "[1, 2]"}.read();
        Witness witness;
        RunQueue queue(options(), witness);
        bool isGone = false;
        witness.afterRound = [&](const RoundReport& report) {
            if (report.round == 2 && !std::exchange(isGone, true))
                Database(file(), Database::Access::ReadWrite).execute("DROP TABLE client_metric");
        };
        queue.add(experiment, plans(experiment));
        queue.waitUntilIdle(); // nobody has to proceed
        QCOMPARE(witness.troubles().size(), std::size_t{1});
        QVERIFY2(contains(witness.troubles().front(), "no such table: "),
                 first(witness.troubles()));
        QCOMPARE(witness.outcomes().at(1).status, RunStatus::Stopped);
        QVERIFY2(contains(witness.outcomes().at(1).reason, "no such table: "),
                 witness.outcomes().at(1).reason.c_str());
        QVERIFY(!witness.outcomes().contains(2)); // did not begin
        Database database(file(), Database::Access::ReadWrite);
        QCOMPARE(std::to_string(witness.outcomes().at(1).roundsDone),
                 database.firstValue("SELECT rounds_done FROM run WHERE id = 1"));
    }

    void aRefusalThatIsNotOfTheStoreIsToldEachTime()
    {
        const Experiment experiment = SmallExperiment{.rounds = 3}.read();
        Witness witness;
        RunQueue queue(options(), witness);
        witness.afterRound = [&](const RoundReport& report) {
            if (report.round > 0)
                queue.resume({1});
        };
        queue.add(experiment, plans(experiment));
        queue.waitUntilIdle();
        // The third may come when the run has ended.
        QVERIFY(witness.troubles().size() >= 2);
        for (std::size_t i = 0; i < 2; ++i)
            QCOMPARE(witness.troubles()[i], std::string("Run 1 is already in the queue."));
    }

    void aStoreThatIsDeletedInTheLastRoundIsRescuedAsAWhole()
    {
        const Experiment experiment =
            SmallExperiment{.rounds = 3, .checkpointSeconds = 1e4, .seeds = "[1, 2]"}.read();
        Witness witness;
        RunQueue queue(options(), witness);
        witness.afterRound = [&](const RoundReport& report) {
            if (report.round == 3)
                loseStore(file());
        };
        queue.add(experiment, plans(experiment));
        queue.waitUntilIdle();
        QCOMPARE(witness.troubles().size(), std::size_t{1});
        QCOMPARE(witness.outcomes().at(1).status, RunStatus::Finished);
        QCOMPARE(witness.outcomes().at(1).reason, std::string());
        QVERIFY(!witness.outcomes().contains(2));
        const auto rescued = RunStore::open(file("runs-rescued"));
        QVERIFY(rescued);
        QCOMPARE((*rescued)->run(1)->status, RunStatus::Finished);
        QCOMPARE((*rescued)->reports(1)->size(), std::size_t{4});
        QCOMPARE((*rescued)->loadCheckpoint(1)->round, -1);
        QCOMPARE((*rescued)->run(2)->status, RunStatus::Stopped);
    }

    void runsThatWaitInADeletedStoreAreRescuedBeforeTheyBegin()
    {
        const Experiment experiment = SmallExperiment{.rounds = 2, .seeds = "[1, 2, 3]"}.read();
        Witness witness;
        BetweenRuns between(witness, [this] { loseStore(file()); });
        RunQueue queue(options(), between);
        queue.add(experiment, plans(experiment));
        queue.waitUntilIdle();
        QCOMPARE(witness.troubles().size(), std::size_t{1});
        QVERIFY2(contains(witness.troubles().front(), "runs-rescued.sqlite now"),
                 first(witness.troubles()));
        QCOMPARE(witness.outcomes().size(), std::size_t{1});
        QCOMPARE(queue.storeFile(), file("runs-rescued"));
        const auto rescued = RunStore::open(queue.storeFile());
        QVERIFY(rescued);
        QCOMPARE((*rescued)->run(1)->status, RunStatus::Finished);
        for (const std::int64_t waiting : {2, 3})
            QCOMPARE((*rescued)->run(waiting)->reason, std::string(kStoppedBeforeItsTurn));
    }

    void whatIsAskedForWhileAStoreIsRescuedIsListedThere()
    {
        const Experiment experiment =
            SmallExperiment{.rounds = 100000, .checkpointSeconds = 0}.read();
        const Experiment next = SmallExperiment{.rounds = 2, .seeds = "[7]"}.read();
        Witness witness;
        RunQueue queue(options(), witness);
        bool isGone = false;
        bool looked = false;
        bool asked = false;
        const std::filesystem::path log = file("runs-rescued").string() + "-wal";
        witness.afterRound = [&](const RoundReport&) {
            if (!std::exchange(isGone, true))
                return loseStore(file());
            if (std::exchange(looked, true))
                return;
            // The store is rescued on another thread, and within this round the run does not know.
            const auto begun = std::chrono::steady_clock::now();
            while (!std::filesystem::exists(log)) {
                if (std::chrono::steady_clock::now() - begun > std::chrono::milliseconds(kPatience))
                    return queue.stop();
                std::this_thread::sleep_for(std::chrono::microseconds(200));
            }
            asked = true;
            queue.add(next, plans(next));
        };
        queue.add(experiment, plans(experiment));
        queue.waitUntilIdle();
        QVERIFY(asked);
        QCOMPARE(witness.troubles().size(), std::size_t{1});
        const auto rescued = RunStore::open(file("runs-rescued"));
        QVERIFY(rescued);
        QCOMPARE((*rescued)->runs()->size(), std::size_t{2});
        QCOMPARE((*rescued)->run(2)->seed, std::uint64_t{7});
        QCOMPARE((*rescued)->run(2)->status, RunStatus::Stopped);
        QVERIFY(!std::filesystem::exists(file()));
    }

    void aStoreThatIsDeletedIsRescued()
    {
        const Experiment experiment = SmallExperiment{.rounds = 100000, .seeds = "[1, 2]"}.read();
        Witness witness;
        RunQueue queue(options(), witness);
        bool isGone = false;
        witness.afterRound = [&](const RoundReport& report) {
            if (report.round == 2 && !std::exchange(isGone, true))
                loseStore(file());
        };
        queue.add(experiment, plans(experiment));
        queue.waitUntilIdle();
        const std::filesystem::path rescued = file("runs-rescued");
        QCOMPARE(witness.troubles().size(), std::size_t{1});
        QVERIFY2(contains(witness.troubles().front(), rescued.string()), first(witness.troubles()));
        QVERIFY(!std::filesystem::exists(file()));
        const RunOutcome outcome = witness.outcomes().at(1);
        QCOMPARE(outcome.status, RunStatus::Stopped);
        const auto store = RunStore::open(rescued);
        QVERIFY(store);
        QCOMPARE((*store)->run(1)->roundsDone, outcome.roundsDone);
        QCOMPARE((*store)->reports(1)->size(), static_cast<std::size_t>(outcome.roundsDone + 1));
        QCOMPARE((*store)->loadCheckpoint(1)->round, outcome.roundsDone);
        QCOMPARE((*store)->run(2)->status, RunStatus::Stopped);
        QCOMPARE(queue.storeFile(), rescued);

        // Later runs go where they were meant to.
        const Experiment next = SmallExperiment{.rounds = 2}.read();
        queue.add(next, plans(next));
        queue.waitUntilIdle();
        QCOMPARE(witness.troubles().size(), std::size_t{1});
        QCOMPARE(statuses(), std::vector{RunStatus::Finished});
        QCOMPARE(queue.storeFile(), file());
    }

    void aStoreThatIsDeletedBetweenRunsIsMadeAnew()
    {
        const Experiment experiment = SmallExperiment{.rounds = 2}.read();
        Witness witness;
        RunQueue queue(options(), witness);
        for (int times = 0; times < 2; ++times) {
            loseStore(file());
            queue.add(experiment, plans(experiment));
            queue.waitUntilIdle();
            QVERIFY2(witness.troubles().empty(), first(witness.troubles()));
            QCOMPARE(statuses(), std::vector{RunStatus::Finished});
        }
    }

    void aDamagedStateWaitsUntilTheStoreCanBeWritten()
    {
        const Experiment experiment = SmallExperiment{.rounds = 6}.read();
        Witness witness;
        bool locks = false;
        bool resumes = false;
        std::unique_ptr<Database> other;
        BetweenRuns between(witness, [&] {
            if (std::exchange(locks, false))
                other->execute("BEGIN IMMEDIATE");
        });
        RunQueue queue(options(), between);
        witness.afterRound = [&](const RoundReport& report) {
            if (report.round == 2)
                queue.stop();
        };
        queue.add(experiment, plans(experiment));
        queue.waitUntilIdle();
        QCOMPARE(statuses(), std::vector{RunStatus::Stopped});
        other = std::make_unique<Database>(file(), Database::Access::ReadWrite);
        other->execute("UPDATE checkpoint SET digest = digest + 1");
        // The first run is in the queue before another program locks the store.
        resumes = true;
        witness.afterRound = [&](const RoundReport&) {
            if (std::exchange(resumes, false))
                queue.resume({1});
        };
        locks = true;
        queue.add(experiment, plans(experiment));
        QTRY_COMPARE_WITH_TIMEOUT(witness.troubles().size(), std::size_t{1}, kPatience);
        QVERIFY2(contains(witness.troubles().front(), "locked"), first(witness.troubles()));
        QTRY_VERIFY_WITH_TIMEOUT(queue.isPaused(), kPatience);
        other->execute("ROLLBACK");
        queue.proceed();
        queue.waitUntilIdle();
        QCOMPARE(statuses(), std::vector(2, RunStatus::Finished));
        QCOMPARE(witness.troubles().size(), std::size_t{1});
        std::size_t told = 0;
        const std::vector<RoundReport> reports = *(*store())->reports(1);
        for (const RoundReport& report : reports)
            for (const Event& event : report.events)
                told += contains(event.sentence, "The run ") ? 1 : 0;
        QCOMPARE(told, std::size_t{1});
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
};

COTERIE_SECTION(TestQueueTroubles)

} // namespace tst_queue_troubles

#include "tst_queue_troubles.moc"
