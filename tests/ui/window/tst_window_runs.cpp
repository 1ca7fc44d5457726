#include "core/store/run_store.h"
#include "tests/sections.h"
#include "tests/ui/window_fixture.h"
#include "ui/compare/run_table_model.h"
#include "ui/watch/transport_bar.h"
#include "ui/watch/watch_page.h"
#include "ui/window/main_window.h"
#include "ui/window/queue_notice.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QLocale>
#include <QMessageBox>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>
#include <optional>

namespace tst_window_runs {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

/// What its runs tell.
struct RunningWindow
{
    explicit RunningWindow(const WindowContext& context)
        : window(context)
    {}

    MainWindow window;
    QSignalSpy started{&window.controller(), &RunController::runStarted};
    QSignalSpy ended{&window.controller(), &RunController::queueEnded};
    QSignalSpy rounds{&window.controller(), &RunController::roundMeasured};
};

} // namespace

/// Runs from the window with the real engine behind it: begun, paused, closed upon, resumed,
/// played.
class WindowRunsTest final : public WindowFixture
{
    Q_OBJECT

private slots:
    void quickstartRunsIsWatchedAndStored();
    void oneClickOnTheFirstPageStartsTheQuickstart();
    void pausesStepsAndGoesOn();
    void theListOfRunsFollowsAPauseAndItsEnd();
    void closingDuringARunAsksOnceAndKeepsItResumable();
    void whatIsEditedWhileTheWindowClosesIsAskedAbout();
    void whatARunWouldRefuseIsSaidOnTheDesignPage();
    void resumingWhileAnotherRunStopsCanBePausedAndStopped();
    void aStoppedRunGoesOnFromThePageItIsSeenOn();
    void aResumedRunIsShownFromItsFirstRound();
    void aResumedRunSaysWhatItIsAndWhatToLookFor();
    void aStoredRunIsPlayedAndNotRunAgain();
    void theDesktopIsToldOfTheEndOfALongQueueOnly();
};

void WindowRunsTest::quickstartRunsIsWatchedAndStored()
{
    write(kQuickstart, 3);
    MainWindow window(context());
    window.show();
    QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    window.actions().action(ActionId::RunQuickstart)->trigger();
    QVERIFY(ended.wait(kTryMilliseconds));
    QCOMPARE(rounds.count(), 8); // two arms, each round 0 to 3
    const auto* watched = window.findChild<QTableView*>(QStringLiteral("runList"));
    QCOMPARE(watched->model()->rowCount(), 2);
    QVERIFY(watched->isVisible());
    QVERIFY(!window.controller().isBusy());
    window.actions().action(ActionId::ShowCompare)->trigger();
    const auto* stored = window.findChild<QTreeView*>(QStringLiteral("runTable"));
    QTRY_COMPARE(stored->model()->rowCount(), 2);
    QVERIFY(window.close());
}

void WindowRunsTest::oneClickOnTheFirstPageStartsTheQuickstart()
{
    write(kQuickstart, 3);
    MainWindow window(context());
    window.show();
    const auto* welcome = window.findChild<QWidget*>(QStringLiteral("welcome"));
    QVERIFY(welcome->isVisible());
    QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    QTest::mouseClick(welcome->findChild<QAbstractButton*>(), Qt::LeftButton);
    QTRY_VERIFY(ended.count() > 0); // maybe in one batch with the last rounds
    QCOMPARE(rounds.count(), 8);    // two arms, each round 0 to 3
    QVERIFY(window.close());
}

