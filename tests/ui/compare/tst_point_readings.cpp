#include "tests/sections.h"
#include "tests/ui/compare/compare_fixture.h"
#include "ui/compare/compare_points.h"
#include "ui/compare/points_pane.h"
#include "ui/frame/small_widgets.h"

#include <QComboBox>
#include <QTest>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace tst_point_readings {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

constexpr std::string_view kTwoArms = R"({
  "schema": 1, "name": "Two arms", "data": {
    "dataset": { "name": "glyphDigits", "samples": 240, "seed": 1 },
    "partition": { "scheme": "clusters", "clients": 4, "clusters": 2 }, "test": { "share": 0.3 } },
  "model": { "name": "mlr" },
  "local": { "optimizer": { "name": "sgd", "learningRate": 0.1 }, "batch": 16, "localEpochs": 1 },
  "arms": [ { "name": "HCCT", "algorithm": { "name": "hcct", "alpha": { "sweep": [5, 1000] } } },
            { "name": "FedAvg", "algorithm": { "name": "fedavg" } } ],
  "rounds": 2, "seeds": [1, 2] })";

/// Runs that nobody computed; those of FedAvg have no loss.
CompareData withoutLossOfOneArm(std::string_view text = kTwoArms)
{
    const auto experiment = parseExperiment(text, registry());
    CompareData data{.metric = "meanTestError",
                     .better = Better::Lower,
                     .experiments = {},
                     .arms = {},
                     .metrics = {"meanTestLoss", "meanTestError"},
                     .runs = {},
                     .lastOfRuns = {},
                     .lastMetrics = {}};
    for (const RunPlan& plan : expand(*experiment, registry())) {
        RunRow row;
        row.id = std::ssize(data.runs) + 1;
        row.experimentName = experiment->name;
        row.arm = plan.armName;
        row.seed = plan.seed;
        row.planJson = writePlan(plan);
        row.status = RunStatus::Finished;
        const auto value = double(row.id);
        data.lastOfRuns.emplace_back(value);
        data.lastMetrics.push_back({{"meanTestError", value}});
        if (row.arm != "FedAvg")
            data.lastMetrics.back()["meanTestLoss"] = value / 10;
        data.runs.push_back(std::move(row));
    }
    return data;
}

} // namespace

/// What the readout of points says, and what of the runs is not drawn.
class PointReadingsTest final : public QObject
{
    Q_OBJECT

private slots:
    void allSeedsAtOnePlaceAreRead();
    void runsWithoutAPlaceAreCounted();
    void withoutRoomTheLargestSharesStay();
    void theLegendNamesAMethodsSettingAsCurvesDo();
    void wholeNumbersHaveWholeTicks();
};

void PointReadingsTest::allSeedsAtOnePlaceAreRead()
{
    PlotPicture picture;
    picture.lines.push_back({.name = QStringLiteral("FedAvg"),
                             .markers = true,
                             .joined = PlotLine::Joined::None,
                             .x = {1, 5, 5, 5, 9},
                             .y = {0, 45, 47, 46, 0}});
    const std::optional<PlotReading> reading = readPlot(picture, {}, 5);
    QVERIFY(reading.has_value());
    QCOMPARE(reading->values.size(), std::size_t{1});
    QCOMPARE(reading->values.front().y, 46.0);
    QCOMPARE(reading->values.front().name, QStringLiteral("FedAvg, mean of 3 (45 to 47)"));
    QCOMPARE(readPlot(picture, {}, 9)->values.front().name, QStringLiteral("FedAvg"));
}

void PointReadingsTest::runsWithoutAPlaceAreCounted()
{
    const CompareData data = withoutLossOfOneArm();
    QCOMPARE(data.runs.size(), std::size_t{6});
    const auto settings = std::make_shared<const RunSettings>(data.runs);
    const std::vector<PointAxis> all = pointAxes(data, *settings);
    const auto loss = std::ranges::find(all, std::string("meanTestLoss"), &PointAxis::metric);
    const auto alpha =
        std::ranges::find_if(all, [](const PointAxis& axis) { return axis.setting.has_value(); });
    QVERIFY(loss != all.end() && alpha != all.end());
    const QString text = leftOutOfPoints(data, *settings, *loss);
    QVERIFY2(text.endsWith(QStringLiteral(": not recorded for 2 runs")), qPrintable(text));
    const QString unset = leftOutOfPoints(data, *settings, *alpha);
    QVERIFY2(unset.endsWith(QStringLiteral(": not set in 2 runs")), qPrintable(unset));

    CompareData more = data; // with one that was changed by hand, and one that was run again
    for (const bool isChanged : {true, false}) {
        RunRow row = more.runs.front();
        row.id = std::ssize(more.runs) + 1;
        if (isChanged)
            row.changes = {{.round = 1, .change = {.place = "/algorithm/alpha", .value = 7}}};
        more.runs.push_back(row);
        more.lastOfRuns.emplace_back(1);
        more.lastMetrics.push_back(more.lastMetrics.front());
    }
    const RunSettings settingsOfMore(more.runs);
    const std::vector<PointAxis> axesOfMore = pointAxes(more, settingsOfMore);
    const auto alphaOfMore = std::ranges::find(axesOfMore, alpha->title, &PointAxis::title);
    QVERIFY(alphaOfMore != axesOfMore.end());
    const QString reasons = leftOutOfPoints(more, settingsOfMore, *alphaOfMore);
    QVERIFY2(reasons.contains(QStringLiteral(": not set in 2 runs; ")), qPrintable(reasons));
    QVERIFY2(reasons.contains(QStringLiteral(": no single number in 1 run; ")),
             qPrintable(reasons));
    QVERIFY2(reasons.endsWith(QStringLiteral("1 run is left out: another one has its seed here")),
             qPrintable(reasons));

    CompareData partly = data; // with one that has no such metric, and one that was stopped
    partly.lastOfRuns.front().reset();
    partly.runs[1].status = RunStatus::Stopped;
    const QString rest = leftOutOfPoints(partly, *settings, *alpha);
    QVERIFY2(rest.startsWith(QStringLiteral("Mean test error: not recorded for 1 run; "
                                            "1 run has not finished: its last round counts; ")),
             qPrintable(rest));

    CompareData others = data; // all of which have the metric
    others.lastMetrics.clear();
    for (const RunRow& run : others.runs)
        others.lastMetrics.push_back({{"meanTestLoss", double(run.id)}});
    QVERIFY(leftOutOfPoints(others, *settings, *loss).isEmpty());

    QWidget parent;
    PointsPane pane(&parent);
    parent.show();
    pane.setData(std::make_shared<const CompareData>(data), settings);
    auto* axes = pane.controls()->findChild<QComboBox*>(QStringLiteral("pointAxis"));
    QTRY_COMPARE(axes->count(), int(all.size()));
    const auto place = int(loss - all.begin());
    axes->setCurrentIndex(place);
    emit axes->activated(place);
    const auto* note = pane.findChild<ElidedLabel*>(QStringLiteral("leftOutNote"));
    QCOMPARE(note->text(), text);
    QVERIFY(!note->isHidden());
}

