#include "tests/patience.h"
#include "tests/sections.h"
#include "ui/frame/small_widgets.h"
#include "ui/frame/theme.h"
#include "ui/views/colour_scale.h"
#include "ui/views/line_plot.h"
#include "ui/views/line_plot_axes.h"
#include "ui/views/plot_legend.h"

#include <QTest>
#include <qcustomplot.h>

#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace tst_line_plot {

using namespace coterie::ui;

namespace {

PlotLine flat(std::size_t colour, double y)
{
    PlotLine line;
    line.name = QStringLiteral("Line %1").arg(colour);
    line.colour = colour;
    line.x = {0, 5, 10};
    line.y = {y, y, y};
    return line;
}

PlotPicture twoLines()
{
    PlotPicture picture;
    picture.lines = {flat(1, 1), flat(0, 2)};
    return picture;
}

QImage drawn(LinePlot& plot, PlotPicture picture)
{
    plot.setPalette(lightPalette());
    plot.resize(500, 300);
    plot.show();
    if (!QTest::qWaitForWindowExposed(&plot, kTryMilliseconds))
        return {};
    picture.xReaches = 10;
    plot.setPicture(std::move(picture));
    plot.redraw();
    return plot.grab().toImage();
}

} // namespace

/// What a plot draws, pixel by pixel, and how its legend shares the room with it.
class LinePlotTest final : public QObject
{
    Q_OBJECT

private slots:
    void aMarkerAtTheEndOfTheAxisIsWhole();
    void aMarkerBeyondTheAxesIsNotDrawn();
    void anAxisThatNeedNotBeginAtZeroGoesAroundItsPoints();
    void manyBandsDoNotBecomeGrey();
    void manyBandsHaveEdgesInTheirColours();
    void bandsInEachOtherAreOne();
    void anEdgeEndsWhereItsBandHasNoPlace();
    void theLegendUsesTheRoomThereIs();
    void numbersOfALowAxisDoNotTouch();
    void aHollowMarkerShowsItsGround();
    void zeroIsInTheMiddleOfASignedScale();
};

void LinePlotTest::aMarkerAtTheEndOfTheAxisIsWhole()
{
    LinePlot plot;
    const QImage image = drawn(plot, twoLines());
    QVERIFY(!image.isNull());
    const auto* inner = plot.findChild<QCustomPlot*>();
    const QRect area = inner->axisRect()->rect();
    const int y = int(inner->yAxis->coordToPixel(2));
    const PlotTheme theme = PlotTheme::of(plot);
    QCOMPARE(image.pixelColor(area.right() + 2, y), theme.armColour(0));
    QCOMPARE(image.pixelColor(area.right() + 6, y), theme.background);
}

void LinePlotTest::aMarkerBeyondTheAxesIsNotDrawn()
{
    LinePlot plot;
    drawn(plot, twoLines());
    auto* inner = plot.findChild<QCustomPlot*>();
    plot.showPart(0, 9.9, 0.5, 2.5);
    plot.redraw();
    const QImage image = plot.grab().toImage();
    const int y = int(inner->yAxis->coordToPixel(2));
    const QColor background = PlotTheme::of(plot).background;
    QCOMPARE(image.pixelColor(inner->axisRect()->right() + 3, y), background);
    // Nor while the pointer drags the plot, which draws itself then.
    plot.showPart(0, 20, 0.5, 2.5);
    plot.redraw();
    const auto besideAxesOf = [&](double end) {
        inner->xAxis->setRange(0, end);
        inner->replot(QCustomPlot::rpImmediateRefresh);
        return plot.grab().toImage().pixelColor(inner->axisRect()->right() + 3,
                                                int(inner->yAxis->coordToPixel(2)));
    };
    QVERIFY(besideAxesOf(10) != background);
    QCOMPARE(besideAxesOf(9.95), background);
}

void LinePlotTest::anAxisThatNeedNotBeginAtZeroGoesAroundItsPoints()
{
    PlotPicture picture = twoLines();
    picture.lines.front().x = {-3, -2.5, -2}; // logarithms of losses
    picture.lines.resize(1);
    QCOMPARE(wholePart(picture, {}, false, false, {})[0], 0.0);
    picture.xFromZero = false;
    const PlotPart part = wholePart(picture, {}, false, false, {});
    QVERIFY(part[0] < -3 && part[0] > -4);
    QVERIFY(part[1] > -2 && part[1] < -1);
}

