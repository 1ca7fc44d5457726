#include "tests/coterie_test_main.h"
#include "tests/ui/made_up_runs.h"
#include "tests/ui/window_fixture.h"
#include "ui/design/canvas/partition_canvas.h"
#include "ui/design/design_page.h"
#include "ui/frame/focus_help.h"
#include "ui/watch/log_panel.h"
#include "ui/watch/matrix_panel.h"
#include "ui/watch/transport_bar.h"
#include "ui/watch/watch_page.h"
#include "ui/window/command_palette.h"
#include "ui/window/file_notices.h"
#include "ui/window/main_window.h"
#include "ui/window/queue_notice.h"
#include "ui/window/window_actions.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QFileDialog>
#include <QHeaderView>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QListWidget>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSlider>
#include <QStackedWidget>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// The window with the real engine behind it.
class WindowTest final : public WindowFixture
{
    Q_OBJECT

private slots:
    void quickstartRunsIsWatchedAndStored();
    void oneClickOnTheFirstPageStartsTheQuickstart();
    void pausesStepsAndGoesOn();
    void closingDuringARunAsksOnceAndKeepsItResumable();
    void helpSpeaksOfWhatHasTheFocus();
    void thePaletteKnowsTheClientsActionsWhereTheyApply();
    void undoAndRedoSayWhatTheyTakeBack();
    void undoKeysInAFieldAreTheWindowsUndo();
    void dataChosenOnTheDataPageComeIntoTheDesign();
    void everyControlSaysWhatItDoes();
    void aRunThatIsRefusedSaysWhyOnTheFirstPage();
    void resumingWhileAnotherRunStopsCanBePausedAndStopped();
    void aResumedRunIsShownFromItsFirstRound();
    void aResumedRunSaysWhatItIsAndWhatToLookFor();
    void whatIsEditedWhileTheWindowClosesIsAskedAbout();
    void thePlayerStopsWhereTheUserGoes();
    void lookingBackIsNotInterruptedByTheNextRun();
    void spacePressesTheFocusedButtonOfTheWatchPage();
    void aRoundThatCannotBeReadIsToldOnTheWatchPage();
    void whatIsNotOnScreenIsNotUndone();
    void theDesktopIsToldOfTheEndOfALongQueueOnly();
    void aHeldRoundIsLetGoWithItsRun();
    void aStoredRunIsPlayedAndNotRunAgain();
    void theTabInFrontHasSomethingToSayUntilTheUserChoosesOne();
    void enterOnALineOfTheLogLeadsToItsRound();
};

