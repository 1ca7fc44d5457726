#include "core/algorithms/registry.h"
#include "core/spec/experiment_json.h"
#include "core/store/run_leases.h"
#include "core/store/run_store.h"
#include "tests/coterie_test_main.h"
#include "tests/ui/looks.h"
#include "tests/ui/made_up_runs.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/compare_panes.h"
#include "ui/compare/compare_pictures.h"
#include "ui/compare/compare_tables.h"
#include "ui/compare/run_exports.h"
#include "ui/frame/action_registry.h"
#include "ui/runs/store_reader.h"
#include "ui/views/parallel_view.h"
#include "ui/window/window_actions.h"

#include <QAction>
#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include <cmath>

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

constexpr const char* kExperiment = R"({
  "schema": 1, "name": "Alone or together?",
  "data": { "dataset": { "name": "glyphDigits", "samples": 400, "seed": 1 },
            "partition": { "scheme": "dirichlet", "clients": 4, "alpha": 0.5 },
            "test": { "share": 0.2 } },
  "model": { "name": "mlr" },
  "local": { "optimizer": { "name": "sgd", "learningRate": 0.05 }, "batch": 16, "localEpochs": 1 },
  "arms": [ { "name": "Independent", "algorithm": { "name": "independent" } },
            { "name": "FedAvg", "algorithm": { "name": "fedavg" } } ],
  "rounds": 2, "seeds": [1, 2, 3],
  "reference": { "source": "A paper, Table 1", "metric": "meanTestError", "unit": "%",
                 "values": { "Independent": [30, 1], "FedAvg": [20, 20] } } })";

} // namespace

class CompareTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void armsAreReadWithTheirCurves();
    void theOverlayIsTheMeanOfTheSeeds();
    void paperTableJudgesByBothDeviations();
    void eachOfAPapersBlocksHasItsRows();
    void testsSayWhenSeedsAreTooFew();
    void roundsToTargetAreThoseOfTheCurves();
    void bestOfNamesArmAndRun();
    void settingsThatDifferBecomeAxes();
    void panesFollowTheChosenRuns();
    void deletingCanBeUndone();
    void pinsNotesAndTagsAreStored();
    void exportsWriteTheChosenRuns();
    void theTableIsExportedAsItStands();
    void aCollapsedGroupIsExportedAsItsLine();
    void copiedLinesAreThoseChosen();
    void anUnreadableStoreIsSaid();
    void everyArmReachesTheProposedTarget();
    void deletingARunThatMayGoOnSaysSo();
    void aChangeIsToldAndUndoneOnceTheStoreHasTakenIt();
    void runsWithoutARoundAreSaidToHaveNone();
    void tablesAreCalledWhatTheirTabsAre();
    void numbersKeepToTheColumnsBesideThem();
    void tabGoesDownThePage();
    void aLineOfTheSettingsPaneFindsItsRun();

private:
    struct Page
    {
        explicit Page(const std::filesystem::path& store)
            : reader(store, registry())
        {
            addWindowActions(actions);
            page = std::make_unique<ComparePage>(reader, actions);
            page->resize(1200, 800);
            page->show();
        }
        [[nodiscard]] QTreeView* table() const
        {
            return page->findChild<QTreeView*>(QStringLiteral("runTable"));
        }
        ActionRegistry actions;
        StoreReader reader;
        std::unique_ptr<ComparePage> page;
    };
    [[nodiscard]] std::unique_ptr<RunStore> store() const
    {
        return std::move(*RunStore::open(m_file));
    }
    [[nodiscard]] CompareData compared(const char* metric) const
    {
        return *compareRuns(*store(), {1, 2, 3, 4, 5, 6}, metric, registry());
    }

    QTemporaryDir m_folder;
    std::filesystem::path m_file;
};

