#include "core/algorithms/registry.h"
#include "core/data/catalog.h"
#include "core/experiment/experiment_json.h"
#include "core/store/database.h"
#include "core/store/run_store.h"
#include "core/store/schema.h"
#include "tests/core/metrics/measured.h"
#include "tests/ordinary_user.h"
#include "tests/sections.h"
#include "tests/ui/made_up_runs.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/run_actions.h"
#include "ui/views/painted_view.h"
#include "ui/views/topology_view.h"
#include "ui/views/view_frame.h"
#include "ui/watch/curve_panel.h"
#include "ui/watch/run_list.h"
#include "ui/watch/watch_page.h"
#include "ui/window/main_window.h"
#include "ui/words.h"

#include <QAction>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QSettings>
#include <QSignalSpy>
#include <QSlider>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include <algorithm>

namespace tst_odd_runs {

using namespace coterie;
using namespace coterie::ui;

namespace {

enum class Oddity
{
    Nothing,
    NotANumber,      ///< every second loss and error
    NothingMeasured, ///< clients without a test, a loss, a group, a weight
    Groups
};

RoundReport oddReport(int round, std::size_t clients, Oddity oddity)
{
    RoundReport report = made_up::report(round, clients, 0.1);
    if (oddity == Oddity::NothingMeasured) {
        for (ClientReport& client : report.clients) {
            client.personalTest.reset();
            client.trainLoss.reset();
        }
        report.participants.clear();
    }
    if (oddity == Oddity::NotANumber && round % 2 == 1)
        for (ClientReport& client : report.clients) {
            client.personalTest->loss = made_up::kNaN;
            client.trainLoss = made_up::kInfinity;
        }
    if (oddity == Oddity::Groups) {
        Grouping grouping;
        for (int first = 0; first < static_cast<int>(clients); first += 10) {
            grouping.groups.emplace_back();
            for (int client = first; client < std::min(first + 10, static_cast<int>(clients));
                 ++client)
                grouping.groups.back().push_back(client);
        }
        report.grouping = std::move(grouping);
    }
    return report;
}

} // namespace

/// Runs and stores of a kind nobody hopes for: the window shows what there is and says the rest.
class OddRunsTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void everyDockShowsAnyRun_data();
    void everyDockShowsAnyRun();
    void aRunWithoutARoundIsSaidInEveryDrawing();
    void aStoreOfANewerVersionIsSaid();
    void aLockedStoreIsSaidAndKeepsWhatItHolds();
    void aStoreThatMayOnlyBeReadIsShownAndExported();
    void aPageThatIsDamagedIsSaidAndNothingElseIsLost();

private:
    [[nodiscard]] std::unique_ptr<MainWindow> window() const;
    /// Returns its key. With −1 rounds it was stopped before its first one.
    [[nodiscard]] std::int64_t addRun(int rounds, std::size_t clients, Oddity oddity) const;

    std::optional<QTemporaryDir> m_folder;
    std::filesystem::path m_store;
};

void OddRunsTest::init()
{
    m_folder.emplace();
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder->path());
    m_store = m_folder->filePath(QStringLiteral("runs.sqlite")).toStdString();
}

std::unique_ptr<MainWindow> OddRunsTest::window() const
{
    auto made = std::make_unique<MainWindow>(WindowContext{
        .registry = registry(),
        .catalog = dataCatalog(),
        .dataFolders = {},
        .queue = {.storeFile = m_store, .dataFolders = {}, .threads = 1, .device = {}},
        .experimentsFolder = m_folder->path()});
    made->resize(1440, 900);
    made->show();
    if (!QTest::qWaitForWindowExposed(made.get(), kTryMilliseconds))
        qFatal("the window does not appear");
    made->actions().action(ActionId::ShowCompare)->trigger();
    return made;
}