void LinePlotTest::manyBandsDoNotBecomeGrey()
{
    const auto inkOf = [](std::size_t bands) {
        PlotPicture picture;
        for (std::size_t i = 0; i < bands; ++i) {
            picture.lines.push_back(flat(i, 10 * double(i)));
            picture.bands.push_back({.name = picture.lines.back().name,
                                     .colour = i,
                                     .x = {0, 5, 10},
                                     .lower = std::vector<double>(3, -double(i) - 1),
                                     .upper = std::vector<double>(3, 10.0 * double(bands))});
        }
        LinePlot plot;
        const QImage image = drawn(plot, picture);
        const auto* inner = plot.findChild<QCustomPlot*>();
        const QColor all = image.pixelColor(int(inner->xAxis->coordToPixel(7)),
                                            int(inner->yAxis->coordToPixel(5)));
        return 255 - all.lightness();
    };
    const int few = inkOf(4);
    QVERIFY2(few > 40, qPrintable(QString::number(few)));
    for (const std::size_t many : {5, 8, 12})
        QVERIFY2(inkOf(many) <= few, qPrintable(QString::number(inkOf(many))));
}

void LinePlotTest::manyBandsHaveEdgesInTheirColours()
{
    QCOMPARE(bandLook(4, false).edge, 0);
    for (const bool dark : {false, true}) {
        QVERIFY(bandLook(5, dark).edge > 2 * bandLook(4, dark).fill);
        QVERIFY(bandLook(100, dark).fill > 0);
    }
    PlotPicture picture;
    for (std::size_t i = 0; i < 6; ++i) {
        picture.lines.push_back(flat(i, 10 * double(i)));
        picture.bands.push_back({.name = picture.lines.back().name,
                                 .colour = i,
                                 .x = {0, 5, 10},
                                 .lower = std::vector<double>(3, 10 * double(i) - 3),
                                 .upper = std::vector<double>(3, 10 * double(i) + 3)});
    }
    LinePlot plot;
    const QImage image = drawn(plot, picture);
    const auto* inner = plot.findChild<QCustomPlot*>();
    const PlotTheme theme = PlotTheme::of(plot);
    const int x = int(inner->xAxis->coordToPixel(7));
    for (std::size_t i = 0; i < 6; ++i) {
        const int y = int(inner->yAxis->coordToPixel(10 * double(i) + 3));
        int strongest = 0;
        QColor edge;
        for (int near = y - 2; near <= y + 2; ++near)
            if (const QColor colour = image.pixelColor(x, near); colour.saturation() > strongest) {
                strongest = colour.saturation();
                edge = colour;
            }
        const int apart = std::abs(edge.hue() - theme.armColour(i).hue());
        QVERIFY2(std::min(apart, 360 - apart) < 12, qPrintable(QString::number(i)));
        const int inside = int(inner->yAxis->coordToPixel(10 * double(i) + 1.5));
        QVERIFY(strongest > 2 * image.pixelColor(x, inside).saturation());
    }
}

/// Three of quantiles and two of other arms do not become pale.
void LinePlotTest::bandsInEachOtherAreOne()
{
    const auto hasEdges = [](std::size_t keys) {
        PlotPicture picture;
        for (std::size_t i = 0; i < 6; ++i)
            picture.bands.push_back({.name = QStringLiteral("Line %1").arg(i % keys),
                                     .x = {0, 10},
                                     .lower = {-double(i), -double(i)},
                                     .upper = {double(i), double(i)}});
        picture.lines = {flat(0, 0)};
        LinePlot plot;
        drawn(plot, picture);
        const auto* inner = plot.findChild<QCustomPlot*>();
        int graphs = 0;
        for (int i = 0; i < inner->graphCount(); ++i)
            graphs += inner->graph(i)->visible() ? 1 : 0;
        return graphs > 2 * 6 + 3; // bands, the line, its marker, those at the top
    };
    QVERIFY(!hasEdges(3));
    QVERIFY(hasEdges(5));
}

void LinePlotTest::anEdgeEndsWhereItsBandHasNoPlace()
{
    const PlotBand band{.name = QStringLiteral("A"),
                        .x = {0, 1, 2, 3},
                        .lower = {1, -1, 0, 2},
                        .upper = {5, 5, 5, std::numeric_limits<double>::infinity()}};
    QCustomPlot plot;
    setPlotTicker(*plot.yAxis, true, false);
    plot.yAxis->setRange(0.5, 10);
    const auto lines = bandLines(band, *plot.xAxis, *plot.yAxis);
    QCOMPARE(lines[0].size(), qsizetype(4));
    QCOMPARE(lines[0][0].value, 1.0);
    QVERIFY(std::isnan(lines[0][1].value) && std::isnan(lines[0][2].value));
    QCOMPARE(lines[1][1].value, 5.0);
    QVERIFY(std::isnan(lines[0][3].value) && std::isnan(lines[1][3].value));
    QCOMPARE(bandEdges(band, *plot.xAxis, *plot.yAxis)[0][1].value, 0.5); // of the fill
}

