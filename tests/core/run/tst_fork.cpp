#include "core/run/fork.h"
#include "core/run/verify.h"
#include "core/store/database.h"
#include "core/store/design_points.h"
#include "core/store/exports.h"
#include "tests/core/run/queue_fixture.h"
#include "tests/sections.h"

#include <array>
#include <sstream>
#include <stop_token>
#include <string>

namespace tst_fork {

using namespace coterie;
using namespace coterie::test;

namespace {

const std::string kAlpha = "/algorithm/alpha";
const std::string kRounds{kRoundsPlace};

std::string armOf(const std::string& algorithm, const std::string& sampler = R"({"name": "all"})")
{
    return R"([{"name": "A", "algorithm": )" + algorithm + R"(, "sampler": )" + sampler + "}]";
}

} // namespace

/// Runs that have the first rounds of another one.
class TestFork : public QueueFixture
{
    Q_OBJECT

    using AfterRound = std::function<void(RunQueue&, int)>;

    static Experiment experimentOf(const std::string& arms, int keepStates)
    {
        SmallExperiment small{.samples = 200, .rounds = 6};
        small.arms = arms;
        Experiment experiment = small.read();
        experiment.keepStates = keepStates;
        return experiment;
    }
    static Experiment hcct(int keepStates = 2)
    {
        return experimentOf(armOf(R"({"name": "hcct", "alpha": 5})"), keepStates);
    }

    std::vector<int> work(int threads,
                          const std::function<void(RunQueue&)>& begin,
                          std::int64_t run,
                          const AfterRound& at = {}) const
    {
        QueueOptions with = options();
        with.threads = threads;
        Witness witness;
        RunQueue queue(with, witness);
        witness.afterRound = [&](const RoundReport& report) {
            if (at)
                at(queue, report.round);
        };
        begin(queue);
        queue.waitUntilIdle();
        return witness.rounds(run);
    }
    void compute(const Experiment& experiment, int threads = 2, const AfterRound& at = {}) const
    {
        work(
            threads, [&](RunQueue& queue) { queue.add(experiment, plans(experiment)); }, 1, at);
    }
    /// The rounds it computed.
    std::vector<int> resume(std::int64_t run, int threads = 2, const AfterRound& at = {}) const
    {
        return work(
            threads, [&](RunQueue& queue) { queue.resume({run}); }, run, at);
    }
    Result<std::int64_t>
    fork(int round, const std::vector<LiveChange>& changes = {}, std::int64_t parent = 1) const
    {
        const auto opened = RunStore::open(file());
        return addFork(**opened, parent, round, changes);
    }
    /// Its number; −1: refused.
    std::int64_t
    forked(int round, const std::vector<LiveChange>& changes = {}, std::int64_t parent = 1) const
    {
        const Result<std::int64_t> made = fork(round, changes, parent);
        return made ? *made : -1;
    }
    RunRow row(std::int64_t run) const { return *(*store())->run(run); }
    /// Every table of one run.
    std::string exportsOfRun(std::int64_t run, const std::filesystem::path& from = {}) const
    {
        const auto opened = RunStore::open(from.empty() ? file() : from, RunStore::Mode::ReadOnly);
        std::ostringstream text;
        for (const ExportKind& kind : exportKinds())
            if (kind.isBundled)
                if (!exportCsv(**opened, kind.name, std::array{run}, text))
                    return "cannot be exported";
        return text.str();
    }
    void execute(const std::string& sql) const
    {
        Database(file(), Database::Access::ReadWrite).execute(sql);
    }
    std::string valueOf(const std::string& sql) const
    {
        return Database(file(), Database::Access::ReadOnly).firstValue(sql);
    }

private Q_SLOTS:
    void withoutChangesItRepeatsItsParentToTheBit_data()
    {
        QTest::addColumn<QString>("arms");
        QTest::addColumn<int>("threads");
        const auto add = [](const char* name, const std::string& arms) {
            for (const int threads : {1, 2})
                QTest::addRow("%s, %d", name, threads) << QString::fromStdString(arms) << threads;
        };
        add("HCCT", armOf(R"({"name": "hcct", "alpha": 5})"));
        add("All-for-one", armOf(R"({"name": "allForOne"})"));
        add("sFedHP", armOf(R"({"name": "sfedhp"})"));
        add("HiCS-FL", armOf(R"({"name": "fedavg"})", R"({"name": "hicsFl", "count": 2})"));
        add("IFCA", armOf(R"({"name": "ifca"})"));
        add("Ditto", armOf(R"({"name": "ditto"})"));
    }
    void withoutChangesItRepeatsItsParentToTheBit()
    {
        QFETCH(const QString, arms);
        QFETCH(const int, threads);
        compute(experimentOf(arms.toStdString(), 2), threads);
        const std::string parent = exportsOfRun(1);

        // From a state after its last shared round, from one before it, and from the beginning.
        QCOMPARE(forked(4), std::int64_t(2));
        QCOMPARE(resume(2, threads), (std::vector{5, 6}));
        QCOMPARE(forked(3), std::int64_t(3));
        QCOMPARE(resume(3, threads), (std::vector{3, 4, 5, 6}));
        QCOMPARE(forked(1), std::int64_t(4));
        QCOMPARE(resume(4, threads), upTo(6));
        // Stopped among the rounds that it computes again, and after them.
        QCOMPARE(forked(3), std::int64_t(5));
        for (const int last : {3, 4})
            resume(5, threads, [last](RunQueue& queue, int round) {
                if (round == last)
                    queue.stop();
            });
        QCOMPARE(row(5).status, RunStatus::Stopped);
        resume(5, threads);
        for (const std::int64_t run : {2, 3, 4, 5}) {
            QCOMPARE(row(run).status, RunStatus::Finished);
            const std::string branch = exportsOfRun(run);
            QVERIFY2(branch == parent, firstDifference(branch, parent).c_str());
        }
    }