std::int64_t OddRunsTest::addRun(int rounds, std::size_t clients, Oddity oddity) const
{
    const auto store = RunStore::open(m_store);
    if (!store)
        qFatal("%s", store.error().sentence().c_str());
    const auto experiment = (*store)->addExperiment("odd", "{}", "hash");
    RunPlan plan;
    plan.experimentName = "odd";
    plan.armName = "Odd";
    plan.rounds = std::max(1, rounds);
    const auto run = (*store)->addRun(*experiment, plan, writePlan(plan), {});
    std::vector<std::shared_ptr<const RoundReport>> reports;
    for (int round = 0; round <= rounds; ++round)
        reports.push_back(std::make_shared<RoundReport>(oddReport(round, clients, oddity)));
    const auto facts = made_up::facts(clients);
    const RunStatus status = rounds < 0 ? RunStatus::Stopped : RunStatus::Finished;
    if (!(*store)->setFacts(*run, facts)
        || (!reports.empty()
            && !(*store)->commit(*run, coterie::test::measured(reports, facts), nullptr))
        || !(*store)->setStatus(*run, status, ""))
        qFatal("a run could not be stored");
    return *run;
}

void OddRunsTest::everyDockShowsAnyRun_data()
{
    QTest::addColumn<int>("rounds");
    QTest::addColumn<int>("clients");
    QTest::addColumn<int>("oddity");
    const auto add = [](const char* name, int rounds, int clients, Oddity oddity) {
        QTest::newRow(name) << rounds << clients << static_cast<int>(oddity);
    };
    add("before the first round", 0, 3, Oddity::Nothing);
    add("one round", 1, 3, Oddity::Groups);
    add("one client", 4, 1, Oddity::Groups);
    add("a thousand clients", 3, 1000, Oddity::Groups);
    add("losses that are no numbers", 6, 4, Oddity::NotANumber);
    add("nothing measured", 3, 4, Oddity::NothingMeasured);
}

void OddRunsTest::everyDockShowsAnyRun()
{
    QFETCH(int, rounds);
    QFETCH(int, clients);
    QFETCH(int, oddity);
    const std::int64_t run =
        addRun(rounds, static_cast<std::size_t>(clients), static_cast<Oddity>(oddity));
    const auto shown = window();
    auto* table = shown->findChild<QTreeView*>(QStringLiteral("runTable"));
    QTRY_COMPARE(table->model()->rowCount(), 1);
    table->selectAll();
    shown->actions().action(ActionId::OpenStoredRun)->trigger();
    auto& page = *shown->findChild<WatchPage*>();
    QTRY_VERIFY(page.shown().run() == run && page.shown().report());
    auto* line = shown->findChild<QSlider*>(QStringLiteral("timeLine"));
    QCOMPARE(line->maximum(), rounds);
    for (QDockWidget* dock : page.findChildren<QDockWidget*>()) {
        dock->raise();
        for (const int round : {0, rounds}) {
            line->setValue(round);
            QTRY_COMPARE(page.shown().report()->round, round);
            QTest::qWait(40);
            QVERIFY(!dock->grab().isNull());
        }
        for (auto* frame : dock->findChildren<ViewFrame*>())
            frame->showTable(true);
        QTest::qWait(10);
        for (auto* frame : dock->findChildren<ViewFrame*>())
            frame->showTable(false);
    }
    const auto* list = page.findChild<QTableView*>(QStringLiteral("clientTable"));
    QCOMPARE(list->model()->rowCount(), clients);
    QCOMPARE(page.findChild<TopologyView*>()->picture().clients.size(),
             static_cast<std::size_t>(clients));
    const auto isSaid = [&page](const QString& words) {
        return std::ranges::any_of(
            page.findChildren<QLabel*>(QStringLiteral("note")),
            [&words](const QLabel* note) { return note->text().contains(words); });
    };
    auto* curves = page.findChild<QDockWidget*>(QStringLiteral("curves"));
    curves->raise();
    QTRY_VERIFY(curves->findChild<CurvePanel*>()->isOnScreen());
    for (auto* panel : page.findChildren<CurvePanel*>())
        panel->refresh(); // as the timer does in the end
    // Counted, not passed over: three infinite losses of the mean and of each of four clients.
    QCOMPARE(isSaid(QStringLiteral("15 values are not finite")),
             static_cast<Oddity>(oddity) == Oddity::NotANumber);
    const auto* nothing = curves->findChild<QLabel*>(QStringLiteral("noCurves"));
    QCOMPARE(nothing->isVisible(), static_cast<Oddity>(oddity) == Oddity::NothingMeasured);
    if (nothing->isVisible())
        QVERIFY2(nothing->text().contains(QStringLiteral("” is not reported here.")),
                 qPrintable(nothing->text()));
}

