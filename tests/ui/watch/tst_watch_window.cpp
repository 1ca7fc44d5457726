#include "core/store/run_store.h"
#include "tests/sections.h"
#include "tests/ui/window_fixture.h"
#include "ui/views/dendrogram_view.h"
#include "ui/watch/dock_table.h"
#include "ui/watch/watch_docks.h"
#include "ui/watch/watch_page.h"

#include <QAction>
#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <functional>

namespace tst_watch_window {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// The Watch page within the whole window, with the real engine behind it.
class WatchWindowTest final : public WindowFixture
{
    Q_OBJECT

private slots:
    void aRunGoesOnWhileOneLooksBack();
    void aQuestionIsAnsweredFromTheRecord();
    void theLayoutIsRememberedAndCanBeReset();
    void aDockBehindAnotherComesToTheFront();
    void everyDockHasItsSwitchInTheMenu();

private:
    static QDockWidget* dockIn(const MainWindow& window, const char* name)
    {
        return window.findChild<QDockWidget*>(QLatin1String(name));
    }
};

void WatchWindowTest::aRunGoesOnWhileOneLooksBack()
{
    MainWindow window(context());
    QVERIFY(opens(window, write(kMine, kEndless)));
    const auto act = [&](ActionId id) { return window.actions().action(id); };
    QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
    act(ActionId::RunExperiment)->trigger();
    auto* line = window.findChild<QSlider*>(QStringLiteral("timeLine"));
    // Its end comes a little after the rounds: panels that wait longer are drawn before it.
    QTRY_VERIFY(line->maximum() > 20);
    const WatchPage& page = *window.findChild<WatchPage*>();
    for (const int round : {3, 11, 7}) {
        line->setValue(round);
        QCOMPARE(line->value(), round);
        QTRY_VERIFY(page.shown().report() && page.shown().report()->round == round);
        const auto store = RunStore::open(context().queue.storeFile, RunStore::Mode::ReadOnly);
        const auto stored = [&] { return (*store)->reports(*page.shown().run(), round, round); };
        QTRY_VERIFY(!stored()->empty()); // rounds are written several at a time
        QVERIFY(*page.shown().report() == stored()->front());
    }
    QVERIFY(!act(ActionId::Follow)->isChecked());
    const auto seen = rounds.count();
    QTRY_VERIFY(rounds.count() > seen + 10); // it goes on
    QCOMPARE(window.controller().state(), RunController::State::Running);
    QCOMPARE(line->value(), 7);
    QVERIFY(line->maximum() > 20);
    act(ActionId::Follow)->setChecked(true);
    QTRY_VERIFY(line->value() == line->maximum() && page.shown().report()->round > 20);
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    act(ActionId::StopRun)->trigger();
    QVERIFY(ended.count() > 0 || ended.wait(kTryMilliseconds));
}

void WatchWindowTest::aQuestionIsAnsweredFromTheRecord()
{
    const QString path =
        write(QStringLiteral("groups.json"),
              experiment(3)
                  .replace(R"("scheme": "iid", "clients": 3)",
                           R"("scheme": "clusters", "clients": 6, "clusters": 2)")
                  .replace(R"({ "name": "Independent", "algorithm": { "name": "independent" } })",
                           R"({ "name": "HCCT", "algorithm": { "name": "hcct", "alpha": 20 } })")
                  .replace(R"("rounds")", R"("seeds": [1], "rounds")"));
    MainWindow window(context());
    window.resize(1440, 900);
    QVERIFY(opens(window, path));
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    window.actions().action(ActionId::RunExperiment)->trigger();
    QVERIFY(ended.wait(kTryMilliseconds));
    // The first arm's run, in the list of those on screen.
    auto* list = window.findChild<QTableView*>(QStringLiteral("runList"));
    list->selectRow(0);
    const WatchPage& page = *window.findChild<WatchPage*>();
    QTRY_VERIFY(page.shown().report() && page.shown().report()->grouping
                && page.shown().report()->round == 3);
    const Grouping recorded = *page.shown().report()->grouping;
    window.findChild<QDockWidget*>(QStringLiteral("dendrogram"))->raise();
    auto* view = page.findChild<DendrogramView*>();
    QTRY_VERIFY(view->picture().grouping == recorded);
    auto* ask = page.findChild<QToolButton*>(QStringLiteral("askWhatIf"));
    QVERIFY(ask->isVisible());
    ask->click();
    auto* slider = page.findChild<QSlider*>(QStringLiteral("whatIfSlider"));
    slider->setValue(slider->maximum()); // so hungry for data that all join
    QTRY_COMPARE(view->picture().grouping.groups.size(), std::size_t{1});
    QVERIFY(view->picture().isWhatIf);
    slider->setValue(slider->minimum()); // nobody does
    QTRY_COMPARE(view->picture().grouping.groups.size(), std::size_t{6});
    page.findChild<QSpinBox*>(QStringLiteral("whatIfGroups"))->setValue(4);
    QTRY_COMPARE(view->picture().grouping.groups.size(), std::size_t{4});
    ask->click();
    QTRY_VERIFY(view->picture().grouping == recorded && !view->picture().isWhatIf);
    // What was asked has left no trace.
    const auto store = RunStore::open(context().queue.storeFile, RunStore::Mode::ReadOnly);
    QVERIFY(*(*store)->reports(*page.shown().run(), 3, 3)->front().grouping == recorded);
}

void WatchWindowTest::theLayoutIsRememberedAndCanBeReset()
{
    const auto show = [](MainWindow& window) {
        window.resize(1440, 900);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window, kTryMilliseconds));
    };
    const auto dock = [](const MainWindow& window, const char* name) {
        return window.findChild<QDockWidget*>(QLatin1String(name));
    };
    {
        MainWindow window(context());
        show(window);
        dock(window, "matrix")->setFloating(true);
        dock(window, "losses")->close();
        QVERIFY(window.close());
    }
    MainWindow window(context());
    show(window);
    QVERIFY(dock(window, "matrix")->isFloating());
    QVERIFY(dock(window, "losses")->isHidden());
    QVERIFY(!dock(window, "curves")->isFloating() && !dock(window, "curves")->isHidden());
    window.actions().action(ActionId::ResetLayout)->trigger();
    for (const QDockWidget* each : window.findChildren<QDockWidget*>())
        QVERIFY2(!each->isFloating() && !each->isHidden(), qPrintable(each->objectName()));
}