void WindowRunsTest::pausesStepsAndGoesOn()
{
    write(kQuickstart, kEndless);
    MainWindow window(context());
    window.show();
    QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
    window.actions().action(ActionId::RunQuickstart)->trigger();
    QTRY_VERIFY(rounds.count() > 2);
    QAction* pause = window.actions().action(ActionId::PauseRun);
    pause->trigger();
    QCOMPARE(window.controller().state(), RunController::State::Paused);
    const auto* which = window.findChild<QLabel*>(QStringLiteral("watchedRuns"));
    QCOMPARE(which->text(), QStringLiteral("Independent, seed 1 · paused"));
    QCOMPARE(window.findChild<QLabel*>(QStringLiteral("watchTitle"))->text(),
             QStringLiteral("Small"));
    const auto store = RunStore::open(context().queue.storeFile, RunStore::Mode::ReadOnly);
    const auto stored = [&] { return *(*store)->run(1); };
    // The round under way ends. What is stored begins with round 0, and all of it is shown.
    const auto standsStill = [&](const RunRow& run) {
        return run.status == RunStatus::Paused && rounds.count() == run.roundsDone + 1;
    };
    QTRY_VERIFY(standsStill(stored()));
    const auto paused = rounds.count();
    window.actions().action(ActionId::StepRun)->trigger();
    QTRY_VERIFY(rounds.count() > paused && standsStill(stored()));
    QCOMPARE(rounds.count(), paused + 1);
    pause->trigger();
    QTRY_VERIFY(rounds.count() > paused + 3);
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    window.actions().action(ActionId::StopRun)->trigger();
    QVERIFY(ended.wait(kTryMilliseconds));
    QVERIFY(window.close());
}

void WindowRunsTest::theListOfRunsFollowsAPauseAndItsEnd()
{
    write(kQuickstart, kEndless);
    MainWindow window(context());
    window.show();
    QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
    window.actions().action(ActionId::RunQuickstart)->trigger();
    QTRY_VERIFY(rounds.count() > 2);
    window.actions().action(ActionId::ShowCompare)->trigger();
    const auto* table = window.findChild<QTreeView*>(QStringLiteral("runTable"));
    const auto cell = [&](int column) { // of the first run, in the last line
        const QAbstractItemModel& lines = *table->model();
        return lines.index(lines.rowCount() - 1, column).data().toString();
    };
    QTRY_COMPARE(cell(RunTableModel::State), QStringLiteral("running"));
    const auto* again = window.findChild<QTimer*>(QStringLiteral("readRunsAgain"));
    QTRY_VERIFY(!again->isActive()); // so that the list is read again because of what follows
    QAction* pause = window.actions().action(ActionId::PauseRun);
    pause->trigger();
    QTRY_COMPARE(cell(RunTableModel::State), QStringLiteral("paused"));
    const auto newest = [&] { return rounds.back().at(1).value<RoundMeasurements>().round; };
    QTRY_COMPARE(cell(RunTableModel::Rounds),
                 QStringLiteral("%1 / 100,000").arg(QLocale(QLocale::English).toString(newest())));
    QTRY_VERIFY(cell(RunTableModel::LastError) != QStringLiteral("–"));
    pause->trigger();
    QTRY_COMPARE(cell(RunTableModel::State), QStringLiteral("running"));
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    window.actions().action(ActionId::StopRun)->trigger();
    QVERIFY(ended.wait(kTryMilliseconds));
    QTRY_COMPARE(cell(RunTableModel::State), QStringLiteral("stopped"));
    QCOMPARE(table->model()->index(0, RunTableModel::State).data().toString(),
             QStringLiteral("not begun"));
    const QAbstractItemView& view = *table;
    QVERIFY(table->columnWidth(RunTableModel::State)
            >= view.sizeHintForColumn(RunTableModel::State));
    QVERIFY(window.close());
}

