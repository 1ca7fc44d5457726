#include "tests/sections.h"
#include "tests/ui/compare/compare_fixture.h"
#include "tests/ui/real_runs.h"
#include "ui/compare/compare_panes.h"
#include "ui/compare/compare_pictures.h"
#include "ui/compare/compare_points.h"
#include "ui/compare/points_pane.h"
#include "ui/frame/small_widgets.h"
#include "ui/views/line_plot.h"
#include "ui/views/plot_legend.h"
#include "ui/views/view_frame.h"

#include <QComboBox>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace tst_compare_points {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

const QString kAlpha = QStringLiteral("Data hunger α");

constexpr std::string_view kSweep = R"({
  "schema": 1, "name": "Sweep", "data": {
    "dataset": { "name": "glyphDigits", "samples": 240, "seed": 1 },
    "partition": { "scheme": "clusters", "clients": 4, "clusters": 2 }, "test": { "share": 0.3 } },
  "model": { "name": "mlr" },
  "local": { "optimizer": { "name": "sgd", "learningRate": 0.1 }, "batch": 16, "localEpochs": 1 },
  "arms": [ { "name": "HCCT", "algorithm": { "name": "hcct", "alpha": { "sweep": [0.01, 5, 1000] } } },
            { "name": "FedAvg", "algorithm": { "name": "fedavg" } } ],
  "rounds": 2, "seeds": [1, 2] })";

/// Two settings of one arm, each at two values.
constexpr std::string_view kTwoSettings = R"({
  "schema": 1, "name": "Two settings", "data": {
    "dataset": { "name": "glyphDigits", "samples": 240, "seed": 1 },
    "partition": { "scheme": "clusters", "clients": 4, "clusters": 2 }, "test": { "share": 0.3 } },
  "model": { "name": "mlr" },
  "local": { "optimizer": { "name": "sgd", "learningRate": { "sweep": [0.02, 0.1] } },
             "batch": 16, "localEpochs": 1 },
  "arms": [ { "name": "HCCT", "algorithm": { "name": "hcct", "alpha": { "sweep": [1, 100] } } } ],
  "rounds": 2, "seeds": [1, 2] })";

/// Runs of an experiment that nobody computed, with these values in their order.
CompareData madeUp(std::string_view text, const std::vector<double>& values)
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
        const double value = values.at(data.runs.size());
        data.runs.push_back(row);
        data.lastOfRuns.emplace_back(value);
        data.lastMetrics.push_back({{"meanTestLoss", value / 10}, {"meanTestError", value}});
    }
    return data;
}

std::vector<std::size_t>
front(const std::vector<double>& x, const std::vector<double>& y, Better xBetter, Better yBetter)
{
    return paretoFront(x, y, xBetter, yBetter);
}

} // namespace

class ComparePointsTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void theFrontHoldsWhatNothingDominates();
    void aSettingHasMeansAndBands();
    void aMetricHasAPointForEachRun();
    void designsOfOneArmAreMethodsOfTheirOwn();
    void aMethodStaysHiddenWhenOthersJoinIt();
    void theFrontLooksLikeNoMethod();
    void whatExplainsTheDifferencesIsTold();
    void chanceExplainsNothing();
    void thePaneShowsWhatIsChosen();
    void whatExplainsTheDifferencesIsSeen();
    void curvesGoOverBytesAndTime();
    void theTableHasRoundsAndPlaces();
    void runsWithoutBytesAreCounted();

private:
    [[nodiscard]] PointAxis axis(const QString& title) const
    {
        const std::vector<PointAxis> axes = pointAxes(m_data, *m_settings);
        const auto found = std::ranges::find(axes, title, &PointAxis::title);
        if (found == axes.end())
            qFatal("there is no axis %s", qPrintable(title));
        return *found;
    }

    QTemporaryDir m_folder;
    std::filesystem::path m_store;
    CompareData m_data;
    std::shared_ptr<const RunSettings> m_settings;
};

