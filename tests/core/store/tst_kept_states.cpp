#include "core/store/database.h"
#include "tests/core/store/store_fixture.h"
#include "tests/sections.h"

namespace tst_kept_states {

using namespace coterie;
using namespace coterie::test;

/// States that stay in the store for forks.
class TestKeptStates : public QObject
{
    Q_OBJECT

    /// A run with rounds 0 to `rounds`, every `every`th with a state that stays.
    static void commit(StoreFixture& fixture,
                       std::int64_t run,
                       int rounds,
                       int every,
                       std::size_t chunkBytes = 100,
                       std::uint64_t budget = kMegabyte * 1000)
    {
        for (int round = 0; round <= rounds; ++round) {
            CheckpointDelta state = stateOf(round, 40, chunkBytes);
            state.keeping = {.every = every, .budget = budget};
            QVERIFY(fixture.store->commit(run, {shared(plainReport(round))}, &state).has_value());
        }
    }

private Q_SLOTS:
    void theNewestOfAtMostARoundComesBack()
    {
        StoreFixture fixture;
        const std::int64_t run = fixture.addRun();
        commit(fixture, run, 6, 2);
        QVERIFY(fixture.store->dropCheckpoint(run).has_value()); // as when it is finished
        const std::vector<std::pair<int, int>> rounds{{6, 6}, {5, 4}, {3, 2}, {1, -1}};
        for (const auto& [asked, found] : rounds) {
            const CheckpointDelta state = valueOf(fixture.store->stateUpTo(run, asked));
            QCOMPARE(state.round, found);
            if (found >= 0)
                QVERIFY(haveTheSameChunks(state, stateOf(found, 40, 100)));
        }
    }

    void theCheckpointCountsToo()
    {
        StoreFixture fixture;
        const std::int64_t run = fixture.addRun();
        commit(fixture, run, 5, 2);
        QCOMPARE(valueOf(fixture.store->stateUpTo(run, 5)).round, 5);
        QCOMPARE(valueOf(fixture.store->stateUpTo(run, 4)).round, 4);
    }

    /// Its pieces are copied from the file beside the store, which goes when the run is finished.
    void aLargeStateStaysToo()
    {
        StoreFixture fixture;
        const std::int64_t run = fixture.addRun();
        commit(fixture, run, 2, 1, kMegabyte);
        QVERIFY(std::filesystem::exists(fixture.path("runs.sqlite-state-" + std::to_string(run))));
        QVERIFY(fixture.store->dropCheckpoint(run).has_value());
        QVERIFY(haveTheSameChunks(valueOf(fixture.store->stateUpTo(run, 1)),
                                  stateOf(1, 40, kMegabyte)));
        QVERIFY(haveTheSameChunks(valueOf(fixture.store->stateUpTo(run, 2)),
                                  stateOf(2, 40, kMegabyte)));
    }

    /// A resumed run computes rounds again, perhaps with another setting.
    void aRoundThatIsComputedAgainTakesItsStateAlong()
    {
        StoreFixture fixture;
        const std::int64_t run = fixture.addRun();
        commit(fixture, run, 4, 1);
        QVERIFY(fixture.store->commit(run, {shared(plainReport(3))}, nullptr).has_value());
        QVERIFY(fixture.store->dropCheckpoint(run).has_value());
        QCOMPARE(valueOf(fixture.store->stateUpTo(run, 9)).round, 2);
    }

    void aBranchHasItsParentsRoundsUpToItsState()
    {
        StoreFixture fixture;
        const std::int64_t parent = fixture.addRun();
        commit(fixture, parent, 4, 1);
        FederationFacts facts = trainedOn({10, 20});
        facts.edges = {{.name = "north", .clients = {1, 0}}};
        facts.parameters = 7;
        QVERIFY(fixture.store->setFacts(parent, facts).has_value());
        const NewBranch made{.branch = {.parent = parent, .name = "FedAvg, seed 1", .round = 3},
                             .state = valueOf(fixture.store->stateUpTo(parent, 2)),
                             .environment = hostNamed("there"),
                             .rounds = 9};
        const std::int64_t run = valueOf(fixture.store->addBranch(made));
        const RunRow row = valueOf(fixture.store->run(run));
        QCOMPARE(row.branch, std::optional(made.branch));
        QCOMPARE(row.rounds, 9);
        QCOMPARE(row.roundsDone, 2);
        QCOMPARE(row.environment.host, std::string("there"));
        const auto reports = [&](std::int64_t of) {
            return valueOf(fixture.store->reports(of, 0, 2));
        };
        QVERIFY(reports(run) == reports(parent));
        QVERIFY(valueOf(fixture.store->facts(run)) == facts);
        QVERIFY(
            haveTheSameChunks(valueOf(fixture.store->loadCheckpoint(run)), stateOf(2, 40, 100)));
        QVERIFY(fixture.store->deleteRun(parent).has_value());
        QCOMPARE(valueOf(fixture.store->run(run)).branch->parent, std::optional<std::int64_t>());
        QCOMPARE(originText(*valueOf(fixture.store->run(run)).branch),
                 std::string("FedAvg, seed 1 after round 3"));
    }

    void aBranchWithoutTheRoundOfItsStateIsRefused()
    {
        StoreFixture fixture;
        const std::int64_t parent = fixture.addRun();
        commit(fixture, parent, 3, 1);
        const NewBranch made{.branch = {.parent = parent, .round = 3},
                             .state = valueOf(fixture.store->stateUpTo(parent, 3))};
        Database(fixture.file(), Database::Access::ReadWrite)
            .execute("DELETE FROM round WHERE round = 3");
        QCOMPARE(sentenceOf(fixture.store->addBranch(made)),
                 fixture.file().string() + ": run 1 has a state of round 3, but not that round");
        QCOMPARE(valueOf(fixture.store->runs()).size(), std::size_t{1});
    }

    void aBranchOfNoRunIsRefused()
    {
        StoreFixture fixture;
        QVERIFY(!fixture.store->addBranch({.branch = {.parent = 7}}));
        QVERIFY(valueOf(fixture.store->runs()).empty());
    }
};

COTERIE_SECTION(TestKeptStates)

} // namespace tst_kept_states

#include "tst_kept_states.moc"
