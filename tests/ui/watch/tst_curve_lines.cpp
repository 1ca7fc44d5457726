#include "tests/sections.h"
#include "tests/ui/made_up_runs.h"
#include "ui/frame/plot_theme.h"
#include "ui/refresh_timer.h"
#include "ui/views/line_plot.h"
#include "ui/views/plot_legend.h"
#include "ui/views/view_frame.h"
#include "ui/watch/curve_panel.h"

#include <QAbstractItemModelTester>
#include <QAbstractTableModel>
#include <QAction>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace tst_curve_lines {

using namespace coterie;
using namespace coterie::ui;

namespace {

RunTitle title(std::int64_t id, std::size_t arm)
{
    return {.id = id,
            .experiment = {},
            .arm = QStringLiteral("Arm %1").arg(arm),
            .look = arm,
            .seed = 1,
            .sweep = {},
            .roundsPlanned = 3};
}

/// A round whose clients have these test errors; the mean is that of all.
RoundMeasurements round(int number, const std::vector<double>& errors)
{
    RoundMeasurements made;
    made.round = number;
    made.seconds = 0.5;
    made.steps = 10;
    made.bits = 8e6;
    double sum = 0;
    for (std::size_t client = 0; client < errors.size(); ++client) {
        RoundMeasurements::Client of{.client = static_cast<int>(client), .values = {}};
        of.values[0] = errors[client];
        sum += errors[client];
        made.clients.push_back(of);
    }
    made.mean[0] = sum / double(errors.size());
    return made;
}

/// Four clients, three rounds; {0, 1} and {2, 3} train together from round 1 on.
void fill(RunViewModel& runs)
{
    runs.beginRun(title(7, 2));
    runs.append(7, round(0, {80, 60, 90, 70}));
    RoundMeasurements first = round(1, {40, 20, 60, 80});
    first.groups = {{0, 1}, {2, 3}};
    runs.append(7, first);
    RoundMeasurements second = round(2, {30, 10, 50, 70});
    second.groups = {{0, 1, 2}, {3}};
    runs.append(7, second);
}

const PlotLine* lineNamed(const PlotPicture& picture, const QString& name)
{
    const auto found = std::ranges::find(picture.lines, name, &PlotLine::name);
    return found == picture.lines.end() ? nullptr : &*found;
}

using Values = std::vector<double>;

} // namespace

