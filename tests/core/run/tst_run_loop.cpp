#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/run/environment.h"
#include "core/run/prepare_run.h"
#include "core/run/run.h"
#include "core/store/run_store.h"
#include "core/train/federation.h"
#include "tests/core/fixtures/small_experiment.h"
#include "tests/sections.h"

#include <QTemporaryDir>

#include <atomic>
#include <cstdlib>
#include <new>
#include <thread>
#include <utility>

namespace tst_run_loop {

/// The next allocation of this thread finds no memory.
thread_local bool memoryIsGone = false;

} // namespace tst_run_loop

#ifndef COTERIE_SANITIZED // the address sanitizer has allocation functions of its own
void* operator new(std::size_t size)
{
    if (std::exchange(tst_run_loop::memoryIsGone, false))
        throw std::bad_alloc();
    if (void* memory = std::malloc(size == 0 ? 1 : size))
        return memory;
    throw std::bad_alloc();
}

void operator delete(void* memory) noexcept
{
    std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}
#endif

namespace tst_run_loop {

using namespace coterie;
using namespace coterie::test;

namespace {

/// A store on a disk that is full now and then.
class FullDisk final : public RunSink
{
public:
    explicit FullDisk(RunStore& store)
        : m_store(store)
    {}

    Result<void> commit(std::int64_t run,
                        const std::vector<std::shared_ptr<const RoundReport>>& reports,
                        const CheckpointDelta* checkpoint) override
    {
        return refuses() ? refusal() : m_store.commit(run, reports, checkpoint);
    }
    Result<void> setFacts(std::int64_t run, const FederationFacts& facts) override
    {
        return refuses() ? refusal() : m_store.setFacts(run, facts);
    }
    Result<void> setRounds(std::int64_t run, int rounds) override
    {
        return refuses() ? refusal() : m_store.setRounds(run, rounds);
    }
    Result<void> setStatus(std::int64_t run, RunStatus status, const std::string& reason) override
    {
        return refuses() ? refusal() : m_store.setStatus(run, status, reason);
    }
    Result<CheckpointDelta> loadCheckpoint(std::int64_t run) override
    {
        return m_store.loadCheckpoint(run);
    }

    std::atomic<int> refusals = 0; ///< how many calls from now on

private:
    bool refuses()
    {
        int left = refusals;
        while (left > 0 && !refusals.compare_exchange_weak(left, left - 1)) {
        }
        return left > 0;
    }
    static Result<void> refusal()
    {
        return fail("runs.sqlite", "the disk is full", ErrorKind::TooMuch);
    }

