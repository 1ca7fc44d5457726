#include "tests/sections.h"
#include "tests/ui/compare/compare_fixture.h"
#include "ui/compare/compare_pictures.h"
#include "ui/compare/compare_tables.h"

#include <QAbstractItemModelTester>
#include <QTableView>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <vector>

namespace tst_compare_tables {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// What is read of runs side by side: curves, pictures and tables.
class CompareTablesTest final : public CompareFixture
{
    Q_OBJECT

private slots:
    void armsAreReadWithTheirCurves();
    void theOverlayIsTheMeanOfTheSeeds();
    void paperTableJudgesByBothDeviations();
    void thePapersNumbersStandInLine();
    void aVerdictSaysOnWhichSide();
    void deviationsOverClientsStandApart();
    void settingsBesideOneNumberOfThePaperAreTold();
    void aColumnsNumbersStandInLine();
    void linesSayOfHowManyRunsTheyAre();
    void whereADifferenceIsNoNumberTheVerdictSaysSo();
    void eachOfAPapersBlocksHasItsRows();
    void aRunThatWasChangedByHandAddsOneRow();
    void testsSayWhenSeedsAreTooFew();
    void armsOfOtherDataAreNotTested();
    void roundsToTargetAreThoseOfTheCurves();
    void everyArmReachesTheProposedTarget();
    void bestOfNamesArmAndRun();
    void bestOfNamesAllThatTie();
    void armsThatAreEqualToTheBitAreCalledIdentical();
    void settingsThatDifferBecomeAxes();
    void aTableWithVerdictsIsAProperModel();
};

void CompareTablesTest::armsAreReadWithTheirCurves()
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

void CompareTablesTest::theOverlayIsTheMeanOfTheSeeds()
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
    CompareData data = compared("meanTestError");
    QCOMPARE(overlayNote(data, {.band = true, .seeds = true}),
             QStringLiteral("line: mean over 3 seeds  ·  band: ± 1 sd  ·  thin: each run"));
    data.arms[1].curves.pop_back();
    QCOMPARE(overlayNote(data, {.band = false, .seeds = false}),
             QStringLiteral("line: mean over 2 to 3 seeds"));
    for (ComparedArm& arm : data.arms)
        arm.curves.resize(1);
    QCOMPARE(overlayNote(data, {}), QStringLiteral("line: one run"));
    data.arms.clear();
    QCOMPARE(overlayNote(data, {}), QString());
}

void CompareTablesTest::paperTableJudgesByBothDeviations()
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

void CompareTablesTest::thePapersNumbersStandInLine()
{
    CompareData data = compared("meanTestError");
    std::vector<ComparisonRow>& rows = data.experiments[0].papers[0].rows;
    rows[0].paper = Reference::Value{.mean = 20.25, .deviation = 1.5};
    rows[1].paper = Reference::Value{.mean = 9, .deviation = 0.375};
    CompareTableView view(QStringLiteral("papers"), QStringLiteral("Paper"));
    view.setTable(paperTable(data));
    const auto* model = view.findChild<QTableView*>(QStringLiteral("papers"))->model();
    const auto textOf = [&](int row, int column) {
        return model->index(row, column).data().toString();
    };
    QCOMPARE(textOf(0, 3), QStringLiteral("20.25 ± 1.500"));
    QCOMPARE(textOf(1, 3), QStringLiteral("9.00 ± 0.375"));
    for (const int column : {1, 2, 3, 4, 5}) // ours, n, the paper's, difference, joint deviation
        for (int row = 0; row < model->rowCount(); ++row)
            QVERIFY2(model->index(row, column).data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight,
                     qPrintable(textOf(row, column)));
    QVERIFY(!(model->index(0, 0).data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight));
    rows[1].paper->mean = 9e-7; // would be 0.00
    view.setTable(paperTable(data));
    QVERIFY2(textOf(1, 3).startsWith(numberText(9e-7)), qPrintable(textOf(1, 3)));
}

