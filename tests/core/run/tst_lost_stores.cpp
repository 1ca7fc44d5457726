#include "tests/core/fixtures/lost_store.h"
#include "tests/core/run/queue_fixture.h"
#include "tests/sections.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

namespace tst_lost_stores {

using namespace coterie;
using namespace coterie::test;
namespace fs = std::filesystem;

/// What a stopped run says when its store was deleted while it was computed.
class TestLostStores final : public QueueFixture
{
    Q_OBJECT

private Q_SLOTS:
    void noResumeIsPromisedOfWhatCannotBeRescued();
    void aStateInMemoryIsKeptWhereItsFileIsDeletedToo();
};

void TestLostStores::noResumeIsPromisedOfWhatCannotBeRescued()
{
    const fs::path folder = file("folder");
    QueueOptions inFolder = options();
    inFolder.storeFile = folder / "runs.sqlite";
    const Experiment experiment = SmallExperiment{.rounds = 400}.read();
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
    // So large that it is in a file of its own.
    SmallExperiment large{.model = "dnn_500_200", .rounds = 400, .checkpointSeconds = 0.001};
    large.clients = 20;
    large.evaluateEvery = 100;
    large.arms = R"([{"name": "Independent", "algorithm": {"name": "independent"}}])";
    const Experiment experiment = large.read();
    Witness witness;
    RunQueue queue(options(), witness);
    bool isGone = false;
    bool hadFile = false;
    witness.afterRound = [&](const RoundReport& report) {
        if (report.round < 2 || std::exchange(isGone, true))
            return;
        hadFile = fs::exists(file().string() + "-state-1");
        loseStoreAndStates(file());
    };
    queue.add(experiment, plans(experiment));
    queue.waitUntilIdle();
    QVERIFY(hadFile);
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

COTERIE_SECTION(TestLostStores)

} // namespace tst_lost_stores

#include "tst_lost_stores.moc"
