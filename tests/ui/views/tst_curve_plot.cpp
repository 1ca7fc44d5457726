#include "tests/margin.h"
#include "tests/sections.h"
#include "tests/ui/made_up_runs.h"
#include "ui/frame/small_widgets.h"
#include "ui/frame/theme.h"
#include "ui/views/line_plot.h"
#include "ui/watch/curve_panel.h"

#include <QElapsedTimer>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <qcustomplot.h>

#include <set>

namespace tst_curve_plot {

using namespace coterie::ui;

namespace {

RunTitle title(std::int64_t id, std::size_t arm)
{
    return {.id = id,
            .experiment = {},
            .arm = QStringLiteral("Arm"),
            .look = arm,
            .seed = 1,
            .sweep = {},
            .roundsPlanned = 20};
}

/// Smooth edges mix a little of the background in.
bool near(const QColor& one, const QColor& other)
{
    return std::abs(one.red() - other.red()) + std::abs(one.green() - other.green())
               + std::abs(one.blue() - other.blue())
           < 90;
}

int pixelsOf(const QImage& picture, const QColor& colour)
{
    int count = 0;
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x)
            count += near(picture.pixelColor(x, y), colour) ? 1 : 0;
    return count;
}

} // namespace

class CurvePlotTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void zoomSurvivesNewRounds();
    void followsUntilTheUserMoves();
    void fitShowsEverything();
    void divergedLossIsMarkedNotDropped();
    void infinityDoesNotFreezeTheRange();
    void singlePointIsSeen();
    void aNameLongerThanItsAxisStandsAboveIt();
    void neighboursOnANarrowAxisHaveDifferentNumbers();
    void logarithmicAxisCountsWhatItCannotShow();
    void accuracyIsTheMirrorOfError();
    void aHundredClientsAndAThousandRoundsAreDrawnInTime();
    void noteSaysThatANumberIsMissing();
    void aNarrowPanelSaysLessInsteadOfHalfAName();

private:
    void show(CurvePanel& panel);
};

void CurvePlotTest::init()
{
    QApplication::setPalette(lightPalette());
}

void CurvePlotTest::show(CurvePanel& panel)
{
    panel.resize(640, 400);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel, kTryMilliseconds));
    panel.refresh();
}

void CurvePlotTest::zoomSurvivesNewRounds()
{
    RefreshTimer timer;
    RunViewModel runs;
    runs.beginRun(title(1, 0));
    CurvePanel panel(Metric::TestError, timer);
    panel.setModel(&runs);
    for (int round = 0; round < 10; ++round)
        runs.append(1, made_up::measurements(round, 50.0 - round));
    show(panel);
    panel.plot().showPart(2, 4, 40, 50);
    for (int round = 10; round < 20; ++round)
        runs.append(1, made_up::measurements(round, 200.0));
    panel.refresh();
    QCOMPARE(panel.plot().visiblePart(), (std::array<double, 4>{2, 4, 40, 50}));
}

void CurvePlotTest::followsUntilTheUserMoves()
{
    RefreshTimer timer;
    RunViewModel runs;
    runs.beginRun(title(1, 0));
    runs.append(1, made_up::measurements(0, 50.0));
    CurvePanel panel(Metric::TestError, timer);
    panel.setModel(&runs);
    show(panel);
    const QSignalSpy ended(&panel, &CurvePanel::followingEnded);
    runs.append(1, made_up::measurements(1, 99.0));
    panel.refresh();
    QVERIFY(panel.plot().visiblePart()[3] > 99);
    panel.plot().showPart(0, 1, 0, 10);
    panel.plot().showPart(0, 1, 0, 20);
    QCOMPARE(ended.count(), 1);
    panel.setFollowing(true);
    panel.refresh();
    QVERIFY(panel.plot().visiblePart()[3] > 99);
}

void CurvePlotTest::fitShowsEverything()
{
    RefreshTimer timer;
    RunViewModel runs;
    runs.beginRun(title(1, 0));
    runs.append(1, made_up::measurements(0, 10.0));
    runs.append(1, made_up::measurements(30, 70.0));
    CurvePanel panel(Metric::TestError, timer);
    panel.setModel(&runs);
    show(panel);
    panel.plot().showPart(1, 2, 1, 2);
    panel.fit();
    const auto part = panel.plot().visiblePart();
    QVERIFY(part[0] <= 0 && part[1] >= 30 && part[2] <= 10 && part[3] >= 70);
}

