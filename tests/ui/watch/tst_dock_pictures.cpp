#include "core/store/run_store.h"
#include "tests/sections.h"
#include "tests/ui/looks.h"
#include "tests/ui/real_runs.h"
#include "tests/ui/window_bench.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/compare_panes.h"
#include "ui/views/dendrogram_view.h"
#include "ui/views/group_river_view.h"
#include "ui/views/matrix_view.h"
#include "ui/views/topology_view.h"
#include "ui/watch/clients_panel.h"
#include "ui/watch/curve_panel.h"
#include "ui/watch/run_list.h"
#include "ui/watch/watch_page.h"

#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSlider>
#include <QSortFilterProxyModel>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

namespace tst_dock_pictures {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

/// The Watch page's one view of this kind; other pages may have theirs.
template <typename View>
View* only(MainWindow& window)
{
    const auto found = window.findChild<WatchPage*>()->findChildren<View*>();
    if (found.size() != 1)
        qFatal("the Watch page has %d views of this kind", static_cast<int>(found.size()));
    return found.front();
}

} // namespace

/// Every dock with a real run of the method it was made for: drawn into the build folder in light
/// and dark and at double scale, for people to look at, and held against the store's own numbers.
class DockPicturesTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void docksShowTheStoresNumbers();
    void whatIfReturnsTheRecordAndMore();
    void drawsEveryDock_data();
    void drawsEveryDock();
    void drawsTheComparePage_data();
    void drawsTheComparePage();

private:
    void open(MainWindow& window, std::int64_t run, int round) const;
    [[nodiscard]] RoundReport stored(std::int64_t run, int round) const;
    void show(MainWindow& window, const char* dock) const;
    void save(MainWindow& window, const QString& name, int scale) const;

    QTemporaryDir m_folder;
    std::filesystem::path m_store;
    real_runs::Runs m_runs;
    std::vector<std::int64_t> m_sweep;
};

void DockPicturesTest::initTestCase()
{
    useSettingsIn(m_folder.path());
    m_store = storeIn(m_folder.path());
    QElapsedTimer clock;
    clock.start();
    m_runs = real_runs::train(m_store);
    m_sweep = real_runs::trainSweep(m_store);
    qInfo("trained all runs in %lld ms", static_cast<long long>(clock.elapsed()));
}

/// Through the Compare page, as a user would, then to a round of the time line.
void DockPicturesTest::open(MainWindow& window, std::int64_t run, int round) const
{
    window.actions().action(ActionId::ShowCompare)->trigger();
    auto* table = window.findChild<QTreeView*>(QStringLiteral("runTable"));
    QTRY_VERIFY(table->model()->rowCount() >= 4);
    table->clearSelection();
    for (int row = 0; row < table->model()->rowCount(); ++row)
        if (table->model()->index(row, 0).data().toLongLong() == run)
            table->selectionModel()->select(table->model()->index(row, 0),
                                            QItemSelectionModel::Select
                                                | QItemSelectionModel::Rows);
    window.actions().action(ActionId::OpenStoredRun)->trigger();
    auto* list = window.findChild<QTableView*>(QStringLiteral("runList"));
    QTRY_VERIFY(list->model()->rowCount() == 1
                && list->model()->index(0, 0).data(RunListModel::RunRole).toLongLong() == run);
    window.findChild<QSlider*>(QStringLiteral("timeLine"))->setValue(round);
    const ShownRound& shown = window.findChild<WatchPage*>()->shown(); // read off the GUI thread
    QTRY_VERIFY(shown.run() == run && shown.report() && shown.report()->round == round);
    QTest::qWait(250); // the shared timer draws it
}

RoundReport DockPicturesTest::stored(std::int64_t run, int round) const
{
    const auto store = RunStore::open(m_store, RunStore::Mode::ReadOnly);
    return (*store)->reports(run, round, round)->front();
}

void DockPicturesTest::show(MainWindow& window, const char* dock) const
{
    window.findChild<QDockWidget*>(QLatin1String(dock))->raise();
    QTest::qWait(150);
}