void ComparePointsTest::initTestCase()
{
    m_store = m_folder.filePath(QStringLiteral("runs.sqlite")).toStdString();
    const std::vector<std::int64_t> runs = real_runs::trained(m_store, kSweep);
    QCOMPARE(runs.size(), std::size_t{8});
    const auto store = std::move(*RunStore::open(m_store));
    m_data = *compareRuns(*store, runs, "meanTestError");
    m_settings = std::make_shared<const RunSettings>(*store->runs());
}

void ComparePointsTest::theFrontHoldsWhatNothingDominates()
{
    using enum Better;
    const std::vector<double> x{1, 2, 3, 4, 2};
    const std::vector<double> y{9, 5, 6, 1, 5};
    QCOMPARE(front(x, y, Lower, Lower), (std::vector<std::size_t>{0, 1, 3}));
    QCOMPARE(front(x, y, Higher, Lower), (std::vector<std::size_t>{3}));
    QCOMPARE(front(x, y, Higher, Higher), (std::vector<std::size_t>{0, 2, 3}));
    QCOMPARE(front({1, NAN, 2}, {2, 0, 1}, Lower, Lower), (std::vector<std::size_t>{0, 2}));
    QVERIFY(front({}, {}, Lower, Lower).empty());
}

void ComparePointsTest::aSettingHasMeansAndBands()
{
    const PlotPicture picture = pointPicture(m_data, *m_settings, axis(kAlpha));
    const auto line = std::ranges::find_if(picture.lines, [](const PlotLine& each) {
        return each.weight == PlotLine::Weight::Main && each.name == QStringLiteral("HCCT");
    });
    QVERIFY(line != picture.lines.end());
    QCOMPARE(line->x, (std::vector<double>{0.01, 5, 1000}));
    for (std::size_t i = 0; i < line->x.size(); ++i) {
        std::vector<double> errors;
        for (std::size_t run = 0; run < m_data.runs.size(); ++run)
            if (m_data.runs[run].sweep
                == "alpha = "
                       + std::string(i == 0   ? "0.01"
                                     : i == 1 ? "5"
                                              : "1000"))
                errors.push_back(*m_data.lastOfRuns[run]);
        QCOMPARE(errors.size(), std::size_t{2});
        QCOMPARE(line->y[i], (errors[0] + errors[1]) / 2);
        QCOMPARE(picture.bands.front().upper[i] - picture.bands.front().lower[i],
                 std::abs(errors[0] - errors[1]));
    }
    QVERIFY(line->markers && line->joined == PlotLine::Joined::Line);
    const std::optional<PlotReading> reading = readPlot(picture, {}, 5);
    QVERIFY(reading.has_value());
    QCOMPARE(reading->values.size(), std::size_t{1}); // each method once
    // FedAvg has no α.
    QVERIFY(std::ranges::none_of(
        picture.lines, [](const PlotLine& each) { return each.name == QStringLiteral("FedAvg"); }));
}

void ComparePointsTest::aMetricHasAPointForEachRun()
{
    const std::vector<PointAxis> axes = pointAxes(m_data, *m_settings);
    const auto loss = std::ranges::find(axes, std::string("meanTestLoss"), &PointAxis::metric);
    QVERIFY(loss != axes.end());
    const PlotPicture picture = pointPicture(m_data, *m_settings, *loss);
    std::size_t points = 0;
    QSet<QString> names;
    for (const PlotLine& each : picture.lines)
        if (each.joined == PlotLine::Joined::None) {
            QVERIFY(each.markers && std::ranges::is_sorted(each.x));
            QVERIFY(!names.contains(each.name)); // one line for each method
            names.insert(each.name);
            points += each.x.size();
        }
    QCOMPARE(points, m_data.runs.size());
    QCOMPARE(names.size(), 4); // HCCT at each α, and FedAvg
    QVERIFY(names.contains(QStringLiteral("HCCT · α = 1000"))
            && names.contains(QStringLiteral("FedAvg")));
    const PlainTable table = pointTable(m_data, *m_settings, *loss);
    QCOMPARE(table.rows.size(), m_data.runs.size());
    for (std::size_t run = 0; run < m_data.runs.size(); ++run) {
        QCOMPARE(table.rows[run][3].toDouble(), m_data.lastMetrics[run].at("meanTestLoss"));
        QCOMPARE(table.rows[run][4].toDouble(), *m_data.lastOfRuns[run]);
    }
}

