#include "tests/sections.h"
#include "tests/ui/made_up_runs.h"
#include "tests/ui/watch/curve_runs.h"
#include "ui/frame/plot_theme.h"
#include "ui/views/plot_legend.h"
#include "ui/watch/curve_lines.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace tst_curve_lines {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

using Values = std::vector<double>;

namespace {

const PlotLine* lineNamed(const PlotPicture& picture, const QString& name)
{
    const auto found = std::ranges::find(picture.lines, name, &PlotLine::name);
    return found == picture.lines.end() ? nullptr : &*found;
}

} // namespace

/// Which lines and bands a choice of curves makes of the runs, and their numbers as a table.
class CurveLinesTest final : public QObject
{
    Q_OBJECT

private slots:
    void theMeanIsOneLineInTheArmsColour();
    void sweepPointsOfAnArmLookDifferent();
    void armsLookAsInCompare();
    void aBandLooksAsItsLine();
    void axesAreWhatWasSpentSoFar();
    void clientsAreThinAndPickedOnesStandOut();
    void clientsInNoGroupHaveTheArmsColour();
    void aGroupsLineFollowsItsClients();
    void theBandIsOneDeviationOverClients();
    void worstAndBestAreThoseOfEachRound();
    void accuracyMirrorsAllOfThem();
    void theGlobalModelStandsBesideThePersonalOnes();
    void smoothingLeavesWhatWasMeasuredBehind();
    void gapsPartASmoothedCurve();
    void theTableHoldsWhatWasMeasured();
    void theTableHoldsEveryCurveThatIsDrawn();
    void runsOfTwoExperimentsAreToldApart();
    void aLineStaysTheSameWhenItsRunIsRenamed();
};

void CurveLinesTest::theMeanIsOneLineInTheArmsColour()
{
    RunViewModel runs;
    fill(runs);
    const PlotPicture picture = curvePicture(runs, {});
    QCOMPARE(picture.lines.size(), std::size_t{1});
    QCOMPARE(picture.lines[0].name, QStringLiteral("Arm 2, seed 1"));
    QCOMPARE(picture.lines[0].colour, std::size_t{2});
    QVERIFY((picture.lines[0].x == Values{0, 1, 2}));
    QVERIFY((picture.lines[0].y == Values{75, 50, 40}));
    QVERIFY(picture.bands.empty());
}

void CurveLinesTest::sweepPointsOfAnArmLookDifferent()
{
    RunViewModel runs;
    std::int64_t id = 0;
    std::string experiment = "one";
    const auto add = [&](std::size_t arm, const QString& sweep, std::uint64_t seed, int place = 0) {
        RunTitle title;
        title.designKey = experiment;
        title.id = ++id;
        title.arm = QStringLiteral("Arm %1").arg(arm);
        title.look = arm;
        title.seed = seed;
        title.sweep = sweep;
        title.sweepPlace = std::size_t(place);
        runs.beginRun(title, made_up::facts(1));
        runs.append(id, made_up::measurements(1, 50));
    };
    add(0, {}, 1);
    add(1, QStringLiteral("alpha = 3"), 1);
    add(1, QStringLiteral("alpha = 3"), 2);
    add(1, QStringLiteral("alpha = 20"), 1, 1);
    const auto variants = [&runs] {
        std::vector<std::size_t> all;
        for (const RunCurves& run : runs.runs())
            all.push_back(run.title.sweepPlace);
        return all;
    };
    QVERIFY((variants() == std::vector<std::size_t>{0, 0, 0, 1}));
    add(0, {}, 2);
    add(1, QStringLiteral("alpha = 80"), 1, 2);
    QVERIFY((variants() == std::vector<std::size_t>{0, 0, 0, 1, 0, 2}));
    experiment = "another of the same name, whose sweep begins elsewhere";
    add(1, QStringLiteral("alpha = 50"), 1, 0);
    QVERIFY((variants() == std::vector<std::size_t>{0, 0, 0, 1, 0, 2, 3}));
    const PlotPicture picture = curvePicture(runs, {});
    QCOMPARE(picture.lines[3].colour, picture.lines[1].colour);           // still the arm's
    QCOMPARE(picture.lines.back().colour % kLineColours, std::size_t{1}); // in another shape
    const QWidget widget;
    const PlotTheme theme = PlotTheme::of(widget);
    std::set<std::pair<QRgb, Qt::PenStyle>> looks;
    for (const PlotLine& line : picture.lines) {
        const LineLook look = lookOf(theme, line.colour, line.variant, line.dashed);
        looks.insert({look.colour.rgb(), look.style});
        QVERIFY(contrast(look.colour, theme.background) >= 3);
    }
    QCOMPARE(looks.size(), std::size_t{5});
}

