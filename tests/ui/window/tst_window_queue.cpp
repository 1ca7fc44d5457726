#include "core/experiment/experiment_json.h"
#include "core/run/environment.h"
#include "core/store/run_store.h"
#include "tests/sections.h"
#include "tests/ui/window_fixture.h"
#include "ui/watch/queue_panel.h"
#include "ui/watch/watch_page.h"
#include "ui/window/queue_link.h"
#include "ui/words.h"

#include <QAction>
#include <QDockWidget>
#include <QLabel>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>

#include <memory>
#include <vector>

namespace tst_window_queue {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

constexpr int kPatience = 60'000; // ms

QByteArray experimentOfFourRuns(int rounds)
{
    return experiment(rounds).replace("\"rounds\"", "\"seeds\": [1, 2], \"rounds\"");
}

QAbstractButton* buttonOf(QWidget& panel, const QString& text)
{
    for (QToolButton* button : panel.findChildren<QToolButton*>())
        if (button->text() == text)
            return button;
    return nullptr;
}

/// Starts the quickstart's four runs; the one that has begun, once the others wait. 0: none has.
std::int64_t begunOfFour(MainWindow& window)
{
    const QSignalSpy started(&window.controller(), &RunController::runStarted);
    window.actions().action(ActionId::RunQuickstart)->trigger();
    const auto hasBegun = [&] {
        return started.count() == 1 && window.controller().waiting().size() == 3;
    };
    return QTest::qWaitFor(hasBegun, kPatience) ? started.front().front().value<RunHeader>().id : 0;
}

/// In front of the docks that share its place.
QueuePanel& shownPanel(MainWindow& window)
{
    auto* dock = window.findChild<QDockWidget*>(QStringLiteral("queue"));
    dock->raise();
    return window.findChild<WatchPage*>()->queue();
}

} // namespace

/// The list of what waits and what can be resumed, with the real queue behind it.
class WindowQueueTest final : public WindowFixture
{
    Q_OBJECT

private slots:
    void movesASelectionWithinAnOrder();
    void waitingRunsAreListedMovedAndTakenOut();
    void resumeAfterAStopTakesTheRunsThatWaitedToo();
    void interruptedRunsAreOfferedAtTheNextStartInTheirOrder();
    void theOrderOfTheQueueOutlivesTheProgramAndCanBeChanged();
    void aGivenOrderOutlivesARestartAndANewQueue();
    void storedRunsAreOfferedInsteadOfTheQuickstart();

private:
    /// As a process leaves them that is killed.
    [[nodiscard]] std::vector<std::int64_t> leaveInterruptedRuns() const
    {
        const auto read = parseExperiment(experimentOfFourRuns(4).toStdString(), registry());
        const auto store = RunStore::open(context().queue.storeFile, RunStore::Mode::ReadWrite);
        const auto stored = (*store)->addExperiment(
            read->name, writeExperiment(*read), canonicalHash(*read, registry()));
        const auto runs =
            (*store)->addRuns(*stored, expand(*read, registry()), currentEnvironment({}));
        for (const std::int64_t run : *runs)
            if (!(*store)->setStatus(run, RunStatus::Running, {}))
                qFatal("the status cannot be stored");
        return *runs;
    }
    [[nodiscard]] RunStatus statusOf(std::int64_t run) const
    {
        const auto store = RunStore::open(context().queue.storeFile, RunStore::Mode::ReadOnly);
        return (*store)->run(run)->status;
    }
    static void choose(QTableView& table, int row)
    {
        table.selectionModel()->select(table.model()->index(row, 0),
                                       QItemSelectionModel::ClearAndSelect
                                           | QItemSelectionModel::Rows);
    }
};

void WindowQueueTest::movesASelectionWithinAnOrder()
{
    using Runs = std::vector<std::int64_t>;
    const Runs order{1, 2, 3, 4, 5};
    QCOMPARE(movedInOrder(order, {3}, -1), (Runs{1, 3, 2, 4, 5}));
    QCOMPARE(movedInOrder(order, {3}, 1), (Runs{1, 2, 4, 3, 5}));
    QCOMPARE(movedInOrder(order, {2, 3, 5}, -1), (Runs{2, 3, 1, 5, 4}));
    QCOMPARE(movedInOrder(order, {1, 2, 4}, -1), (Runs{1, 2, 4, 3, 5})); // the first stay
    QCOMPARE(movedInOrder(order, {2, 5}, 1), (Runs{1, 3, 2, 4, 5}));
    QCOMPARE(movedInOrder(order, {9}, 1), order);
    QCOMPARE(movedInOrder({}, {1}, 1), Runs{});
}

