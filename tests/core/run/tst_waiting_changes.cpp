#include "core/run/checkpoint.h"
#include "tests/core/run/live_change_fixture.h"
#include "tests/sections.h"

#include <QTest>

#include <cstdint>
#include <span>
#include <vector>

namespace tst_waiting_changes {

using namespace coterie;
using namespace coterie::test;

/// Changes by hand that a stored state has for later rounds.
class TestWaitingChanges : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// A run was broken off in round 5 after a change; goes on from round 2; is changed again in 3.
    void aNewerWishTakesThePlaceOfOneThatWaits()
    {
        const auto first = makeRun(planOf({.rounds = 9}));
        for (int round = 0; round <= 2; ++round)
            static_cast<void>(first->advance({}));
        const auto second = restoredWith("5 " + kRate + " 0.05\n", *first);
        QVERIFY(second);
        const auto third = makeRun(planOf({.rounds = 9}));
        const auto rateOfNext = [&] {
            const RoundReport report = second->advance({});
            third->recall(report);
            return report.learningRate;
        };
        QCOMPARE(rateOfNext(), 0.1);
        const LiveChange newer{.place = kRate, .value = 0.2};
        second->change(std::span(&newer, 1));
        for (int round = 4; round <= 6; ++round)
            QCOMPARE(rateOfNext(), 0.2);
        StateKeeper keeper;
        CheckpointEncoder encoder;
        QVERIFY(third->restore(encoder.changes(6, keeper.keep(second->state()))));
        const RoundReport report = third->advance({});
        QCOMPARE(report.learningRate, 0.2);
        QVERIFY(withoutTimings(report) == withoutTimings(second->advance({})));
    }

    void whatWaitsIsToldUntilItsRoundHasBeenDone()
    {
        const auto first = makeRun(planOf({.rounds = 9}));
        for (int round = 0; round <= 2; ++round)
            static_cast<void>(first->advance({}));
        QVERIFY(first->changesToCome().empty());
        const auto second = restoredWith("1 " + kRate + " 0.3\n5 " + kRate + " 0.05\n", *first);
        QVERIFY(second);
        const RecordedChange waits{.round = 5, .change = {.place = kRate, .value = 0.05}};
        for (int round = 3; round <= 5; ++round) {
            QVERIFY(second->changesToCome() == std::vector{waits});
            static_cast<void>(second->advance({}));
        }
        QVERIFY(second->changesToCome().empty());
    }

    /// The value that holds now, asked for again, takes back what waits.
    void askingForWhatHoldsTakesBackWhatWaits()
    {
        const auto first = makeRun(planOf({.rounds = 9}));
        for (int round = 0; round <= 2; ++round)
            static_cast<void>(first->advance({}));
        const auto second = restoredWith("5 " + kRate + " 0.05\n", *first);
        QVERIFY(second);
        const int before = second->changesMade();
        const LiveChange same{.place = kRate, .value = 0.1};
        second->change(std::span(&same, 1));
        QCOMPARE(second->changesMade(), before + 1); // so that it is stored
        for (int round = 3; round <= 6; ++round)
            QCOMPARE(second->advance({}).learningRate, 0.1);
    }

    void aStateThatChangesWhatCannotBeChangedIsRefused()
    {
        const auto first = makeRun(planOf({.rounds = 9}));
        static_cast<void>(first->advance({}));
        QVERIFY(!restoredWith("0 /algorithm/shape 3\n", *first));
    }

    void aStateThatHoldsNoMoreThanARateIsReadToo()
    {
        const std::unique_ptr<Run> first = makeRun(planOf({.rounds = 6}));
        for (int round = 0; round <= 2; ++round)
            static_cast<void>(first->advance({}));
        StateKeeper keeper;
        KeptState state = keeper.keep(first->state());
        QCOMPARE(state.front().name, std::string("run/liveLearningRate"));
        state.front().values = at::tensor({0.5, 1.0}, at::kDouble);
        CheckpointEncoder encoder;
        const std::unique_ptr<Run> second = makeRun(planOf({.rounds = 6}));
        QVERIFY(second->restore(encoder.changes(2, state)));
        const RoundReport report = second->advance({});
        QCOMPARE(report.learningRate, 0.5);
        QCOMPARE(report.events.size(), std::size_t{1});
        QCOMPARE(second->advance({}).learningRate, 0.5);
    }

private:
    /// Where a state of that run was taken in which these changes stand; null if it is refused.
    static std::unique_ptr<Run> restoredWith(const std::string& changes, const Run& run)
    {
        StateKeeper keeper;
        KeptState state = keeper.keep(run.state());
        state.front().values =
            at::tensor(std::vector<std::uint8_t>(changes.begin(), changes.end()), at::kByte);
        CheckpointEncoder encoder;
        std::unique_ptr<Run> restored = makeRun(planOf({.rounds = 9}));
        if (!restored->restore(encoder.changes(run.roundsDone(), state)))
            return nullptr;
        return restored;
    }
};

COTERIE_SECTION(TestWaitingChanges)

} // namespace tst_waiting_changes

#include "tst_waiting_changes.moc"