void CurveLinesTest::armsLookAsInCompare()
{
    std::vector<RunRow> rows(5);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].id = std::int64_t(i) + 1;
        rows[i].arm = "Arm " + std::to_string(i);
        rows[i].experimentDesign = i < 2 ? "one" : "other";
        rows[i].look = i % 2; // the other's arms have the colours of the first's
        rows[i].sweepPlace = i / 4;
    }
    std::vector<const RunRow*> pointers;
    for (const RunRow& row : rows)
        pointers.push_back(&row);
    const RunLooks looks = looksTogether(pointers);
    RunViewModel runs;
    for (const std::size_t place : {3, 4, 2, 0, 1}) // resumed in any order
        runs.beginRun(titleOf(rows[place]), made_up::facts(1));
    std::set<std::size_t> colours;
    for (const RunCurves& run : runs.runs()) {
        const ArmLook look{.look = run.title.look, .variant = run.title.sweepPlace};
        QVERIFY(look == looks.at(run.title.id));
        colours.insert(look.look);
    }
    QCOMPARE(colours.size(), std::size_t{4});
}

void CurveLinesTest::aBandLooksAsItsLine()
{
    RunViewModel runs;
    for (const int place : {0, 1, 2}) {
        RunTitle of = title(place + 1, 4);
        of.sweep = QStringLiteral("alpha = %1").arg(place);
        of.sweepPlace = std::size_t(place);
        runs.beginRun(of, made_up::facts(2));
        runs.append(of.id, round(0, {80, 60}));
        runs.append(of.id, round(1, {40, 20}));
    }
    CurveChoice choice;
    choice.band = true;
    choice.seeds = true; // each run alone
    const PlotPicture picture = curvePicture(runs, choice);
    QCOMPARE(picture.lines.size(), std::size_t{3});
    QCOMPARE(picture.bands.size(), std::size_t{3});
    for (std::size_t i = 0; i < 3; ++i) {
        QCOMPARE(picture.bands[i].hidingKey(), picture.lines[i].hidingKey());
        QCOMPARE(picture.bands[i].colour, picture.lines[i].colour);
        QCOMPARE(picture.bands[i].variant, i);
        QCOMPARE(picture.lines[i].variant, i);
    }
}

void CurveLinesTest::axesAreWhatWasSpentSoFar()
{
    RunViewModel runs;
    fill(runs);
    CurveChoice choice;
    choice.axis = CurveAxis::Seconds;
    QVERIFY((curvePicture(runs, choice).lines[0].x == Values{0.5, 1, 1.5}));
    choice.axis = CurveAxis::Steps;
    QVERIFY((curvePicture(runs, choice).lines[0].x == Values{10, 20, 30}));
    choice.axis = CurveAxis::Bytes;
    QVERIFY((curvePicture(runs, choice).lines[0].x == Values{1, 2, 3})); // megabytes
    QVERIFY(!curvePicture(runs, choice).xIsWhole);
}

