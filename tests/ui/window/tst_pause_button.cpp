#include "tests/sections.h"
#include "tests/ui/window_fixture.h"
#include "ui/watch/transport_bar.h"
#include "ui/watch/watch_page.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

namespace tst_pause_button {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// The one button that runs, pauses, resumes and plays.
class PauseButtonTest final : public WindowFixture
{
    Q_OBJECT

private slots:
    void aPauseThatComesTooLateStartsNothing();
    void itPlaysWhatIsNotTheOpenExperiment();
    void theLastRequestDecidesWhatItDoes();
    void withoutARoundItDoesNotPlay();
    void spaceAfterTheFirstButtonPauses();

private:
    [[nodiscard]] static bool stops(MainWindow& window)
    {
        window.controller().stop();
        return QTest::qWaitFor([&window] { return !window.controller().isBusy(); },
                               kTryMilliseconds);
    }
};

/// The button that pauses runs the experiment again once its runs have ended.
void PauseButtonTest::aPauseThatComesTooLateStartsNothing()
{
    write(kQuickstart, 3);
    MainWindow window(context());
    QSignalSpy started(&window.controller(), &RunController::runStarted);
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    window.show();
    const int usual = QApplication::doubleClickInterval();
    const auto reset = qScopeGuard([usual] { QApplication::setDoubleClickInterval(usual); });
    QApplication::setDoubleClickInterval(3'600'000);
    window.actions().action(ActionId::RunQuickstart)->trigger();
    QVERIFY(ended.wait(kTryMilliseconds));
    QAction* pause = window.actions().action(ActionId::PauseRun);
    QTRY_COMPARE(window.controller().state(), RunController::State::Idle);
    const auto before = started.count();
    pause->trigger();
    QCOMPARE(window.controller().state(), RunController::State::Idle);
    QApplication::setDoubleClickInterval(1);
    QTest::qWait(2); // a click that is meant
    pause->trigger();
    QTRY_VERIFY(started.count() > before);
    window.controller().stop();
    QTRY_VERIFY(!window.controller().isBusy());
    QVERIFY(window.close());
}

void PauseButtonTest::itPlaysWhatIsNotTheOpenExperiment()
{
    write(kQuickstart, kEndless);
    MainWindow window(context());
    window.show();
    QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
    QSignalSpy started(&window.controller(), &RunController::runStarted);
    window.actions().action(ActionId::RunQuickstart)->trigger();
    QTRY_VERIFY(rounds.count() > 5);
    QVERIFY(stops(window));
    QAction* pause = window.actions().action(ActionId::PauseRun);
    QTRY_COMPARE(pause->iconText(), QStringLiteral("Run again")); // beside Resume
    window.openFile(write(kMine, experiment(10).replace("\"Small\"", "\"Other\"")));
    QTRY_COMPARE(pause->iconText(), QStringLiteral("Play"));
    window.openFile(m_folder->filePath(kQuickstart));
    QTRY_COMPARE(pause->iconText(), QStringLiteral("Run again"));

    window.actions().action(ActionId::ShowWatch)->trigger();
    auto* resume = window.findChild<QToolButton*>(QStringLiteral("resumeShown"));
    QTRY_VERIFY(resume->isVisible());
    QTest::mouseClick(resume, Qt::LeftButton);
    QTRY_COMPARE(started.count(), 2);
    QTRY_COMPARE(pause->iconText(), QStringLiteral("Pause"));
    QVERIFY(stops(window));
    QTRY_COMPARE(pause->iconText(), QStringLiteral("Play"));
    QTRY_VERIFY(window.actions().action(ActionId::PlayRounds)->isEnabled());
    window.actions().action(ActionId::ShowDesign)->trigger(); // the menu has it there too
    QVERIFY(pause->isEnabled());
    pause->trigger();
    QVERIFY(window.findChild<TransportBar*>()->isPlaying());
    QVERIFY(window.findChild<WatchPage*>()->isVisible());
    QCOMPARE(pause->iconText(), QStringLiteral("Pause"));
    pause->trigger();
    QVERIFY(!window.findChild<TransportBar*>()->isPlaying());
    QCOMPARE(pause->iconText(), QStringLiteral("Play"));
    QVERIFY(!window.controller().isBusy());
    QCOMPARE(started.count(), 2);
    QVERIFY(window.close());
}

void PauseButtonTest::theLastRequestDecidesWhatItDoes()
{
    MainWindow window(context());
    QVERIFY(opens(window, write(kMine, kEndless)));
    QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
    const QAction* pause = window.actions().action(ActionId::PauseRun);
    QAction* run = window.actions().action(ActionId::RunExperiment);
    run->trigger();
    QTRY_VERIFY(rounds.count() > 2);
    QVERIFY(stops(window));
    QTRY_COMPARE(pause->iconText(), QStringLiteral("Run again"));

    // Resumed while the same experiment runs anew.
    run->trigger();
    const auto before = rounds.count();
    QTRY_VERIFY(rounds.count() > before + 2);
    window.actions().action(ActionId::ShowCompare)->trigger();
    auto* table = window.findChild<QTreeView*>(QStringLiteral("runTable"));
    QTRY_VERIFY(table->model()->rowCount() > 0);
    table->expandAll();
    table->selectAll();
    QAction* resume = window.actions().action(ActionId::ResumeStoredRun);
    QTRY_VERIFY(resume->isEnabled());
    const QSignalSpy waiting(&window.controller(), &RunController::waitingChanged);
    resume->trigger(); // behind what runs, maybe after a look into the store
    QTRY_VERIFY(!waiting.isEmpty());
    QVERIFY(stops(window));
    QTRY_COMPARE(pause->iconText(), QStringLiteral("Play"));

    // And the other way round.
    QTRY_VERIFY(resume->isEnabled());
    resume->trigger();
    QTRY_VERIFY(window.controller().isBusy());
    QTRY_VERIFY(run->isEnabled());
    const auto changes = waiting.count();
    run->trigger();
    QTRY_VERIFY(waiting.count() > changes);
    QVERIFY(stops(window));
    QTRY_COMPARE(pause->iconText(), QStringLiteral("Run again"));
    QVERIFY(window.close());
}

void PauseButtonTest::withoutARoundItDoesNotPlay()
{
    MainWindow window(context());
    const QByteArray longRound =
        experiment(1).replace("\"localEpochs\": 1", "\"localEpochs\": 1000000");
    QVERIFY(opens(window, write(kMine, longRound)));
    QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
    const QAction* pause = window.actions().action(ActionId::PauseRun);
    window.actions().action(ActionId::RunExperiment)->trigger();
    QTRY_COMPARE(rounds.count(), 1); // what is measured before training
    QVERIFY(stops(window));
    QTRY_COMPARE(pause->iconText(), QStringLiteral("Run again"));
    window.openFile(
        write(QStringLiteral("other.json"), experiment(10).replace("\"Small\"", "\"Other\"")));
    QTRY_COMPARE(pause->iconText(), QStringLiteral("Run"));
    QTRY_VERIFY(pause->isEnabled());
    QVERIFY(window.close());
}

/// The page's first button is gone once its runs have begun, and no key presses it.
void PauseButtonTest::spaceAfterTheFirstButtonPauses()
{
    write(kQuickstart, kEndless);
    MainWindow window(context());
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window, kTryMilliseconds));
    window.actions().action(ActionId::ShowWatch)->trigger();
    QPushButton* first = nullptr;
    for (auto* button : window.findChild<WatchPage*>()->findChildren<QPushButton*>(
             QStringLiteral("emptyStateButton")))
        if (button->isVisible())
            first = button;
    QVERIFY(first);
    QSignalSpy started(&window.controller(), &RunController::runStarted);
    QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
    first->setFocus(); // as a click does
    QTest::mouseClick(first, Qt::LeftButton);
    QTRY_VERIFY(rounds.count() > 2 && !first->isVisible());
    QTRY_VERIFY(window.findChild<WatchPage*>()->isVisible());
    const std::size_t waiting = window.controller().waiting().size();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
    QTRY_COMPARE(window.controller().state(), RunController::State::Paused);
    QCOMPARE(window.controller().waiting().size(), waiting);
    QCOMPARE(started.count(), 1);
    QVERIFY(stops(window));
    QVERIFY(window.close());
}

COTERIE_WIDGET_SECTION(PauseButtonTest)

} // namespace tst_pause_button

#include "tst_pause_button.moc"