void CompareTablesTest::aVerdictSaysOnWhichSide()
{
    CompareData data = compared("meanTestError"); // ours: 30 and 10 percent, a little apart
    const Reference far{.source = "A paper, Table 3",
                        .metric = "meanTestError",
                        .unit = "%",
                        .values = {{"Independent", {.mean = 20, .deviation = 0.1}},
                                   {"FedAvg", {.mean = 50, .deviation = 0.1}}}};
    std::vector<ArmSummary> summaries;
    for (const ComparedArm& arm : data.arms)
        summaries.push_back(arm.summary);
    const auto runs = store();
    data.experiments[0].papers = *compare(*runs, summaries, std::vector{far});
    const CompareTable table = paperTable(data);
    QCOMPARE(table.table.rows[0][6].toString(), QStringLiteral("above: worse")); // of an error
    QCOMPARE(table.table.rows[1][6].toString(), QStringLiteral("below: better"));
    QVERIFY((table.verdicts[0] == Judgement::Beyond && table.verdicts[1] == Judgement::Better));
}

void CompareTablesTest::deviationsOverClientsStandApart()
{
    CompareData data = compared("meanTestError");
    const Reference overClients{.source = "A paper, Table S2",
                                .metric = "meanTestError",
                                .unit = "%",
                                .deviationOver = Reference::Over::Clients,
                                .values = {{"Independent", {.mean = 20, .deviation = 5.25}}}};
    std::vector<ArmSummary> summaries;
    for (const ComparedArm& arm : data.arms)
        summaries.push_back(arm.summary);
    const auto runs = store();
    data.experiments[0].papers = *compare(*runs, summaries, std::vector{overClients});
    const CompareTable table = paperTable(data);
    const std::vector<QVariant>& row = table.table.rows[0];
    QVERIFY2(row[1].toString().contains(QStringLiteral(" (sd over clients ")),
             qPrintable(row[1].toString()));
    QCOMPARE(row[3].toString(), QStringLiteral("20 (sd over clients 5.25)"));
    QVERIFY(row[4].isValid() && !row[5].isValid() && !row[6].isValid());
    QVERIFY(table.verdicts[0] == Judgement::None);
    QVERIFY(table.remark.contains(QStringLiteral("not joined")));
}

void CompareTablesTest::settingsBesideOneNumberOfThePaperAreTold()
{
    CompareData data = compared("meanTestError");
    const QString words = QStringLiteral("gives one number for Independent");
    QVERIFY(!paperTable(data).remark.contains(words));
    std::vector<ComparisonRow>& rows = data.experiments[0].papers[0].rows;
    rows.push_back(rows[0]); // another α of the first arm
    QVERIFY2(paperTable(data).remark.contains(QStringLiteral("The paper ") + words),
             qPrintable(paperTable(data).remark));
    data.experiments.push_back(data.experiments[0]);
    data.experiments[1].papers[0].source = "A paper, Table 2";
    QVERIFY(paperTable(data).remark.contains(
        QStringLiteral("Each table of the paper gives one number for Independent")));
    data.experiments.pop_back();
    for (ComparisonRow& row : data.experiments[0].papers[0].rows)
        row.paper.reset();
    QVERIFY(!paperTable(data).remark.contains(words));
}

void CompareTablesTest::linesSayOfHowManyRunsTheyAre()
{
    CompareData data = compared("meanTestError");
    const auto note = [&data] { return overlayNote(data, {.band = false, .seeds = false}); };
    QCOMPARE(note(), QStringLiteral("line: mean over 3 seeds"));
    std::vector<MetricCurve>& curves = data.arms[0].curves;
    curves[0].rounds.clear(); // it has no round with this metric yet
    curves[0].values.clear();
    QCOMPARE(note(), QStringLiteral("line: mean over 2 to 3 seeds"));
    data.arms.pop_back();
    QCOMPARE(note(), QStringLiteral("line: mean over 2 seeds"));
    curves.pop_back();
    QCOMPARE(note(), QStringLiteral("line: one run"));
    curves.pop_back();
    QCOMPARE(note(), QString());
}

void CompareTablesTest::aColumnsNumbersStandInLine()
{
    const auto shown = [](const std::vector<double>& numbers) {
        CompareTableView view(QStringLiteral("anyTable"), QStringLiteral("Any"));
        CompareTable table;
        table.table.header = {QStringLiteral("Arm"), QStringLiteral("Difference")};
        for (const double number : numbers)
            table.table.rows.push_back({QStringLiteral("FedAvg"), number});
        view.setTable(table);
        const auto* lines = view.findChild<QTableView*>(QStringLiteral("anyTable"))->model();
        QStringList texts;
        for (int row = 0; row < lines->rowCount(); ++row)
            texts << lines->index(row, 1).data().toString();
        return texts.join(u' ');
    };
    QCOMPARE(shown({12345.6, 12.3}), QStringLiteral("12346 12"));
    QCOMPARE(shown({1234567}), QStringLiteral("1234567"));
}

