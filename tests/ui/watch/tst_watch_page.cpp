#include "core/algorithms/registry.h"
#include "tests/sections.h"
#include "tests/ui/made_up_runs.h"
#include "tests/ui/window_fixture.h"
#include "ui/watch/log_panel.h"
#include "ui/watch/matrix_panel.h"
#include "ui/watch/transport_bar.h"
#include "ui/watch/watch_page.h"
#include "ui/window/window_actions.h"

#include <QAction>
#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QListWidget>
#include <QSignalSpy>
#include <QSlider>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <memory>
#include <optional>

namespace tst_watch_page {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

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
        reader.emplace(file.toStdString());
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

/// The Watch page by itself, with runs that were made up.
class WatchPageTest final : public WindowFixture
{
    Q_OBJECT

private slots:
    void thePlayerStopsWhereTheUserGoes();
    void theTimeLineTellsRoundsThereAreFromThosePlanned();
    void theTimeLineTellsTheRoundsOfTheSelectedRun();
    void lookingBackIsNotInterruptedByTheNextRun();
    void spacePressesTheFocusedButtonOfTheWatchPage();
    void aRoundThatCannotBeReadIsToldOnTheWatchPage();
    void aHeldRoundIsLetGoWithItsRun();
    void theTabInFrontHasSomethingToSayUntilTheUserChoosesOne();
    void aRunThatIsBehindCatchesUpWithTheRoundLookedAt();
    void enterOnALineOfTheLogLeadsToItsRound();
    void theLogIsTheSameLiveAndReplayed();
    void theLogShowsTheRoundOnScreen();
    void theLogsNewestLineStaysInASmallerDock();
    void aLongLogIsFilledAndFittedInPieces();
};

void WatchPageTest::thePlayerStopsWhereTheUserGoes()
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

void WatchPageTest::theTimeLineTellsRoundsThereAreFromThosePlanned()
{
    Watched watched(*m_folder);
    TransportBar& bar = watched.bar();
    const auto* text = bar.findChild<QLabel*>(QStringLiteral("shownRound"));
    QCOMPARE(text->text(), QStringLiteral("round 40 of 40"));
    bar.setRun(nullptr);
    bar.setRounds(108, 4000); // the slider ends at 108
    QCOMPARE(text->text(), QStringLiteral("round 108 of 108, 4,000 planned"));
    const int width = text->minimumWidth();
    bar.setRound(50);
    QCOMPARE(text->text(), QStringLiteral("round 50 of 108, 4,000 planned"));
    bar.setRounds(3999, 4000);
    QCOMPARE(text->minimumWidth(), width); // the slider does not move
    bar.setRounds(4000, 4000);
    QCOMPARE(text->text(), QStringLiteral("round 50 of 4,000"));
}

void WatchPageTest::theTimeLineTellsTheRoundsOfTheSelectedRun()
{
    Watched watched(*m_folder); // 40 rounds
    RunTitle title = titleOf(made_up::header(2, "Long", 1, 4, 90));
    watched.runs.beginRun(title);
    for (int round = 0; round <= 60; ++round)
        watched.runs.append(2, made_up::measurements(round, 20.0));
    title.id = 3;
    title.roundsPlanned = 20;
    watched.runs.beginRun(title);
    for (int round = 0; round <= 8; ++round)
        watched.runs.append(3, made_up::measurements(round, 20.0));
    watched.page->refresh();
    auto* list = watched.page->findChild<QTableView*>(QStringLiteral("runList"));
    QCOMPARE(list->currentIndex().row(), 2);
    TransportBar& bar = watched.bar();
    const auto* text = bar.findChild<QLabel*>(QStringLiteral("shownRound"));
    auto* line = bar.findChild<QSlider*>(QStringLiteral("timeLine"));
    QCOMPARE(text->text(), QStringLiteral("round 8 of 8, 20 planned"));
    QCOMPARE(line->value(), 8);
    QCOMPARE(line->maximum(), 60); // others have more
    watched.actions.action(ActionId::PreviousRound)->trigger();
    QCOMPARE(text->text(), QStringLiteral("round 7 of 8, 20 planned"));
    list->selectRow(1);
    QCOMPARE(text->text(), QStringLiteral("round 7 of 60, 90 planned"));
    list->selectRow(0);
    QCOMPARE(text->text(), QStringLiteral("round 7 of 40"));
    line->setValue(50);
    QCOMPARE(text->text(), QStringLiteral("round 40 of 40"));
    QVERIFY(text->toolTip().contains(QStringLiteral("50")));
}

void WatchPageTest::lookingBackIsNotInterruptedByTheNextRun()
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

void WatchPageTest::spacePressesTheFocusedButtonOfTheWatchPage()
{
    Watched watched(*m_folder);
    QVERIFY(QTest::qWaitForWindowActive(&*watched.page, kTryMilliseconds));
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

void WatchPageTest::aRoundThatCannotBeReadIsToldOnTheWatchPage()
{
    Watched watched(*m_folder, QByteArray(4096, 'x'));
    const auto* trouble = watched.page->findChild<QWidget*>(QStringLiteral("trouble"));
    QTRY_VERIFY(trouble->isVisible());
    QVERIFY(trouble->findChild<QLabel*>(QStringLiteral("troubleText"))
                ->text()
                .contains(QStringLiteral("watched.sqlite")));
}

void WatchPageTest::aHeldRoundIsLetGoWithItsRun()
{
    Watched watched(*m_folder);
    auto* hold = watched.page->findChild<QToolButton*>(QStringLiteral("holdMatrix"));
    watched.page->findChild<MatrixPanel*>()->refresh();
    QVERIFY(!hold->isEnabled()); // no round has been read: the store holds none
    const auto report = std::make_shared<const RoundReport>(made_up::report(40, 4, 0.1));
    watched.page->offerReports({{.run = 1, .report = report}});
    watched.page->findChild<MatrixPanel*>()->refresh();
    QVERIFY(hold->isEnabled());
    const auto* ofRun =
        watched.page->findChild<MatrixPanel*>()->findChild<QLabel*>(QStringLiteral("ofRun"));
    QCOMPARE(ofRun->text(), QString()); // there is no other
    hold->click();
    QVERIFY(hold->text().contains(QStringLiteral("40")));
    watched.begin(2);
    watched.page->findChild<MatrixPanel*>()->refresh();
    QCOMPARE(ofRun->text(), watched.runs.find(2)->title.fullLabel());
    QVERIFY(!hold->isChecked());
    QVERIFY(!hold->text().contains(QStringLiteral("40")));
}

void WatchPageTest::theTabInFrontHasSomethingToSayUntilTheUserChoosesOne()
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

void WatchPageTest::aRunThatIsBehindCatchesUpWithTheRoundLookedAt()
{
    Watched watched(*m_folder);
    watched.bar().findChild<QSlider*>(QStringLiteral("timeLine"))->setValue(30);
    QVERIFY(!watched.follow()->isChecked());
    const auto report = [&](int round) {
        watched.page->offerReports(
            {{.run = 2,
              .report = std::make_shared<const RoundReport>(made_up::report(round, 4, 0.1))}});
    };
    watched.begin(2, 5);
    report(5);
    watched.page->findChild<QTableView*>(QStringLiteral("runList"))->selectRow(1);
    const auto shown = [&] {
        const ReportPointer& now = watched.page->shown().report();
        return now && watched.page->shown().run() == 2 ? now->round : -1;
    };
    QCOMPARE(shown(), 5);
    for (int round = 6; round < 34; ++round) {
        watched.runs.append(2, made_up::measurements(round, 9));
        report(round);
    }
    QTRY_COMPARE(shown(), 30);
}

void WatchPageTest::enterOnALineOfTheLogLeadsToItsRound()
{
    Watched watched(*m_folder);
    RoundMeasurements measured = made_up::measurements(41, 9);
    measured.events = {{.severity = Severity::Warning,
                        .what = Note{"odd"},
                        .client = {},
                        .sentence = "Something odd"}};
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

void WatchPageTest::theLogIsTheSameLiveAndReplayed()
{
    const auto log = [this](bool live) {
        Watched watched(*m_folder);
        auto* panel = watched.page->findChild<LogPanel*>();
        const std::vector<std::vector<std::vector<int>>> groups{
            {{0}, {1}, {2}}, {{0, 1}, {2}}, {{0, 1}, {2}}, {{0, 2}, {1}}};
        for (std::size_t index = 0; index < groups.size(); ++index) {
            RoundMeasurements measured = made_up::measurements(41 + int(index), 9);
            measured.groups = groups[index];
            if (index % 2 == 1)
                measured.events = {{.severity = Severity::Warning,
                                    .what = Note{"odd"},
                                    .client = {},
                                    .sentence = "Something odd"}};
            watched.runs.append(1, measured);
            if (live)
                panel->refresh();
        }
        panel->refresh();
        const auto* list = panel->findChild<QListWidget*>(QStringLiteral("log"));
        QStringList lines;
        for (int row = 0; row < list->count(); ++row)
            lines << list->item(row)->text();
        return lines.join(QLatin1Char('\n'));
    };
    const QString live = log(true);
    QCOMPARE(live,
             QStringLiteral("Round 42: Something odd\n"
                            "Round 42: clients 0 and 1 formed group 1\n"
                            "Round 44: Something odd\n"
                            "Round 44: client 2 joined group 1; client 1 left group 1"));
    QCOMPARE(log(false), live);
}

void WatchPageTest::theLogShowsTheRoundOnScreen()
{
    Watched watched(*m_folder);
    auto* panel = watched.page->findChild<LogPanel*>();
    auto* list = panel->findChild<QListWidget*>(QStringLiteral("log"));
    list->viewport()->resize(300, 120);
    const auto append = [&](std::int64_t run, int round, bool isOdd) {
        RoundMeasurements measured = made_up::measurements(round, 9);
        if (isOdd)
            measured.events = {{.severity = Severity::Warning,
                                .what = Note{"odd"},
                                .client = {},
                                .sentence = "Something odd"}};
        watched.runs.append(run, measured);
    };
    watched.begin(2);
    for (const std::int64_t run : {1, 2})
        for (int round = 41; round < 141; ++round)
            append(run, round, true);
    const auto seesItsEnd = [&] {
        const QRect line = list->visualItemRect(list->item(list->count() - 1));
        return list->count() == 100 && list->viewport()->rect().intersects(line);
    };
    // Of two runs alike: each is shown where it has got to.
    for (const std::int64_t run : {1, 2, 1}) {
        panel->setRun(&watched.runs, run);
        panel->refresh();
        QVERIFY(seesItsEnd());
    }
    // Who reads an earlier line keeps it while rounds go by in which nothing happens.
    list->scrollToTop();
    append(1, 141, false);
    panel->refresh();
    QVERIFY(!seesItsEnd());
    append(1, 142, true);
    panel->refresh();
    QCOMPARE(list->count(), 101);
    QVERIFY(list->viewport()->rect().intersects(list->visualItemRect(list->item(100))));
}

/// The dock around it, as a window of this size.
static QDockWidget* floating(QWidget& widget, const QSize& size)
{
    QWidget* around = &widget;
    while (!qobject_cast<QDockWidget*>(around))
        around = around->parentWidget();
    auto* dock = qobject_cast<QDockWidget*>(around);
    dock->setFloating(true);
    dock->resize(size);
    dock->show();
    return dock;
}

void WatchPageTest::theLogsNewestLineStaysInASmallerDock()
{
    Watched watched(*m_folder);
    auto* list = watched.page->findChild<QListWidget*>(QStringLiteral("log"));
    QDockWidget* dock = floating(*list, {500, 300});
    watched.begin(2);
    for (int round = 41; round < 141; ++round) {
        RoundMeasurements measured = made_up::measurements(round, 9);
        measured.events = {{.severity = Severity::Warning,
                            .what = Note{"odd"},
                            .client = {},
                            .sentence = "Something odd, of which there is much to say"}};
        watched.runs.append(2, measured);
    }
    watched.page->findChild<LogPanel*>()->setRun(&watched.runs, 2);
    const auto seesItsNewest = [&] {
        return list->count() == 100
               && list->viewport()->rect().intersects(list->visualItemRect(list->item(99)));
    };
    QTRY_VERIFY(seesItsNewest());
    for (const QSize smaller : {QSize(200, 300), QSize(200, 150)}) {
        dock->resize(smaller);
        QTest::qWait(2 * RefreshTimer::kIntervalMs);
        QTRY_COMPARE(dock->size(), smaller);
        QTRY_VERIFY(seesItsNewest());
    }
    // Who has gone back to an earlier line keeps it.
    list->scrollToTop();
    dock->resize(200, 120);
    QTest::qWait(3 * RefreshTimer::kIntervalMs);
    QVERIFY(!seesItsNewest());
}

void WatchPageTest::aLongLogIsFilledAndFittedInPieces()
{
    Watched watched(*m_folder);
    auto* panel = watched.page->findChild<LogPanel*>();
    auto* list = panel->findChild<QListWidget*>(QStringLiteral("log"));
    constexpr int kRounds = 700;
    for (int round = 0; round < kRounds; ++round) {
        RoundMeasurements measured = made_up::measurements(41 + round, 9);
        measured.groups = round % 2 == 0 ? std::vector<std::vector<int>>{{0, 1}, {2}}
                                         : std::vector<std::vector<int>>{{0}, {1, 2}};
        measured.events = {{.severity = Severity::Warning,
                            .what = Note{"odd"},
                            .client = {},
                            .sentence = "Something odd happened here, and it is told in so many "
                                        "words that no narrow dock has room for them in one line"}};
        watched.runs.append(1, measured);
    }
    int turns = 0;
    int most = 0; // lines that one turn added
    for (int before = -1; before != list->count(); ++turns) {
        before = list->count();
        panel->refresh();
        most = std::max(most, list->count() - before);
    }
    QCOMPARE(list->count(), 2 * kRounds);
    QVERIFY2(most <= 200 && turns > 6, qPrintable(QString::number(most)));
    for (int row = 1; row < list->count(); ++row)
        QVERIFY(list->item(row - 1)->data(Qt::UserRole).toInt()
                <= list->item(row)->data(Qt::UserRole).toInt());
    const auto height = [&](int row) { return list->item(row)->sizeHint().height(); };
    QDockWidget* dock = floating(*list, {600, 300}); // in which each text has a few lines
    constexpr int kFewLines = 100;
    QTRY_VERIFY(
        (panel->refresh(), height(2 * kRounds - 2) > 0 && height(2 * kRounds - 2) < kFewLines));
    const int wide = height(2 * kRounds - 2);
    const int wideTop = height(0);
    // Another width: all of them again, the top ones at once.
    dock->resize(200, 300);
    QTRY_VERIFY((panel->refresh(), height(2 * kRounds - 2) > wide));
    QVERIFY(height(0) > wideTop);
}

COTERIE_WIDGET_SECTION(WatchPageTest)

} // namespace tst_watch_page

#include "tst_watch_page.moc"
