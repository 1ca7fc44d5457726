#include "core/experiment/experiment_json.h"
#include "core/store/database.h"
#include "core/store/schema.h"
#include "tests/core/metrics/measured.h"
#include "tests/sections.h"
#include "tests/ui/made_up_runs.h"
#include "tests/ui/window_fixture.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/difference_dialog.h"
#include "ui/compare/run_actions.h"
#include "ui/compare/run_table_model.h"
#include "ui/frame/action_registry.h"
#include "ui/watch/watch_page.h"
#include "ui/window/command_palette.h"

#include <QAction>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMimeData>
#include <QPointer>
#include <QSettings>
#include <QTreeView>
#include <QUrl>

#include <array>
#include <memory>

namespace tst_opened_stores {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// Stores that the window reads beside its own.
class OpenedStoresTest final : public WindowFixture
{
    Q_OBJECT

private slots:
    void theirRunsAreListedMarkedAndOnlyRead();
    void theirNumberIsAsWideAsItNeedsWhenTheyComeLater();
    void thePaletteNamesTheirStoreOnce();
    void theirRunsAreComparedWatchedAndExported();
    void aClosedStoreTakesItsRunsFromEveryView();
    void whatCannotBeOpenedIsTold();
    void openStoresAreRememberedAndMissingOnesToldOnce();
    void aStoreThatVanishesIsClosed();
    void aStoreIsDroppedOnTheWindow();
    void aStoreLockedAtTheStartCanBeClosed();
    void aLockedStoreIsListedOnceItCanBeRead();

private:
    /// A store with finished runs of these seeds.
    QString makeStore(const QString& name, int runs) const
    {
        const QString path = m_folder->filePath(name);
        const auto store = RunStore::open(path.toStdString());
        const auto experiment = (*store)->addExperiment("made up", "{}", "hash");
        for (int seed = 1; seed <= runs; ++seed) {
            RunPlan plan;
            plan.armName = "FedAvg";
            plan.seed = std::uint64_t(seed);
            plan.rounds = 2;
            const auto run = (*store)->addRun(*experiment, plan, "{}", {});
            std::vector<std::shared_ptr<const RoundReport>> reports;
            for (int round = 0; round <= 2; ++round)
                reports.push_back(
                    std::make_shared<RoundReport>(made_up::report(round, 4, 0.1 * seed)));
            const bool works =
                (*store)->setFacts(*run, made_up::facts(4)).has_value()
                && (*store)
                       ->commit(*run, coterie::test::measured(reports, made_up::facts(4)), nullptr)
                       .has_value()
                && (*store)->setStatus(*run, RunStatus::Finished, "").has_value();
            if (!works)
                qFatal("cannot store a run");
        }
        return path;
    }
    /// The window over a store with one run, beside which one with two is open.
    [[nodiscard]] std::unique_ptr<MainWindow> withOther() const
    {
        makeStore(QStringLiteral("runs.sqlite"), 1);
        auto window = std::make_unique<MainWindow>(context());
        window->show();
        window->openFile(makeStore(QStringLiteral("cluster.sqlite"), 2));
        if (!QTest::qWaitFor([&] { return table(*window)->model()->rowCount() == 3; },
                             kTryMilliseconds))
            qFatal("the runs of the other store are not listed");
        return window;
    }
    /// Keeps the file locked as a program does that has it for itself.
    [[nodiscard]] std::unique_ptr<Database> lock(const QString& name) const
    {
        auto database = std::make_unique<Database>(m_folder->filePath(name).toStdString(),
                                                   Database::Access::Existing);
        database->execute("PRAGMA locking_mode = EXCLUSIVE");
        database->execute("UPDATE run SET reason = 'locked'");
        return database;
    }
    [[nodiscard]] static QStringList remembered()
    {
        return QSettings().value(QStringLiteral("stores/others")).toStringList();
    }
    [[nodiscard]] static QTreeView* table(const MainWindow& window)
    {
        return window.findChild<QTreeView*>(QStringLiteral("runTable"));
    }
    [[nodiscard]] static QString message(const MainWindow& window)
    {
        return window.findChild<QLabel*>(QStringLiteral("compareMessage"))->text();
    }
    [[nodiscard]] static QStringList numbers(const MainWindow& window)
    {
        QStringList shown;
        const QAbstractItemModel& lines = *table(window)->model();
        for (int row = 0; row < lines.rowCount(); ++row)
            shown << lines.index(row, RunTableModel::Number).data().toString();
        return shown;
    }
    static void choose(const MainWindow& window, const QList<int>& rows)
    {
        table(window)->clearSelection();
        for (const int row : rows)
            table(window)->selectionModel()->select(table(window)->model()->index(row, 0),
                                                    QItemSelectionModel::Select
                                                        | QItemSelectionModel::Rows);
    }
    [[nodiscard]] static QMenu* closeMenu(MainWindow& window)
    {
        return window.findChild<QMenu*>(QStringLiteral("openStores"));
    }
};

void OpenedStoresTest::theirRunsAreListedMarkedAndOnlyRead()
{
    const auto window = withOther();
    QVERIFY(table(*window)->isVisible()); // Compare came to the front
    QTRY_COMPARE(message(*window),
                 QStringLiteral("The runs of the store “cluster” are listed beside your own. They "
                                "are only read."));
    QCOMPARE(
        numbers(*window),
        QStringList(
            {QStringLiteral("1"), QStringLiteral("2 (cluster)"), QStringLiteral("1 (cluster)")}));
    QVERIFY(!table(*window)->isColumnHidden(RunTableModel::Store));
    const QAbstractItemModel& lines = *table(*window)->model();
    QCOMPARE(lines.index(1, RunTableModel::Store).data().toString(), QStringLiteral("cluster"));
    QVERIFY(table(*window)->columnWidth(RunTableModel::Number)
            >= table(*window)->sizeHintForIndex(lines.index(1, RunTableModel::Number)).width());
    QVERIFY(!(lines.index(1, RunTableModel::Note).flags() & Qt::ItemIsEditable));
    QVERIFY(lines.index(0, RunTableModel::Note).flags() & Qt::ItemIsEditable);

    constexpr std::array kEdits{ActionId::TagRuns,
                                ActionId::NameRuns,
                                ActionId::MoveRuns,
                                ActionId::PinRuns,
                                ActionId::DeleteRuns,
                                ActionId::ForkRun,
                                ActionId::ResumeStoredRun};
    choose(*window, {0});
    const QString usual = window->actions().action(ActionId::PinRuns)->statusTip();
    QVERIFY(window->actions().action(ActionId::PinRuns)->isEnabled());
    choose(*window, {0, 1}); // one of each
    for (const ActionId id : kEdits) {
        const QAction& edit = *window->actions().action(id);
        QVERIFY2(!edit.isEnabled(), qPrintable(edit.text()));
        QVERIFY2(edit.toolTip().contains(
                     QStringLiteral("Runs of the store “cluster” cannot be changed")),
                 qPrintable(edit.toolTip()));
    }
    QVERIFY(window->actions().action(ActionId::DiffRuns)->isEnabled());
    QVERIFY(window->actions().action(ActionId::ExportBundle)->isEnabled());
    choose(*window, {0});
    QCOMPARE(window->actions().action(ActionId::PinRuns)->statusTip(), usual);
    QVERIFY(window->actions().action(ActionId::PinRuns)->isEnabled());
    QVERIFY(window->close());
}

void OpenedStoresTest::theirNumberIsAsWideAsItNeedsWhenTheyComeLater()
{
    makeStore(QStringLiteral("runs.sqlite"), 1);
    MainWindow window(context());
    window.show();
    window.actions().action(ActionId::ShowCompare)->trigger();
    QTRY_COMPARE(numbers(window), QStringList(QStringLiteral("1")));
    const int before = table(window)->columnWidth(RunTableModel::Number);
    window.openFile(makeStore(QStringLiteral("a cluster far away.sqlite"), 2));
    QTRY_COMPARE(table(window)->model()->rowCount(), 3);
    QTRY_VERIFY(table(window)->columnWidth(RunTableModel::Number) > before);
}

void OpenedStoresTest::thePaletteNamesTheirStoreOnce()
{
    const auto window = withOther();
    window->actions().action(ActionId::CommandPalette)->trigger();
    auto* palette = window->findChild<CommandPalette*>();
    palette->findChild<QLineEdit*>()->setText(QStringLiteral("run 2 cluster"));
    const QAbstractItemModel& found = *palette->findChild<QListView*>()->model();
    QTRY_COMPARE(found.index(0, 0).data().toString(),
                 QStringLiteral("Show run 2 (cluster): made up, FedAvg, seed 2"));
}

void OpenedStoresTest::theirRunsAreComparedWatchedAndExported()
{
    const auto window = withOther();
    choose(*window, {0, 1});
    auto* compare = window->findChild<ComparePage*>();
    const QString file = m_folder->filePath(QStringLiteral("rounds.csv"));
    compare->exports().exportTo(QStringLiteral("rounds"), file);
    QTRY_COMPARE(message(*window), QStringLiteral("%1 was written").arg(file));
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadOnly));
    QCOMPARE(written.readAll().count('\n'), 7); // a header, and three rounds of each run

    window->actions().action(ActionId::DiffRuns)->trigger();
    const QPointer<DifferenceDialog> dialog = window->findChild<DifferenceDialog*>();
    QVERIFY(dialog);
    QCOMPARE(dialog->windowTitle(), QStringLiteral("Difference of run 1 and run 2 (cluster)"));
    QTRY_VERIFY(!dialog->isBusy());
    dialog->close();

    window->actions().action(ActionId::OpenStoredRun)->trigger();
    const auto* watch = window->findChild<WatchPage*>();
    QTRY_VERIFY(watch->isReplay() && watch->runs()->runs().size() == 2);
    const RunTitle& other = watch->runs()->runs().back().title;
    QCOMPARE(other.id, kNumbersPerStore + 2);
    QCOMPARE(other.experiment, QStringLiteral("made up (cluster)"));
    QVERIFY(window->close());
}

