#include "tests/sections.h"
#include "ui/views/plot_crosshair.h"

#include <QImage>
#include <QTest>

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

COTERIE_WIDGET_SECTION(PlotCrosshairTest)

} // namespace tst_plot_crosshair

#include "tst_plot_crosshair.moc"