/// Independent has errors of 29, 30 and 31 percent after round 2, FedAvg of 9, 10 and 11.
void CompareTest::init()
{
    static int number = 0;
    m_file = m_folder.filePath(QStringLiteral("%1.sqlite").arg(++number)).toStdString();
    const auto experiment = parseExperiment(kExperiment, registry());
    QVERIFY(experiment.has_value());
    const auto runs = store();
    const auto key = runs->addExperiment(
        experiment->name, writeExperiment(*experiment), canonicalHash(*experiment, registry()));
    for (RunPlan plan : expand(*experiment, registry())) {
        if (plan.armIndex == 1)
            plan.local.batch = 32;
        const auto run = runs->addRun(*key, plan, writePlan(plan), {});
        QVERIFY(run && runs->setFacts(*run, made_up::facts(4)).has_value());
        std::vector<std::shared_ptr<const RoundReport>> reports;
        for (int round = 0; round <= 2; ++round) {
            const double last = (plan.armIndex == 0 ? 0.28 : 0.08) + 0.01 * double(plan.seed);
            RoundReport report;
            report.round = round;
            for (int client = 0; client < 4; ++client) {
                ClientReport of;
                of.client = client;
                of.personalTest =
                    Score{.loss = 1, .accuracy = 1 - last - 0.25 * (2 - round), .samples = 80};
                report.clients.push_back(of);
            }
            reports.push_back(std::make_shared<RoundReport>(std::move(report)));
        }
        QVERIFY(runs->commit(*run, reports, nullptr).has_value());
        QVERIFY(runs->setStatus(*run, RunStatus::Finished, "").has_value());
    }
}

void CompareTest::armsAreReadWithTheirCurves()
{
    const CompareData data = compared("meanTestError");
    QCOMPARE(data.experiments.size(), std::size_t{1});
    QCOMPARE(data.arms.size(), std::size_t{2});
    QCOMPARE(data.arms[1].label, QStringLiteral("FedAvg"));
    QCOMPARE(data.arms[1].curves.size(), std::size_t{3});
    QCOMPARE(data.better, Better::Lower);
    QVERIFY(std::ranges::find(data.metrics, "meanTestLoss") != data.metrics.end());
    // The same numbers as the store's own.
    const auto runs = store();
    for (const ComparedArm& arm : data.arms)
        for (const MetricCurve& curve : arm.curves) {
            std::size_t at = 0;
            const auto points = runs->metrics(curve.run);
            for (const MetricPoint& point : *points) {
                if (point.name != "meanTestError")
                    continue;
                QCOMPARE(curve.rounds[at], double(point.round));
                QCOMPARE(curve.values[at], point.value);
                ++at;
            }
            QCOMPARE(at, std::size_t{3});
        }
}

void CompareTest::theOverlayIsTheMeanOfTheSeeds()
{
    const PlotPicture picture =
        overlayPicture(compared("meanTestError"), {.band = true, .seeds = true});
    QCOMPARE(picture.lines.size(), std::size_t{8}); // three seeds and their mean, twice
    QCOMPARE(picture.bands.size(), std::size_t{2});
    const PlotLine& mean = picture.lines[3];
    QCOMPARE(mean.name, QStringLiteral("Independent"));
    QVERIFY(std::abs(mean.y[2] - 30) < 1e-9);
    QVERIFY(std::abs(mean.y[0] - 80) < 1e-9);
    const double deviation = std::sqrt(2.0 / 3);
    QVERIFY(std::abs(picture.bands[0].upper[2] - (30 + deviation)) < 1e-9);
    QVERIFY(std::abs(picture.bands[0].lower[2] - (30 - deviation)) < 1e-9);
    QCOMPARE(picture.yLabel, QStringLiteral("Mean test error (%)"));
}

