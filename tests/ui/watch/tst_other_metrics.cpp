#include "tests/sections.h"
#include "tests/ui/made_up_runs.h"
#include "ui/refresh_timer.h"
#include "ui/watch/curve_lines.h"
#include "ui/watch/curve_panel.h"
#include "ui/watch/metric_info.h"

#include <QComboBox>
#include <QLabel>
#include <QTest>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace tst_other_metrics {

using namespace coterie;
using namespace coterie::ui;

namespace {

void addRound(RunViewModel& runs, std::int64_t run, int round, const Metrics& metrics)
{
    RoundReport report = made_up::report(round, 3, 0.1);
    report.metrics = metrics;
    runs.append(run, measure(report));
}

/// One sparse run and one that forms groups.
void fill(RunViewModel& runs)
{
    for (const std::int64_t run : {1, 2}) {
        RunHeader header = made_up::header(run, run == 1 ? "sFedHP" : "HCCT", 0, 3, 2);
        runs.beginRun(titleOf(header), header.facts);
    }
    addRound(runs, 1, 0, {{"meanTestError", 90}, {"meanSparsity", 1}, {"sent", 5}});
    addRound(runs, 1, 1, {{"meanTestError", 50}, {"sent", 7}});
    addRound(runs, 1, 2, {{"meanTestError", 40}, {"meanSparsity", 0.25}, {"sent", 9}});
    addRound(runs, 2, 0, {{"meanTestError", 90}, {"groupCount", 3}});
    addRound(runs, 2, 1, {{"meanTestError", 30}, {"groupCount", made_up::kNaN}});
}

} // namespace

/// Any metric that a run recorded can be drawn.
class OtherMetricsTest final : public QObject
{
    Q_OBJECT

private slots:
    void thoseOfTheRunsAreFoundInTheOrderOfTheTables();
    void theirLinesHaveTheRoundsInWhichTheyWereMeasured();
    void numbersOfClientsHaveAMeanAndTheirOwnLines();
    void thePanelOffersAndKeepsThem();
};

void OtherMetricsTest::thoseOfTheRunsAreFoundInTheOrderOfTheTables()
{
    RunViewModel runs;
    QVERIFY(otherMetrics(runs).empty());
    fill(runs);
    QCOMPARE(otherMetrics(runs), (std::vector<std::string>{"groupCount", "meanSparsity", "sent"}));
    QCOMPARE(axisOf("maxTestError"), QStringLiteral("Test error of the worst client (%)"));
    QCOMPARE(axisOf("totalTrafficBits"), QStringLiteral("Total traffic bits"));
    QCOMPARE(axisOf("sent"), QStringLiteral("Sent"));
    QVERIFY(meaningOf("groupCount").startsWith(QStringLiteral("groups")));
    QVERIFY(meaningOf("sent").isEmpty());
}

void OtherMetricsTest::theirLinesHaveTheRoundsInWhichTheyWereMeasured()
{
    RunViewModel runs;
    fill(runs);
    CurveChoice choice;
    choice.named = "meanSparsity";
    choice.metric = Metric::TestAccuracy; // whose values are 100 − error
    choice.detailed = 1;
    choice.clients = true;
    choice.band = true;
    choice.globalModel = true;
    const PlotPicture picture = curvePicture(runs, choice);
    QCOMPARE(picture.lines.size(),
             std::size_t{1}); // HCCT's models are dense, and it has no clients
    QCOMPARE(picture.lines[0].x, (std::vector<double>{0, 2}));
    QCOMPARE(picture.lines[0].y, (std::vector<double>{1, 0.25}));
    QCOMPARE(picture.yLabel, axisOf("meanSparsity"));
    QVERIFY(picture.bands.empty());
    const PlainTable table = curveTable(runs, choice);
    QCOMPARE(table.header.last(), axisOf("meanSparsity"));
    QCOMPARE(table.rows.size(), std::size_t{2});
    addRound(runs, 2, 2, {{"globalAccuracy", 0.75}}); // a share in the store
    choice.named = "globalAccuracy";
    QCOMPARE(curvePicture(runs, choice).yLabel, QStringLiteral("Global accuracy (%)"));
    QCOMPARE(curvePicture(runs, choice).lines.front().y, (std::vector<double>{75}));
    choice.named = "groupCount";
    QVERIFY(std::isnan(curvePicture(runs, choice).lines.front().y[1])); // a measurement
}