    /// The same changes at the same round are the same run.
    void withChangesItIsAsIfTheParentHadBeenChangedByHand()
    {
        compute(hcct());
        const std::vector<LiveChange> changes{{.place = kAlpha, .value = 40},
                                              {.place = kRounds, .value = 8}};
        QCOMPARE(forked(3, changes), std::int64_t(2));
        resume(2, 2, [](RunQueue& queue, int round) {
            if (round == 3) // among those that it repeats
                queue.stop();
        });
        QCOMPARE(row(2).rounds, 8);
        QCOMPARE(row(2).roundsDone, 3);
        resume(2);
        QCOMPARE(row(2).status, RunStatus::Finished);
        QCOMPARE(row(2).roundsDone, 8);
        compute(hcct(0), 2, [&](RunQueue& queue, int round) {
            if (round == 3)
                for (const LiveChange& change : changes)
                    QVERIFY(queue.change(change));
        });
        const std::string byHand = exportsOfRun(3);
        const std::string branch = exportsOfRun(2);
        QVERIFY2(branch == byHand, firstDifference(branch, byHand).c_str());
        QVERIFY(branch != exportsOfRun(1));

        RunData data(DataFolders{});
        const auto opened = store();
        const Result<Verification> again =
            verifyRun(**opened, row(2), data, {.threads = 1, .device = "cpu"}, std::stop_token());
        QVERIFY(again && !again->difference);
        QCOMPARE(again->lastSame, 8);
    }

    void aParentThatWasChangedByHandIsRepeatedWithItsChanges()
    {
        compute(hcct(0), 2, [](RunQueue& queue, int round) {
            if (round == 1)
                QVERIFY(queue.change({.place = kAlpha, .value = 40}));
        });
        QCOMPARE(forked(4), std::int64_t(2));
        QCOMPARE(resume(2), upTo(6));
        const std::string parent = exportsOfRun(1);
        const std::string branch = exportsOfRun(2);
        QVERIFY2(branch == parent, firstDifference(branch, parent).c_str());
        // And back to its first value: what is there already is no change.
        QCOMPARE(forked(4, {{.place = kAlpha, .value = 40}}), std::int64_t(3));
        QCOMPARE(row(3).branch->changes.size(), std::size_t(1));
        QCOMPARE(forked(4, {{.place = kAlpha, .value = 5}}), std::int64_t(4));
        QCOMPARE(row(4).branch->changes.size(), std::size_t(2));
    }

    void aChangeWhileItRepeatsItsParentHoldsAfterwards()
    {
        compute(hcct(0));
        QCOMPARE(forked(3), std::int64_t(2));
        resume(2, 2, [](RunQueue& queue, int round) {
            if (round == 1)
                QVERIFY(queue.change({.place = kAlpha, .value = 40}));
        });
        QCOMPARE(row(2).status, RunStatus::Finished);
        QCOMPARE(row(2).changes,
                 (std::vector<RecordedChange>{{.round = 4, .change = {kAlpha, 40}}}));
    }

