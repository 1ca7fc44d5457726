#include "core/run/environment.h"
#include "core/run/prepare_run.h"
#include "core/run/recorder.h"
#include "core/run/run.h"
#include "tests/core/fixtures/lost_store.h"
#include "tests/core/run/queue_fixture.h"
#include "tests/sections.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace tst_lost_stores {

using namespace coterie;
using namespace coterie::test;
namespace fs = std::filesystem;

namespace {

/// So large that its state is in a file of its own.
SmallExperiment largeExperiment()
{
    SmallExperiment large{.model = "dnn_500_200", .rounds = 100000, .checkpointSeconds = 0.001};
    large.clients = 20;
    large.evaluateEvery = 100;
    large.arms = R"([{"name": "Independent", "algorithm": {"name": "independent"}}])";
    return large;
}

/// A store that is deleted, with the states, as it is given a change by hand.
class DeletedAtAChange final : public RunSink
{
public:
    explicit DeletedAtAChange(RunStore& store)
        : m_store(store)
    {}

    Result<void> commit(std::int64_t run,
                        const std::vector<std::shared_ptr<const RoundReport>>& reports,
                        const CheckpointDelta* checkpoint) override
    {
        if (reports.empty() && checkpoint != nullptr && !std::exchange(m_isDeleted, true)) {
            hadStateFile = fs::exists(m_store.file().string() + "-state-" + std::to_string(run));
            loseStoreAndStates(m_store.file());
        }
        return m_store.commit(run, reports, checkpoint);
    }
    Result<void> setFacts(std::int64_t run, const FederationFacts& facts) override
    {
        return m_store.setFacts(run, facts);
    }
    Result<void> setRounds(std::int64_t run, int rounds) override
    {
        return m_store.setRounds(run, rounds);
    }
    Result<void> setStatus(std::int64_t run, RunStatus status, const std::string& reason) override
    {
        return m_store.setStatus(run, status, reason);
    }
    Result<CheckpointDelta> loadCheckpoint(std::int64_t run) override
    {
        return m_store.loadCheckpoint(run);
    }
    bool isGone() const override { return m_store.isGone(); }
    bool lacksState(std::int64_t run) const override { return m_store.lacksState(run); }

    bool hadStateFile = false;

private:
    RunStore& m_store;
    bool m_isDeleted = false;
};

/// Counts the changes by hand that the run announces.
struct ChangeWitness final : RunObserver
{
    void observe(const QueueEvent& event) override
    {
        rounds.observe(event);
        changes += std::holds_alternative<PlanChanged>(event) ? 1 : 0;
    }

    Witness rounds;
    int changes = 0;
};

} // namespace

/// What a stopped run says when its store was deleted while it was computed.
class TestLostStores final : public QueueFixture
{
    Q_OBJECT

private Q_SLOTS:
    void noResumeIsPromisedOfWhatCannotBeRescued();
    void aStateInMemoryIsKeptWhereItsFileIsDeletedToo();
    void aChangeGoesOnWithTheStateWhereItsFileIsDeleted();
};

void TestLostStores::noResumeIsPromisedOfWhatCannotBeRescued()
{
    const fs::path folder = file("folder");
    QueueOptions inFolder = options();
    inFolder.storeFile = folder / "runs.sqlite";
    const Experiment experiment = SmallExperiment{.rounds = 100000}.read();
    Witness witness;
    RunQueue queue(inFolder, witness);
    witness.afterRound = [&](const RoundReport& report) {
        if (report.round != 2)
            return;
        fs::remove_all(folder);
        std::ofstream(folder) << "no folder";
    };
    queue.add(experiment, plans(experiment));
    queue.waitUntilIdle();
    const RunOutcome outcome = witness.outcomes().at(1);
    QCOMPARE(outcome.status, RunStatus::Stopped);
    QVERIFY2(contains(outcome.reason, "its runs exist only in this program"),
             outcome.reason.c_str());
    QVERIFY2(!contains(outcome.reason, "Resuming"), outcome.reason.c_str());
    QVERIFY2(contains(first(witness.troubles()), "its runs exist only in this program"),
             first(witness.troubles()));
}

void TestLostStores::aStateInMemoryIsKeptWhereItsFileIsDeletedToo()
{
    const Experiment experiment = largeExperiment().read();
    Witness witness;
    RunQueue queue(options(), witness);
    bool isGone = false;
    witness.afterRound = [&](const RoundReport& report) {
        // It is written on another thread.
        if (report.round < 2 || isGone || !fs::exists(file().string() + "-state-1"))
            return;
        isGone = true;
        loseStoreAndStates(file());
    };
    queue.add(experiment, plans(experiment));
    queue.waitUntilIdle();
    QVERIFY(isGone);
    const RunOutcome outcome = witness.outcomes().at(1);
    QCOMPARE(outcome.status, RunStatus::Stopped);
    QVERIFY2(contains(outcome.reason, "You can resume it"), outcome.reason.c_str());
    QVERIFY2(!contains(first(witness.troubles()), "from round 0"), first(witness.troubles()));
    const auto rescued = RunStore::open(file("runs-rescued"));
    QVERIFY(rescued);
    QVERIFY(outcome.roundsDone >= 2);
    const auto state = (*rescued)->recoverCheckpoint(1);
    QVERIFY(state);
    QCOMPARE(state->checkpoint.round, outcome.roundsDone);
    QCOMPARE(state->givenUp, std::string());
}

void TestLostStores::aChangeGoesOnWithTheStateWhereItsFileIsDeleted()
{
    const RunPlan plan = plans(largeExperiment().read()).front();
    const auto opened = RunStore::open(file());
    QVERIFY(opened);
    RunStore& store = **opened;
    const std::int64_t id = *store.addRun(*store.addExperiment("large", "{}", "abc"),
                                          plan,
                                          writePlan(plan),
                                          currentEnvironment("cpu"));
    RunData data({});
    const std::unique_ptr<Run> run = *prepareRun(plan, data, 2, "cpu");
    DeletedAtAChange sink(store);
    ChangeWitness witness;
    RunControl control;
    witness.rounds.afterRound = [&](const RoundReport& report) {
        if (report.round == 1)
            QVERIFY(control.change({.place = std::string(kRoundsPlace), .value = 300}));
    };
    RunOutcome outcome;
    {
        Recorder recorder(sink, id, plan.checkpointSeconds);
        outcome = runRounds(*run, {id, sink, recorder, control, witness});
    }
    QVERIFY(sink.hadStateFile);
    // The round that was to follow the change was broken off, and its state with it.
    QCOMPARE(witness.rounds.rounds(id), upTo(1));
    QCOMPARE(outcome.status, RunStatus::Stopped);
    // The state from before the change was in memory, and is whole again where it went.
    QVERIFY2(contains(outcome.reason, "You can resume it"), outcome.reason.c_str());
    const auto state = store.recoverCheckpoint(id);
    QVERIFY(state && state->givenUp.empty());
    QCOMPARE(state->checkpoint.round, 1);
    // The layout and a row for each of 20 clients.
    QCOMPARE(std::ranges::count(state->checkpoint.changed, "algorithm/models", &StateChunk::part),
             21);
    QCOMPARE(store.run(id)->rounds, 300);
    QCOMPARE(witness.changes, 1); // told as made, because the state has it
}

COTERIE_SECTION(TestLostStores)

} // namespace tst_lost_stores

#include "tst_lost_stores.moc"