void CompareTest::paperTableJudgesByBothDeviations()
{
    const CompareTable table = paperTable(compared("meanTestLoss")); // whatever is looked at
    QCOMPARE(table.table.rows.size(), std::size_t{2});
    // 30 against 30 ± 1; 10 against 20 ± 20
    QVERIFY((table.verdicts == std::vector{Judgement::Within, Judgement::Within}));
    QVERIFY(std::abs(table.table.rows[1][4].toDouble() + 10) < 1e-9);
    QCOMPARE(table.table.rows[0][6].toString(), QStringLiteral("within"));
    QVERIFY(table.remark.contains(QStringLiteral("A paper, Table 1")));
    CompareData none = compared("meanTestError");
    none.experiments[0].papers.clear();
    QVERIFY(paperTable(none).table.rows.empty());
    QVERIFY(!paperTable(none).remark.isEmpty());
}

void CompareTest::eachOfAPapersBlocksHasItsRows()
{
    CompareData data = compared("meanTestError");
    // After round 2 Independent has 29, 30 and 31 percent, FedAvg 9, 10 and 11; before, more.
    const Reference rounds{.source = "A paper, Table 2",
                           .metric = "meanTestError",
                           .unit = "rounds",
                           .target = 30.5,
                           .values = {{"Independent", {.mean = 4, .deviation = {}}},
                                      {"FedAvg", {.mean = 1, .deviation = {}}}}};
    std::vector<ArmSummary> summaries;
    for (const ComparedArm& arm : data.arms)
        summaries.push_back(arm.summary);
    const auto runs = store();
    const auto beside = compare(*runs, summaries, std::vector{rounds});
    QVERIFY(beside.has_value());
    data.experiments[0].papers.push_back(beside->front());
    const CompareTable table = paperTable(data);
    QCOMPARE(table.table.header.size(), std::size_t{8});
    QCOMPARE(table.table.header[1], QStringLiteral("Measured"));
    QCOMPARE(table.table.rows.size(), std::size_t{4});
    QCOMPARE(table.verdicts.size(), std::size_t{4});
    const std::vector<QVariant>& row = table.table.rows[2];
    QCOMPARE(row[0].toString(), QStringLiteral("Independent"));
    QCOMPARE(row[1].toString(), QStringLiteral("rounds until mean test error falls to 30.5"));
    QCOMPARE(row[2].toString(), QStringLiteral("2 (2 of 3)"));
    QCOMPARE(row[3].toInt(), 3);
    QCOMPARE(row[5].toDouble(), -2.0);
    QCOMPARE(table.table.rows[3][2].toString(), QStringLiteral("2"));
    QVERIFY(table.remark.contains(QStringLiteral("the median over seeds")));
}

void CompareTest::testsSayWhenSeedsAreTooFew()
{
    const CompareTable table = testTable(compared("meanTestError"), 0);
    QCOMPARE(table.table.rows.size(), std::size_t{1});
    const std::vector<QVariant>& row = table.table.rows[0];
    QCOMPARE(row[0].toString(), QStringLiteral("FedAvg"));
    QCOMPARE(row[1].toInt(), 3);
    QVERIFY(std::abs(row[2].toDouble() + 20) < 1e-9);
    QCOMPARE(row[5].toDouble(), 0.25); // all three of one sign: 2 of 8
    QVERIFY2(row[8].toString().contains(QStringLiteral("n = 3 is too small")),
             qPrintable(row[8].toString()));
    QVERIFY(row[8].toString().contains(QStringLiteral("0.25")));
}

void CompareTest::roundsToTargetAreThoseOfTheCurves()
{
    const CompareData data = compared("meanTestError");
    // FedAvg stands at 59 … 61, 34 … 36, 9 … 11 percent; Independent 20 above.
    const CompareTable table = targetTable(data, 40);
    QCOMPARE(table.table.rows[1][3].toDouble(), 1.0);
    QCOMPARE(table.table.rows[0][3].toDouble(), 2.0);
    QCOMPARE(table.table.rows[1][6].toDouble(), 2.0); // twice as fast as the first
    QVERIFY(!targetTable(data, 5).table.rows[0][3].isValid());
    const double proposed = *proposedTarget(data); // which both reach
    QVERIFY(proposed > 30 - 1e-9 && proposed < 30.0011);
    // The same as core's own reading of the store.
    const auto runs = store();
    const auto summaries = summarise(*runs, *runs->runs());
    const auto targets = targetRounds(*runs, *summaries, "meanTestError", 40, Better::Lower);
    for (std::size_t arm = 0; arm < 2; ++arm) {
        QCOMPARE(roundsToTargetOf(data.arms[arm], 40, Better::Lower).raw, (*targets)[arm].raw);
        QCOMPARE(roundsToTargetOf(data.arms[arm], 40, Better::Lower).smoothed,
                 (*targets)[arm].smoothed);
    }
}