void WindowTest::quickstartRunsIsWatchedAndStored()
{
    write(kQuickstart, 3);
    MainWindow window(context());
    window.show();
    QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    window.actions().action(ActionId::RunQuickstart)->trigger();
    QVERIFY(ended.wait(60'000));
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

void WindowTest::oneClickOnTheFirstPageStartsTheQuickstart()
{
    write(kQuickstart, 3);
    MainWindow window(context());
    window.show();
    const auto* welcome = window.findChild<QWidget*>(QStringLiteral("welcome"));
    QVERIFY(welcome->isVisible());
    QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    QTest::mouseClick(welcome->findChild<QAbstractButton*>(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(ended.count() > 0, 60'000); // maybe in one batch with the last rounds
    QCOMPARE(rounds.count(), 8);                         // two arms, each round 0 to 3
    QVERIFY(window.close());
}

void WindowTest::pausesStepsAndGoesOn()
{
    write(kQuickstart, 400);
    MainWindow window(context());
    window.show();
    QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
    window.actions().action(ActionId::RunQuickstart)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(rounds.count() > 2, 30'000);
    QAction* pause = window.actions().action(ActionId::PauseRun);
    pause->trigger();
    QCOMPARE(window.controller().state(), RunController::State::Paused);
    const auto* which = window.findChild<QLabel*>(QStringLiteral("watchedRuns"));
    QCOMPARE(which->text(), QStringLiteral("Independent, seed 1 · paused"));
    QCOMPARE(window.findChild<QLabel*>(QStringLiteral("watchTitle"))->text(),
             QStringLiteral("Small"));
    QTest::qWait(500); // the round under way ends
    const auto paused = rounds.count();
    QTest::qWait(300);
    QCOMPARE(rounds.count(), paused);
    window.actions().action(ActionId::StepRun)->trigger();
    QTRY_COMPARE(rounds.count(), paused + 1);
    QTest::qWait(200);
    QCOMPARE(rounds.count(), paused + 1);
    pause->trigger();
    QTRY_VERIFY(rounds.count() > paused + 3);
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    window.actions().action(ActionId::StopRun)->trigger();
    QVERIFY(ended.wait(30'000));
    QVERIFY(window.close());
}

void WindowTest::closingDuringARunAsksOnceAndKeepsItResumable()
{
    write(kQuickstart, 2000);
    MainWindow window(context());
    window.show();
    QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
    window.actions().action(ActionId::RunQuickstart)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(rounds.count() > 2, 30'000);
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
    QTRY_VERIFY_WITH_TIMEOUT(!window.isVisible(), 30'000);
    QCOMPARE(asked, 1);
    const auto store = RunStore::open(context().queue.storeFile, RunStore::Mode::ReadOnly);
    QVERIFY(store.has_value());
    const auto runs = (*store)->runs();
    QVERIFY(runs.has_value());
    QCOMPARE(runs->front().status, RunStatus::Stopped);
    QVERIFY(runs->front().roundsDone > 0);
}

void WindowTest::helpSpeaksOfWhatHasTheFocus()
{
    const QString path = write(kMine, 3);
    MainWindow window(context());
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    window.openFile(path);
    QTRY_VERIFY(window.document().isRunnable());
    auto* page = window.findChild<DesignPage*>();
    page->showSection(DesignSection::Local);
    auto* batch =
        window.findChild<QWidget*>(QStringLiteral("/local/batch"))->findChild<QLineEdit*>();
    batch->setFocus();
    QTest::keyClick(batch, Qt::Key_F1);
    const auto help = [] {
        for (QWidget* each : QApplication::topLevelWidgets())
            if (each->inherits("QWhatsThat") && each->isVisible())
                return each;
        return static_cast<QWidget*>(nullptr);
    };
    QTRY_VERIFY(help());
    const QString said = helpOn(*batch);
    QVERIFY2(said.contains(QStringLiteral("/local/batch")), qPrintable(said));
    QTest::mouseClick(help(), Qt::LeftButton);
    QTRY_VERIFY(!help());
    // The drawing tells its keys, and everything on the page says something.
    page->showSection(DesignSection::Clients);
    const auto* canvas = window.findChild<PartitionCanvas*>();
    QVERIFY(helpOn(*canvas).contains(QStringLiteral("Ctrl+T")));
    int asked = 0;
    for (const auto* widget : window.findChildren<QWidget*>()) {
        if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisible())
            continue;
        ++asked;
        QVERIFY2(!helpOn(*widget).isEmpty(),
                 qPrintable(QString::fromLatin1(widget->metaObject()->className())
                            + widget->objectName()));
    }
    QVERIFY(asked > 5);
}

void WindowTest::thePaletteKnowsTheClientsActionsWhereTheyApply()
{
    const QString path = write(kMine, 3);
    MainWindow window(context());
    QVERIFY(opens(window, path));
    const auto listed = [&](const QString& typed) {
        window.actions().action(ActionId::CommandPalette)->trigger();
        auto* palette = window.findChild<CommandPalette*>();
        palette->findChild<QLineEdit*>()->setText(typed);
        QStringList lines;
        const QAbstractItemModel* model = palette->findChild<QListView*>()->model();
        for (int row = 0; row < model->rowCount(); ++row)
            lines << model->index(row, 0).data().toString();
        palette->close();
        return lines;
    };
    const QStringList merge{QStringLiteral("Clients: Merge")};
    QVERIFY(listed(QStringLiteral("clients merge")).isEmpty()); // they are not on screen
    QCOMPARE(listed(QStringLiteral("design arms")), QStringList{QStringLiteral("Design: Arms")});
    QCOMPARE(listed(QStringLiteral("import folder")),
             QStringList{QStringLiteral("File: Import a data folder…")});
    window.findChild<DesignPage*>()->showSection(DesignSection::Clients);
    auto* canvas = window.findChild<PartitionCanvas*>();
    QTRY_COMPARE(canvas->sketch().clients(), std::size_t(3));
    canvas->setSelected({1});
    QVERIFY(listed(QStringLiteral("clients merge")).isEmpty()); // one alone cannot be merged
    canvas->setSelected({1, 2});
    QCOMPARE(listed(QStringLiteral("clients merge")), merge);
    QCOMPARE(listed(QStringLiteral("clients picture")).size(), 2); // saved or copied
    window.actions().action(ActionId::MergeClients)->trigger();
    QCOMPARE(canvas->sketch().clients(), std::size_t(2));
    window.actions().action(ActionId::ShowWatch)->trigger();
    QVERIFY(!window.actions().action(ActionId::DeleteClients)->isEnabled());
}

void WindowTest::undoAndRedoSayWhatTheyTakeBack()
{
    write(kQuickstart, 3);
    MainWindow window(context());
    window.openFile(m_folder->filePath(kQuickstart));
    QTRY_VERIFY(window.document().isRunnable());
    const QString original = window.document().text();
    QAction* undo = window.actions().action(ActionId::Undo);
    QAction* redo = window.actions().action(ActionId::Redo);
    QVERIFY(!undo->isEnabled() && !redo->isEnabled());
    QVERIFY(window.document().apply(QStringLiteral("Change rounds"),
                                    {{.pointer = "/rounds", .value = JsonNode::fromWhole(5)}}));
    QCOMPARE(undo->text(), QStringLiteral("&Undo: change rounds"));
    QVERIFY(window.actions().action(ActionId::SaveFile)->isEnabled());
    undo->trigger();
    QCOMPARE(window.document().text(), original);
    QVERIFY(!undo->isEnabled());
    QCOMPARE(redo->text(), QStringLiteral("&Redo: change rounds"));
    QVERIFY(!window.actions().action(ActionId::SaveFile)->isEnabled());
}

void WindowTest::undoKeysInAFieldAreTheWindowsUndo()
{
    write(kQuickstart, 3);
    MainWindow window(context());
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    window.openFile(m_folder->filePath(kQuickstart));
    QTRY_VERIFY(window.document().isRunnable());
    const QString original = window.document().text();
    window.findChild<DesignPage*>()->showSection(DesignSection::Local);
    auto* batch =
        window.findChild<QWidget*>(QStringLiteral("/local/batch"))->findChild<QLineEdit*>();
    batch->setFocus();
    QTest::keyClicks(batch, QStringLiteral("32"));
    QVERIFY(window.document().text() != original);
    QTest::keyClick(batch, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(window.document().text(), original);
    QCOMPARE(batch->text(), QStringLiteral("16"));
    QTest::keyClick(batch, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(window.document().text() != original);
}

void WindowTest::dataChosenOnTheDataPageComeIntoTheDesign()
{
    write(kQuickstart, 3);
    MainWindow window(context());
    window.show();
    window.actions().action(ActionId::ShowData)->trigger();
    const auto use = [&](const char* title) {
        auto* list = window.findChild<QListView*>(QStringLiteral("datasetList"));
        for (int row = 0; row < list->model()->rowCount(); ++row)
            if (list->model()->index(row, 0).data().toString() == QLatin1String(title))
                list->setCurrentIndex(list->model()->index(row, 0));
        window.findChild<QPushButton*>(QStringLiteral("useDataset"))->click();
    };
    auto* editor = window.findChild<QPlainTextEdit*>(QStringLiteral("jsonEditor"));
    use("Shapes"); // no experiment is open: the quickstart's is taken
    QTRY_VERIFY2(editor->toPlainText().contains(QStringLiteral("\"dataset\": \"shapes10\"")),
                 qPrintable(editor->toPlainText()));
    QVERIFY(editor->toPlainText().contains(QStringLiteral("\"name\": \"Small\"")));
    QVERIFY(window.isWindowModified());
    window.actions().action(ActionId::ShowData)->trigger();
    use("Glyph digits");
    QVERIFY(editor->toPlainText().contains(QStringLiteral("\"dataset\": \"glyphDigits\"")));
    window.actions().action(ActionId::Undo)->trigger();
    window.actions().action(ActionId::Undo)->trigger();
    QVERIFY(!window.isWindowModified());
}

void WindowTest::everyControlSaysWhatItDoes()
{
    const MainWindow window(context());
    int controls = 0;
    const auto check = [&](const QWidget* control) {
        // The scroll bars, corners and clear buttons that Qt makes for itself.
        const QString inside =
            QString::fromLatin1(control->parentWidget()->metaObject()->className());
        if (control->objectName().startsWith(QStringLiteral("qt_"))
            || inside == QStringLiteral("QLineEdit") || inside == QStringLiteral("QTableView")
            || inside == QStringLiteral("QTabBar") || inside == QStringLiteral("QDockWidget")
            || inside == QStringLiteral("QComboBoxPrivateContainer"))
            return;
        ++controls;
        QVERIFY2(!control->toolTip().isEmpty() || !control->whatsThis().isEmpty(),
                 qPrintable(QStringLiteral("%1 \"%2\" in %3")
                                .arg(QString::fromLatin1(control->metaObject()->className()),
                                     control->objectName(),
                                     inside)));
    };
    for (const auto* control : window.findChildren<QAbstractButton*>())
        check(control);
    for (const auto* control : window.findChildren<QAbstractItemView*>())
        if (!qobject_cast<const QHeaderView*>(control))
            check(control);
    for (const auto* control : window.findChildren<QLineEdit*>())
        check(control);
    for (const auto* control : window.findChildren<QComboBox*>())
        check(control);
    for (const auto* control : window.findChildren<QSlider*>())
        check(control);
    QVERIFY(controls > 20);
}

void WindowTest::aRunThatIsRefusedSaysWhyOnTheFirstPage()
{
    const QString path = m_folder->filePath(QStringLiteral("noData.json"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(experiment(3).replace(
        QByteArrayLiteral(R"("name": "glyphDigits", "samples": 240, "seed": 1)"),
        QByteArrayLiteral(R"("name": "mnist")")));
    file.close();
    MainWindow window(context());
    QVERIFY(opens(window, path));
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    window.actions().action(ActionId::RunExperiment)->trigger();
    QVERIFY(ended.wait(30'000));
    const auto* trouble = window.findChild<QWidget*>(QStringLiteral("trouble"));
    QVERIFY(trouble->isVisible());
    QVERIFY(!trouble->findChildren<QLabel*>().front()->text().isEmpty());
}

void WindowTest::resumingWhileAnotherRunStopsCanBePausedAndStopped()
{
    write(kQuickstart, 2000);
    MainWindow window(context());
    window.show();
    QSignalSpy started(&window.controller(), &RunController::runStarted);
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    window.actions().action(ActionId::RunQuickstart)->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(started.count(), 1, 30'000);
    const auto first = started.front().front().value<RunHeader>().id;
    window.controller().stop();
    QVERIFY(ended.wait(30'000));
    window.actions().action(ActionId::RunExperiment)->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(started.count(), 2, 30'000);
    window.controller().pause();
    window.controller().stop();
    window.controller().resume({first});
    QCOMPARE(window.controller().state(), RunController::State::Running);
    QTRY_COMPARE_WITH_TIMEOUT(started.count(), 3, 30'000);
    QCOMPARE(started.back().front().value<RunHeader>().id, first);
    QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
    QTRY_VERIFY_WITH_TIMEOUT(rounds.count() > 1, 30'000); // and not paused as the former was
    QVERIFY(window.actions().action(ActionId::StopRun)->isEnabled());
    window.actions().action(ActionId::StopRun)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!window.controller().isBusy(), 30'000);
    QVERIFY(window.close());
}

void WindowTest::aResumedRunIsShownFromItsFirstRound()
{
    write(kQuickstart, 2000);
    MainWindow window(context());
    window.show();
    QSignalSpy started(&window.controller(), &RunController::runStarted);
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
    window.actions().action(ActionId::RunQuickstart)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(rounds.count() > 5, 30'000);
    window.controller().stop();
    QVERIFY(ended.wait(30'000));
    const RunViewModel* runs = window.findChild<WatchPage*>()->runs();
    const int before = runs->runs().front().round;
    const auto run = started.front().front().value<RunHeader>().id;
    window.controller().resume({run});
    QTRY_VERIFY_WITH_TIMEOUT(runs->runs().size() > 2 || runs->find(run)->round > before + 3,
                             30'000);
    window.controller().stop();
    QVERIFY(ended.wait(30'000));
    const RunCurves& resumed = *runs->find(run);
    QVERIFY(&resumed != &runs->runs().front()); // begun anew beside its first appearance
    for (int round = 0; round <= resumed.round; ++round)
        QCOMPARE(resumed.progress.rounds[static_cast<std::size_t>(round)], double(round));
    const Curve& first = runs->runs().front().metrics[0].mean;
    for (std::size_t i = 0; i < first.values.size(); ++i)
        QCOMPARE(resumed.metrics[0].mean.values[i], first.values[i]);
    QVERIFY(window.close());
}

void WindowTest::aResumedRunSaysWhatItIsAndWhatToLookFor()
{
    const QString path = write(kMine, 2000);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    const QByteArray text = file.readAll().replace(
        "\"name\": \"Small\"", R"("name": "Small", "lookFor": "The gap between the two")");
    QVERIFY(file.resize(0) && file.seek(0) && file.write(text) > 0);
    file.close();
    {
        MainWindow window(context());
        QVERIFY(opens(window, path));
        QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
        QSignalSpy ended(&window.controller(), &RunController::queueEnded);
        window.actions().action(ActionId::RunExperiment)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(rounds.count() > 2, 30'000);
        window.controller().stop();
        QVERIFY(ended.wait(30'000));
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
    QTRY_COMPARE_WITH_TIMEOUT(lookFor->text(), QStringLiteral("The gap between the two"), 30'000);
    QVERIFY(lookFor->isVisible());
    QCOMPARE(title->text(), QStringLiteral("Small"));
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    window.controller().stop();
    QVERIFY(ended.count() > 0 || ended.wait(30'000));
    QVERIFY(window.close());
}

void WindowTest::whatIsEditedWhileTheWindowClosesIsAskedAbout()
{
    write(kQuickstart, 2000);
    MainWindow window(context());
    window.show();
    QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
    window.actions().action(ActionId::RunQuickstart)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(rounds.count() > 2, 30'000);
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
    QTRY_COMPARE_WITH_TIMEOUT(asked, 2, 30'000);
    QTRY_VERIFY(!window.controller().isBusy());
    QVERIFY(window.isVisible());
    aboutEdits = QMessageBox::Discard;
    QVERIFY(window.close());
    QCOMPARE(asked, 3);
}

namespace {

/// The Watch page alone, with runs that were made up.
struct Watched
{
    explicit Watched(const QTemporaryDir& folder, const QByteArray& store = {})
        : file(folder.filePath(QStringLiteral("watched.sqlite")))
    {
        QFile stored(file);
        if (!store.isEmpty() && stored.open(QIODevice::WriteOnly))
            stored.write(store);
        stored.close();
        reader.emplace(file.toStdString(), registry());
        addWindowActions(actions);
        page.emplace(actions, timer, *reader);
        page->resize(1100, 700);
        begin(1);
        page->showRuns(&runs, true);
        page->show();
    }
    void begin(std::int64_t run, int rounds = 40)
    {
        RunTitle title;
        title.id = run;
        title.arm = QStringLiteral("FedAvg");
        title.roundsPlanned = rounds;
        runs.beginRun(title);
        for (int round = 0; round <= rounds; ++round)
            runs.append(run, made_up::measurements(round, 50 - round));
    }
    [[nodiscard]] QAction* follow() const { return actions.action(ActionId::Follow); }
    [[nodiscard]] TransportBar& bar() { return *page->findChild<TransportBar*>(); }

    QString file;
    ActionRegistry actions;
    RefreshTimer timer;
    std::optional<StoreReader> reader;
    RunViewModel runs;
    std::optional<WatchPage> page;
};

} // namespace

void WindowTest::thePlayerStopsWhereTheUserGoes()
{
    Watched watched(*m_folder);
    TransportBar& bar = watched.bar();
    const auto play = [&] {
        watched.follow()->setChecked(false);
        bar.setSpeed(20);
        bar.play(true);
        QVERIFY(bar.isPlaying());
    };
    play();
    QTRY_VERIFY(bar.round().value_or(0) > 0);
    QVERIFY(bar.isPlaying());
    watched.follow()->setChecked(true);
    QVERIFY(!bar.isPlaying());
    QVERIFY(!bar.round());
    play();
    watched.actions.action(ActionId::NextRound)->trigger();
    QVERIFY(!bar.isPlaying());
    play();
    auto* line = bar.findChild<QSlider*>(QStringLiteral("timeLine"));
    line->setValue(17); // what a click beside the handle or a key does
    QVERIFY(!bar.isPlaying());
    QCOMPARE(bar.round(), std::optional(17));
    play();
    watched.page->showRuns(&watched.runs, true);
    QVERIFY(!bar.isPlaying());
    QVERIFY(watched.follow()->isChecked());
}

void WindowTest::lookingBackIsNotInterruptedByTheNextRun()
{
    Watched watched(*m_folder);
    const auto* list = watched.page->findChild<QTableView*>(QStringLiteral("runList"));
    QCOMPARE(list->currentIndex().row(), 0);
    watched.actions.action(ActionId::PreviousRound)->trigger();
    QVERIFY(!watched.follow()->isChecked());
    watched.begin(2);
    QCOMPARE(list->currentIndex().row(), 0);
    watched.follow()->setChecked(true);
    watched.begin(3);
    QCOMPARE(list->currentIndex().row(), 2);
}

void WindowTest::spacePressesTheFocusedButtonOfTheWatchPage()
{
    Watched watched(*m_folder);
    QVERIFY(QTest::qWaitForWindowActive(&*watched.page));
    QSignalSpy pause(watched.actions.action(ActionId::PauseRun), &QAction::triggered);
    QSignalSpy next(watched.actions.action(ActionId::NextRound), &QAction::triggered);
    QToolButton button(&*watched.page);
    button.setFocusPolicy(Qt::StrongFocus);
    button.show();
    button.setFocus();
    QSignalSpy clicked(&button, &QToolButton::clicked);
    QTest::keyClick(&button, Qt::Key_Space);
    QCOMPARE(clicked.count(), 1);
    QCOMPARE(pause.count(), 0);
    QTest::keyClick(&button, Qt::Key_Right); // of no use to a button
    QCOMPARE(next.count(), 1);
    QSlider slider(&*watched.page);
    slider.show();
    slider.setFocus();
    QTest::keyClick(&slider, Qt::Key_Right);
    QCOMPARE(slider.value(), 1);
    QCOMPARE(next.count(), 1);
    QTest::keyClick(&slider, Qt::Key_Space);
    QCOMPARE(pause.count(), 1);
}

void WindowTest::aRoundThatCannotBeReadIsToldOnTheWatchPage()
{
    Watched watched(*m_folder, QByteArray(4096, 'x'));
    const auto* trouble = watched.page->findChild<QWidget*>(QStringLiteral("trouble"));
    QTRY_VERIFY(trouble->isVisible());
    QVERIFY(trouble->findChild<QLabel*>()->text().contains(QStringLiteral("watched.sqlite")));
}

void WindowTest::whatIsNotOnScreenIsNotUndone()
{
    write(kMine, 3);
    MainWindow window(context());
    QVERIFY(opens(window, m_folder->filePath(kMine)));
    QVERIFY(window.document().apply(QStringLiteral("Change rounds"),
                                    {{.pointer = "/rounds", .value = JsonNode::fromWhole(5)}}));
    QAction* undo = window.actions().action(ActionId::Undo);
    QVERIFY(undo->isEnabled());
    window.actions().action(ActionId::ShowCompare)->trigger();
    QVERIFY(!undo->isEnabled());
    window.actions().action(ActionId::ShowDesign)->trigger();
    QVERIFY(undo->isEnabled());
}

void WindowTest::theDesktopIsToldOfTheEndOfALongQueueOnly()
{
    const RunEndings endings{{RunStatus::Finished, 14}, {RunStatus::Failed, 1}};
    const auto said = queueNotice(125, false, endings);
    QVERIFY(said && said->contains(QStringLiteral("14 finished, 1 failed")));
    QVERIFY(!queueNotice(20, false, endings));
    QVERIFY(!queueNotice(125, true, endings));
    QVERIFY(!queueNotice(125, false, {}));
}

void WindowTest::aHeldRoundIsLetGoWithItsRun()
{
    Watched watched(*m_folder);
    auto* hold = watched.page->findChild<QToolButton*>(QStringLiteral("holdMatrix"));
    watched.page->findChild<MatrixPanel*>()->refresh();
    QVERIFY(!hold->isEnabled()); // no round has been read: the store holds none
    const auto report = std::make_shared<const RoundReport>(made_up::report(40, 4, 0.1));
    watched.page->offerReports({{.run = 1, .report = report}});
    watched.page->findChild<MatrixPanel*>()->refresh();
    QVERIFY(hold->isEnabled());
    hold->click();
    QVERIFY(hold->text().contains(QStringLiteral("40")));
    watched.begin(2);
    watched.page->findChild<MatrixPanel*>()->refresh();
    QVERIFY(!hold->isChecked());
    QVERIFY(!hold->text().contains(QStringLiteral("40")));
}

void WindowTest::aStoredRunIsPlayedAndNotRunAgain()
{
    const QString path = write(kMine, 6);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    const QByteArray text = file.readAll().replace(
        "\"name\": \"Small\"", R"("name": "<b>Small</b>", "lookFor": "The gap, if <i>any</i>")");
    QVERIFY(file.resize(0) && file.seek(0) && file.write(text) > 0);
    file.close();
    MainWindow window(context());
    QVERIFY(opens(window, path));
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    window.actions().action(ActionId::RunExperiment)->trigger();
    QVERIFY(ended.wait(60'000));
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

    QVERIFY(QTest::qWaitForWindowActive(&window));
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
    QVERIFY(ended.wait(60'000));
}

void WindowTest::theTabInFrontHasSomethingToSayUntilTheUserChoosesOne()
{
    Watched watched(*m_folder);
    const auto front = [&] {
        for (const QTabBar* bar : watched.page->findChildren<QTabBar*>())
            if (bar->count() > 2)
                return bar->tabText(bar->currentIndex());
        return QString();
    };
    const auto offer = [&](std::int64_t run, bool groups) {
        RoundReport report = made_up::report(40, 4, 0.1);
        report.collaboration = Matrix(4, 4);
        if (groups) {
            RoundMeasurements measured = made_up::measurements(41, 9);
            measured.groups = {{0, 1}, {2, 3}};
            watched.runs.append(run, measured);
            report.round = 41;
        }
        watched.page->offerReports(
            {{.run = run, .report = std::make_shared<const RoundReport>(std::move(report))}});
    };
    QTRY_COMPARE(front(), QStringLiteral("Dendrogram"));
    offer(1, false); // nobody is joined with anybody
    QTRY_COMPARE(front(), QStringLiteral("Matrix"));
    watched.begin(2);
    offer(2, true);
    QTRY_COMPARE(front(), QStringLiteral("Dendrogram"));
    for (auto* dock : watched.page->findChildren<QDockWidget*>())
        if (dock->windowTitle() == QStringLiteral("Clients"))
            dock->raise();
    QTRY_COMPARE(front(), QStringLiteral("Clients"));
    watched.begin(3);
    offer(3, false);
    QTest::qWait(20);
    QCOMPARE(front(), QStringLiteral("Clients"));
}

void WindowTest::enterOnALineOfTheLogLeadsToItsRound()
{
    Watched watched(*m_folder);
    RoundMeasurements measured = made_up::measurements(41, 9);
    measured.events = {{.severity = Severity::Warning, .kind = "odd", .client = {}, .sentence = "Something odd"}};
    watched.runs.append(1, measured);
    auto* log = watched.page->findChild<LogPanel*>();
    log->refresh();
    auto* list = log->findChild<QListWidget*>(QStringLiteral("log"));
    QVERIFY(list->count() > 0);
    list->setCurrentRow(0);
    QSignalSpy chosen(log, &LogPanel::roundChosen);
    QTest::keyClick(list, Qt::Key_Return);
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(chosen.front().front().toInt(), 41);
}

COTERIE_WIDGET_TEST_MAIN(WindowTest)
#include "tst_window.moc"