void CurveLinesTest::clientsAreThinAndPickedOnesStandOut()
{
    RunViewModel runs;
    fill(runs);
    CurveChoice choice;
    choice.clients = true;
    QCOMPARE(curvePicture(runs, choice).lines.size(), std::size_t{1}); // of no run
    choice.detailed = 7;
    PlotPicture picture = curvePicture(runs, choice);
    QCOMPARE(picture.lines.size(), std::size_t{5});
    QCOMPARE(picture.lines[1].key, 1);
    QCOMPARE(picture.lines[1].weight, PlotLine::Weight::Thin);
    QVERIFY((picture.lines[1].y == Values{60, 20, 10}));
    std::set<std::size_t> colours;
    for (int client = 0; client < 4; ++client) { // before the mean, which is drawn over them
        const PlotLine& line = picture.lines[static_cast<std::size_t>(client)];
        QCOMPARE(line.key, client);
        QCOMPARE(line.colour, groupLook(runs.find(7)->colourAt(client, 2)));
        colours.insert(line.colour);
    }
    QCOMPARE(colours.size(), std::size_t{2});            // {0, 1, 2} and {3}
    QVERIFY(!colours.contains(picture.lines[4].colour)); // and neither is the arm's
    QCOMPARE(picture.lines[4].colour, std::size_t{2});   // the mean's is still the arm's
    choice.asOf = 1;                                     // when client 2 was in the other group
    picture = curvePicture(runs, choice);
    QVERIFY(runs.find(7)->colourAt(2, 1) != runs.find(7)->colourAt(2, 2));
    QCOMPARE(picture.lines[2].colour, groupLook(runs.find(7)->colourAt(2, 1)));
    choice.asOf.reset();
    choice.selected = {1, 99};
    picture = curvePicture(runs, choice);
    QCOMPARE(picture.lines.size(), std::size_t{5});
    const PlotLine* picked = lineNamed(picture, QStringLiteral("client 1"));
    QVERIFY(picked && picked->weight == PlotLine::Weight::Side);
    QVERIFY((picked->y == Values{60, 20, 10}));
    QCOMPARE(picked->colour, groupLook(runs.find(7)->colourAt(1, 2)));
}

void CurveLinesTest::clientsInNoGroupHaveTheArmsColour()
{
    RunViewModel runs;
    runs.beginRun(title(7, 2));
    runs.append(7, round(0, {80, 60}));
    runs.append(7, round(1, {40, 20}));
    CurveChoice choice;
    choice.clients = true;
    choice.detailed = 7;
    const PlotPicture picture = curvePicture(runs, choice);
    QCOMPARE(picture.lines.size(), std::size_t{3});
    for (const PlotLine& line : picture.lines)
        QCOMPARE(line.colour, std::size_t{2});
}

void CurveLinesTest::aGroupsLineFollowsItsClients()
{
    RunViewModel runs;
    fill(runs);
    CurveChoice choice;
    choice.detailed = 7;
    choice.groups = true;
    const PlotPicture picture = curvePicture(runs, choice);
    const RunCurves& run = *runs.find(7);
    const auto nameOf = [&](int client, int at) {
        return QStringLiteral("group %1").arg(run.colourAt(client, at) + 1);
    };
    const PlotLine* first = lineNamed(picture, nameOf(0, 1));
    QVERIFY(first && (first->x == Values{1, 2}));
    QVERIFY((first->y == Values{30, 30})); // (40 + 20)/2, then (30 + 10 + 50)/3
    const PlotLine* second = lineNamed(picture, nameOf(3, 1));
    QVERIFY(second && (second->y == Values{70, 70})); // (60 + 80)/2, then client 3 alone
}

void CurveLinesTest::theBandIsOneDeviationOverClients()
{
    RunViewModel runs;
    fill(runs);
    CurveChoice choice;
    choice.band = true;
    const PlotPicture picture = curvePicture(runs, choice);
    QCOMPARE(picture.bands.size(), std::size_t{1});
    const double deviation = std::sqrt((25.0 + 225 + 225 + 25) / 4); // round 0, of the population
    QVERIFY(std::abs(picture.bands[0].lower[0] - (75 - deviation)) < 1e-12);
    QVERIFY(std::abs(picture.bands[0].upper[0] - (75 + deviation)) < 1e-12);
}

void CurveLinesTest::worstAndBestAreThoseOfEachRound()
{
    RunViewModel runs;
    fill(runs);
    CurveChoice choice;
    choice.detailed = 7;
    choice.extremes = true;
    const PlotPicture picture = curvePicture(runs, choice);
    QVERIFY((lineNamed(picture, QStringLiteral("worst client"))->y == Values{90, 80, 70}));
    QVERIFY((lineNamed(picture, QStringLiteral("best client"))->y == Values{60, 20, 10}));
}

void CurveLinesTest::accuracyMirrorsAllOfThem()
{
    RunViewModel runs;
    fill(runs);
    CurveChoice choice;
    choice.metric = Metric::TestAccuracy;
    choice.detailed = 7;
    choice.extremes = true;
    choice.band = true;
    const PlotPicture picture = curvePicture(runs, choice);
    QVERIFY((lineNamed(picture, QStringLiteral("worst client"))->y == Values{10, 20, 30}));
    QVERIFY((lineNamed(picture, QStringLiteral("Arm 2, seed 1"))->y == Values{25, 50, 60}));
    QVERIFY(picture.bands[0].lower[0] < 25 && picture.bands[0].upper[0] > 25);
}