/// All-for-one reports how many neighbours each client has.
void OtherMetricsTest::numbersOfClientsHaveAMeanAndTheirOwnLines()
{
    RunViewModel runs;
    const RunHeader header = made_up::header(1, "All-for-one", 0, 3, 2);
    runs.beginRun(titleOf(header), header.facts);
    for (int round = 0; round <= 2; ++round) {
        RoundReport report = made_up::report(round, 3, 0.1);
        report.metrics = {{"trainSetLoss", 7}, {"selectionBits", 6}};
        report.clients[1].updateNorm = 4;
        report.clientValues = {
            {.name = "neighbours", .values = {1.0 + round, 3.0, std::nullopt}},
            {.name = "trainSetLoss", .values = {1.0, 2.0, 3.0}},
            {.name = "selectionBits", .values = {1.0, 2.0, 3.0}}, // as a metric it is their sum
            {.name = "squaredGradientDistanceTo0", .values = {1.0, 2.0, 3.0}}}; // one of many
        runs.append(1, measure(report));
    }
    QCOMPARE(
        otherMetrics(runs),
        (std::vector<std::string>{"trainSetLoss", "selectionBits", "neighbours", "updateNorm"}));
    QCOMPARE(axisOf("neighbours"), QStringLiteral("Neighbours, itself included (clients)"));
    QVERIFY(meaningOf("neighbours").startsWith(QStringLiteral("A number of each client")));
    CurveChoice choice;
    choice.named = "neighbours";
    choice.detailed = 1;
    choice.clients = true;
    choice.band = true;
    const PlotPicture picture = curvePicture(runs, choice);
    QCOMPARE(picture.yLabel, axisOf("neighbours"));
    QCOMPARE(picture.lines.size(), std::size_t{3}); // of two clients, and the mean
    QCOMPARE(picture.lines[0].key, 0);
    QCOMPARE(picture.lines[0].y, (std::vector<double>{1, 2, 3}));
    QCOMPARE(picture.lines[1].y, (std::vector<double>{3, 3, 3}));
    QCOMPARE(picture.lines[2].y, (std::vector<double>{2, 2.5, 3}));
    QCOMPARE(picture.bands.size(), std::size_t{1});
    choice.named = "trainSetLoss"; // a metric as well, which is then the mean
    QCOMPARE(curvePicture(runs, choice).lines.size(), std::size_t{4});
    QCOMPARE(curvePicture(runs, choice).lines.back().y, (std::vector<double>{7, 7, 7}));

    choice.named = "selectionBits";
    QCOMPARE(curvePicture(runs, choice).lines.size(), std::size_t{1});

    RefreshTimer timer;
    CurvePanel panel(Metric::TestError, timer);
    panel.setModel(&runs);
    panel.refresh();
    auto* box = panel.findChild<QComboBox*>(QStringLiteral("metric"));
    const int row = box->findData(QStringLiteral("neighbours"));
    QCOMPARE(box->itemText(row), axisOf("neighbours"));
    box->setCurrentIndex(row);
    panel.setDetailed(1, true);
    panel.refresh();
    QVERIFY(panel.findChild<QLabel*>(QStringLiteral("note"))
                ->text()
                .contains(QStringLiteral("thin lines")));
}

void OtherMetricsTest::thePanelOffersAndKeepsThem()
{
    RunViewModel runs;
    RefreshTimer timer;
    CurvePanel panel(Metric::TestError, timer);
    panel.setModel(&runs);
    panel.resize(500, 300);
    panel.show();
    auto* box = panel.findChild<QComboBox*>(QStringLiteral("metric"));
    const int known = box->count();
    fill(runs);
    QTRY_COMPARE(box->count(), known + 4); // with a separator
    QCOMPARE(panel.choice().metric, Metric::TestError);
    const int sparsity = box->findData(QStringLiteral("meanSparsity"));
    QVERIFY(sparsity > known);
    box->setCurrentIndex(sparsity);
    QCOMPARE(panel.choice().named, std::string("meanSparsity"));
    QVERIFY(!box->toolTip().isEmpty());
    QCOMPARE(panel.plot().picture().lines.size(), std::size_t{1});
    runs.clear(); // the next runs may have it too
    panel.refresh();
    QCOMPARE(box->currentData().toString(), QStringLiteral("meanSparsity"));
    QCOMPARE(panel.choice().named, std::string("meanSparsity"));
    box->setCurrentIndex(0);
    QVERIFY(panel.choice().named.empty());
    panel.refresh();
    QCOMPARE(box->count(), known);
}

COTERIE_WIDGET_SECTION(OtherMetricsTest)

} // namespace tst_other_metrics

#include "tst_other_metrics.moc"