void WindowRunsTest::closingDuringARunAsksOnceAndKeepsItResumable()
{
    write(kQuickstart, kEndless);
    MainWindow window(context());
    window.show();
    QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
    window.actions().action(ActionId::RunQuickstart)->trigger();
    const auto isBegun = [](const QList<QVariant>& told) { // of the first run, after round 0
        return told.at(0).toLongLong() == 1 && told.at(1).value<RoundMeasurements>().round > 1;
    };
    QTRY_VERIFY(std::ranges::any_of(rounds, isBegun));
    int asked = 0;
    QTimer answerer;
    answerer.setInterval(20);
    connect(&answerer, &QTimer::timeout, this, [&] {
        auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        if (!question)
            return;
        ++asked;
        question->button(QMessageBox::Close)->click();
    });
    answerer.start();
    window.close();
    window.close(); // asked and answered already
    QTRY_VERIFY(!window.isVisible());
    QCOMPARE(asked, 1);
    const auto store = RunStore::open(context().queue.storeFile, RunStore::Mode::ReadOnly);
    QVERIFY(store.has_value());
    const auto runs = (*store)->runs();
    QVERIFY(runs.has_value());
    QCOMPARE(runs->front().status, RunStatus::Stopped);
    QVERIFY(runs->front().roundsDone > 0);
}

void WindowRunsTest::whatIsEditedWhileTheWindowClosesIsAskedAbout()
{
    write(kQuickstart, kEndless);
    MainWindow window(context());
    window.show();
    QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
    window.actions().action(ActionId::RunQuickstart)->trigger();
    QTRY_VERIFY(rounds.count() > 2);
    int asked = 0;
    QMessageBox::StandardButton aboutEdits = QMessageBox::Cancel;
    QTimer answerer;
    connect(&answerer, &QTimer::timeout, this, [&] {
        auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        if (!question)
            return;
        ++asked;
        auto* stop = question->button(QMessageBox::Close);
        (stop ? stop : question->button(aboutEdits))->click();
    });
    answerer.start(20);
    window.close();
    QCOMPARE(asked, 1);
    QVERIFY(window.document().apply(QStringLiteral("Mine"),
                                    {{.pointer = "/rounds", .value = JsonNode::fromWhole(5)}}));
    QTRY_COMPARE(asked, 2);
    QTRY_VERIFY(!window.controller().isBusy());
    QVERIFY(window.isVisible());
    aboutEdits = QMessageBox::Discard;
    QVERIFY(window.close());
    QCOMPARE(asked, 3);
}

void WindowRunsTest::whatARunWouldRefuseIsSaidOnTheDesignPage()
{
    const QString path =
        write(QStringLiteral("noData.json"),
              experiment(3).replace(R"("name": "glyphDigits", "samples": 240, "seed": 1)",
                                    R"("name": "csv", "path": "/nowhere/at/all.csv")"));
    MainWindow window(context());
    window.show();
    window.openFile(path);
    const auto told = [&window] {
        const auto* label = window.findChild<QLabel*>(QStringLiteral("problem:/data/dataset/path"));
        return label ? label->text() : QString();
    };
    QTRY_VERIFY(!window.document().isEmpty());
    window.actions().action(ActionId::ShowDataSection)->trigger();
    QTRY_VERIFY(told().contains(QStringLiteral("all.csv")));
    QVERIFY(!window.actions().action(ActionId::RunExperiment)->isEnabled());
}

void WindowRunsTest::resumingWhileAnotherRunStopsCanBePausedAndStopped()
{
    write(kQuickstart, kEndless);
    MainWindow window(context());
    window.show();
    QSignalSpy started(&window.controller(), &RunController::runStarted);
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    window.actions().action(ActionId::RunQuickstart)->trigger();
    QTRY_COMPARE(started.count(), 1);
    const auto first = started.front().front().value<RunHeader>().id;
    window.controller().stop();
    QVERIFY(ended.wait(kTryMilliseconds));
    window.actions().action(ActionId::RunExperiment)->trigger();
    QTRY_COMPARE(started.count(), 2);
    window.controller().pause();
    window.controller().stop();
    window.controller().resume({first});
    QCOMPARE(window.controller().state(), RunController::State::Running);
    QTRY_COMPARE(started.count(), 3);
    QCOMPARE(started.back().front().value<RunHeader>().id, first);
    QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
    QTRY_VERIFY(rounds.count() > 1); // and not paused as the former was
    QVERIFY(window.actions().action(ActionId::StopRun)->isEnabled());
    window.actions().action(ActionId::StopRun)->trigger();
    QTRY_VERIFY(!window.controller().isBusy());
    QVERIFY(window.close());
}