void CompareTest::bestOfNamesArmAndRun()
{
    const CompareTable table = bestTable(compared("meanTestError"));
    const auto row = std::ranges::find_if(table.table.rows, [](const std::vector<QVariant>& line) {
        return line[0].toString() == QStringLiteral("Mean test error (%)");
    });
    QVERIFY(row != table.table.rows.end());
    QCOMPARE((*row)[1].toString(), QStringLiteral("FedAvg"));
    const RunRow best = *store()->run((*row)[4].toLongLong());
    QVERIFY(best.arm == "FedAvg" && best.seed == 1);
    QVERIFY(std::abs((*row)[5].toDouble() - 9) < 1e-9);
}

void CompareTest::settingsThatDifferBecomeAxes()
{
    const CompareData data = compared("meanTestError");
    const RunSettings settings(*store()->runs());
    const ParallelPicture picture = parallelPicture(data, settings);
    QStringList titles;
    for (const ParallelAxis& axis : picture.axes) {
        titles << axis.title;
        QCOMPARE(axis.values.size(), std::size_t{6});
    }
    QVERIFY(titles.contains(QStringLiteral("Batch")));
    QCOMPARE(titles.last(), QStringLiteral("Mean test error (%)"));
    const ParallelAxis& batch =
        picture.axes[static_cast<std::size_t>(titles.indexOf(QStringLiteral("Batch")))];
    QVERIFY(batch.words.isEmpty());
    for (std::size_t run = 0; run < 6; ++run)
        QCOMPARE(*batch.values[run], data.runs[run].arm == "FedAvg" ? 32.0 : 16.0);
    QCOMPARE(*picture.axes.back().values[0], *data.lastOfRuns[0]);
}

void CompareTest::panesFollowTheChosenRuns()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    QVERIFY(page.page->panes().data().arms.empty());
    page.table()->selectAll();
    QTRY_COMPARE(page.page->panes().data().arms.size(), std::size_t{2});
    page.page->panes().setMetric(QStringLiteral("meanTestLoss"));
    QTRY_COMPARE(page.page->panes().data().metric, std::string("meanTestLoss"));
    // What the filter hides stays chosen.
    auto* filter = page.page->findChild<QLineEdit*>(QStringLiteral("runFilter"));
    filter->setText(QStringLiteral("arm:fed"));
    QTRY_COMPARE(page.table()->model()->rowCount(), 3);
    QCOMPARE(page.page->chosenRuns().size(), std::size_t{6});
    QVERIFY(page.page->findChild<QLabel*>(QStringLiteral("runCount"))
                ->text()
                .contains(QStringLiteral("3 not listed")));
    filter->clear();
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    page.table()->clearSelection();
    QTRY_VERIFY(page.page->panes().data().arms.empty());
}

void CompareTest::deletingCanBeUndone()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    page.table()->selectAll();
    page.actions.action(ActionId::DeleteRuns)->trigger();
    QTRY_COMPARE(page.table()->model()->rowCount(), 0);
    QVERIFY(store()->runs()->empty());
    QVERIFY(page.page->chosenRuns().empty());
    QVERIFY(page.actions.action(ActionId::UndoRunEdit)->isEnabled());
    page.actions.action(ActionId::UndoRunEdit)->trigger();
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    QCOMPARE(store()->runs()->size(), std::size_t{6});
    QVERIFY(!page.actions.action(ActionId::UndoRunEdit)->isEnabled());
}

