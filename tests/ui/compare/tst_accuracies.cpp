#include "core/algorithms/registry.h"
#include "core/metrics/shown_metric.h"
#include "core/summary/html_report.h"
#include "tests/sections.h"
#include "tests/ui/compare/compare_fixture.h"
#include "tests/ui/compare/run_rows.h"
#include "ui/compare/compare_pictures.h"
#include "ui/compare/compare_tables.h"
#include "ui/compare/compare_words.h"
#include "ui/words.h"

#include <QTableView>
#include <QTest>

#include <algorithm>
#include <cmath>

namespace tst_accuracies {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// The store has accuracies as shares; on screen they are in percent, as errors are.
class AccuraciesTest final : public CompareFixture
{
    Q_OBJECT

private slots:
    void onlyTheyAreScaled();
    void whatIsComparedIsInPercent();
    void tablesAndFilesNameTheUnit();
    void aPapersTargetIsToldInPercent();
    void reportsShowPercent();
};

void AccuraciesTest::onlyTheyAreScaled()
{
    QCOMPARE(metricText("globalAccuracy"), QStringLiteral("Global accuracy (%)"));
    QCOMPARE(decimalsOf("globalAccuracy"), decimalsOf("meanTestError"));
    QCOMPARE(metricInFiles("globalAccuracy"), QStringLiteral("globalAccuracy (%)"));
    QCOMPARE(metricInFiles("meanTestError"), QStringLiteral("meanTestError"));
    for (const char* other : {"purity", "meanSparsity", "meanTestError", "ownMetric"})
        QCOMPARE(shownMetric(other).factor, 1.0);
    QCOMPARE(metricText("purity"), QStringLiteral("Purity"));
    QCOMPARE(findMetric("globalAccuracy")->unit, std::string_view("share")); // as it is stored
}

void AccuraciesTest::whatIsComparedIsInPercent()
{
    const CompareData data = compared("meanTestAccuracy");
    for (std::size_t run = 0; run < data.runs.size(); ++run) {
        const auto points = store()->metrics(data.runs[run].id);
        QVERIFY(points.has_value());
        double stored = 0;
        for (const MetricPoint& point : *points)
            if (point.name == "meanTestAccuracy")
                stored = point.value;
        QVERIFY(stored > 0.6 && stored < 1);
        QVERIFY(std::abs(*data.lastOfRuns[run] - 100 * stored) < 1e-9);
        QVERIFY(std::abs(data.lastMetrics[run].at("meanTestAccuracy") - 100 * stored) < 1e-9);
        QVERIFY(std::abs(data.lastMetrics[run].at("meanTestAccuracy")
                         + data.lastMetrics[run].at("meanTestError") - 100)
                < 1e-9);
    }
    const PlotPicture picture = overlayPicture(data, {});
    QCOMPARE(picture.yLabel, QStringLiteral("Mean test accuracy (%)"));
    QVERIFY(std::abs(picture.lines.back().y.back() - 90) < 1e-9); // FedAvg's three seeds
    QVERIFY(std::abs(*proposedTarget(data) - 70) < 0.01);
    QVERIFY(targetTable(data, 70).remark.contains(QStringLiteral("70 %")));
}

void AccuraciesTest::tablesAndFilesNameTheUnit()
{
    const CompareData data = compared("meanTestAccuracy");
    QCOMPARE(overlayTable(data, OverlayAxis::Rounds).header.last(),
             QStringLiteral("meanTestAccuracy (%)"));
    PlainTableModel curves;
    curves.setTable(overlayTable(data, OverlayAxis::Rounds));
    QCOMPARE(
        curves.headerData(curves.columnCount() - 1, Qt::Horizontal, Qt::DisplayRole).toString(),
        QStringLiteral("Mean test accuracy (%)")); // on screen
    const CompareTable best = bestTable(data);
    const auto row = std::ranges::find_if(best.table.rows, [](const std::vector<QVariant>& line) {
        return line[0].toString() == QStringLiteral("meanTestAccuracy (%)");
    });
    QVERIFY(row != best.table.rows.end());
    QVERIFY(std::abs((*row)[5].toDouble() - 91) < 1e-9);
    CompareTableView view(QStringLiteral("bestTable"), QStringLiteral("Best"));
    view.setTable(best);
    QAbstractItemModel& model = *view.findChild<QTableView*>(QStringLiteral("bestTable"))->model();
    const QModelIndex shown = model.index(int(row - best.table.rows.begin()), 0);
    QCOMPARE(shown.data().toString(), QStringLiteral("Mean test accuracy (%)"));

    RunTableModel runs;
    runs.setRuns(rows(2));
    runs.setMetricColumns({{.moment = {.metric = "globalAccuracy"}, .values = {{1, 0.9125}}}});
    const int last = RunTableModel::FixedColumns;
    QCOMPARE(runs.headerData(last, Qt::Horizontal, Qt::DisplayRole).toString(),
             QStringLiteral("Global accuracy (%), last"));
    QCOMPARE(runs.index(0, last).data().toString(), QStringLiteral("91.25"));
    QVERIFY(std::abs(runs.index(0, last).data(RunTableModel::ExactRole).toDouble() - 91.25) < 1e-9);
}

void AccuraciesTest::aPapersTargetIsToldInPercent()
{
    CompareData data = compared("meanTestError");
    Comparison paper;
    paper.source = "A paper, Figure 3";
    paper.metric = "globalAccuracy";
    paper.better = Better::Higher;
    paper.target = 0.75;
    data.experiments.front().papers = {paper};
    QVERIFY(paperTable(data).remark.contains(
        QStringLiteral("rounds until global accuracy rises to 75 %")));
}

void AccuraciesTest::reportsShowPercent()
{
    for (const std::int64_t run : {1, 2, 3, 4, 5, 6}) {
        RoundReport report;
        report.round = 3;
        report.metrics = {{"meanTestLoss", 1}, {"officialAccuracy", 0.8125}}; // a tested round
        QVERIFY(store()->commit(run, {std::make_shared<RoundReport>(report)}, nullptr).has_value());
    }
    const auto all = store()->runs();
    QVERIFY(all.has_value());
    const std::vector<ReportedRuns> designs = byDesign(*all);
    const Result<std::string> page =
        htmlReport(*store(), designs, registry(), ReportStyle::Appendix);
    QVERIFY(page.has_value());
    const QString html = toQString(*page);
    QVERIFY(html.contains(QStringLiteral("official accuracy (%)"), Qt::CaseInsensitive));
    QVERIFY(html.contains(QStringLiteral("81.25")));
}

COTERIE_WIDGET_SECTION(AccuraciesTest)

} // namespace tst_accuracies

#include "tst_accuracies.moc"