void DockPicturesTest::save(MainWindow& window, const QString& name, int scale) const
{
    QVERIFY(
        kept(drawn(window, scale),
             QStringLiteral("dock-%1-%2").arg(name, QString::fromLatin1(QTest::currentDataTag()))));
}

void DockPicturesTest::docksShowTheStoresNumbers()
{
    const auto shown = shownWindow(windowOver(m_store));
    {
        open(*shown, m_runs.hcct, 5);
        show(*shown, "dendrogram");
        const RoundReport report = stored(m_runs.hcct, 5);
        QVERIFY(report.grouping && report.grouping->merges.size() >= 2);
        auto* view = only<DendrogramView>(*shown);
        QVERIFY(view->picture().grouping == *report.grouping);
        QCOMPARE(view->layoutShown().brackets.size(), report.grouping->merges.size());
        const auto panels = shown->findChildren<CurvePanel*>();
        QCOMPARE(panels.size(), 2);
        for (CurvePanel* panel : panels) {
            const std::string metric =
                panel->choice().metric == Metric::TestError ? "meanTestError" : "meanTrainLoss";
            const std::vector<PlotLine>& lines = panel->plot().picture().lines;
            const auto mean = std::ranges::find(lines, PlotLine::Weight::Main, &PlotLine::weight);
            QVERIFY(mean != lines.end());
            std::vector<double> rounds;
            std::vector<double> values;
            const auto store = RunStore::open(m_store, RunStore::Mode::ReadOnly);
            const auto points = (*store)->metrics(m_runs.hcct);
            for (const MetricPoint& point : *points)
                if (point.name == metric) {
                    rounds.push_back(point.round);
                    values.push_back(point.value);
                }
            QVERIFY(mean->x == rounds && mean->y == values);
        }
        show(*shown, "matrix");
        auto* matrix = only<MatrixView>(*shown);
        QVERIFY(matrix->picture().matrix == *report.collaboration);
        for (int row = 0; row < 10; ++row)
            for (int column = 0; column < 10; ++column) {
                const QString words = matrix->textOf({row, column});
                const double weight = report.collaboration->at(static_cast<std::size_t>(row),
                                                               static_cast<std::size_t>(column));
                QVERIFY2(words.contains(QString::number(weight, 'g', 6).left(5)),
                         qPrintable(words));
            }
        show(*shown, "river");
        const auto& rounds = only<GroupRiverView>(*shown)->rounds();
        for (const RiverRound& round : rounds) {
            const auto groups = stored(m_runs.hcct, round.round).grouping->groups;
            for (const std::vector<int>& group : groups)
                for (const int client : group)
                    QCOMPARE(round.colourOfClient[static_cast<std::size_t>(client)],
                             round.colourOfClient[static_cast<std::size_t>(group.front())]);
        }
    }
    {
        open(*shown, m_runs.sFedHP, 6);
        show(*shown, "topology");
        const RoundReport report = stored(m_runs.sFedHP, 6);
        const TopologyPicture& picture = only<TopologyView>(*shown)->picture();
        QCOMPARE(picture.clientsOfEdge.size(), std::size_t{4}); // from the store, not from the file
        QCOMPARE(picture.edgeNames.front(), QStringLiteral("north"));
        QVERIFY((picture.clientsOfEdge[3] == std::vector<int>{9, 10, 11}));
        for (const NamedValues& values : report.clientValues)
            if (values.name == "sparsity")
                for (std::size_t client = 0; client < picture.clients.size(); ++client)
                    QCOMPARE(picture.clients[client].nonZero, values.values[client]);
        QVERIFY(picture.edges.front().accuracy.has_value());
    }
    {
        open(*shown, m_runs.hicsFl, 12);
        show(*shown, "clients");
        const RoundReport report = stored(m_runs.hicsFl, 12);
        auto* table = shown->findChild<QTableView*>(QStringLiteral("clientTable"));
        int drawn = 0;
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            const auto number = [&](int column) {
                return table->model()->index(row, column).data(ClientTableModel::SortRole);
            };
            const auto client = static_cast<std::size_t>(number(ClientTableModel::Client).toInt());
            QCOMPARE(number(ClientTableModel::TestLoss).toDouble(),
                     (report.clients[client].personalTest ? report.clients[client].personalTest
                                                          : report.clients[client].globalTest)
                         ->loss);
            drawn += number(ClientTableModel::Participations).toInt();
        }
        QCOMPARE(drawn, 12 * 5);
    }
}

