#include "tests/sections.h"
#include "ui/views/plot_crosshair.h"

#include <QImage>
#include <QTest>

#include <cmath>
#include <optional>
#include <vector>

namespace tst_plot_crosshair {

using namespace coterie::ui;

/// The values beside the line under the mouse.
class PlotCrosshairTest final : public QObject
{
    Q_OBJECT

private slots:
    void aLongNameStaysWithinThePlot();
    void valuesAreMarkedAsTheirLines();
    void aLowPlotShowsTheValuesThatFitAndSaysHowManyMore();
};

void PlotCrosshairTest::aLongNameStaysWithinThePlot()
{
    QWidget plot;
    plot.resize(320, 200);
    PlotCrosshair crosshair(&plot);
    crosshair.resize(plot.size());
    const QRect area(30, 10, 240, 160);
    const auto rightOfTheArea = [&] {
        const int left = area.right() + 2;
        return plot.grab().toImage().copy(left, 0, plot.width() - left, plot.height());
    };
    const QImage bare = plot.grab().toImage();
    const QImage bareRight = rightOfTheArea();
    const auto read = [&](const QString& name) {
        crosshair.point({.x = 3, .values = {{.name = name, .colour = 0, .y = 0.125}}},
                        QStringLiteral("Round 3"),
                        150,
                        area);
        return plot.grab().toImage();
    };
    const QImage shortName = read(QStringLiteral("FedAvg"));
    QVERIFY(shortName != bare);
    QCOMPARE(rightOfTheArea(), bareRight);
    QVERIFY(read(QString(200, u'm')) != shortName);
    QCOMPARE(rightOfTheArea(), bareRight);
    crosshair.clear();
    QCOMPARE(plot.grab().toImage(), bare);
}

void PlotCrosshairTest::valuesAreMarkedAsTheirLines()
{
    PlotPicture picture;
    for (std::size_t variant = 0; variant < 6; ++variant)
        picture.lines.push_back({.name = QStringLiteral("FedAvg"),
                                 .id = QString::number(variant),
                                 .variant = variant,
                                 .x = {0, 1},
                                 .y = {1, 2}});
    picture.lines.push_back(
        {.name = QStringLiteral("FedAvg"), .shape = 1, .x = {0, 1}, .y = {1, 2}});
    const std::optional<PlotReading> all = readPlot(picture, {}, 1);
    QVERIFY(all.has_value());
    QWidget plot;
    plot.resize(320, 200);
    PlotCrosshair crosshair(&plot);
    crosshair.resize(plot.size());
    std::vector<QImage> drawn; // one at a time, as nothing but the looks tells them apart
    for (const PlotReading::Value& value : all->values) {
        crosshair.point(
            {.x = 1, .values = {value}}, QStringLiteral("Round 1"), 150, {30, 10, 240, 160});
        drawn.push_back(plot.grab().toImage());
        for (std::size_t before = 0; before + 1 < drawn.size(); ++before)
            QVERIFY(drawn[before] != drawn.back());
    }
    QCOMPARE(drawn.size(), picture.lines.size());
}

void PlotCrosshairTest::aLowPlotShowsTheValuesThatFitAndSaysHowManyMore()
{
    QCOMPARE(readingsShown(14, 20), std::size_t{12});
    QCOMPARE(readingsShown(12, 12), std::size_t{12});
    QCOMPARE(readingsShown(14, 5), std::size_t{4}); // and the row for the others
    QCOMPARE(readingsShown(5, 5), std::size_t{5});
    QCOMPARE(readingsShown(1, 1), std::size_t{1});
    for (const int rows : {-3, 0, 1, 2})
        QCOMPARE(readingsShown(14, rows), std::size_t{1});
    QWidget plot;
    PlotCrosshair crosshair(&plot);
    const double row = QFontMetricsF(plot.font()).height();
    for (const int rows : {3, 4, 7, 10, 14, 20}) {
        const QRect area(30, 10, 240, int(std::ceil(rows * row)) + 18);
        plot.resize(320, area.bottom() + 60);
        crosshair.resize(plot.size());
        crosshair.clear();
        const auto below = [&](const QImage& image) {
            return image.copy(0, area.bottom() + 2, plot.width(), 50);
        };
        const QImage bare = plot.grab().toImage();
        const auto read = [&](int values) {
            PlotReading reading{.x = 2, .values = {}};
            for (int i = 0; i < values; ++i)
                reading.values.push_back(
                    {.name = QStringLiteral("Line %1").arg(i), .y = 99.0 - 2 * i});
            crosshair.point(reading, QStringLiteral("Round 2"), 60, area);
            return plot.grab().toImage();
        };
        const QImage many = read(24);
        QVERIFY(many != bare);
        QVERIFY2(below(many) == below(bare), qPrintable(QString::number(rows)));
        QVERIFY(read(25) != many); // the same values, and one more
    }
}

COTERIE_WIDGET_SECTION(PlotCrosshairTest)

} // namespace tst_plot_crosshair

#include "tst_plot_crosshair.moc"
