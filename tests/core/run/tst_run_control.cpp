#include "core/run/run_control.h"
#include "tests/coterie_test_main.h"

#include <atomic>
#include <thread>

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

    void aLiveChangeIsTakenOnce()
    {
        RunControl control;
        QVERIFY(!control.takeLearningRate());
        control.changeLearningRate(0.5);
        control.changeLearningRate(0.25);
        QCOMPARE(control.takeLearningRate().value(), 0.25);
        QVERIFY(!control.takeLearningRate());
    }
};

COTERIE_TEST_MAIN(TestRunControl)
#include "tst_run_control.moc"