/// They were elided, and the end of their explanation was seen.
void PointReadingsTest::withoutRoomTheLargestSharesStay()
{
    CompareData data = withoutLossOfOneArm();
    const auto settings = std::make_shared<const RunSettings>(data.runs);
    const std::vector<PointAxis> all = pointAxes(data, *settings);
    const auto alpha =
        std::ranges::find_if(all, [](const PointAxis& axis) { return axis.setting.has_value(); });
    QVERIFY(alpha != all.end());
    for (std::size_t run = 0; run < data.runs.size(); ++run) { // α decides, and so does the method
        const std::string* text = settings->value(data.runs[run].id, *alpha->setting);
        data.lastOfRuns[run] = text ? 10.0 * double(text->size()) : 1.0;
    }
    QWidget parent;
    PointsPane pane(&parent);
    parent.show();
    pane.setData(std::make_shared<const CompareData>(data), settings);
    auto* note = pane.controls()->findChild<ElidedLabel*>(QStringLiteral("importanceNote"));
    QTRY_VERIFY(note->text().contains(QLatin1String(" (above 100 % together: ")));
    QVERIFY(note->toolTip().contains(note->text()));
    const QFontMetrics metrics = note->fontMetrics();
    note->setFixedWidth(metrics.horizontalAdvance(note->text()) - 1);
    QTRY_VERIFY(note->shownText().startsWith(QLatin1String("Variance: ")));
    const QString numbers = note->shownText();
    QVERIFY2(numbers.contains(QLatin1String(" 100 %, ")) && numbers.endsWith(QLatin1String(" %")),
             qPrintable(numbers));
    note->setFixedWidth(metrics.horizontalAdvance(numbers) - 4);
    QTRY_VERIFY(note->shownText().endsWith(QStringLiteral("…")));
    QCOMPARE(note->shownText().left(20), numbers.left(20));
}

/// It said "algorithm α", since the partition has an α too, which is the same in all runs.
void PointReadingsTest::theLegendNamesAMethodsSettingAsCurvesDo()
{
    std::string text(kTwoArms);
    const std::string clusters = R"("clusters", "clients": 4, "clusters": 2)";
    text.replace(
        text.find(clusters), clusters.size(), R"("dirichlet", "clients": 4, "alpha": 0.5)");
    const CompareData data = withoutLossOfOneArm(text);
    const RunSettings settings(data.runs);
    QCOMPARE(settings.title(*settings.find("/algorithm/alpha")), std::string("algorithm/alpha"));
    const std::vector<PointAxis> all = pointAxes(data, settings);
    const auto loss = std::ranges::find(all, std::string("meanTestLoss"), &PointAxis::metric);
    QVERIFY(loss != all.end());
    QStringList names;
    for (const PlotLine& line : pointPicture(data, settings, *loss).lines)
        names << line.name;
    const QString shown = names.join(QLatin1Char('|'));
    QVERIFY2(shown.contains(QStringLiteral("HCCT · α = 1000")), qPrintable(shown));
}

/// There were ticks at 7.5 and 12.5 clients.
void PointReadingsTest::wholeNumbersHaveWholeTicks()
{
    std::string fractions(kTwoArms);
    fractions.replace(fractions.find("[5, "), 4, "[0.5, ");
    for (const bool areWhole : {true, false}) {
        const CompareData data =
            withoutLossOfOneArm(areWhole ? kTwoArms : std::string_view(fractions));
        const RunSettings settings(data.runs);
        for (const PointAxis& axis : pointAxes(data, settings))
            QCOMPARE(pointPicture(data, settings, axis).xIsWhole,
                     areWhole && axis.setting.has_value());
    }
}

COTERIE_WIDGET_SECTION(PointReadingsTest)

} // namespace tst_point_readings

#include "tst_point_readings.moc"