void WindowRunsTest::aStoppedRunGoesOnFromThePageItIsSeenOn()
{
    write(kQuickstart, kEndless);
    RunningWindow running(context());
    auto& [window, started, ended, rounds] = running;
    window.show();
    auto* resume = window.findChild<QToolButton*>(QStringLiteral("resumeShown"));
    QVERIFY(resume->isHidden());
    window.actions().action(ActionId::RunQuickstart)->trigger();
    QTRY_VERIFY(rounds.count() > 5);
    QVERIFY(resume->isHidden());
    const auto run = started.front().front().value<RunHeader>().id;
    window.controller().stop();
    QVERIFY(ended.wait(kTryMilliseconds));
    const RunViewModel* runs = window.findChild<WatchPage*>()->runs();
    const int before = runs->runs().front().round;
    QTRY_VERIFY(!resume->isHidden());
    window.actions().action(ActionId::ShowWatch)->trigger();
    QTest::mouseClick(resume, Qt::LeftButton);
    QTRY_COMPARE(started.count(), 2);
    QCOMPARE(started.back().front().value<RunHeader>().id, run);
    QTRY_VERIFY(runs->runs().front().round > before);
    QVERIFY(resume->isHidden());
    window.controller().stop();
    QTRY_VERIFY(!window.controller().isBusy());
    QVERIFY(window.close());
}

void WindowRunsTest::aResumedRunIsShownFromItsFirstRound()
{
    write(kQuickstart, kEndless);
    RunningWindow running(context());
    auto& [window, started, ended, rounds] = running;
    window.show();
    window.actions().action(ActionId::RunQuickstart)->trigger();
    QTRY_VERIFY(rounds.count() > 5);
    window.controller().stop();
    QVERIFY(ended.wait(kTryMilliseconds));
    const RunViewModel* runs = window.findChild<WatchPage*>()->runs();
    const int before = runs->runs().front().round;
    const auto run = started.front().front().value<RunHeader>().id;
    window.controller().resume({run});
    QTRY_VERIFY(runs->runs().size() > 2 || runs->find(run)->round > before + 3);
    window.controller().stop();
    QVERIFY(ended.wait(kTryMilliseconds));
    const RunCurves& resumed = *runs->find(run);
    QVERIFY(&resumed != &runs->runs().front()); // begun anew beside its first appearance
    for (int round = 0; round <= resumed.round; ++round)
        QCOMPARE(resumed.progress.rounds[static_cast<std::size_t>(round)], double(round));
    const Curve& first = runs->runs().front().metrics[0].mean;
    for (std::size_t i = 0; i < first.values.size(); ++i)
        QCOMPARE(resumed.metrics[0].mean.values[i], first.values[i]);
    QVERIFY(window.close());
}

void WindowRunsTest::aResumedRunSaysWhatItIsAndWhatToLookFor()
{
    const QString path = write(
        kMine,
        experiment(kEndless).replace("\"name\": \"Small\"",
                                     R"("name": "Small", "lookFor": "The gap between the two")"));
    {
        MainWindow window(context());
        QVERIFY(opens(window, path));
        QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
        QSignalSpy ended(&window.controller(), &RunController::queueEnded);
        window.actions().action(ActionId::RunExperiment)->trigger();
        QTRY_VERIFY(rounds.count() > 2);
        window.controller().stop();
        QVERIFY(ended.wait(kTryMilliseconds));
        QVERIFY(window.close());
    }
    MainWindow window(context()); // another day, and nothing is open
    window.show();
    window.actions().action(ActionId::ShowCompare)->trigger();
    auto* table = window.findChild<QTreeView*>(QStringLiteral("runTable"));
    QTRY_COMPARE(table->model()->rowCount(), 2);
    table->selectAll();
    window.actions().action(ActionId::ResumeStoredRun)->trigger();
    const auto* title = window.findChild<QLabel*>(QStringLiteral("watchTitle"));
    const auto* lookFor = window.findChild<QLabel*>(QStringLiteral("lookFor"));
    QCOMPARE(title->text(), QStringLiteral("Small")); // before it has begun
    QTRY_COMPARE(lookFor->text(), QStringLiteral("The gap between the two"));
    QVERIFY(lookFor->isVisible());
    QCOMPARE(title->text(), QStringLiteral("Small"));
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    window.controller().stop();
    QVERIFY(ended.count() > 0 || ended.wait(kTryMilliseconds));
    QVERIFY(window.close());
}