class CurveLinesTest final : public QObject
{
    Q_OBJECT

private slots:
    void theMeanIsOneLineInTheArmsColour();
    void sweepPointsOfAnArmLookDifferent();
    void axesAreWhatWasSpentSoFar();
    void clientsAreThinAndPickedOnesStandOut();
    void clientsInNoGroupHaveTheArmsColour();
    void thePanelColoursClientsByTheRoundOnScreen();
    void aGroupsLineFollowsItsClients();
    void theBandIsOneDeviationOverClients();
    void worstAndBestAreThoseOfEachRound();
    void accuracyMirrorsAllOfThem();
    void theGlobalModelStandsBesideThePersonalOnes();
    void smoothingLeavesWhatWasMeasuredBehind();
    void gapsPartASmoothedCurve();
    void theTableHoldsWhatWasMeasured();
    void theTableHoldsEveryCurveThatIsDrawn();
    void theCrosshairReadsTheLines();
    void hiddenLinesDoNotCount();
    void aClickOnAClientPicksIt();
    void thePanelShowsItsTable();
    void runsOfTwoExperimentsAreToldApart();
    void aGrowingTableKeepsItsPlace();
    void aLegendWithoutRoomSaysHowManyMoreThereAre();
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
    const auto add = [&](std::size_t arm, const QString& sweep, std::uint64_t seed, int place = 0) {
        RunTitle title;
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
    QVERIFY((sweepVariants(runs.runs()) == std::vector<std::size_t>{0, 0, 0, 1}));
    add(0, {}, 2);
    add(1, QStringLiteral("alpha = 80"), 1, 2);
    QVERIFY((sweepVariants(runs.runs()) == std::vector<std::size_t>{0, 0, 0, 1, 0, 2}));
    // Another experiment of the same name, whose sweep begins elsewhere.
    add(1, QStringLiteral("alpha = 50"), 1, 0);
    QCOMPARE(sweepVariants(runs.runs()).back(), std::size_t(3));
    const PlotPicture picture = curvePicture(runs, {});
    QCOMPARE(picture.lines[3].colour, picture.lines[1].colour); // still the arm's
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
        QCOMPARE(line.colour, static_cast<std::size_t>(runs.find(7)->colourAt(client, 2)));
        colours.insert(line.colour);
    }
    QCOMPARE(colours.size(), std::size_t{2});          // {0, 1, 2} and {3}
    QCOMPARE(picture.lines[4].colour, std::size_t{2}); // the mean's is still the arm's
    choice.asOf = 1;                                   // when client 2 was in the other group
    picture = curvePicture(runs, choice);
    QVERIFY(runs.find(7)->colourAt(2, 1) != runs.find(7)->colourAt(2, 2));
    QCOMPARE(picture.lines[2].colour, static_cast<std::size_t>(runs.find(7)->colourAt(2, 1)));
    choice.asOf.reset();
    choice.selected = {1, 99};
    picture = curvePicture(runs, choice);
    QCOMPARE(picture.lines.size(), std::size_t{5});
    const PlotLine* picked = lineNamed(picture, QStringLiteral("client 1"));
    QVERIFY(picked && picked->weight == PlotLine::Weight::Side);
    QVERIFY((picked->y == Values{60, 20, 10}));
    QCOMPARE(picked->colour, static_cast<std::size_t>(runs.find(7)->colourAt(1, 2)));
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

void CurveLinesTest::thePanelColoursClientsByTheRoundOnScreen()
{
    RunViewModel runs;
    fill(runs);
    RefreshTimer timer;
    CurvePanel panel(Metric::TestError, timer);
    panel.setModel(&runs);
    panel.setDetailed(7, true);
    panel.resize(500, 300);
    panel.show();
    const auto* plot = panel.findChild<LinePlot*>();
    const auto hasColourOf = [&](int shownRound) {
        const std::vector<PlotLine>& lines = plot->picture().lines;
        const auto line = std::ranges::find(lines, 2, &PlotLine::key);
        return line != lines.end()
               && line->colour == static_cast<std::size_t>(runs.find(7)->colourAt(2, shownRound));
    };
    QTRY_VERIFY_WITH_TIMEOUT(hasColourOf(2), 30'000);
    panel.setCursorRound(1);
    QTRY_VERIFY_WITH_TIMEOUT(hasColourOf(1), 30'000);
    panel.setCursorRound(std::nullopt);
    QTRY_VERIFY_WITH_TIMEOUT(hasColourOf(2), 30'000);
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

void CurveLinesTest::theCrosshairReadsTheLines()
{
    PlotPicture picture;
    const auto add = [&](const char* name, Values x, Values y) {
        PlotLine line;
        line.name = QLatin1String(name);
        line.x = std::move(x);
        line.y = std::move(y);
        picture.lines.push_back(std::move(line));
    };
    add("low", {0, 1, 2}, {5, 4, 3});
    add("high", {0, 2}, {9, 8});
    add("short", {0, 1}, {7, made_up::kNaN});
    picture.lines.push_back(picture.lines[0]);
    picture.lines.back().weight = PlotLine::Weight::Thin;
    const auto reading = readPlot(picture, {}, 1.2);
    QVERIFY(reading.has_value());
    QCOMPARE(reading->x, 1.0);
    QCOMPARE(reading->values.size(), std::size_t{3});
    QCOMPARE(reading->values[0].name, QStringLiteral("high"));
    QCOMPARE(reading->values[0].y, 9.0); // its newest up to there
    QCOMPARE(reading->values[1].y, 4.0);
    QCOMPARE(reading->values[2].name, QStringLiteral("short")); // NaN last
    QCOMPARE(readPlot(picture, {}, 50)->x, 2.0);
    QCOMPARE(readPlot(picture, {}, 50)->values.size(), std::size_t{2}); // "short" is over
    QVERIFY(!readPlot(picture,
                      {QStringLiteral("low"), QStringLiteral("high"), QStringLiteral("short")},
                      1)
                 .has_value());
    QVERIFY(!readPlot({}, {}, 1).has_value());
}

void CurveLinesTest::hiddenLinesDoNotCount()
{
    PlotPicture picture;
    for (const double top : {10.0, 1000.0}) {
        PlotLine line;
        line.name = QString::number(top);
        line.x = {0, 1};
        line.y = {0, top};
        picture.lines.push_back(line);
    }
    LinePlot plot;
    plot.resize(400, 300);
    plot.setPicture(picture);
    QVERIFY(plot.visiblePart()[3] >= 1000);
    PlotLegend legend;
    legend.setLines(picture.lines);
    connect(&legend, &PlotLegend::hiddenChanged, &plot, &LinePlot::setHidden);
    legend.toggle(QStringLiteral("1000"));
    QVERIFY(plot.visiblePart()[3] < 20);
    legend.toggle(QStringLiteral("1000"));
    QVERIFY(plot.visiblePart()[3] >= 1000);
}

void CurveLinesTest::aClickOnAClientPicksIt()
{
    RefreshTimer timer;
    RunViewModel runs;
    fill(runs);
    ClientSelection selection;
    CurvePanel panel(Metric::TestError, timer);
    panel.setModel(&runs);
    panel.setSelection(selection);
    panel.setDetailed(7, true);
    panel.resize(700, 500);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    panel.refresh();
    // Client 1 has the lowest line at round 1.5: halfway between 20 and 10.
    QSignalSpy clicked(&panel.plot(), &LinePlot::lineClicked);
    auto* canvas = panel.plot().findChild<QWidget*>();
    const auto part = panel.plot().visiblePart();
    bool found = false;
    for (int y = 0; y < canvas->height() && !found; y += 3) {
        const int x = 64 + static_cast<int>((canvas->width() - 78) * 1.5 / part[1]);
        QTest::mouseClick(canvas, Qt::LeftButton, {}, QPoint(x, y));
        found = !clicked.isEmpty() && clicked.back().front().toInt() == 1;
    }
    QVERIFY(found);
    QVERIFY((selection.clients() == std::set<int>{1}));
    QVERIFY((panel.choice().selected == std::set<int>{1}));
}

void CurveLinesTest::thePanelShowsItsTable()
{
    RefreshTimer timer;
    RunViewModel runs;
    fill(runs);
    CurvePanel panel(Metric::TestError, timer);
    panel.setModel(&runs);
    panel.resize(700, 500);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    panel.refresh();
    panel.frame().showTable(true);
    auto* table = panel.findChild<QTableView*>(QStringLiteral("numbers"));
    QVERIFY(table && table->isVisible());
    QCOMPARE(table->model()->rowCount(), 3);
    runs.append(7, round(3, {1, 2, 3, 4}));
    panel.refresh();
    QTRY_COMPARE(table->model()->rowCount(), 4);
    panel.frame().showTable(false);
    QVERIFY(!table->isVisible());
}

void CurveLinesTest::runsOfTwoExperimentsAreToldApart()
{
    RunViewModel runs;
    for (const char* experiment : {"One", "Other"}) {
        RunTitle same = title(7, 2);
        same.id += runs.isEmpty() ? 0 : 1;
        same.experiment = QLatin1String(experiment);
        runs.beginRun(same);
        runs.append(same.id, round(0, {80, 60}));
        runs.append(same.id, round(1, {40, 20}));
    }
    const PlotPicture picture = curvePicture(runs, {});
    const QString name = runs.runs().front().title.fullLabel();
    QVERIFY(lineNamed(picture, QStringLiteral("One: ") + name));
    QVERIFY(lineNamed(picture, QStringLiteral("Other: ") + name));
    QVERIFY(picture.lines.front().variant != picture.lines.back().variant); // one arm's colour
    const PlainTable table = curveTable(runs, {});
    QCOMPARE(table.rows.front()[0].toString(), QStringLiteral("One: ") + name);
    QCOMPARE(table.rows.back()[0].toString(), QStringLiteral("Other: ") + name);
}

void CurveLinesTest::aGrowingTableKeepsItsPlace()
{
    RunViewModel runs;
    fill(runs);
    CurveChoice choice;
    choice.detailed = 7;
    choice.clients = true;
    PlainTableModel model;
    const QAbstractItemModelTester tester(&model);
    model.setTable(curveTable(runs, choice));
    const QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    const QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    const QPersistentModelIndex place = model.index(7, 4);
    const QVariant value = place.data();
    runs.append(7, round(3, {1, 2, 3, 4}));
    model.setTable(curveTable(runs, choice));
    QCOMPARE(model.rowCount(), 20);
    QCOMPARE(resets.count(), 0);
    QCOMPARE(inserted.count(), 1);
    QCOMPARE(place.row(), 7);
    QCOMPARE(place.data(), value);
    // However often the view changes, its table is made anew once a second.
    int made = 0;
    auto* view = new QWidget;
    ViewFrame frame(view, pictureOf(*view, QStringLiteral("numbers")), [&made] {
        ++made;
        return PlainTable();
    });
    frame.showTable(true);
    QCOMPARE(made, 1);
    for (int i = 0; i < 20; ++i)
        frame.updateTable();
    QCOMPARE(made, 1);
    QTRY_COMPARE(made, 2);
}

void CurveLinesTest::aLegendWithoutRoomSaysHowManyMoreThereAre()
{
    std::vector<PlotLine> lines(30);
    for (std::size_t i = 0; i < lines.size(); ++i)
        lines[i].name = QStringLiteral("a line with quite a name %1").arg(i);
    PlotLegend legend;
    legend.resize(600, 40);
    legend.setLines(lines);
    QVERIFY(legend.left() > 10);
    const int twoRows = legend.heightForWidth(600);
    const int left = legend.left();
    // The keys walk over what is seen and the entry for the rest, which Space presses.
    for (int i = 0; i < 40; ++i)
        QTest::keyClick(&legend, Qt::Key_Right);
    QTest::keyClick(&legend, Qt::Key_Space);
    QCOMPARE(legend.left(), 0);
    QVERIFY(legend.heightForWidth(600) > 3 * twoRows / 2);
    QVERIFY(legend.hidden().isEmpty());
    legend.showAll(false);
    QCOMPARE(legend.left(), left);
    legend.setLines({lines.begin(), lines.begin() + 2});
    QCOMPARE(legend.left(), 0);
}

COTERIE_WIDGET_SECTION(CurveLinesTest)

} // namespace tst_curve_lines

#include "tst_curve_lines.moc"