void CompareTest::pinsNotesAndTagsAreStored()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    QAbstractItemModel& lines = *page.table()->model();
    page.table()->setCurrentIndex(lines.index(5, 0)); // run 1: the newest stands first
    page.actions.action(ActionId::PinRuns)->trigger();
    QTRY_VERIFY(store()->run(1)->pinned);
    QTRY_COMPARE(lines.index(0, 0).data().toString(), QStringLiteral("★ 1"));
    QVERIFY(lines.setData(lines.index(0, RunTableModel::Note), QStringLiteral("good start")));
    QTRY_COMPARE(store()->run(1)->note, std::string("good start"));
    QTRY_COMPARE(lines.index(0, RunTableModel::Note).data().toString(),
                 QStringLiteral("good start"));
    QVERIFY(lines.setData(lines.index(0, RunTableModel::Tags), QStringLiteral("b, a")));
    QTRY_VERIFY((store()->run(1)->tags == std::vector<std::string>{"a", "b"}));
    QTRY_COMPARE(lines.index(0, RunTableModel::Tags).data().toString(), QStringLiteral("a, b"));
    const auto* message = page.page->findChild<QLabel*>(QStringLiteral("compareMessage"));
    QTRY_COMPARE(message->text(), QStringLiteral("The tags of run 1 were changed"));
    for (int step = 0; step < 3; ++step)
        page.actions.action(ActionId::UndoRunEdit)->trigger();
    QTRY_VERIFY(!store()->run(1)->pinned && store()->run(1)->tags.empty()
                && store()->run(1)->note.empty());
}

void CompareTest::exportsWriteTheChosenRuns()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    page.table()->selectAll();
    QSignalSpy said(&page.page->editor(), &StoreEditor::said);
    QSignalSpy failed(&page.page->editor(), &StoreEditor::failed);
    const QString csv = m_folder.filePath(QStringLiteral("rounds.csv"));
    page.page->exports().exportTo(QStringLiteral("rounds"), csv);
    QTRY_COMPARE(said.count(), 1);
    QFile file(csv);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().count('\n') > 18);
    const QString bundle = m_folder.filePath(QStringLiteral("bundle"));
    page.page->exports().exportBundleTo(bundle);
    QTRY_COMPARE(said.count(), 2);
    QVERIFY(QFile::exists(bundle + QStringLiteral("/manifest.json")));
    page.page->exports().exportBundleTo(bundle); // not empty any more
    QTRY_COMPARE(failed.count(), 1);
}

