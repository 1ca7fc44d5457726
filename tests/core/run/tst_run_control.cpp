#include "core/algorithms/registry.h"
#include "core/experiment/experiment.h"
#include "core/run/failures.h"
#include "core/run/run_control.h"
#include "tests/sections.h"

#include <atomic>
#include <thread>

namespace tst_run_control {

using namespace coterie;

class TestRunControl : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void runsFreelyUntilPaused()
    {
        RunControl control;
        QVERIFY(!control.wouldWait());
        QVERIFY(control.mayStartRound());
        control.pause();
        QVERIFY(control.isPaused());
        QVERIFY(control.wouldWait());
        control.proceed();
        QVERIFY(!control.isPaused());
        QVERIFY(control.mayStartRound());
    }

    void aStepIsExactlyOneRound()
    {
        RunControl control;
        control.stepOneRound();
        QVERIFY(control.isPaused());
        QVERIFY(!control.wouldWait());
        QVERIFY(control.mayStartRound());
        QVERIFY(control.wouldWait());
        control.stepOneRound();
        control.stepOneRound();
        QVERIFY(control.mayStartRound());
        QVERIFY(control.mayStartRound());
        QVERIFY(control.wouldWait());
        control.stepOneRound();
        control.pause(); // takes back a step that was not taken
        QVERIFY(control.wouldWait());
    }

    void aStopEndsAWait()
    {
        RunControl control;
        control.pause();
        std::atomic<int> answer = -1;
        std::thread waiting([&] { answer = control.mayStartRound() ? 1 : 0; });
        QTest::qWait(20);
        QCOMPARE(answer.load(), -1);
        control.stop();
        waiting.join();
        QCOMPARE(answer.load(), 0);
        QVERIFY(control.stopRequested());
        QVERIFY(control.stopToken().stop_requested());
        QVERIFY(!control.wouldWait());
        QVERIFY(!control.mayStartRound());
    }

    void proceedingAndSteppingEndAWait()
    {
        RunControl control;
        control.pause();
        std::atomic<int> rounds = 0;
        std::thread running([&] {
            while (control.mayStartRound())
                ++rounds;
        });
        control.stepOneRound();
        QTRY_COMPARE(rounds.load(), 1);
        control.stepOneRound();
        QTRY_COMPARE(rounds.load(), 2);
        control.proceed();
        QTRY_VERIFY(rounds.load() > 100);
        control.stop();
        running.join();
    }

    void aChangeIsTakenOnceAndTheLastOfASettingHolds()
    {
        RunControl control;
        control.offer(settings(10), 1);
        QVERIFY(control.takeChanges(1).empty());
        QVERIFY(control.change({.place = kRate, .value = 0.5}));
        QVERIFY(control.change({.place = "/rounds", .value = 12}));
        QVERIFY(control.change({.place = kRate, .value = 0.25}));
        const std::vector<LiveChange> taken = control.takeChanges(2);
        QVERIFY((taken
                 == std::vector<LiveChange>{{.place = "/rounds", .value = 12},
                                            {.place = kRate, .value = 0.25}}));
        QVERIFY(control.takeChanges(3).empty());
    }

    void whatCannotBeIsRefusedWithASentence()
    {
        RunControl control;
        const auto refusal = [&](const std::string& place, double value) {
            const Result<void> taken = control.change({.place = place, .value = value});
            return taken ? std::string() : taken.error().sentence();
        };
        QCOMPARE(refusal(kRate, 0.5), kRate + ": the run has not started yet");
        control.offer(settings(10), 1);
        QCOMPARE(refusal("/seed", 2),
                 std::string("/seed: this setting cannot change during a run"));
        QCOMPARE(refusal(kRate, 0), kRate + ": must be more than 0 (is 0)");
        QVERIFY(control.takeChanges(7).empty());
        QCOMPARE(refusal("/rounds", 7),
                 std::string("/rounds: must be at least 8, the next round (is 7)"));
        QCOMPARE(refusal("/rounds", 8), std::string());
        QCOMPARE(control.takeChanges(8).size(), std::size_t{1});
        QCOMPARE(refusal(kRate, 0.5),
                 kRate + ": the last round has started; there is no later round to change");
        QVERIFY(control.mayEnd());
        QCOMPARE(refusal("/rounds", 20),
                 std::string("/rounds: the run has ended; its settings can no longer change"));
    }

    void moreRoundsAskedForInTheLastOneKeepARunGoing()
    {
        RunControl control;
        control.offer(settings(2), 1);
        QVERIFY(control.takeChanges(2).empty());
        QVERIFY(control.change({.place = "/rounds", .value = 3}));
        QVERIFY(!control.mayEnd());
        QVERIFY(control.change({.place = kRate, .value = 0.5})); // there is a round for it now
        QCOMPARE(control.takeChanges(3).size(), std::size_t{2});
        QVERIFY(control.mayEnd());
        QVERIFY(control.takeLastChanges().empty());
    }

    void aRecordOfChangesReadsBackToTheBit()
    {
        const std::vector<RecordedChange> changes{
            {.round = 3, .change = {.place = kRate, .value = 0.1 + 0.2}},
            {.round = 40, .change = {.place = "/rounds", .value = 1e9}},
            {.round = 41, .change = {.place = "/algorithm/alpha", .value = 1e-300}}};
        QVERIFY(*readRecord(recordText(changes)) == changes);
        QVERIFY(readRecord("")->empty());
        for (const char* damaged : {"3 /rounds\n", "x /rounds 3\n", "3 /rounds 4x\n"}) {
            const Result<std::vector<RecordedChange>> read = readRecord(damaged);
            QVERIFY(!read);
            QVERIFY(read.error().sentence().find("cannot be read") != std::string::npos);
        }
    }

private:
    static std::vector<LiveSetting> settings(int rounds)
    {
        RunPlan plan;
        plan.algorithm.name = std::string("fedavg");
        plan.rounds = rounds;
        complete(plan, registry());
        return liveSettings(plan, registry());
    }

    const std::string kRate{kLearningRatePlace};
};

COTERIE_SECTION(TestRunControl)

} // namespace tst_run_control

#include "tst_run_control.moc"