void OddRunsTest::aRunWithoutARoundIsSaidInEveryDrawing()
{
    static_cast<void>(addRun(-1, 3, Oddity::Nothing));
    const auto shown = window();
    auto* table = shown->findChild<QTreeView*>(QStringLiteral("runTable"));
    QTRY_COMPARE(table->model()->rowCount(), 1);
    table->selectAll();
    shown->actions().action(ActionId::OpenStoredRun)->trigger();
    auto& page = *shown->findChild<WatchPage*>();
    const QString said = QStringLiteral("This run has no finished round: stopped");
    int drawings = 0;
    for (QDockWidget* dock : page.findChildren<QDockWidget*>()) {
        dock->raise();
        for (const auto* view : dock->findChildren<PaintedView*>()) {
            QTRY_COMPARE(view->saidText(), said);
            ++drawings;
        }
        for (auto* panel : dock->findChildren<CurvePanel*>()) {
            const auto* nothing = panel->findChild<QLabel*>(QStringLiteral("noCurves"));
            QTRY_VERIFY(nothing->isVisible() && !panel->plot().isVisible());
            QCOMPARE(nothing->text(), said);
            ++drawings;
        }
    }
    QCOMPARE(drawings, 6); // dendrogram, matrix, groups, topology; errors and losses
}

void OddRunsTest::aStoreOfANewerVersionIsSaid()
{
    static_cast<void>(addRun(2, 3, Oddity::Nothing));
    Database(m_store, Database::Access::ReadWrite).execute("PRAGMA user_version = 1000000");
    const auto shown = window();
    const auto* message = shown->findChild<QLabel*>(QStringLiteral("compareMessage"));
    QTRY_VERIFY(message->isVisible());
    QVERIFY2(message->text().contains(QStringLiteral("newer version of Coterie")),
             qPrintable(message->text()));
    Database(m_store, Database::Access::ReadWrite)
        .execute("PRAGMA user_version = " + std::to_string(kStoreVersion));
    shown->actions().action(ActionId::RefreshRuns)->trigger(); // nothing was lost
    QTRY_COMPARE(shown->findChild<QTreeView*>(QStringLiteral("runTable"))->model()->rowCount(), 1);
}

void OddRunsTest::aLockedStoreIsSaidAndKeepsWhatItHolds()
{
    static_cast<void>(addRun(2, 3, Oddity::Nothing));
    const auto shown = window();
    auto* table = shown->findChild<QTreeView*>(QStringLiteral("runTable"));
    QTRY_COMPARE(table->model()->rowCount(), 1);
    table->selectAll();
    const auto* message = shown->findChild<QLabel*>(QStringLiteral("compareMessage"));
    {
        Database other(m_store, Database::Access::ReadWrite);
        other.execute("BEGIN IMMEDIATE"); // as another program that is writing
        shown->actions().action(ActionId::PinRuns)->trigger();
        QTRY_VERIFY(message->text().contains(QStringLiteral("locked")));
        QVERIFY(message->isVisible());
        other.execute("ROLLBACK");
    }
    const auto store = RunStore::open(m_store, RunStore::Mode::ReadOnly);
    QCOMPARE((*store)->runs()->size(), std::size_t{1});
    shown->actions().action(ActionId::PinRuns)->trigger();
    QTRY_VERIFY((*store)->runs()->front().pinned);
}