    void itIsAnotherDesignThanItsParentBeforeItIsThere()
    {
        compute(hcct());
        QCOMPARE(forked(4, {{.place = kAlpha, .value = 40}}), std::int64_t(2));
        const std::vector<RunRow> rows = *(*store())->runs();
        const RunSettings settings(rows);
        QCOMPARE(designText(rows[1], settings), std::string("algorithm/alpha = 5 → 40 (round 5)"));
        QVERIFY(designText(rows[0], settings) != designText(rows[1], settings));
        QCOMPARE(rows[1].branch->parent, std::optional<std::int64_t>(1));
        QCOMPARE(rows[1].branch->round, 4);
        QCOMPARE(originText(*rows[1].branch), std::string("run 1 after round 4"));
        QVERIFY(!rows[0].branch);
        QCOMPARE(rows[1].roundsDone, 4);
        resume(2);
        QCOMPARE(row(2).changes.size(), std::size_t(1));
    }

    void aForkOfAForkAndOfAStoppedRun()
    {
        compute(hcct(0), 2, [](RunQueue& queue, int round) {
            if (round == 4)
                queue.stop();
        });
        const int last = row(1).roundsDone;
        QVERIFY(last >= 4 && last < 6);
        QCOMPARE(forked(last), std::int64_t(2)); // from its checkpoint
        QCOMPARE(resume(2).front(), last + 1);
        QCOMPARE(forked(5, {}, 2), std::int64_t(3));
        resume(3);
        resume(1);
        const std::string parent = exportsOfRun(1);
        QVERIFY2(exportsOfRun(2) == parent, firstDifference(exportsOfRun(2), parent).c_str());
        QVERIFY2(exportsOfRun(3) == parent, firstDifference(exportsOfRun(3), parent).c_str());
    }

    void otherNumbersThanTheParentsAreRefused()
    {
        compute(hcct());
        execute("UPDATE client_metric SET train_loss = 7 WHERE round = 3 AND client = 1");
        QCOMPARE(forked(3), std::int64_t(2));
        execute("UPDATE run SET device = device || ', 2 ranks' WHERE id = 2");
        resume(2);
        QCOMPARE(row(2).status, RunStatus::Failed);
        const std::string reason = row(2).reason;
        QVERIFY2(
            contains(reason, "now. Resumed with 1 rank instead of 2 ranks on cards; the last "),
            reason.c_str()); // which is why
        QVERIFY2(contains(reason,
                          "It cannot branch off run 1, whose rounds are not the same when they are "
                          "computed again: round 3, client 1: training loss is 7 in run 1 and "),
                 reason.c_str());
        QCOMPARE(row(2).roundsDone, 2);
    }

    void aParentThatIsGone()
    {
        compute(hcct(0));
        QCOMPARE(forked(3), std::int64_t(2));
        compute(hcct(0)); // run 3, so that no other run gets the number
        QVERIFY((*RunStore::open(file()))->deleteRun(1));
        QCOMPARE(row(2).branch->parent, std::optional<std::int64_t>());
        QCOMPARE(originText(*row(2).branch), std::string("A, seed 1 after round 3"));
        resume(2);
        QCOMPARE(row(2).status, RunStatus::Failed);
        QVERIFY2(contains(row(2).reason, "which was deleted"), row(2).reason.c_str());
    }

    void whatCannotBeForkedIsRefused()
    {
        std::string running;
        compute(hcct(), 2, [&](RunQueue&, int round) {
            if (round == 2) {
                const auto refused = fork(1);
                running = refused ? "" : refused.error().sentence();
            }
        });
        QCOMPARE(running,
                 std::string("run 1: it is being computed; stop it, or wait until it has "
                             "finished"));
        const auto sentence = [](const auto& result) {
            return result ? std::string() : result.error().sentence();
        };
        QCOMPARE(sentence(fork(7)),
                 std::string("run 1, round: must be from 0 to 6, the last round that is stored "
                             "(is 7)"));
        QCOMPARE(sentence(fork(6)),
                 std::string("/rounds: must be at least 7 to go on after round 6 (is 6)"));
        const auto change = [&](const char* place, const char* typed) {
            return sentence(forkChange(row(1), 3, place, typed));
        };
        QCOMPARE(change("/algorithm/alpha", "40"), std::string());
        QVERIFY(contains(change("/algorithm/alpha", "much"), "/algorithm/alpha: must be "));
        QCOMPARE(change("/rounds", "3"),
                 std::string("/rounds: must be at least 4, the next round (is 3)"));
        QVERIFY(contains(change("/data/partition/clients", "5"),
                         "/data/partition/clients: this setting cannot change in a fork: the "
                         "rounds that a fork repeats depend on the data. These can: "));
        QVERIFY(contains(change("/algorithm/name", "fedavg"),
                         "the stored state is that of the parent's algorithm"));
        QVERIFY(contains(change("/model/name", "mlp"), "has the weights of this model"));
        QVERIFY(contains(change("/seed", "2"), "depend on the seed"));
        QVERIFY(contains(change("/local/batch", "2"), "cannot be continued with another value"));
        QVERIFY(contains(change("/algorithm/alpah", "2"), "/algorithm/alpha"));
        QCOMPARE(valueOf("SELECT count(*) FROM run"), std::string("1"));
    }

