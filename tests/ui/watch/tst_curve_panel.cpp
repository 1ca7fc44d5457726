#include "tests/sections.h"
#include "tests/ui/made_up_runs.h"
#include "tests/ui/watch/curve_runs.h"
#include "ui/frame/plot_theme.h"
#include "ui/refresh_timer.h"
#include "ui/views/line_plot.h"
#include "ui/views/plot_legend.h"
#include "ui/views/view_frame.h"
#include "ui/watch/curve_panel.h"

#include <QAbstractItemModelTester>
#include <QHelpEvent>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolTip>

#include <algorithm>
#include <set>

namespace tst_curve_panel {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

using Values = std::vector<double>;

/// The curves on screen: pointing, picking, hiding lines, the legend and the table.
class CurvePanelTest final : public QObject
{
    Q_OBJECT

private slots:
    void thePanelColoursClientsByTheRoundOnScreen();
    void theCrosshairReadsTheLines();
    void hiddenLinesDoNotCount();
    void aClickOnAClientPicksIt();
    void thePanelShowsItsTable();
    void aGrowingTableKeepsItsPlace();
    void aLegendWithoutRoomSaysHowManyMoreThereAre();
    void theLegendHasMoreRowsInAHigherPanel();
    void aNameLongerThanItsPanelIsElided();
};

void CurvePanelTest::thePanelColoursClientsByTheRoundOnScreen()
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
               && line->colour == groupLook(runs.find(7)->colourAt(2, shownRound));
    };
    QTRY_VERIFY(hasColourOf(2));
    panel.setCursorRound(1);
    QTRY_VERIFY(hasColourOf(1));
    panel.setCursorRound(std::nullopt);
    QTRY_VERIFY(hasColourOf(2));
}

void CurvePanelTest::theCrosshairReadsTheLines()
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
    picture.placeWords = QStringLiteral("round %1");
    QCOMPARE(readPlot(picture, {}, 1.2)->values[0].name, QStringLiteral("high, round 0"));
    QCOMPARE(readPlot(picture, {}, 2)->values[0].name, QStringLiteral("high"));
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

void CurvePanelTest::hiddenLinesDoNotCount()
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

void CurvePanelTest::aClickOnAClientPicksIt()
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
    QVERIFY(QTest::qWaitForWindowExposed(&panel, kTryMilliseconds));
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

void CurvePanelTest::thePanelShowsItsTable()
{
    RefreshTimer timer;
    RunViewModel runs;
    fill(runs);
    CurvePanel panel(Metric::TestError, timer);
    panel.setModel(&runs);
    panel.resize(700, 500);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel, kTryMilliseconds));
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

void CurvePanelTest::aGrowingTableKeepsItsPlace()
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
    const QVariant value = place.data(PlainTableModel::SortRole); // shown with other decimals
    runs.append(7, round(3, {1, 2, 3, 4}));
    model.setTable(curveTable(runs, choice));
    QCOMPARE(model.rowCount(), 20);
    QCOMPARE(resets.count(), 0);
    QCOMPARE(inserted.count(), 1);
    QCOMPARE(place.row(), 7);
    QCOMPARE(place.data(PlainTableModel::SortRole), value);
    // However often the view changes, its table is made anew once a second.
    int made = 0;
    auto* plot = new LinePlot;
    ViewFrame frame(plot, plot->asPicture(QStringLiteral("numbers")), [&made] {
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

void CurvePanelTest::aLegendWithoutRoomSaysHowManyMoreThereAre()
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

void CurvePanelTest::theLegendHasMoreRowsInAHigherPanel()
{
    RefreshTimer timer;
    CurvePanel panel(Metric::TestError, timer);
    panel.resize(500, 200);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel, kTryMilliseconds));
    std::vector<PlotLine> lines(12);
    for (std::size_t i = 0; i < lines.size(); ++i)
        lines[i].name = QStringLiteral("Line %1, with a name of some length").arg(i);
    auto* legend = panel.findChild<PlotLegend*>();
    legend->setLines(lines);
    QVERIFY(legend->left() > 0);
    panel.resize(500, 1400);
    QCOMPARE(legend->left(), 0);
}

void CurvePanelTest::aNameLongerThanItsPanelIsElided()
{
    constexpr int kWidth = 220;
    std::vector<PlotLine> lines(3);
    for (std::size_t i = 0; i < lines.size(); ++i)
        lines[i].name =
            QStringLiteral("HCCT & <others>, 64 clients: learning rate = 0.01 (%1)").arg(i);
    for (const std::size_t shown : {std::size_t{1}, lines.size()}) {
        PlotLegend legend;
        legend.resize(kWidth, 60);
        legend.setLines({lines.begin(), lines.begin() + std::ptrdiff_t(shown)});
        legend.resize(kWidth, legend.heightForWidth(kWidth));
        const QImage image = legend.grab().toImage();
        const auto edge = int(5 * image.devicePixelRatio());
        for (int x = image.width() - edge; x < image.width(); ++x)
            for (int y = 0; y < image.height(); ++y)
                QCOMPARE(image.pixel(x, y), image.pixel(0, 0)); // nothing goes over it
        QHelpEvent help(QEvent::ToolTip, {20, 5}, legend.mapToGlobal(QPoint(20, 5)));
        QCoreApplication::sendEvent(&legend, &help);
        QVERIFY2(QToolTip::text().startsWith(lines[0].name.toHtmlEscaped()),
                 qPrintable(QToolTip::text()));
    }
}

COTERIE_WIDGET_SECTION(CurvePanelTest)

} // namespace tst_curve_panel

#include "tst_curve_panel.moc"