void DockPicturesTest::whatIfReturnsTheRecordAndMore()
{
    const auto shown = shownWindow(windowOver(m_store));
    open(*shown, m_runs.hcct, 6);
    show(*shown, "dendrogram");
    const RoundReport report = stored(m_runs.hcct, 6);
    auto* view = only<DendrogramView>(*shown);
    auto* ask = shown->findChild<QToolButton*>(QStringLiteral("askWhatIf"));
    auto* slider = shown->findChild<QSlider*>(QStringLiteral("whatIfSlider"));
    QVERIFY(ask->isVisible());
    ask->click();
    QTest::qWait(100);
    QVERIFY(view->picture().grouping == *report.grouping && !view->picture().isWhatIf);
    slider->setValue(slider->maximum());
    QTRY_COMPARE(view->picture().grouping.groups.size(), std::size_t{1});
    QVERIFY(view->picture().isWhatIf);
    slider->setValue(slider->minimum());
    QTRY_COMPARE(view->picture().grouping.groups.size(), std::size_t{10});
    slider->setValue(0);
    QTRY_VERIFY(view->picture().grouping == *report.grouping && !view->picture().isWhatIf);
    auto* groups = shown->findChild<QSpinBox*>(QStringLiteral("whatIfGroups"));
    groups->setValue(3);
    QTRY_COMPARE(view->picture().grouping.groups.size(), std::size_t{3});
    // Another round is asked the same question.
    shown->findChild<QSlider*>(QStringLiteral("timeLine"))->setValue(4);
    QTRY_VERIFY(view->picture().isWhatIf && view->picture().grouping.groups.size() == 3
                && view->picture().grouping.merges != stored(m_runs.hcct, 6).grouping->merges);
    open(*shown, m_runs.allForOne, 3);
    QTRY_VERIFY(!ask->isVisible()); // nothing to ask of a method without groups by utility
}

void DockPicturesTest::drawsEveryDock_data()
{
    addLooks(kFewLooks);
}

void DockPicturesTest::drawsEveryDock()
{
    QFETCH(bool, dark);
    QFETCH(int, scale);
    const auto shown = shownWindow(windowOver(m_store));
    shown->theme().choose(dark ? ThemeChoice::Dark : ThemeChoice::Light);
    const auto draw = [&](const char* dock, const QString& name) {
        show(*shown, dock);
        save(*shown, name, scale);
    };
    const auto choose = [&](const char* box, int index) {
        shown->findChild<QComboBox*>(QLatin1String(box))->setCurrentIndex(index);
    };

    open(*shown, m_runs.hcct, 5);
    draw("dendrogram", QStringLiteral("hcct-dendrogram"));
    choose("mergeAxis", 1);
    draw("dendrogram", QStringLiteral("hcct-dendrogram-gain"));
    choose("mergeAxis", 0);
    auto* ask = shown->findChild<QToolButton*>(QStringLiteral("askWhatIf"));
    ask->click();
    shown->findChild<QSlider*>(QStringLiteral("whatIfSlider"))->setValue(40);
    QTest::qWait(200);
    draw("dendrogram", QStringLiteral("hcct-whatif"));
    ask->click();
    draw("river", QStringLiteral("hcct-river"));
    draw("matrix", QStringLiteral("hcct-matrix"));
    choose("matrixKind", 2);
    draw("matrix", QStringLiteral("hcct-cosine"));
    draw("log", QStringLiteral("hcct-log"));
    draw("topology", QStringLiteral("hcct-topology"));
    draw("clients", QStringLiteral("hcct-clients"));
    choose("matrixKind", 0);
    shown->findChild<QToolButton*>(QStringLiteral("holdMatrix"))->click();
    shown->findChild<QSlider*>(QStringLiteral("timeLine"))->setValue(2);
    QTest::qWait(300);
    draw("matrix", QStringLiteral("hcct-matrix-difference"));
    shown->findChild<QSlider*>(QStringLiteral("timeLine"))->setValue(3);
    QTest::qWait(300);
    show(*shown, "dendrogram");
    shown->findChild<QSlider*>(QStringLiteral("mergeSteps"))->setValue(3);
    QTest::qWait(100);
    draw("dendrogram", QStringLiteral("hcct-dendrogram-stepped"));

    open(*shown, m_runs.allForOne, 2);
    choose("matrixOrder", 2); // the two clusters, which nobody told the method of
    draw("matrix", QStringLiteral("afo-matrix"));
    choose("matrixOrder", 0);
    draw("clients", QStringLiteral("afo-clients"));
    draw("dendrogram", QStringLiteral("afo-no-dendrogram"));

    open(*shown, m_runs.sFedHP, 8);
    draw("topology", QStringLiteral("sfedhp-topology"));
    draw("clients", QStringLiteral("sfedhp-clients"));

    open(*shown, m_runs.hicsFl, 12);
    draw("clients", QStringLiteral("hics-clients"));
    draw("dendrogram", QStringLiteral("hics-dendrogram"));
    choose("matrixKind", 4);
    draw("matrix", QStringLiteral("hics-distance"));
    choose("matrixKind", 5);
    draw("matrix", QStringLiteral("hics-participation"));
    draw("topology", QStringLiteral("hics-topology"));
}