void WindowRunsTest::aStoredRunIsPlayedAndNotRunAgain()
{
    const QString path = write(
        kMine,
        experiment(6).replace("\"name\": \"Small\"",
                              R"("name": "<b>Small</b>", "lookFor": "The gap, if <i>any</i>")"));
    MainWindow window(context());
    QVERIFY(opens(window, path));
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    window.actions().action(ActionId::RunExperiment)->trigger();
    QVERIFY(ended.wait(kTryMilliseconds));
    window.actions().action(ActionId::ShowCompare)->trigger();
    auto* table = window.findChild<QTreeView*>(QStringLiteral("runTable"));
    QTRY_COMPARE(table->model()->rowCount(), 2);
    table->selectAll();
    window.actions().action(ActionId::OpenStoredRun)->trigger();
    auto& page = *window.findChild<WatchPage*>();
    QTRY_VERIFY(page.isReplay());
    // The same words as in the live run, and as they were written.
    const auto* title = page.findChild<QLabel*>(QStringLiteral("watchTitle"));
    const auto* lookFor = page.findChild<QLabel*>(QStringLiteral("lookFor"));
    QCOMPARE(title->text(), QStringLiteral("<b>Small</b>"));
    QCOMPARE(lookFor->text(), QStringLiteral("The gap, if <i>any</i>"));
    QVERIFY(lookFor->isVisible());
    for (const QLabel* label : {title, lookFor})
        QCOMPARE(label->textFormat(), Qt::PlainText);
    QVERIFY(lookFor->toolTip().startsWith(QStringLiteral("<p>"))); // so that its lines wrap
    QVERIFY(lookFor->toolTip().contains(QStringLiteral("if &lt;i&gt;any&lt;/i&gt;")));

    QVERIFY(QTest::qWaitForWindowActive(&window, kTryMilliseconds));
    const auto& bar = *page.findChild<TransportBar*>();
    auto* list = page.findChild<QTableView*>(QStringLiteral("runList"));
    list->setFocus();
    QVERIFY(window.document().isRunnable()); // which Space must not start
    for (const auto key : {Qt::Key_Space, Qt::Key_P}) {
        QTest::keyClick(list, key);
        QVERIFY(bar.isPlaying());
        QTest::keyClick(list, key);
        QVERIFY(!bar.isPlaying());
    }
    QVERIFY(!window.controller().isBusy());
    QTest::keyClick(list, Qt::Key_P);
    QTRY_VERIFY(!bar.isPlaying()); // at the last round
    QCOMPARE(bar.round(), std::optional(6));
    window.actions().action(ActionId::RunExperiment)->trigger();
    QVERIFY(window.controller().isBusy());
    QVERIFY(!page.isReplay());
    QVERIFY(ended.wait(kTryMilliseconds));
}

void WindowRunsTest::theDesktopIsToldOfTheEndOfALongQueueOnly()
{
    const RunEndings endings{{RunStatus::Finished, 14}, {RunStatus::Failed, 1}};
    const auto said = queueNotice(125, false, endings);
    QVERIFY(said && said->contains(QStringLiteral("14 finished, 1 failed")));
    QVERIFY(!queueNotice(20, false, endings));
    QVERIFY(!queueNotice(125, true, endings));
    QVERIFY(!queueNotice(125, false, {}));
}

COTERIE_WIDGET_SECTION(WindowRunsTest)

} // namespace tst_window_runs

#include "tst_window_runs.moc"