void CurvePlotTest::divergedLossIsMarkedNotDropped()
{
    RefreshTimer timer;
    RunViewModel runs;
    runs.beginRun(title(1, 0));
    CurvePanel panel(Metric::TestError, timer);
    panel.setModel(&runs);
    for (int round = 0; round < 10; ++round)
        runs.append(1,
                    made_up::measurements(round, round == 4 || round == 5 ? made_up::kNaN : 50.0));
    show(panel);
    QCOMPARE(panel.plot().nonFiniteCount(), 2U);
    QVERIFY(panel.findChild<QLabel*>(QStringLiteral("note"))->text().contains(QLatin1Char('2')));
    const QColor warning = PlotTheme::of(panel).warning;
    QVERIFY(pixelsOf(panel.grab().toImage(), warning) > 0);
}

void CurvePlotTest::infinityDoesNotFreezeTheRange()
{
    RefreshTimer timer;
    RunViewModel runs;
    runs.beginRun(title(1, 0));
    runs.append(1, made_up::measurements(0, made_up::kInfinity));
    runs.append(1, made_up::measurements(1, 3.0));
    CurvePanel panel(Metric::TestError, timer);
    panel.setModel(&runs);
    show(panel);
    runs.append(1, made_up::measurements(2, 80.0));
    panel.refresh();
    const auto part = panel.plot().visiblePart();
    QVERIFY(part[2] <= 3 && part[3] >= 80 && part[3] < 200);
}

void CurvePlotTest::singlePointIsSeen()
{
    RefreshTimer timer;
    RunViewModel runs;
    runs.beginRun(title(1, 1));
    CurvePanel panel(Metric::TestError, timer);
    panel.setModel(&runs);
    show(panel);
    const QColor colour = PlotTheme::of(panel).armColour(1);
    QCOMPARE(pixelsOf(panel.grab().toImage(), colour), 0);
    runs.append(1, made_up::measurements(3, 42.0));
    panel.refresh();
    QVERIFY(pixelsOf(panel.grab().toImage(), colour) > 10);
}

void CurvePlotTest::logarithmicAxisCountsWhatItCannotShow()
{
    RefreshTimer timer;
    RunViewModel runs;
    runs.beginRun(title(1, 0));
    for (int round = 0; round < 4; ++round)
        runs.append(1, made_up::measurements(round, round == 3 ? 0.0 : std::pow(10.0, -round)));
    CurvePanel panel(Metric::TestError, timer);
    panel.setModel(&runs);
    panel.setLogarithmic(true);
    show(panel);
    QCOMPARE(panel.plot().notPositiveCount(), 1U);
    QVERIFY(panel.plot().visiblePart()[2] > 0);
    QVERIFY(panel.plot().visiblePart()[2] <= 0.01);
}

void CurvePlotTest::accuracyIsTheMirrorOfError()
{
    RefreshTimer timer;
    RunViewModel runs;
    runs.beginRun(title(1, 0));
    runs.append(1, made_up::measurements(0, 90.0));
    runs.append(1, made_up::measurements(1, 20.0));
    CurvePanel panel(Metric::TestAccuracy, timer);
    panel.setModel(&runs);
    show(panel);
    const auto part = panel.plot().visiblePart();
    QVERIFY(part[2] <= 10 && part[2] >= 0 && part[3] >= 80 && part[3] <= 90);
}

void CurvePlotTest::aHundredClientsAndAThousandRoundsAreDrawnInTime()
{
    RefreshTimer timer;
    RunViewModel runs;
    runs.beginRun(title(1, 0));
    for (int round = 0; round < 1000; ++round)
        runs.append(1, measure(made_up::report(round, 100, 0.1)));
    CurvePanel panel(Metric::TestError, timer);
    panel.setModel(&runs);
    panel.setDetailed(1, true);
    panel.resize(1000, 500);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel, kTryMilliseconds));
    panel.refresh();
    double best = 1e6;
    for (int attempt = 0; attempt < 5; ++attempt) {
        const double before = coterie::tests::threadMilliseconds();
        panel.refresh();
        best = std::min(best, coterie::tests::threadMilliseconds() - before);
    }
    qInfo("100 clients × 1,000 rounds: %.1f ms", best);
    if (!coterie::tests::underSanitizer())
        QVERIFY2(best < coterie::tests::allowed(50), qPrintable(QString::number(best)));
}