void OpenedStoresTest::aClosedStoreTakesItsRunsFromEveryView()
{
    const auto window = withOther();
    choose(*window, {0, 1});
    window->actions().action(ActionId::DiffRuns)->trigger();
    const QPointer<DifferenceDialog> dialog = window->findChild<DifferenceDialog*>();
    QVERIFY(dialog);
    window->actions().action(ActionId::OpenStoredRun)->trigger();
    const auto* watch = window->findChild<WatchPage*>();
    QTRY_VERIFY(watch->isReplay() && watch->runs()->runs().size() == 2);

    QMenu* menu = closeMenu(*window);
    QVERIFY(menu->isEnabled());
    QCOMPARE(menu->actions().size(), 1);
    menu->actions().front()->trigger();
    QVERIFY(!menu->isEnabled());
    QCOMPARE(watch->runs()->runs().size(), std::size_t{1});
    QCOMPARE(watch->runs()->runs().front().title.id, std::int64_t{1});
    QTRY_VERIFY(!dialog);
    QTRY_COMPARE(numbers(*window), QStringList(QStringLiteral("1")));
    QCOMPARE(window->findChild<ComparePage*>()->chosenRuns(), std::vector<std::int64_t>{1});
    QVERIFY(table(*window)->isColumnHidden(RunTableModel::Store));
    QVERIFY(window->close());
}