void DockPicturesTest::drawsTheComparePage_data()
{
    drawsEveryDock_data();
}

void DockPicturesTest::drawsTheComparePage()
{
    QFETCH(bool, dark);
    QFETCH(int, scale);
    const auto shown = shownWindow(windowOver(m_store));
    shown->theme().choose(dark ? ThemeChoice::Dark : ThemeChoice::Light);
    shown->actions().action(ActionId::ShowCompare)->trigger();
    auto* page = shown->findChild<ComparePage*>();
    auto* table = shown->findChild<QTreeView*>(QStringLiteral("runTable"));
    QTRY_COMPARE(table->model()->rowCount(), 4 + static_cast<int>(m_sweep.size()));
    auto* filter = shown->findChild<QLineEdit*>(QStringLiteral("runFilter"));
    filter->setText(QStringLiteral("experiment:hungry"));
    QTRY_COMPARE(table->model()->rowCount(), static_cast<int>(m_sweep.size()));
    page->toggleMetricColumn({.metric = "worstTestError", .when = MetricMoment::When::Best});
    table->selectAll();
    QTRY_COMPARE(page->panes().data().arms.size(), std::size_t{4});
    page->panes().setMetric(QStringLiteral("bestPerClientTestError"));
    QTRY_COMPARE(page->panes().data().metric, std::string("bestPerClientTestError"));
    using Pane = ComparePanes::Pane;
    for (const auto& [pane, name] : {std::pair(Pane::Curves, "compare-curves"),
                                     std::pair(Pane::Paper, "compare-paper"),
                                     std::pair(Pane::Tests, "compare-tests"),
                                     std::pair(Pane::Target, "compare-target"),
                                     std::pair(Pane::Best, "compare-best"),
                                     std::pair(Pane::Settings, "compare-settings")}) {
        page->panes().showPane(pane);
        QTest::qWait(150);
        save(*shown, QLatin1String(name), scale);
    }
    // What can be exported, and which columns there are.
    shown->actions().action(ActionId::ExportRuns)->trigger();
    QTest::qWait(150);
    save(*shown, QStringLiteral("compare-export"), scale);
    QVERIFY(QApplication::activePopupWidget());
    QApplication::activePopupWidget()->close();
    page->setGrouping(RunTableModel::Grouping::Arm);
    page->panes().showPane(Pane::Curves);
    QTest::qWait(150);
    save(*shown, QStringLiteral("compare-grouped"), scale);
}

COTERIE_WIDGET_SECTION(DockPicturesTest)

} // namespace tst_dock_pictures

#include "tst_dock_pictures.moc"
