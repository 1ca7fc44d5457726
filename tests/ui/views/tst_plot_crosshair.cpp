#include "tests/sections.h"
#include "ui/views/plot_crosshair.h"

#include <QImage>
#include <QTest>

namespace tst_plot_crosshair {

using namespace coterie::ui;

/// The values beside the line under the mouse.
class PlotCrosshairTest final : public QObject
{
    Q_OBJECT

private slots:
    void aLongNameStaysWithinThePlot();
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

COTERIE_WIDGET_SECTION(PlotCrosshairTest)

} // namespace tst_plot_crosshair

#include "tst_plot_crosshair.moc"