void ComparePointsTest::designsOfOneArmAreMethodsOfTheirOwn()
{
    std::vector<double> values(8);
    std::iota(values.begin(), values.end(), 1);
    const CompareData data = madeUp(kTwoSettings, values);
    QCOMPARE(data.runs.size(), std::size_t{8});
    const RunSettings settings(data.runs);
    const std::vector<PointAxis> axes = pointAxes(data, settings);
    const auto alpha = std::ranges::find(axes, kAlpha, &PointAxis::title);
    QVERIFY(alpha != axes.end());
    const PlotPicture picture = pointPicture(data, settings, *alpha);
    QCOMPARE(picture.lines.size(), std::size_t{2});
    QCOMPARE(picture.bands.size(), std::size_t{2});
    QVERIFY(picture.lines[0].variant != picture.lines[1].variant);
    for (const PlotLine& line : picture.lines) {
        const bool isSlow = line.name == QStringLiteral("HCCT · learning rate = 0.02");
        QVERIFY2(isSlow || line.name == QStringLiteral("HCCT · learning rate = 0.1"),
                 qPrintable(line.name));
        QCOMPARE(line.x, (std::vector<double>{1, 100}));
        // Each point is the mean over the two seeds alone.
        for (std::size_t i = 0; i < line.x.size(); ++i) {
            std::vector<double> own;
            for (std::size_t run = 0; run < data.runs.size(); ++run) {
                const auto is = [&](const char* pointer, double wanted) {
                    const std::string* value =
                        settings.value(data.runs[run].id, *settings.find(pointer));
                    return QString::fromStdString(*value).toDouble() == wanted;
                };
                if (is("/local/optimizer/learningRate", isSlow ? 0.02 : 0.1)
                    && is("/algorithm/alpha", line.x[i]))
                    own.push_back(values[run]);
            }
            QCOMPARE(own.size(), std::size_t{2});
            QCOMPARE(line.y[i], (own[0] + own[1]) / 2);
        }
    }
}

void ComparePointsTest::aMethodStaysHiddenWhenOthersJoinIt()
{
    const CompareData whole = madeUp(kTwoSettings, {1, 2, 3, 4, 5, 6, 7, 8});
    const RunSettings all(whole.runs);
    const auto only = [&](const std::string& pointer, const std::string& value) {
        CompareData part = whole;
        part.runs.clear();
        part.lastOfRuns.clear();
        part.lastMetrics.clear();
        for (std::size_t run = 0; run < whole.runs.size(); ++run)
            if (*all.value(whole.runs[run].id, *all.find(pointer)) == value) {
                part.runs.push_back(whole.runs[run]);
                part.lastOfRuns.push_back(whole.lastOfRuns[run]);
                part.lastMetrics.push_back(whole.lastMetrics[run]);
            }
        return part;
    };
    const auto keysOf = [](const CompareData& data, const PointAxis& axis) {
        std::set<QString> keys;
        for (const PlotLine& line : pointPicture(data, RunSettings(data.runs), axis).lines)
            if (line.weight == PlotLine::Weight::Main)
                keys.insert(line.hidingKey());
        return keys;
    };
    const auto axisIn = [](const CompareData& data, const QString& title) {
        const std::vector<PointAxis> axes = pointAxes(data, RunSettings(data.runs));
        return *std::ranges::find(axes, title, &PointAxis::title);
    };
    const CompareData slow = only("/local/optimizer/learningRate", "0.02");
    const CompareData first = only("/algorithm/alpha", "1");
    QCOMPARE(slow.runs.size(), std::size_t{4});
    QCOMPARE(first.runs.size(), std::size_t{4});
    // Over α it is one method, which the other learning rate joins.
    const std::set<QString> alone = keysOf(slow, axisIn(slow, kAlpha));
    const std::set<QString> beside = keysOf(whole, axisIn(whole, kAlpha));
    QCOMPARE(alone.size(), std::size_t{1});
    QCOMPARE(beside.size(), std::size_t{2});
    QVERIFY(beside.contains(*alone.begin()));
    // Over a metric each sweep point is one, which those of the other setting join.
    const PointAxis loss{.title = {}, .setting = {}, .metric = "meanTestLoss"};
    for (const CompareData& part : {slow, first}) {
        const std::set<QString> few = keysOf(part, loss);
        const std::set<QString> many = keysOf(whole, loss);
        QCOMPARE(few.size(), std::size_t{2});
        QCOMPARE(many.size(), std::size_t{4});
        QVERIFY(std::ranges::includes(many, few));
    }
}

