#include "tests/sections.h"
#include "tests/ui/compare/compare_fixture.h"
#include "tests/ui/real_runs.h"
#include "ui/compare/compare_panes.h"
#include "ui/compare/compare_pictures.h"
#include "ui/compare/compare_points.h"
#include "ui/compare/points_pane.h"
#include "ui/views/line_plot.h"

#include <QComboBox>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

namespace tst_compare_points {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

const QString kAlpha = QStringLiteral("α");

constexpr std::string_view kSweep = R"({
  "schema": 1, "name": "Sweep", "data": {
    "dataset": { "name": "glyphDigits", "samples": 240, "seed": 1 },
    "partition": { "scheme": "clusters", "clients": 4, "clusters": 2 }, "test": { "share": 0.3 } },
  "model": { "name": "mlr" },
  "local": { "optimizer": { "name": "sgd", "learningRate": 0.1 }, "batch": 16, "localEpochs": 1 },
  "arms": [ { "name": "HCCT", "algorithm": { "name": "hcct", "alpha": { "sweep": [0.01, 5, 1000] } } },
            { "name": "FedAvg", "algorithm": { "name": "fedavg" } } ],
  "rounds": 2, "seeds": [1, 2] })";

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
    void whatExplainsTheDifferencesIsTold();
    void thePaneShowsWhatIsChosen();
    void curvesGoOverBytesAndTime();

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
    for (const PlotLine& each : picture.lines)
        if (!each.isThin()) {
            QCOMPARE(each.x.size(), std::size_t{1});
            ++points;
        }
    QCOMPARE(points, m_data.runs.size());
    const PlainTable table = pointTable(m_data, *m_settings, *loss);
    QCOMPARE(table.rows.size(), m_data.runs.size());
    for (std::size_t run = 0; run < m_data.runs.size(); ++run) {
        QCOMPARE(table.rows[run][3].toDouble(), m_data.lastMetrics[run].at("meanTestLoss"));
        QCOMPARE(table.rows[run][4].toDouble(), *m_data.lastOfRuns[run]);
    }
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
    pane.setData(m_data, m_settings);
    auto* axes = pane.controls()->findChild<QComboBox*>(QStringLiteral("pointAxis"));
    QCOMPARE(axes->currentText(), kAlpha);
    const auto* plot = pane.findChild<LinePlot*>();
    QCOMPARE(plot->picture().xLabel, kAlpha);
    const int loss = axes->findText(QStringLiteral("loss"), Qt::MatchContains);
    QVERIFY(loss > 0);
    axes->setCurrentIndex(loss);
    emit axes->activated(loss);
    QCOMPARE(plot->picture().xLabel, axes->currentText());
    const QString chosen = axes->currentText();
    pane.setData(m_data, m_settings); // new data, the same choice
    QCOMPARE(axes->currentText(), chosen);
    pane.setData({}, m_settings);
    QCOMPARE(axes->count(), 0);
    QVERIFY(plot->picture().lines.empty());
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

COTERIE_WIDGET_SECTION(ComparePointsTest)

} // namespace tst_compare_points

#include "tst_compare_points.moc"