void CompareTest::theTableIsExportedAsItStands()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    page.page->findChild<QLineEdit*>(QStringLiteral("runFilter"))
        ->setText(QStringLiteral("arm:fed"));
    QTRY_COMPARE(page.table()->model()->rowCount(), 3);
    const auto shownError = [&](int row) {
        return page.table()->model()->index(row, RunTableModel::LastError).data().toString();
    };
    QTRY_COMPARE(shownError(2), QStringLiteral("9.00"));
    page.table()->sortByColumn(RunTableModel::LastError, Qt::AscendingOrder);
    QHeaderView& header = *page.table()->header();
    header.moveSection(header.visualIndex(RunTableModel::LastError), 1);
    for (int column = RunTableModel::State; column < page.table()->model()->columnCount(); ++column)
        if (column != RunTableModel::LastError)
            page.table()->hideColumn(column);
    const auto exported = [&](const char* name) {
        const QString path = m_folder.filePath(QLatin1String(name));
        QSignalSpy said(&page.page->editor(), &StoreEditor::said);
        page.page->exports().exportTableTo(path);
        QFile file(path);
        return said.wait() && file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll())
                                                             : QString();
    };
    // Nothing has to be chosen; the "Setting" that no run has is not shown.
    QVERIFY(page.page->chosenRuns().empty());
    QVERIFY(page.actions.action(ActionId::ExportRunTable)->isEnabled());
    const QStringList lines = exported("shown.csv").split(QLatin1Char('\n'));
    QCOMPARE(lines.size(), 5); // a head, three runs, nothing behind the last end of a line
    QCOMPARE(lines[0], QStringLiteral("Run,Last error %,Experiment,Arm,Seed"));
    for (int seed = 1; seed <= 3; ++seed) {
        const QStringList cells = lines[seed].split(QLatin1Char(','));
        QCOMPARE(cells.size(), 5);
        QCOMPARE(cells[0], QString::number(3 + seed)); // from the best to the worst
        QVERIFY(std::abs(cells[1].toDouble() - (8 + seed)) < 1e-9);
        QCOMPARE(cells.mid(2).join(QLatin1Char(',')),
                 QStringLiteral("Alone or together?,FedAvg,%1").arg(seed));
    }
    QVERIFY(exported("shown.tex").contains(
        QStringLiteral("\n4 & 9 & Alone or together? & FedAvg & 1 \\\\\n")));
    QVERIFY(exported("shown.md").startsWith(
        QStringLiteral("| Run | Last error % | Experiment | Arm | Seed |\n"
                       "| ---: | ---: | --- | --- | ---: |\n"
                       "| 4 | 9 |")));
    QSignalSpy failed(&page.page->editor(), &StoreEditor::failed);
    page.page->exports().exportTableTo(m_folder.filePath(QStringLiteral("none/shown.csv")));
    QVERIFY(failed.wait());
    QVERIFY(failed.front().front().toString().contains(QStringLiteral("none/shown.csv")));
}

void CompareTest::aCollapsedGroupIsExportedAsItsLine()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    page.page->setGrouping(RunTableModel::Grouping::Arm);
    QCOMPARE(page.table()->model()->rowCount(), 2);
    page.table()->sortByColumn(RunTableModel::Arm, Qt::DescendingOrder); // Independent, FedAvg
    page.table()->collapse(page.table()->model()->index(0, 0));
    page.table()->selectAll();
    for (int column = RunTableModel::Experiment; column < page.table()->model()->columnCount();
         ++column)
        if (column != RunTableModel::Arm)
            page.table()->hideColumn(column);
    page.page->exports().copyLines();
    QCOMPARE(QGuiApplication::clipboard()->text().count(QLatin1Char('\n')), 6);
    page.table()->clearSelection();
    const QString path = m_folder.filePath(QStringLiteral("grouped.csv"));
    QSignalSpy said(&page.page->editor(), &StoreEditor::said);
    page.page->exports().exportTableTo(path);
    QVERIFY(said.wait());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QVERIFY2(text.startsWith("Run,Arm\n3 runs,Independent\n3 runs,FedAvg\n"), text.constData());
    QCOMPARE(text.count('\n'), 6); // and FedAvg's three runs
}

void CompareTest::copiedLinesAreThoseChosen()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    const QModelIndex note = page.table()->model()->index(5, RunTableModel::Note);
    QVERIFY(page.table()->model()->setData(note, QStringLiteral("tab\there")));
    QTRY_COMPARE(note.data().toString(), QStringLiteral("tab\there"));
    for (int column = 0; column < page.table()->model()->columnCount(); ++column)
        page.table()->setColumnHidden(
            column,
            column != RunTableModel::Number && column != RunTableModel::Arm
                && column != RunTableModel::Note);
    QGuiApplication::clipboard()->setText(QStringLiteral("before"));
    QVERIFY(!page.actions.action(ActionId::CopyRuns)->isEnabled()); // nothing is chosen
    for (const int row : {5, 1})
        page.table()->selectionModel()->select(
            page.table()->model()->index(row, 0),
            QItemSelectionModel::Select | QItemSelectionModel::Rows);
    page.page->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(page.page.get()));
    page.table()->setFocus();
    QTest::keyClick(page.table(), Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(),
             QStringLiteral("Run\tArm\tNote\n5\tFedAvg\t\n1\tIndependent\ttab here\n"));
    // What is chosen but not listed leaves the clipboard as it is.
    page.page->findChild<QLineEdit*>(QStringLiteral("runFilter"))
        ->setText(QStringLiteral("no such run"));
    QTRY_COMPARE(page.table()->model()->rowCount(), 0);
    page.page->exports().copyLines();
    QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("Run\tArm")));
}