/// Chosen in the palette or in the menu, it comes to the front; chosen there it is closed.
void WatchWindowTest::aDockBehindAnotherComesToTheFront()
{
    MainWindow window(context());
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window, kTryMilliseconds));
    window.actions().action(QStringLiteral("view.dock.curves"))->trigger(); // brings the panels
    const WatchDocks& docks = *window.findChild<WatchDocks*>();
    QTRY_VERIFY(docks.isVisible());
    dockIn(window, "dendrogram")->raise();
    QDockWidget* clients = dockIn(window, "clients");
    QTRY_VERIFY(docks.isBehind(*clients));
    QAction* action = window.actions().action(QStringLiteral("view.dock.clients"));
    action->trigger();
    QTRY_VERIFY(!docks.isBehind(*clients));
    QVERIFY(!clients->isHidden() && action->isChecked());
    action->trigger();
    QTRY_VERIFY(clients->isHidden());
    QVERIFY(!action->isChecked());
}

void WatchWindowTest::everyDockHasItsSwitchInTheMenu()
{
    MainWindow window(context());
    window.show();
    QSet<QAction*> inMenus;
    const std::function<void(const QList<QAction*>&)> addAll = [&](const QList<QAction*>& actions) {
        for (QAction* action : actions) {
            inMenus << action;
            if (action->menu())
                addAll(action->menu()->actions());
        }
    };
    addAll(window.menuBar()->actions());
    const QList<QDockWidget*> docks = window.findChildren<QDockWidget*>();
    QCOMPARE(docks.size(), qsizetype(dockTable().size()));
    // No run is on screen, so that the first switch that is used brings the panels there.
    window.actions().action(actionNameOf(dockTable().front()))->trigger();
    QVERIFY(window.findChild<WatchPage*>()->showsRuns());
    for (const DockEntry& entry : dockTable()) {
        QAction* action = window.actions().action(actionNameOf(entry));
        QVERIFY2(inMenus.contains(action), qPrintable(action->objectName()));
        const auto hidden = [&] {
            return std::ranges::count_if(docks,
                                         [](const QDockWidget* each) { return each->isHidden(); });
        };
        QCOMPARE(hidden(), 0);
        if (window.findChild<WatchDocks*>()->isBehind(*dockIn(window, entry.name))) {
            action->trigger();
            QCOMPARE(hidden(), 0); // it came to the front
            QVERIFY2(action->isChecked(), entry.name);
            QTRY_VERIFY2(!window.findChild<WatchDocks*>()->isBehind(*dockIn(window, entry.name)),
                         entry.name);
        }
        action->trigger();
        QCOMPARE(hidden(), 1); // its own
        action->trigger();
    }
    QAction* last = window.actions().action(actionNameOf(dockTable().back()));
    QTRY_VERIFY(
        !window.findChild<WatchDocks*>()->isBehind(*dockIn(window, dockTable().back().name)));
    last->trigger(); // closed
    window.actions().action(ActionId::ShowCompare)->trigger();
    for (const DockEntry& entry : dockTable()) // elsewhere the menu says the same
        QCOMPARE(window.actions().action(actionNameOf(entry))->isChecked(),
                 &entry != &dockTable().back());
}

COTERIE_WIDGET_SECTION(WatchWindowTest)

} // namespace tst_watch_window

#include "tst_watch_window.moc"