    RunStore& m_store;
};

constexpr int kPatience = kTryMilliseconds;

} // namespace

class TestRunLoop : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_experiment = SmallExperiment{.rounds = 8}.read();
        m_plan = expand(m_experiment, registry()).front();
        m_expected = undisturbedExports(m_experiment, file("undisturbed"));
        Result<std::unique_ptr<RunStore>> opened = RunStore::open(file("runs"));
        QVERIFY(opened);
        m_store = std::move(*opened);
        const std::int64_t experiment =
            *m_store->addExperiment(m_experiment.name,
                                    writeExperiment(m_experiment),
                                    canonicalHash(m_experiment, registry()));
        m_id = *m_store->addRun(experiment, m_plan, writePlan(m_plan), currentEnvironment("cpu"));
        m_run = makeRun();
    }

    void aRefusalPausesAndNothingIsLost_data()
    {
        QTest::addColumn<int>("refusals");
        QTest::addColumn<int>("fromRound");
        QTest::newRow("the facts") << 1 << -1;
        QTest::newRow("facts and status, again and again") << 5 << -1;
        QTest::newRow("a commit once") << 1 << 3;
        QTest::newRow("a commit, and three more attempts") << 4 << 3;
        QTest::newRow("the last commit and the status after it") << 3 << 8;
    }
    void aRefusalPausesAndNothingIsLost()
    {
        QFETCH(int, refusals);
        QFETCH(int, fromRound);
        FullDisk disk(*m_store);
        Witness witness;
        witness.afterRound = [&](const RoundReport& report) {
            if (report.round == fromRound)
                disk.refusals = refusals;
        };
        if (fromRound < 0)
            disk.refusals = refusals;
        RunControl control;
        RunOutcome outcome;
        std::atomic<bool> ended = false;
        std::thread running([&] {
            Recorder recorder(disk, m_id, m_plan.checkpointSeconds);
            outcome = runRounds(*m_run, {m_id, disk, recorder, control, witness});
            ended = true;
        });
        int pauses = 0;
        while (!ended) {
            QTest::qWait(2);
            if (control.isPaused()) {
                ++pauses;
                control.proceed();
            }
        }
        running.join();
        QCOMPARE(outcome.status, RunStatus::Finished);
        QVERIFY(pauses >= 1);
        QCOMPARE(static_cast<int>(witness.troubles().size()), refusals);
        QVERIFY(witness.troubles().front().find("the disk is full") != std::string::npos);
        QCOMPARE(m_store->run(m_id)->status, RunStatus::Finished);
        QVERIFY(exportsOf(file("runs")) == m_expected);
    }

    void aStopWhileTheDiskIsFullLosesOnlyWhatItDidNotTake()
    {
        FullDisk disk(*m_store);
        Witness witness;
        RunControl control;
        witness.afterRound = [&](const RoundReport& report) {
            if (report.round == 4)
                disk.refusals = 1000000;
        };
        RunOutcome outcome;
        std::thread running([&] {
            Recorder recorder(disk, m_id, m_plan.checkpointSeconds);
            outcome = runRounds(*m_run, {m_id, disk, recorder, control, witness});
        });
        QTRY_VERIFY_WITH_TIMEOUT(control.isPaused(), kPatience);
        control.stop();
        running.join();
        QCOMPARE(outcome.status, RunStatus::Stopped);
        QVERIFY2(outcome.reason.find("the disk is full") != std::string::npos,
                 outcome.reason.c_str());
        const CheckpointDelta stored = *m_store->loadCheckpoint(m_id);
        QCOMPARE(stored.round, m_store->run(m_id)->roundsDone);
        QVERIFY(stored.round <= 4);
        m_run.reset();
        m_store.reset();

        Witness resumed;
        RunQueue queue(
            {.storeFile = file("runs"), .dataFolders = {}, .threads = 2, .device = "cpu"}, resumed);
        queue.resume({m_id});
        queue.waitUntilIdle();
        QCOMPARE(resumed.rounds(m_id).front(), stored.round + 1);
        QVERIFY(exportsOf(file("runs")) == m_expected);
    }

    void aRoundThatFailsLeavesTheReportsOfAllBefore()
    {
#ifdef COTERIE_SANITIZED
        QSKIP("the address sanitizer has allocation functions of its own");
#endif
        // Nothing but the end is written, and of the state only what the first rounds left.
        m_plan.checkpointSeconds = 1e6;
        m_run = makeRun();
        Witness witness;
        witness.afterRound = [](const RoundReport& report) { memoryIsGone = report.round == 5; };
        RunControl control;
        {
            Recorder recorder(*m_store, m_id, m_plan.checkpointSeconds);
            const RunOutcome outcome =
                runRounds(*m_run, {m_id, *m_store, recorder, control, witness});
            QCOMPARE(outcome.status, RunStatus::Failed);
            QVERIFY2(outcome.reason.starts_with("Round 6"), outcome.reason.c_str());
            QCOMPARE(outcome.roundsDone, 5);
        }
        QCOMPARE(m_store->run(m_id)->status, RunStatus::Failed);
        QCOMPARE(m_store->reports(m_id)->size(), std::size_t{6});
        QVERIFY(m_store->loadCheckpoint(m_id)->round <= 5);
        m_run.reset();
        m_store.reset();

        Witness resumed;
        RunQueue queue(
            {.storeFile = file("runs"), .dataFolders = {}, .threads = 2, .device = "cpu"}, resumed);
        queue.resume({m_id});
        queue.waitUntilIdle();
        QVERIFY(exportsOf(file("runs")) == m_expected);
    }

    void whatAnObserverThrowsDoesNotMixUpRounds()
    {
        Witness witness;
        witness.afterRound = [](const RoundReport& report) {
            if (report.round == 4)
                throw std::bad_alloc();
        };
        RunControl control;
        {
            Recorder recorder(*m_store, m_id, 1e6);
            QCOMPARE(runRounds(*m_run, {m_id, *m_store, recorder, control, witness}).status,
                     RunStatus::Failed);
        }
        QCOMPARE(m_store->loadCheckpoint(m_id)->round, 4);
        m_run.reset();
        m_store.reset();
        Witness resumed;
        RunQueue queue(
            {.storeFile = file("runs"), .dataFolders = {}, .threads = 2, .device = "cpu"}, resumed);
        queue.resume({m_id});
        queue.waitUntilIdle();
        QCOMPARE(resumed.rounds(m_id).front(), 5);
        QVERIFY(exportsOf(file("runs")) == m_expected);
    }

    /// As a fork does whose parent cannot be read, because another program has locked the store.
    void aRunThatStopsItselfSaysWhy()
    {
        Witness witness;
        RunControl control;
        Recorder recorder(*m_store, m_id, 0);
        const RoundRefusal refusal = [](const RoundReport& report) -> std::optional<std::string> {
            if (report.round == 3)
                throw RunStopped{.cause = "Its parent could not be read (database is locked)."};
            return std::nullopt;
        };
        const RunOutcome outcome =
            runRounds(*m_run, {m_id, *m_store, recorder, control, witness, refusal});
        QCOMPARE(outcome.status, RunStatus::Stopped);
        QCOMPARE(outcome.reason,
                 std::string("Stopped after round 2. Its parent could not be read (database is "
                             "locked). You can resume it."));
    }

    void aRunThatDivergedBeforeItWasKilledEndsAlike()
    {
        m_plan.model.model.name = std::string("mnist_cnn_20k");
        m_plan.local.optimizer.parameters.set("learningRate", 1e20);
        const std::int64_t experiment = m_store->run(m_id)->experiment;
        m_id = *m_store->addRun(experiment, m_plan, writePlan(m_plan), currentEnvironment("cpu"));
        m_run = makeRun();
        RunControl control;
        Witness witness;
        RunOutcome first;
        {
            Recorder recorder(*m_store, m_id, 0);
            first = runRounds(*m_run, {m_id, *m_store, recorder, control, witness});
        }
        QCOMPARE(first.status, RunStatus::Failed);
        QVERIFY(m_store->loadCheckpoint(m_id)->round == first.roundsDone);
        // Killed after the commit of that round and before its status.
        QVERIFY(m_store->setStatus(m_id, RunStatus::Running, {}));
        m_run.reset();

        Witness resumed;
        RunQueue queue(
            {.storeFile = file("runs"), .dataFolders = {}, .threads = 2, .device = "cpu"}, resumed);
        queue.resume({m_id});
        queue.waitUntilIdle();
        QVERIFY(resumed.rounds(m_id).empty());
        QCOMPARE(resumed.outcomes().at(m_id).status, RunStatus::Failed);
        QCOMPARE(resumed.outcomes().at(m_id).reason, first.reason);
        QCOMPARE(m_store->run(m_id)->reason, first.reason);
        QCOMPARE(m_store->run(m_id)->roundsDone, first.roundsDone);
    }

    void aCheckpointThatIsDamagedIsRefused()
    {
        CheckpointDelta checkpoint;
        checkpoint.round = 2;
        const std::string header = "0 float32 cpu whole 7";
        const auto bytes = std::as_bytes(std::span(header));
        checkpoint.changed.push_back({.part = "algorithm/model",
                                      .client = -1,
                                      .index = 0,
                                      .bytes = SharedBytes({bytes.begin(), bytes.end()})});
        const Result<void> restored = m_run->restore(checkpoint);
        QVERIFY(!restored);
        QVERIFY(restored.error().sentence().find("needs 28 bytes for its shape (has 0)")
                != std::string::npos);
        QCOMPARE(m_run->roundsDone(), -1);
    }

    void aClientThatIsLeftOutIsNoSender()
    {
        m_plan.excludeLastClient = true;
        const std::unique_ptr<Run> run = makeRun();
        const double clients = static_cast<double>(run->facts().trainSamples.size());
        static_cast<void>(run->advance({}));
        const Metrics metrics = run->advance({}).metrics;
        QVERIFY(metrics.at("trafficBits") > 0);
        QCOMPARE(metrics.at("cloudBitsPerSender"), metrics.at("trafficBits") / (clients - 1));
    }

    void aRunKnowsTheEdgesMadeForIt()
    {
        m_plan.clients.generatedEdges = GeneratedEdges{.count = 2, .scheme = "blocks"};
        const std::unique_ptr<Run> run = makeRun();
        const auto clients = run->facts().trainSamples.size();
        QCOMPARE(run->plan().clients.edges.size(), std::size_t{2});
        QCOMPARE(run->plan().clients.edges[0].clients.size(), (clients + 1) / 2);
        QCOMPARE(run->plan().clients.edges[1].clients.back(), static_cast<int>(clients) - 1);
    }

private:
    std::filesystem::path file(const std::string& name) const
    {
        return std::filesystem::path(m_folder->path().toStdString()) / (name + ".sqlite");
    }
    std::unique_ptr<Run> makeRun() const
    {
        RunData data({});
        return *prepareRun(m_plan, data, 2, "cpu");
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    Experiment m_experiment;
    RunPlan m_plan;
    std::string m_expected;
    std::unique_ptr<RunStore> m_store;
    std::int64_t m_id = 0;
    std::unique_ptr<Run> m_run;
};

COTERIE_SECTION(TestRunLoop)

} // namespace tst_run_loop

#include "tst_run_loop.moc"