void CompareTest::anUnreadableStoreIsSaid()
{
    const QString path = m_folder.filePath(QStringLiteral("letter.sqlite"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(4096, 'x'));
    file.close();
    Page page(path.toStdString());
    auto* message = page.page->findChild<QLabel*>(QStringLiteral("compareMessage"));
    QTRY_VERIFY(message->text().contains(QStringLiteral("letter.sqlite")));
    QVERIFY(message->isVisible());
}

void CompareTest::everyArmReachesTheProposedTarget()
{
    const auto proposed = [](double value, Better better) {
        CompareData data;
        data.metric = "loss";
        data.better = better;
        data.arms.resize(1);
        data.arms.front().summary.values["loss"] = {.mean = value, .deviation = 0, .runs = 1};
        return *proposedTarget(data);
    };
    for (const double value :
         {1.23e-5, 0.123456789, 30.000000000000004, 12345.678, 0.0, -2.34567891}) {
        const double low = proposed(value, Better::Lower);
        const double high = proposed(value, Better::Higher);
        const double near = 1e-4 * std::abs(value);
        QVERIFY2(low >= value && low - value <= near, qPrintable(QString::number(value, 'g', 17)));
        QVERIFY2(high <= value && value - high <= near,
                 qPrintable(QString::number(value, 'g', 17)));
    }
}

void CompareTest::deletingARunThatMayGoOnSaysSo()
{
    QVERIFY(store()->setStatus(2, RunStatus::Running, {}).has_value());
    auto leases = RunLeases::open(m_file);
    QVERIFY(leases.has_value());
    const auto lease = leases->take(2); // as whoever computes it has one
    QVERIFY(lease.has_value());
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    page.table()->selectAll();
    page.actions.action(ActionId::DeleteRuns)->trigger();
    const auto* message = page.page->findChild<QLabel*>(QStringLiteral("compareMessage"));
    QTRY_VERIFY(message->text().contains(QStringLiteral("does not stop")));
}

void CompareTest::aChangeIsToldAndUndoneOnceTheStoreHasTakenIt()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    page.table()->selectAll();
    const auto* message = page.page->findChild<QLabel*>(QStringLiteral("compareMessage"));
    const QAction* undo = page.actions.action(ActionId::UndoRunEdit);
    page.actions.action(ActionId::PinRuns)->trigger();
    QVERIFY(message->text().isEmpty() && !undo->isEnabled()); // it has not happened yet
    QTRY_COMPARE(message->text(), QStringLiteral("6 runs were pinned"));
    QVERIFY(undo->isEnabled());
    // A run that is gone cannot be changed: all stays as it was, and there is nothing more to undo.
    QVERIFY(store()->deleteRun(3).has_value());
    QSignalSpy failed(&page.page->editor(), &StoreEditor::failed);
    page.actions.action(ActionId::DeleteRuns)->trigger();
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY(!message->text().contains(QStringLiteral("deleted")));
    // An undo that fails can be tried again.
    page.actions.action(ActionId::UndoRunEdit)->trigger();
    QVERIFY(!undo->isEnabled());
    QTRY_COMPARE(failed.count(), 2);
    QVERIFY(undo->isEnabled());
    QVERIFY(!message->text().startsWith(QStringLiteral("Undone")));
}