void CurvePlotTest::noteSaysThatANumberIsMissing()
{
    RefreshTimer timer;
    RunViewModel runs;
    runs.beginRun(title(1, 0));
    runs.append(1, made_up::measurements(1, 90.0));
    CurvePanel panel(Metric::TrainLoss, timer);
    panel.setModel(&runs);
    show(panel);
    const auto* instead = panel.findChild<QLabel*>(QStringLiteral("noCurves"));
    QVERIFY(instead->isVisible() && !panel.plot().isVisible());
    QVERIFY2(instead->text().contains(QStringLiteral("“Training loss” is not reported here")),
             qPrintable(instead->text()));
}

void CurvePlotTest::aNarrowPanelSaysLessInsteadOfHalfAName()
{
    RefreshTimer timer;
    RunViewModel runs;
    runs.beginRun(title(1, 0));
    runs.append(1, measure(made_up::report(1, 3, 0.1)));
    CurvePanel panel(Metric::TestError, timer);
    panel.setModel(&runs);
    panel.setDetailed(1, true);
    show(panel);
    panel.refresh();
    const auto* note = panel.findChild<ElidedLabel*>(QStringLiteral("note"));
    QCOMPARE(note->shownText(), QStringLiteral("thin lines: the clients of Arm, seed 1"));
    panel.resize(420, 400);
    QTRY_COMPARE(note->shownText(), QStringLiteral("thin lines: its clients"));
    QCOMPARE(note->toolTip(), QStringLiteral("thin lines: the clients of Arm, seed 1"));
}

void CurvePlotTest::aNameLongerThanItsAxisStandsAboveIt()
{
    PlotPicture picture;
    picture.xLabel = QStringLiteral("Round");
    picture.yLabel = QStringLiteral("Training loss");
    picture.lines.push_back({.name = QStringLiteral("A"), .x = {0, 1, 2}, .y = {3, 2, 1}});
    LinePlot plot;
    plot.resize(320, 300);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot, kTryMilliseconds));
    plot.setPicture(picture);
    auto& custom = *plot.findChild<QCustomPlot*>();
    const auto above = [&]() -> const QCPItemText* {
        for (int item = 0; item < custom.itemCount(); ++item)
            if (auto* text = qobject_cast<QCPItemText*>(custom.item(item)); text && text->visible())
                return text;
        return nullptr;
    };
    plot.redraw();
    QCOMPARE(custom.yAxis->label(), picture.yLabel);
    QVERIFY(!above());
    const int needed = QFontMetrics(custom.yAxis->labelFont()).horizontalAdvance(picture.yLabel);
    plot.resize(320, needed + 40); // with the numbers below, the axis is shorter
    plot.redraw();
    const QVector<double> ticks = custom.yAxis->tickVector();
    for (qsizetype i = 1; i < ticks.size(); ++i) {
        const double apart =
            custom.yAxis->coordToPixel(ticks[i - 1]) - custom.yAxis->coordToPixel(ticks[i]);
        QVERIFY2(apart >= QFontMetrics(custom.yAxis->tickLabelFont()).height(),
                 qPrintable(QString::number(apart)));
    }
    QCOMPARE(custom.yAxis->label(), QString());
    QVERIFY(above());
    QCOMPARE(above()->text(), picture.yLabel);
    const double top = above()->topLeft->pixelPosition().y();
    QVERIFY2(top >= 0, qPrintable(QString::number(top)));
    QVERIFY(above()->bottomLeft->pixelPosition().y() <= custom.axisRect()->top() + 1);
    QVERIFY(above()->topRight->pixelPosition().x() <= custom.width());
    plot.resize(320, 300);
    plot.redraw();
    QCOMPARE(custom.yAxis->label(), picture.yLabel);
}

void CurvePlotTest::neighboursOnANarrowAxisHaveDifferentNumbers()
{
    LinePlot plot;
    plot.resize(400, 300);
    auto& custom = *plot.findChild<QCustomPlot*>();
    for (const auto& [low, high] : {std::pair(0.123451, 0.123459),
                                    std::pair(-1234.56, -1234.52),
                                    std::pair(0.0, 1.0),
                                    std::pair(99.9991, 99.9999)}) {
        custom.yAxis->setRange(low, high);
        custom.replot();
        const QVector<QString> labels = custom.yAxis->tickVectorLabels();
        QVERIFY(labels.size() > 2);
        QCOMPARE(std::set<QString>(labels.begin(), labels.end()).size(),
                 std::size_t(labels.size()));
    }
}

COTERIE_WIDGET_SECTION(CurvePlotTest)

} // namespace tst_curve_plot

#include "tst_curve_plot.moc"