void ComparePointsTest::theFrontLooksLikeNoMethod()
{
    CompareData data = m_data;
    for (std::size_t run = 0; run < data.runs.size(); ++run) { // none dominates another
        data.lastMetrics[run]["meanTestLoss"] = double(run);
        data.lastOfRuns[run] = 100.0 - double(run);
    }
    const std::vector<PointAxis> axes = pointAxes(data, *m_settings);
    const auto loss = std::ranges::find(axes, std::string("meanTestLoss"), &PointAxis::metric);
    QVERIFY(loss != axes.end());
    const PlotPicture picture = pointPicture(data, *m_settings, *loss);
    const PlotLine& drawn = picture.lines.back();
    QCOMPARE(drawn.name, QStringLiteral("Pareto front"));
    QCOMPARE(drawn.x.size(), 2 * data.runs.size() - 1); // with a corner between any two runs
    for (std::size_t i = 2; i < drawn.x.size(); i += 2)
        QVERIFY(drawn.x[i - 1] == drawn.x[i] && drawn.y[i - 1] == drawn.y[i - 2]);
    QVERIFY(drawn.isNamed() && !drawn.markers);
    const PlotTheme theme = PlotTheme::of(QWidget());
    const LineLook look = lookOf(theme, drawn.colour, drawn.variant, drawn.dashed);
    for (std::size_t arm = 0; arm < kPlotColours; ++arm) // whatever else is selected
        for (std::size_t variant = 0; variant < 4; ++variant) {
            const LineLook other = lookOf(theme, arm, variant);
            QVERIFY(other.colour != look.colour && other.style != look.style);
        }
    const std::vector<LegendEntry> entries = legendEntries(picture.lines);
    QCOMPARE(entries.size(), std::size_t{5});
    QVERIFY(entries.back().name == drawn.name && entries.back().colour == drawn.colour);
    // Single points say nothing of what is between them.
    QCOMPARE(readPlot(picture, {}, 3).value().values.size(), std::size_t{1}); // not the front's
    QVERIFY(std::isnan(valueOn(picture.lines.front(), picture.lines.front().x.front() + 0.5)));
}

void ComparePointsTest::chanceExplainsNothing()
{
    CompareData data = m_data;
    const auto alphaOf = [&](const CompareData& of) {
        const std::vector<SettingImportance> found = importances(of, *m_settings);
        const auto alpha = std::ranges::find(found, kAlpha, &SettingImportance::title);
        return alpha == found.end() ? std::optional<double>() : std::optional(alpha->share);
    };
    // Means of 10 and three times 20, each of two seeds that are 2 apart: between 150, within 2.
    for (std::size_t run = 0; run < data.runs.size(); ++run)
        data.lastOfRuns[run] =
            (data.runs[run].sweep == "alpha = 5" ? 10 : 20) + (data.runs[run].seed == 1 ? -1 : 1);
    QCOMPARE(alphaOf(data), std::optional((150.0 - 3 * 2) / (158 + 2)));
    for (std::size_t run = 0; run < data.runs.size(); ++run) // by the seed alone
        data.lastOfRuns[run] = data.runs[run].seed == 1 ? 10 : 20;
    QCOMPARE(alphaOf(data), std::optional(0.0));
    for (std::size_t run = 0; run < data.runs.size(); ++run) // one run of each value
        if (data.runs[run].seed != 1)
            data.lastOfRuns[run].reset();
        else
            data.lastOfRuns[run] = double(run);
    QVERIFY(!alphaOf(data));
}