void CurveLinesTest::theGlobalModelStandsBesideThePersonalOnes()
{
    RunViewModel runs;
    runs.beginRun(title(7, 0));
    RoundMeasurements both = round(0, {50, 70});
    both.mean[3] = 66;
    runs.append(7, both);
    CurveChoice choice;
    choice.globalModel = true;
    const PlotPicture picture = curvePicture(runs, choice);
    QCOMPARE(picture.lines.size(), std::size_t{2});
    QVERIFY(picture.lines[0].dashed && (picture.lines[0].y == Values{66}));
    // A method whose clients have no models of their own is judged by the global one: one line.
    RunViewModel same;
    same.beginRun(title(8, 0));
    RoundMeasurements one = round(0, {50, 70});
    one.mean[3] = one.mean[0];
    same.append(8, one);
    QCOMPARE(curvePicture(same, choice).lines.size(), std::size_t{1});
}

void CurveLinesTest::smoothingLeavesWhatWasMeasuredBehind()
{
    RunViewModel runs;
    runs.beginRun(title(7, 0));
    for (int number = 0; number < 30; ++number)
        runs.append(7, made_up::measurements(number, number % 2 == 0 ? 10.0 : 20.0));
    CurveChoice choice;
    choice.smoothing = Smoothing::Exponential;
    const PlotPicture picture = curvePicture(runs, choice);
    QCOMPARE(picture.lines.size(), std::size_t{2});
    QCOMPARE(picture.lines[0].weight, PlotLine::Weight::Shadow);
    QCOMPARE(picture.lines[0].y[1], 20.0);
    QCOMPARE(picture.lines[1].y[1], 0.8 * 10 + 0.2 * 20);
    const Values cubic = smoothedValues(picture.lines[0].y, Smoothing::SavitzkyGolay);
    double expected = 0;
    constexpr std::array kWeights{-11, 0, 9, 16, 21, 24, 25, 24, 21, 16, 9, 0, -11}; // over 143
    for (int i = -6; i <= 6; ++i)
        expected += kWeights[static_cast<std::size_t>(i + 6)]
                    * picture.lines[0].y[static_cast<std::size_t>(15 + i)] / 143.0;
    QVERIFY(std::abs(cubic[15] - expected) < 1e-9);
}

void CurveLinesTest::gapsPartASmoothedCurve()
{
    const Values values{1, 3, made_up::kNaN, 5, 7, made_up::kInfinity};
    const Values smooth = smoothedValues(values, Smoothing::Exponential);
    QCOMPARE(smooth[1], 0.8 * 1 + 0.2 * 3);
    QVERIFY(std::isnan(smooth[2]) && std::isinf(smooth[5]));
    QCOMPARE(smooth[3], 5.0); // begins anew
    QCOMPARE(smooth[4], 0.8 * 5 + 0.2 * 7);
}

void CurveLinesTest::theTableHoldsWhatWasMeasured()
{
    RunViewModel runs;
    fill(runs);
    CurveChoice choice;
    PlainTable table = curveTable(runs, choice);
    QCOMPARE(table.rows.size(), std::size_t{3});
    QCOMPARE(table.rows[1][2].toString(), QStringLiteral("mean"));
    QVERIFY(!table.rows[1][3].isValid()); // the mean is of no client
    QCOMPARE(table.rows[1][4].toDouble(), 50.0);
    choice.detailed = 7;
    choice.clients = true;
    choice.selected = {2}; // which is drawn otherwise, and stays in its place
    table = curveTable(runs, choice);
    QCOMPARE(table.rows.size(), std::size_t{15});
    QVERIFY(!table.rows[0][3].isValid());
    for (int client = 0; client < 4; ++client)
        QCOMPARE(table.rows[std::size_t(client) + 1][3].toInt(), client);
    QCOMPARE(table.rows[5][1].toInt(), 1); // round after round
    QCOMPARE(table.rows[14][4].toDouble(), 70.0);
}