void CompareTablesTest::whereADifferenceIsNoNumberTheVerdictSaysSo()
{
    CompareData data = compared("meanTestError");
    std::vector<ComparisonRow>& rows = data.experiments[0].papers[0].rows;
    rows[0].difference = made_up::kNaN;
    rows[1].jointDeviation = made_up::kNaN;
    const CompareTable table = paperTable(data);
    for (const std::vector<QVariant>& row : table.table.rows)
        QCOMPARE(row[6].toString(), QStringLiteral("not a number"));
}

void CompareTablesTest::eachOfAPapersBlocksHasItsRows()
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
    QVERIFY(table.remark.contains(QStringLiteral("medians over seeds")));
}

void CompareTablesTest::aRunThatWasChangedByHandAddsOneRow()
{
    const auto runs = store();
    changeByHand(6);
    const auto methods = [&](const std::vector<std::int64_t>& chosen) {
        const CompareTable table = paperTable(*compareRuns(*runs, chosen, "meanTestError"));
        QStringList names;
        for (const std::vector<QVariant>& row : table.table.rows)
            names << row[0].toString();
        return (QStringList{table.table.header[1]} + names).join(u'|');
    };
    QCOMPARE(methods({1, 2, 3, 4, 5, 6}),
             QStringLiteral("Ours|Independent|FedAvg · learning rate = 0.05|"
                            "FedAvg · learning rate = 0.05 → 0.01 (round 3)"));
    // The paper's other method stands there once, whichever run is the first.
    QCOMPARE(methods({6, 4}),
             QStringLiteral("Ours|FedAvg · learning rate = 0.05 → 0.01 (round 3)|Independent|"
                            "FedAvg · learning rate = 0.05"));
    QCOMPARE(methods({6, 1}),
             QStringLiteral("Ours|FedAvg · learning rate = 0.05 → 0.01 (round 3)|Independent"));
}

void CompareTablesTest::testsSayWhenSeedsAreTooFew()
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

void CompareTablesTest::armsOfOtherDataAreNotTested()
{
    CompareData data = compared("meanTestError");
    QVERIFY(!data.arms[0].data.empty());
    QCOMPARE(data.arms[1].data, data.arms[0].data);
    QVERIFY(!bestTable(data).remark.contains(QStringLiteral("same data")));
    data.arms[1].data = "{}";
    const std::vector<QVariant> row = testTable(data, 0).table.rows[0];
    QCOMPARE(row.back().toString(), QStringLiteral("not the same data"));
    QVERIFY(!row[1].isValid() && !row[5].isValid());
    QVERIFY(!targetTable(data, 40).table.rows[1][6].isValid()); // its speed-up
    QVERIFY(bestTable(data).remark.contains(QStringLiteral("not all have the same data")));
    // One pair has no deviation.
    data = compared("meanTestError");
    for (ComparedArm& arm : data.arms)
        for (auto& [metric, values] : arm.summary.ofSeeds)
            values.resize(1);
    QVERIFY(!testTable(data, 0).table.rows[0][3].isValid());
    QCOMPARE(testTable(data, 0).table.rows[0][1].toInt(), 1);
}

void CompareTablesTest::roundsToTargetAreThoseOfTheCurves()
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

void CompareTablesTest::everyArmReachesTheProposedTarget()
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

void CompareTablesTest::bestOfNamesArmAndRun()
{
    const CompareTable table = bestTable(compared("meanTestError"));
    const auto row = std::ranges::find_if(table.table.rows, [](const std::vector<QVariant>& line) {
        return line[0].toString() == QStringLiteral("meanTestError"); // as in other exports
    });
    QVERIFY(row != table.table.rows.end());
    QCOMPARE((*row)[1].toString(), QStringLiteral("FedAvg"));
    const RunRow best = *store()->run((*row)[4].toLongLong());
    QVERIFY(best.arm == "FedAvg" && best.seed == 1);
    QVERIFY(std::abs((*row)[5].toDouble() - 9) < 1e-9);
}

namespace {

/// Gives the second arm the first one's values.
CompareData madeAlike(CompareData data, double apart)
{
    ComparedArm& other = data.arms[1];
    other.summary.values = data.arms[0].summary.values;
    other.summary.ofSeeds = data.arms[0].summary.ofSeeds;
    for (std::size_t seed = 0; seed < other.curves.size(); ++seed)
        other.curves[seed].values = data.arms[0].curves[seed].values;
    for (auto& [name, spread] : other.summary.values)
        spread.mean += apart;
    for (auto& [name, values] : other.summary.ofSeeds)
        for (SeedValue& of : values)
            of.value += apart;
    return data;
}

} // namespace