void WindowQueueTest::waitingRunsAreListedMovedAndTakenOut()
{
    write(kQuickstart, experimentOfFourRuns(kEndless));
    MainWindow window(context());
    window.show();
    QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
    QSignalSpy started(&window.controller(), &RunController::runStarted);
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    window.actions().action(ActionId::RunQuickstart)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(rounds.count() > 2, kPatience);
    auto& panel = shownPanel(window);
    auto* table = panel.findChild<QTableView*>(QStringLiteral("queueTable"));
    auto& model = static_cast<QueueModel&>(*table->model());
    QTRY_COMPARE(model.order().size(), std::size_t{3});
    const std::vector<std::int64_t> first = model.order();
    const QString name = model.index(0, QueueModel::Run).data().toString();
    const WaitingRun& next = window.controller().waiting().front();
    QCOMPARE(name, QStringLiteral("Small: %1, seed %2").arg(toQString(next.arm)).arg(next.seed));
    QCOMPARE(model.index(0, QueueModel::Rounds).data().toString(), QStringLiteral("0 of 100000"));
    QCOMPARE(model.index(0, QueueModel::State).data().toString(), QStringLiteral("next"));
    QVERIFY(!buttonOf(panel, QStringLiteral("Earlier"))->isEnabled()); // nothing is selected

    choose(*table, 2);
    buttonOf(panel, QStringLiteral("Earlier"))->click();
    buttonOf(panel, QStringLiteral("Earlier"))->click();
    const std::vector<std::int64_t> moved{first[2], first[0], first[1]};
    QCOMPARE(model.order(), moved); // at once, and the selection stays with its run
    QVERIFY(!buttonOf(panel, QStringLiteral("Earlier"))->isEnabled()); // it is the first
    QVERIFY(buttonOf(panel, QStringLiteral("Later"))->isEnabled());
    choose(*table, 2);
    QVERIFY(buttonOf(panel, QStringLiteral("Earlier"))->isEnabled());
    QVERIFY(!buttonOf(panel, QStringLiteral("Later"))->isEnabled());
    choose(*table, 1);
    buttonOf(panel, QStringLiteral("Take out"))->click();
    QCOMPARE(model.order(), (std::vector{first[2], first[1]}));
    QTRY_COMPARE_WITH_TIMEOUT(statusOf(first[0]), RunStatus::Stopped, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(model.stopped(), std::vector{first[0]}, kPatience);
    QCOMPARE(model.order(), (std::vector{first[2], first[1]}));
    QCOMPARE(model.index(2, QueueModel::State).data().toString(), QStringLiteral("not begun"));
    QCOMPARE(model.index(2, QueueModel::Run).data().toString(), name); // as before
    QCOMPARE(panel.findChild<QLabel*>(QStringLiteral("queueSummary"))->text(),
             QStringLiteral("2 runs wait, 1 can be resumed."));

    // Back behind the others, with the name that the user has given it.
    {
        const auto store = RunStore::open(context().queue.storeFile, RunStore::Mode::ReadWrite);
        const RunName mine{.run = first[0], .name = "mine"};
        QVERIFY(store && (*store)->nameRuns({&mine, 1}));
    }
    window.actions().action(ActionId::RefreshRuns)->trigger();
    const auto nameAt = [&model](int row) {
        return model.index(row, QueueModel::Run).data().toString();
    };
    QTRY_VERIFY_WITH_TIMEOUT(nameAt(2).startsWith(QStringLiteral("Small: mine (")), kPatience);
    const QString own = nameAt(2);
    buttonOf(panel, QStringLiteral("Resume all"))->click();
    QTRY_COMPARE_WITH_TIMEOUT(
        model.order(), (std::vector{first[2], first[1], first[0]}), kPatience);
    QCOMPARE(nameAt(2), own);
    QVERIFY(model.stopped().empty());
    window.controller().stop();
    QVERIFY(ended.wait(kPatience));
    QTRY_COMPARE_WITH_TIMEOUT(model.stopped().size(), std::size_t{4}, kPatience);
    QVERIFY(model.order().empty());
    QCOMPARE(started.count(), 1);
}

void WindowQueueTest::resumeAfterAStopTakesTheRunsThatWaitedToo()
{
    write(kQuickstart, experimentOfFourRuns(kEndless));
    MainWindow window(context());
    window.show();
    QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    window.actions().action(ActionId::RunQuickstart)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(rounds.count() > 2, kPatience);
    window.controller().stop();
    QVERIFY(ended.wait(kPatience));
    const RunViewModel& live = *window.findChild<WatchPage*>()->runs();
    {
        const auto store = RunStore::open(context().queue.storeFile, RunStore::Mode::ReadOnly);
        QCOMPARE(live.newestRound(), (*store)->run(live.runs().front().title.id)->roundsDone);
    }
    auto* resume = window.findChild<QToolButton*>(QStringLiteral("resumeShown"));
    QTRY_VERIFY(!resume->isHidden());
    QVERIFY2(resume->toolTip().startsWith(QStringLiteral("Resume 4 runs")),
             qPrintable(resume->toolTip()));
    resume->click();
    QTRY_COMPARE_WITH_TIMEOUT(window.controller().waiting().size(), std::size_t{3}, kPatience);
    window.controller().stop();
    QTRY_VERIFY_WITH_TIMEOUT(!window.controller().isBusy(), kPatience);
}

void WindowQueueTest::interruptedRunsAreOfferedAtTheNextStartInTheirOrder()
{
    const std::vector<std::int64_t> runs = leaveInterruptedRuns();
    rememberQueueOrder(QString::fromStdString(context().queue.storeFile.string()),
                       {runs[3], runs[1]});
    MainWindow window(context());
    window.show();
    auto* text = window.findChild<QLabel*>(QStringLiteral("interruptedText"));
    QTRY_VERIFY_WITH_TIMEOUT(text->isVisible(), kPatience);
    QVERIFY2(text->text().startsWith(QStringLiteral("4 runs were interrupted")),
             qPrintable(text->text()));
    QSignalSpy started(&window.controller(), &RunController::runStarted);
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    QAbstractButton* resume = nullptr;
    for (auto* button : text->parentWidget()->findChildren<QAbstractButton*>())
        if (button->text() == QStringLiteral("Resume all 4"))
            resume = button;
    QVERIFY(resume);
    resume->click();
    QVERIFY(!text->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(ended.count() > 0, kPatience);
    std::vector<std::int64_t> order;
    for (const QList<QVariant>& header : started)
        order.push_back(header.front().value<RunHeader>().id);
    QCOMPARE(order, (std::vector{runs[0], runs[2], runs[3], runs[1]}));
    QVERIFY(!window.findChild<QLabel*>(QStringLiteral("interruptedText"))->isVisible());
    for (const std::int64_t run : runs)
        QCOMPARE(statusOf(run), RunStatus::Finished);
}

void WindowQueueTest::theOrderOfTheQueueOutlivesTheProgramAndCanBeChanged()
{
    write(kQuickstart, experimentOfFourRuns(kEndless));
    std::vector<std::int64_t> expected;
    {
        MainWindow window(context());
        window.show();
        const std::int64_t begun = begunOfFour(window);
        QVERIFY(begun > 0);
        auto& panel = shownPanel(window);
        auto* table = panel.findChild<QTableView*>(QStringLiteral("queueTable"));
        choose(*table, 2);
        buttonOf(panel, QStringLiteral("Earlier"))->click();
        expected.push_back(begun);
        const auto order = static_cast<QueueModel&>(*table->model()).order();
        expected.insert(expected.end(), order.begin(), order.end());
        QVERIFY(!std::ranges::is_sorted(order));
    }
    MainWindow window(context());
    window.show();
    QTRY_VERIFY_WITH_TIMEOUT(window.findChild<QWidget*>(QStringLiteral("storedRuns"))->isVisible(),
                             kPatience);
    QAction* open = window.actions().action(QStringLiteral("view.dock.queue"));
    window.actions().action(ActionId::ShowDesign)->trigger();
    QueuePanel& panel = window.findChild<WatchPage*>()->queue();
    open->trigger();
    QTRY_VERIFY(panel.isVisible() && !panel.visibleRegion().isEmpty());
    QVERIFY(open->isChecked());
    auto* table = panel.findChild<QTableView*>(QStringLiteral("queueTable"));
    auto& model = static_cast<QueueModel&>(*table->model());
    QTRY_COMPARE_WITH_TIMEOUT(model.stopped(), expected, kPatience);

    choose(*table, 3);
    buttonOf(panel, QStringLiteral("Earlier"))->click();
    std::swap(expected[2], expected[3]);
    QCOMPARE(model.stopped(), expected);
    open->trigger(); // closes it
    QTRY_VERIFY(!panel.isVisible());
    QVERIFY(window.findChild<QWidget*>(QStringLiteral("storedRuns"))->isVisible());
    open->trigger();
    QTRY_VERIFY(panel.isVisible());
    QSignalSpy started(&window.controller(), &RunController::runStarted);
    buttonOf(panel, QStringLiteral("Resume all"))->click();
    QTRY_COMPARE_WITH_TIMEOUT(window.controller().waiting().size(), std::size_t{3}, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(started.count(), 1, kPatience);
    std::vector<std::int64_t> order{started.front().front().value<RunHeader>().id};
    for (const WaitingRun& run : window.controller().waiting())
        order.push_back(run.id);
    QCOMPARE(order, expected);
    window.controller().stop();
    QTRY_VERIFY_WITH_TIMEOUT(!window.controller().isBusy(), kPatience);
}

void WindowQueueTest::aGivenOrderOutlivesARestartAndANewQueue()
{
    const std::vector<std::int64_t> runs = leaveInterruptedRuns();
    const std::vector expected{runs[0], runs[1], runs[3], runs[2]};
    {
        MainWindow window(context());
        window.show();
        window.actions().action(QStringLiteral("view.dock.queue"))->trigger();
        QueuePanel& panel = window.findChild<WatchPage*>()->queue();
        QTRY_VERIFY(panel.isVisible() && !panel.visibleRegion().isEmpty());
        auto* table = panel.findChild<QTableView*>(QStringLiteral("queueTable"));
        auto& model = static_cast<QueueModel&>(*table->model());
        QTRY_COMPARE_WITH_TIMEOUT(model.stopped(), runs, kPatience);
        choose(*table, 3);
        buttonOf(panel, QStringLiteral("Earlier"))->click();
        QCOMPARE(model.stopped(), expected);
    }
    write(kQuickstart, experimentOfFourRuns(kEndless));
    MainWindow window(context());
    window.show();
    QVERIFY(begunOfFour(window) > 0);
    window.controller().stop();
    QTRY_VERIFY_WITH_TIMEOUT(!window.controller().isBusy(), kPatience);
    auto* table = shownPanel(window).findChild<QTableView*>(QStringLiteral("queueTable"));
    auto& model = static_cast<QueueModel&>(*table->model());
    QTRY_COMPARE_WITH_TIMEOUT(model.stopped().size(), std::size_t{8}, kPatience);
    std::vector<std::int64_t> old = model.stopped();
    std::erase_if(old,
                  [&](std::int64_t run) { return std::ranges::find(runs, run) == runs.end(); });
    QCOMPARE(old, expected);
}

void WindowQueueTest::storedRunsAreOfferedInsteadOfTheQuickstart()
{
    write(kQuickstart, 3);
    {
        MainWindow window(context());
        window.show();
        QVERIFY(window.findChild<QWidget*>(QStringLiteral("welcome"))->isVisible());
        QSignalSpy ended(&window.controller(), &RunController::queueEnded);
        window.actions().action(ActionId::RunQuickstart)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(ended.count() > 0, kPatience);
        QVERIFY(window.close());
    }
    MainWindow window(context());
    window.show();
    auto* offered = window.findChild<QWidget*>(QStringLiteral("storedRuns"));
    QTRY_VERIFY_WITH_TIMEOUT(offered->isVisible(), kPatience);
    QVERIFY(window.findChild<QLabel*>(QStringLiteral("interruptedText"))->text().isEmpty());
    offered->findChild<QAbstractButton*>()->click();
    const RunViewModel* shown = nullptr;
    QTRY_VERIFY_WITH_TIMEOUT(
        (shown = window.findChild<WatchPage*>()->runs()) && shown->runs().size() == 1, kPatience);
    QCOMPARE(shown->runs().front().title.id, std::int64_t{2});
    QVERIFY(!offered->isVisible());
}

COTERIE_WIDGET_SECTION(WindowQueueTest)

} // namespace tst_window_queue

#include "tst_window_queue.moc"