void OddRunsTest::aStoreThatMayOnlyBeReadIsShownAndExported()
{
    static_cast<void>(addRun(2, 3, Oddity::Nothing));
    const QDir folder(m_folder->path());
    QVERIFY(folder.mkdir(QStringLiteral("shelf")) && folder.mkdir(QStringLiteral("desk")));
    const QString shelf = folder.filePath(QStringLiteral("shelf"));
    const QString csv = folder.filePath(QStringLiteral("desk/rounds.csv"));
    const QString bundle = folder.filePath(QStringLiteral("desk/bundle"));
    std::filesystem::rename(m_store, toPath(shelf) / "runs.sqlite");
    m_store = toPath(shelf) / "runs.sqlite";
    using std::filesystem::perms;
    constexpr perms kRead = perms::owner_read | perms::group_read | perms::others_read;
    constexpr perms kEnter = perms::owner_exec | perms::group_exec | perms::others_exec;
    std::filesystem::permissions(m_store, kRead);
    std::filesystem::permissions(toPath(shelf), kRead | kEnter);
    std::filesystem::permissions(toPath(folder.path()), kRead | kEnter | perms::owner_write);
    std::filesystem::permissions(toPath(folder.filePath(QStringLiteral("desk"))), perms::all);
    asOrdinaryUser([&] {
        const auto shown = window();
        auto& page = *shown->findChild<ComparePage*>();
        const auto* table = page.findChild<QTreeView*>(QStringLiteral("runTable"));
        const auto* message = page.findChild<QLabel*>(QStringLiteral("compareMessage"));
        QTRY_COMPARE(table->model()->rowCount(), 1);
        QVERIFY2(!message->isVisible(), qPrintable(message->text()));
        page.findChild<QTreeView*>(QStringLiteral("runTable"))->selectAll();
        QSignalSpy said(&page.editor(), &StoreEditor::said);
        QSignalSpy failed(&page.editor(), &StoreEditor::failed);
        page.exports().exportTo(QStringLiteral("rounds"), csv);
        QTRY_VERIFY(said.count() + failed.count() == 1);
        QVERIFY2(failed.isEmpty(), qPrintable(message->text()));
        page.exports().exportBundleTo(bundle);
        QTRY_VERIFY(said.count() + failed.count() == 2);
        QVERIFY2(failed.isEmpty(), qPrintable(message->text()));
        // What cannot be done is said, and nothing is there to be undone.
        shown->actions().action(ActionId::PinRuns)->trigger();
        QTRY_COMPARE(failed.count(), 1);
        QVERIFY2(message->text().contains(QStringLiteral("read-only")),
                 qPrintable(message->text()));
        QVERIFY(!shown->actions().action(ActionId::UndoRunEdit)->isEnabled());
    });
    std::filesystem::permissions(toPath(shelf), perms::all); // for the folder to be removed
    QVERIFY(QFile::exists(csv));
    QVERIFY(QFile::exists(bundle + QStringLiteral("/manifest.json")));
}

void OddRunsTest::aPageThatIsDamagedIsSaidAndNothingElseIsLost()
{
    static_cast<void>(addRun(40, 20, Oddity::Groups));
    {
        Database database(m_store, Database::Access::ReadWrite);
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    }
    QFile file(QString::fromStdString(m_store.string()));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray whole = file.readAll();
    file.close();
    constexpr qsizetype kPage = 4096;
    int said = 0;
    for (qsizetype place = kPage; place + kPage <= whole.size(); place += whole.size() / 12) {
        const qsizetype start = place / kPage * kPage;
        QByteArray damaged = whole;
        damaged.replace(start, kPage, QByteArray(kPage, '\xa5'));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(damaged);
        file.close();
        StoreReader reader(m_store);
        QSignalSpy failed(&reader, &StoreReader::failed);
        QSignalSpy runs(&reader, &StoreReader::runsRead);
        QSignalSpy rounds(&reader, &StoreReader::roundsRead);
        reader.readRuns();
        reader.readRounds({1});
        QTRY_VERIFY(failed.count() + runs.count() + rounds.count() >= 2);
        said += failed.count() > 0 ? 1 : 0;
        for (const QList<QVariant>& sentence : failed)
            QVERIFY2(sentence.front().toString().contains(QStringLiteral("runs.sqlite")),
                     qPrintable(sentence.front().toString()));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll() == damaged); // looking at it changed nothing
        file.close();
    }
    QVERIFY(said > 2);
    QVERIFY(said < 13); // a page of one table does not take the others with it
}

COTERIE_WIDGET_SECTION(OddRunsTest)

} // namespace tst_odd_runs

#include "tst_odd_runs.moc"