void ComparePointsTest::whatExplainsTheDifferencesIsTold()
{
    CompareData data = m_data;
    // The error is a function of α alone.
    for (std::size_t run = 0; run < data.runs.size(); ++run)
        data.lastOfRuns[run] = data.runs[run].sweep == "alpha = 5" ? 10 : 20;
    const std::vector<SettingImportance> found = importances(data, *m_settings);
    QVERIFY(!found.empty());
    QCOMPARE(found.front().title, kAlpha);
    QCOMPARE(found.front().share, 1.0);
    QCOMPARE(found.front().values, std::size_t{4}); // FedAvg has none
    for (std::size_t i = 1; i < found.size(); ++i)
        QVERIFY(found[i].share < 1);
    for (std::optional<double>& error : data.lastOfRuns)
        error = 20; // no difference, nothing to explain
    for (const SettingImportance& each : importances(data, *m_settings))
        QCOMPARE(each.share, 0.0);
}

void ComparePointsTest::thePaneShowsWhatIsChosen()
{
    QWidget parent;
    PointsPane pane(&parent);
    const auto data = std::make_shared<const CompareData>(m_data);
    pane.setData(data, m_settings);
    auto* axes = pane.controls()->findChild<QComboBox*>(QStringLiteral("pointAxis"));
    QCOMPARE(axes->count(), 0); // hidden, it computes nothing
    parent.show();
    QTRY_COMPARE(axes->currentText(), kAlpha);
    const auto* plot = pane.findChild<LinePlot*>();
    QCOMPARE(plot->picture().xLabel, kAlpha);
    const int loss = axes->findText(QStringLiteral("loss"), Qt::MatchContains);
    QVERIFY(loss > 0);
    axes->setCurrentIndex(loss);
    emit axes->activated(loss);
    QCOMPARE(plot->picture().xLabel, axes->currentText());
    const QString chosen = axes->currentText();
    pane.setData(data, m_settings); // new data, the same choice
    QCOMPARE(axes->currentText(), chosen);
    pane.setData(std::make_shared<const CompareData>(), m_settings);
    QCOMPARE(axes->count(), 0);
    QVERIFY(plot->picture().lines.empty());
    parent.hide();
    pane.setData(data, m_settings);
    QCOMPARE(axes->count(), 0);
    const QString file = m_folder.filePath(QStringLiteral("points.csv"));
    QVERIFY(pane.frame()->saveTable(file)); // what is saved is never old
    QVERIFY(axes->count() > 1);
}

void ComparePointsTest::whatExplainsTheDifferencesIsSeen()
{
    const ShownComparePage shown(m_store);
    QTRY_VERIFY(shown.table()->model()->rowCount() > 0);
    shown.table()->selectAll();
    auto* note = shown.page->findChild<ElidedLabel*>(QStringLiteral("importanceNote"));
    auto* panes = shown.page->findChild<QTabWidget*>(QStringLiteral("comparePanes"));
    QVERIFY(note && panes);
    for (int pane = 0; pane < panes->count(); ++pane)
        if (panes->widget(pane)->isAncestorOf(note))
            panes->setCurrentIndex(pane);
    QTRY_VERIFY(note->isVisible() && !note->text().isEmpty());
    QTRY_VERIFY2(note->width() >= std::min(note->sizeHint().width(), 200),
                 qPrintable(QString::number(note->width())));
    QVERIFY(note->shownText().startsWith(QLatin1String("Vari")));
}