    void keptStatesChangeNoNumberAndNoIdentity()
    {
        compute(hcct(1));
        QCOMPARE(valueOf("SELECT group_concat(round) FROM kept_state"), std::string("1,2,3,4,5,6"));
        compute(hcct(0));
        QVERIFY(exportsOfRun(1) == exportsOfRun(2));
        QCOMPARE(row(1).experimentHash, row(2).experimentHash);
        QCOMPARE(runIdentity(plans(hcct(1)).front()), runIdentity(plans(hcct(0)).front()));
        const std::vector<RunRow> rows = *(*store())->runs();
        QCOMPARE(designText(rows[0], RunSettings(rows)), std::string());
    }

    void keptStatesSurviveAStopAndGoWithTheirRun()
    {
        compute(hcct(2), 2, [](RunQueue& queue, int round) {
            if (round == 3)
                queue.stop();
        });
        QCOMPARE(valueOf("SELECT min(round) FROM kept_state"), std::string("2"));
        resume(1);
        QCOMPARE(valueOf("SELECT group_concat(round) FROM kept_state"), std::string("2,4,6"));
        QCOMPARE(valueOf("SELECT count(*) FROM checkpoint"), std::string("0"));
        QVERIFY((*RunStore::open(file()))->deleteRun(1));
        QCOMPARE(valueOf("SELECT count(*) FROM kept_state"), std::string("0"));
        QCOMPARE(valueOf("SELECT count(*) FROM kept_piece"), std::string("0"));
        QCOMPARE(valueOf("PRAGMA freelist_count"), std::string("0"));
    }

    /// A damaged state is not taken; the one before it is.
    void aDamagedKeptStateIsPassedOver()
    {
        compute(hcct(2));
        execute("UPDATE kept_piece SET bytes = zeroblob(length(bytes)) WHERE round = 4"
                " AND length(bytes) > 1000");
        QCOMPARE(forked(5), std::int64_t(2));
        QCOMPARE(resume(2), (std::vector{3, 4, 5, 6}));
        QVERIFY(exportsOfRun(2) == exportsOfRun(1));
    }

    /// When the budget is full, every other state goes.
    void keptStatesStayWithinTheirBudget()
    {
        Experiment experiment = hcct(1);
        compute(experiment);
        const auto one =
            std::stoull(valueOf("SELECT total(length(bytes)) FROM kept_piece WHERE round = 6"));
        const auto opened = RunStore::open(file());
        CheckpointDelta state = *(*opened)->stateUpTo(1, 6);
        QCOMPARE(state.round, 6);
        execute("DELETE FROM kept_piece; DELETE FROM kept_state");
        std::vector<std::string> kept;
        for (int round = 1; round <= 6; ++round) {
            state.round = round;
            state.keeping = {.every = 1, .budget = one * 5 / 2};
            QVERIFY((*opened)->commit(1, {}, &state));
            kept.push_back(valueOf("SELECT group_concat(round) FROM kept_state"));
        }
        QCOMPARE(kept, (std::vector<std::string>{"1", "1,2", "2", "2,4", "2,4", "4"}));
        state.round = 4;
        state.keeping.budget = one / 2;
        execute("DELETE FROM kept_piece; DELETE FROM kept_state");
        QVERIFY((*opened)->commit(1, {}, &state)); // larger than the budget
        QCOMPARE(valueOf("SELECT count(*) FROM kept_state"), std::string("0"));
    }
};

COTERIE_SECTION(TestFork)

} // namespace tst_fork

#include "tst_fork.moc"