void CurveLinesTest::theTableHoldsEveryCurveThatIsDrawn()
{
    RunViewModel runs;
    fill(runs);
    CurveChoice choice;
    choice.axis = CurveAxis::Seconds;
    choice.smoothing = Smoothing::Exponential;
    choice.detailed = 7;
    choice.band = choice.groups = choice.extremes = choice.clients = true;
    const PlainTable table = curveTable(runs, choice);
    const PlotPicture picture = curvePicture(runs, choice);
    QCOMPARE(table.header.size(), qsizetype{7});
    QCOMPARE(table.header[4], picture.xLabel);
    QCOMPARE(table.header[5], picture.yLabel);
    QVERIFY(table.header[6].contains(QStringLiteral("smoothed")));
    std::size_t points = 0;
    for (const PlotLine& line : picture.lines)
        points += line.weight == PlotLine::Weight::Shadow ? 0 : line.x.size();
    for (const PlotBand& band : picture.bands)
        points += 2 * band.x.size();
    QCOMPARE(table.rows.size(), points);
    // Each line of the picture, point by point; what was measured stands beside it.
    const auto rowsOf = [&](const QString& curve) {
        std::vector<std::vector<QVariant>> rows;
        std::ranges::copy_if(table.rows, std::back_inserter(rows), [&](const auto& row) {
            return row[2].toString() == curve;
        });
        return rows;
    };
    const auto worst = lineNamed(picture, QStringLiteral("worst client"));
    const auto rows = rowsOf(QStringLiteral("worst client"));
    QVERIFY(worst && rows.size() == worst->x.size() && rows.size() > 1);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        QCOMPARE(rows[i][4].toDouble(), worst->x[i]);
        QCOMPARE(rows[i][6].toDouble(), worst->y[i]);
    }
    QVERIFY(rows.back()[5].toDouble() != rows.back()[6].toDouble());
    const auto upper = rowsOf(QStringLiteral("mean + 1 sd"));
    QCOMPARE(upper.size(), picture.bands.front().x.size());
    QCOMPARE(upper.back()[6].toDouble(), picture.bands.front().upper.back());
}

void CurveLinesTest::runsOfTwoExperimentsAreToldApart()
{
    RunViewModel runs;
    for (const char* experiment : {"One", "Other"}) {
        RunTitle same = title(7, 2);
        same.id += runs.isEmpty() ? 0 : 1;
        same.experiment = QLatin1String(experiment);
        same.designKey = experiment;
        runs.beginRun(same);
        runs.append(same.id, round(0, {80, 60}));
        runs.append(same.id, round(1, {40, 20}));
    }
    const PlotPicture picture = curvePicture(runs, {});
    const QString name = runs.runs().front().title.fullLabel();
    QVERIFY(lineNamed(picture, QStringLiteral("One: ") + name));
    QVERIFY(lineNamed(picture, QStringLiteral("Other: ") + name));
    QVERIFY(picture.lines.front().colour != picture.lines.back().colour);
    const PlainTable table = curveTable(runs, {});
    QCOMPARE(table.rows.front()[0].toString(), QStringLiteral("One: ") + name);
    QCOMPARE(table.rows.back()[0].toString(), QStringLiteral("Other: ") + name);
}

void CurveLinesTest::aLineStaysTheSameWhenItsRunIsRenamed()
{
    CurveChoice choice;
    choice.band = true;
    const auto pictureOf = [&choice](const QString& name) {
        RunViewModel runs;
        RunTitle named = title(7, 2);
        named.name = name;
        runs.beginRun(named, made_up::facts(4));
        for (int number = 0; number <= 2; ++number)
            runs.append(7, round(number, {80, 60, 90, 70}));
        return curvePicture(runs, choice);
    };
    const PlotPicture before = pictureOf({});
    const PlotPicture after = pictureOf(QStringLiteral("baseline"));
    QVERIFY(before.lines.at(0).name != after.lines.at(0).name);
    QCOMPARE(after.lines[0].hidingKey(), before.lines[0].hidingKey());
    QCOMPARE(after.bands.at(0).hidingKey(), after.lines[0].hidingKey());
    // Hidden by a click in the legend, it stays so.
    PlotLegend legend;
    legend.setLines(before.lines);
    legend.toggle(legendEntries(before.lines).at(0).hidingKey());
    legend.setLines(after.lines);
    QVERIFY(legend.hidden().contains(legendEntries(after.lines).at(0).hidingKey()));
    QVERIFY(!readPlot(after, legend.hidden(), 1));
}

COTERIE_WIDGET_SECTION(CurveLinesTest)

} // namespace tst_curve_lines

#include "tst_curve_lines.moc"