void ComparePointsTest::curvesGoOverBytesAndTime()
{
    const auto store = std::move(*RunStore::open(m_store));
    const PlotPicture bytes = overlayPicture(m_data, {.axis = OverlayAxis::Megabytes});
    const PlotPicture overRounds = overlayPicture(m_data, {});
    QCOMPARE(bytes.lines.size(), overRounds.lines.size());
    QVERIFY(!bytes.lines.empty());
    for (std::size_t line = 0; line < bytes.lines.size(); ++line) {
        QCOMPARE(bytes.lines[line].y, overRounds.lines[line].y);
        QCOMPARE(bytes.lines[line].x.front(), 0.0);
        QVERIFY(std::ranges::is_sorted(bytes.lines[line].x));
    }
    // The last place is the mean over seeds of what the store says was sent.
    const ComparedArm& arm = m_data.arms.front();
    double megabytes = 0;
    double seconds = 0;
    for (const MetricCurve& curve : arm.curves) {
        const auto points = *store->metrics(curve.run);
        for (const MetricPoint& point : points)
            if (point.name == "totalTrafficBits" && point.round == 2)
                megabytes += point.value / 8e6 / double(arm.curves.size());
        const auto rounds = *store->roundSeconds(curve.run);
        for (const auto& [round, ofRound] : rounds)
            seconds += ofRound / double(arm.curves.size());
    }
    QVERIFY(megabytes > 0);
    QCOMPARE(bytes.lines.front().x.back(), megabytes);
    const PlotPicture time = overlayPicture(m_data, {.axis = OverlayAxis::Seconds});
    QCOMPARE(time.lines.front().x.back(), seconds);
    CompareData unknown = m_data; // of a version that did not count bytes
    for (ComparedArm& each : unknown.arms)
        for (MetricCurve& curve : each.curves)
            curve.megabytes.clear();
    QVERIFY(overlayPicture(unknown, {.axis = OverlayAxis::Megabytes}).lines.empty());
}

void ComparePointsTest::theTableHasRoundsAndPlaces()
{
    const MetricCurve& curve = m_data.arms.front().curves.front();
    const PlainTable overRounds = overlayTable(m_data, OverlayAxis::Rounds);
    QCOMPARE(overRounds.header.size(), 5);
    QCOMPARE(overRounds.header[3], QStringLiteral("Round"));
    for (const auto& [axis, title, places] :
         {std::tuple(OverlayAxis::Megabytes, QStringLiteral("Megabytes sent"), curve.megabytes),
          std::tuple(OverlayAxis::Seconds, QStringLiteral("Seconds"), curve.seconds)}) {
        const PlainTable table = overlayTable(m_data, axis);
        QCOMPARE(table.header[3], QStringLiteral("Round"));
        QCOMPARE(table.header[4], title);
        QCOMPARE(table.rows.size(), overRounds.rows.size());
        QCOMPARE(places.size(), curve.rounds.size());
        for (std::size_t i = 0; i < places.size(); ++i) {
            QCOMPARE(table.rows[i][3].toInt(), int(curve.rounds[i]));
            QCOMPARE(table.rows[i][4].toDouble(), places[i]);
            QCOMPARE(table.rows[i][5].toDouble(), curve.values[i]);
        }
    }
    CompareData unknown = m_data;
    unknown.arms.front().curves.front().megabytes.clear();
    const PlainTable table = overlayTable(unknown, OverlayAxis::Megabytes);
    QVERIFY(!table.rows[0][4].isValid());
    QCOMPARE(table.rows[0][5].toDouble(), curve.values[0]);
}

void ComparePointsTest::runsWithoutBytesAreCounted()
{
    const OverlayChoice choice{.axis = OverlayAxis::Megabytes};
    CompareData data = m_data;
    QCOMPARE(overlayNote(data, choice), QStringLiteral("line: mean over 2 seeds  ·  band: ± 1 sd"));
    data.arms.front().curves.front().megabytes.clear();
    QCOMPARE(overlayNote(data, choice),
             QStringLiteral("line: mean over 1 to 2 seeds  ·  band: ± 1 sd  ·  "
                            "bytes not recorded for 1 run"));
    QCOMPARE(overlayPicture(data, choice).lines.front().y,
             data.arms.front().curves.back().values); // the other seed is still drawn
    for (ComparedArm& arm : data.arms)
        for (MetricCurve& curve : arm.curves)
            curve.megabytes.clear();
    QCOMPARE(overlayNote(data, choice), QStringLiteral("bytes not recorded for 8 runs"));
    QCOMPARE(overlayNote(data, {}), QStringLiteral("line: mean over 2 seeds  ·  band: ± 1 sd"));
}

COTERIE_WIDGET_SECTION(ComparePointsTest)

} // namespace tst_compare_points

#include "tst_compare_points.moc"