void OpenedStoresTest::whatCannotBeOpenedIsTold()
{
    const auto window = withOther();
    const auto says = [&](const QString& path, const QString& words) {
        window->openFile(path);
        return QTest::qWaitFor([&] { return message(*window).contains(words); }, kTryMilliseconds);
    };
    const QString own = m_folder->filePath(QStringLiteral("runs.sqlite"));
    QVERIFY(says(own, QStringLiteral("is your own run store")));
    const QString link = m_folder->filePath(QStringLiteral("link.sqlite"));
    QVERIFY(QFile::link(m_folder->filePath(QStringLiteral("cluster.sqlite")), link));
    QVERIFY(says(link, QStringLiteral("is open already, as “cluster”")));
    QVERIFY(says(write(QStringLiteral("text.sqlite"), QByteArray(9000, 'x')),
                 QStringLiteral("text.sqlite")));
    QVERIFY(says(m_folder->filePath(QStringLiteral("none.sqlite")),
                 QStringLiteral("there is no such file")));
    const QString older = m_folder->filePath(QStringLiteral("older.sqlite"));
    {
        Database database(older.toStdString(), Database::Access::ReadWrite);
        createTables(database, kStoreVersion - 1);
    }
    QVERIFY(says(older, QStringLiteral("a store beside your own is not updated")));
    QCOMPARE(closeMenu(*window)->actions().size(), 1);
    QVERIFY(window->close());
}