void CompareTablesTest::bestOfNamesAllThatTie()
{
    const auto best = [](const CompareData& data) {
        const CompareTable table = bestTable(data);
        for (const std::vector<QVariant>& line : table.table.rows)
            if (line[0].toString() == QStringLiteral("meanTestError"))
                return QStringLiteral("%1|%2|%3")
                    .arg(line[1].toString(), line[3].toString(), line[4].toString());
        return QString();
    };
    const QString tie = QStringLiteral("Independent; FedAvg|3|1, 4");
    const CompareData data = compared("meanTestError");
    QCOMPARE(best(data), QStringLiteral("FedAvg|3|4"));
    QCOMPARE(best(madeAlike(data, 0)), tie);
    QCOMPARE(best(madeAlike(data, 1e-13)), tie); // of 30 percent: rounding
    QVERIFY(bestTable(madeAlike(data, 0)).remark.contains(QStringLiteral("they tie")));
    QCOMPARE(best(madeAlike(data, 1e-9)), QStringLiteral("Independent|3|1"));
}

void CompareTablesTest::armsThatAreEqualToTheBitAreCalledIdentical()
{
    const auto words = [](const CompareData& data) {
        return testTable(data, 0).table.rows[0][8].toString();
    };
    CompareData data = madeAlike(compared("meanTestError"), 0);
    QCOMPARE(words(data), QStringLiteral("identical in every round (all 3 seeds)"));
    data.arms[1].curves[2].values[0] += 1; // apart on the way
    QCOMPARE(words(data), QStringLiteral("identical in the last round (all 3 seeds)"));
    QCOMPARE(words(madeAlike(data, 1e-13)), QStringLiteral("equal within rounding (all 3 seeds)"));
    QVERIFY(words(madeAlike(data, 0.5)).startsWith(QStringLiteral("n = 3 is too small")));
}

void CompareTablesTest::settingsThatDifferBecomeAxes()
{
    const CompareData data = compared("meanTestError");
    const RunSettings settings(*store()->runs());
    const ParallelPicture picture = parallelPicture(data, settings);
    QStringList titles;
    for (const ParallelAxis& axis : picture.axes) {
        titles << axis.title;
        QCOMPARE(axis.values.size(), std::size_t{6});
    }
    QVERIFY(titles.contains(QStringLiteral("Batch size")));
    const qsizetype algorithm = titles.indexOf(QStringLiteral("Algorithm"));
    QVERIFY(algorithm >= 0);
    QVERIFY(picture.axes[static_cast<std::size_t>(algorithm)].words.contains(
        QStringLiteral("FedAvg"))); // not "fedavg"
    QCOMPARE(titles.last(), QStringLiteral("Mean test error (%)"));
    const ParallelAxis& batch =
        picture.axes[static_cast<std::size_t>(titles.indexOf(QStringLiteral("Batch size")))];
    QVERIFY(batch.words.isEmpty());
    for (std::size_t run = 0; run < 6; ++run)
        QCOMPARE(*batch.values[run], data.runs[run].arm == "FedAvg" ? 32.0 : 16.0);
    QCOMPARE(*picture.axes.back().values[0], *data.lastOfRuns[0]);
}

void CompareTablesTest::aTableWithVerdictsIsAProperModel()
{
    CompareTableView view(QStringLiteral("paperTable"), QStringLiteral("Paper"));
    QAbstractItemModel& model = *view.findChild<QTableView*>(QStringLiteral("paperTable"))->model();
    const QAbstractItemModelTester tester(&model);
    view.setTable(paperTable(compared("meanTestError")));
    QCOMPARE(model.rowCount(), 2);
    QVERIFY(model.index(0, model.columnCount() - 1).data(Qt::ForegroundRole).isValid());
    QCOMPARE(model.rowCount(model.index(0, 0)), 0);      // a table, no tree
    view.setTable(bestTable(compared("meanTestError"))); // more rows, other columns
    QVERIFY(model.rowCount() > 2);
    view.setTable({});
    QCOMPARE(model.rowCount(), 0);
}

COTERIE_WIDGET_SECTION(CompareTablesTest)

} // namespace tst_compare_tables

#include "tst_compare_tables.moc"