void LinePlotTest::numbersOfALowAxisDoNotTouch()
{
    LinePlot plot;
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot, kTryMilliseconds));
    auto& inner = *plot.findChild<QCustomPlot*>();
    PlotPicture picture;
    picture.xLabel = QStringLiteral("Round");
    picture.yLabel = QStringLiteral("Training loss");
    picture.lines = {flat(0, 1)};
    plot.setPicture(picture);
    plot.setFollowing(false);
    for (const double points : {9.0, 14.0}) {
        QFont font = plot.font();
        font.setPointSizeF(points);
        plot.setFont(font);
        const int row = QFontMetrics(PlotTheme::of(plot).font).height();
        for (const bool logarithmic : {false, true}) {
            plot.setLogarithmic(logarithmic);
            for (const int rows : {1, 2, 3, 4, 6, 10})
                for (const auto& [low, high] : {std::pair(0.9, 2.3),
                                                std::pair(20.0, 98.0),
                                                std::pair(0.25, 1.65),
                                                std::pair(0.003, 40.0)}) {
                    plot.resize(320, (rows + 3) * row + 24);
                    plot.showPart(0, 10, low, high);
                    plot.redraw();
                    const QVector<double> ticks = inner.yAxis->tickVector();
                    const QVector<QString> texts = inner.yAxis->tickVectorLabels();
                    QCOMPARE(texts.size(), ticks.size());
                    std::vector<double> places;
                    for (qsizetype i = 0; i < ticks.size(); ++i)
                        if (!texts[i].isEmpty())
                            places.push_back(inner.yAxis->coordToPixel(ticks[i]));
                    const QString where = QStringLiteral("%1 pt, %2 rows, %3 to %4")
                                              .arg(points)
                                              .arg(rows)
                                              .arg(low)
                                              .arg(high);
                    for (std::size_t i = 1; i < places.size(); ++i) // digits are lower than a row
                        QVERIFY2(places[i - 1] - places[i] >= 0.8 * row, qPrintable(where));
                    if (!logarithmic && rows >= 4) // 50 would stand alone between 20 and 98
                        QVERIFY2(places.size() >= 2, qPrintable(where));
                }
        }
    }
}

void LinePlotTest::aHollowMarkerShowsItsGround()
{
    QVERIFY(markerOf(0, 2).isHollow && !markerOf(0, 0).isHollow);
    const QColor ground = lightPalette().color(QPalette::Base);
    for (const std::size_t variant : {0, 2}) {
        PlotPicture picture;
        picture.lines = {flat(0, 1)};
        picture.lines[0].variant = variant;
        picture.lines[0].markers = true;
        LinePlot plot;
        const QImage image = drawn(plot, picture);
        QVERIFY(!image.isNull());
        auto* canvas = plot.findChild<QCustomPlot*>();
        const QPoint place(int(canvas->xAxis->coordToPixel(5)),
                           int(canvas->yAxis->coordToPixel(1)));
        const QPoint middle = canvas->mapTo(&plot, place) * image.devicePixelRatio();
        QCOMPARE(image.pixelColor(middle) == ground, variant == 2);
    }
}

void LinePlotTest::theLegendUsesTheRoomThereIs()
{
    std::vector<PlotLine> lines;
    for (std::size_t i = 0; i < 12; ++i) {
        lines.push_back(flat(i, 1));
        lines.back().name += QStringLiteral(", with a name of some length");
    }
    QWidget both;
    auto* legend = new PlotLegend(&both);
    auto* layout = columnIn(&both, 2);
    layout->addWidget(legend);
    layout->addWidget(new QWidget(&both), 1);
    legend->setLines(lines);
    both.resize(500, 1400);
    both.show();
    QTRY_COMPARE(legend->left(), 0);
    QTRY_COMPARE(legend->height(), legend->heightForWidth(legend->width()));
    QVERIFY(legend->height() <= both.height() / 5);
    both.resize(500, 160); // most is the plot's
    QTRY_VERIFY(legend->left() > 0);
    const int rows = legend->heightForWidth(legend->width()) / (legend->fontMetrics().height() + 2);
    QCOMPARE(rows, 2);
}

void LinePlotTest::zeroIsInTheMiddleOfASignedScale()
{
    using Kind = ColourScale::Kind;
    const std::array zeros{0.0, 0.0};
    const std::array numbers{-1.0, 4.0};
    for (const std::span<const double> values : {std::span<const double>(zeros),
                                                 std::span<const double>(numbers),
                                                 std::span<const double>()}) {
        const ColourScale scale(Kind::Diverging, values, false);
        QVERIFY(scale.high() > 0);
        QCOMPARE(scale.low(), -scale.high());
    }
    const ColourScale same(Kind::Diverging, zeros, false);
    QCOMPARE(same.colour(0), ColourScale(Kind::Diverging, numbers, false).colour(0));
}

COTERIE_WIDGET_SECTION(LinePlotTest)

} // namespace tst_line_plot

#include "tst_line_plot.moc"