void OpenedStoresTest::openStoresAreRememberedAndMissingOnesToldOnce()
{
    (void)withOther()->close();
    {
        MainWindow window(context());
        window.show();
        window.actions().action(ActionId::ShowCompare)->trigger();
        QTRY_COMPARE(numbers(window).size(), 3);
        QVERIFY(window.close());
    }
    QVERIFY(QFile::remove(m_folder->filePath(QStringLiteral("cluster.sqlite"))));
    {
        MainWindow window(context());
        window.show();
        QTRY_VERIFY(message(window).contains(QStringLiteral("there is no such file")));
        window.actions().action(ActionId::ShowCompare)->trigger();
        QTRY_COMPARE(numbers(window).size(), 1);
        QVERIFY(window.close());
    }
    QVERIFY(remembered().isEmpty());
}

void OpenedStoresTest::aStoreThatVanishesIsClosed()
{
    const auto window = withOther();
    QVERIFY(QFile::remove(m_folder->filePath(QStringLiteral("cluster.sqlite"))));
    window->actions().action(ActionId::RefreshRuns)->trigger();
    QTRY_VERIFY(message(*window).startsWith(QStringLiteral("The store “cluster” was closed: ")));
    QTRY_COMPARE(numbers(*window), QStringList(QStringLiteral("1")));
    QVERIFY(!closeMenu(*window)->isEnabled());
    QVERIFY(window->close());
}

void OpenedStoresTest::aStoreIsDroppedOnTheWindow()
{
    makeStore(QStringLiteral("runs.sqlite"), 1);
    MainWindow window(context());
    window.show();
    QMimeData dragged;
    dragged.setUrls({QUrl::fromLocalFile(makeStore(QStringLiteral("cluster.sqlite"), 2))});
    // Compare, which takes bundles, leaves it to the window.
    auto* compare = window.findChild<ComparePage*>();
    QDragEnterEvent enter(QPoint(20, 20), Qt::CopyAction, &dragged, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(compare, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(20, 20), Qt::CopyAction, &dragged, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(compare, &drop);
    QTRY_COMPARE(numbers(window).size(), 3);
    QVERIFY(window.close());
}

void OpenedStoresTest::aStoreLockedAtTheStartCanBeClosed()
{
    (void)withOther()->close();
    const auto locked = lock(QStringLiteral("cluster.sqlite"));
    MainWindow window(context());
    window.show();
    QTRY_VERIFY(message(window).contains(QStringLiteral("locked by another program")));
    QTRY_COMPARE(closeMenu(window)->actions().size(), 1);
    QCOMPARE(remembered().size(), 1);
    closeMenu(window)->actions().front()->trigger();
    QVERIFY(!closeMenu(window)->isEnabled());
    QVERIFY(remembered().isEmpty());
    QVERIFY(window.close());
}

void OpenedStoresTest::aLockedStoreIsListedOnceItCanBeRead()
{
    (void)withOther()->close();
    auto locked = lock(QStringLiteral("cluster.sqlite"));
    MainWindow window(context());
    window.show();
    window.actions().action(ActionId::ShowCompare)->trigger();
    QTRY_COMPARE(closeMenu(window)->actions().size(), 1);
    locked.reset();
    window.actions().action(ActionId::RefreshRuns)->trigger();
    QTRY_COMPARE(numbers(window).size(), 3);
    QCOMPARE(remembered().size(), 1);
    QVERIFY(window.close());
}

COTERIE_WIDGET_SECTION(OpenedStoresTest)

} // namespace tst_opened_stores

#include "tst_opened_stores.moc"