void CompareTest::runsWithoutARoundAreSaidToHaveNone()
{
    const auto runs = store();
    RunPlan plan;
    plan.armName = "Waiting";
    const auto waiting = runs->addRun(1, plan, writePlan(plan), {});
    QVERIFY(waiting.has_value());
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 7);
    const auto* nothing = page.page->findChild<QLabel*>(QStringLiteral("nothingToCompare"));
    QVERIFY(nothing->isVisible() && nothing->text().startsWith(QStringLiteral("Choose runs")));
    page.table()->setCurrentIndex(page.table()->model()->index(0, 0)); // the newest
    QCOMPARE(page.page->chosenRuns(), std::vector{*waiting});
    QTRY_VERIFY(nothing->text().startsWith(QStringLiteral("No round of the chosen runs")));
    QVERIFY(nothing->isVisible());
    page.table()->selectAll();
    QTRY_VERIFY(!nothing->isVisible());
    QCOMPARE(page.page->panes().data().arms.size(), std::size_t{3});
}

void CompareTest::tablesAreCalledWhatTheirTabsAre()
{
    Page page(m_file);
    const auto* tabs = page.page->findChild<QTabWidget*>(QStringLiteral("comparePanes"));
    for (const auto& [name, pane] : {std::pair("paperTable", ComparePanes::Pane::Paper),
                                     std::pair("testTable", ComparePanes::Pane::Tests),
                                     std::pair("targetTable", ComparePanes::Pane::Target),
                                     std::pair("bestTable", ComparePanes::Pane::Best)})
        QCOMPARE(page.page->findChild<QTableView*>(QLatin1String(name))->accessibleName(),
                 tabs->tabText(static_cast<int>(pane)));
}

void CompareTest::numbersKeepToTheColumnsBesideThem()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    page.table()->selectAll();
    QTRY_COMPARE(page.page->panes().data().runs.size(), std::size_t{6});
    using Pane = ComparePanes::Pane;
    for (const auto& [pane, name, numbers] : {std::tuple(Pane::Target, "targetTable", true),
                                              std::tuple(Pane::Best, "bestTable", true),
                                              std::tuple(Pane::Paper, "paperTable", false)}) {
        page.page->panes().showPane(pane);
        const auto* table = page.page->findChild<QTableView*>(QLatin1String(name));
        QTRY_VERIFY(table->isVisible() && table->model()->rowCount() > 0);
        QVERIFY(kept(drawn(*page.page, 1), QLatin1String(name)));
        const QHeaderView& header = *table->horizontalHeader();
        const int last = header.sectionSize(header.count() - 1);
        QVERIFY2((last < 150) == numbers, qPrintable(QString::number(last))); // of 1,200
    }
}

void CompareTest::tabGoesDownThePage()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    QStringList order;
    const QStringList known{QStringLiteral("runFilter"),
                            QStringLiteral("runGrouping"),
                            QStringLiteral("runTable"),
                            QStringLiteral("paperTable")};
    QWidget* from = page.page->findChild<QLineEdit*>(QStringLiteral("runFilter"));
    const QWidget* each = from;
    do {
        if (known.contains(each->objectName()))
            order << each->objectName();
        each = each->nextInFocusChain();
    } while (each != from);
    QCOMPARE(order, known);
}

void CompareTest::aLineOfTheSettingsPaneFindsItsRun()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    page.table()->selectAll();
    QTRY_COMPARE(page.page->panes().data().runs.size(), std::size_t{6});
    page.page->panes().showPane(ComparePanes::Pane::Settings);
    auto* lines = page.page->findChild<ParallelView*>();
    QTRY_VERIFY(lines->axes().size() > 1); // the batch differs from arm to arm
    page.page->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(page.page.get()));
    lines->setFocus(Qt::TabFocusReason);
    QTest::keyClick(lines, Qt::Key_End); // the lowest, which is the best
    QVERIFY(lines->placeText().startsWith(QStringLiteral("Run 4: FedAvg, seed 1\n")));
    QTest::keyClick(lines, Qt::Key_Return);
    QCOMPARE(page.table()->currentIndex().data(RunTableModel::RunRole).toLongLong(), 4);
    QCOMPARE(page.page->chosenRuns().size(), std::size_t{6}); // as before
}

COTERIE_WIDGET_TEST_MAIN(CompareTest)
#include "tst_compare.moc"
