#include "tests/sections.h"
#include "tests/ui/design/canvas_bench.h"
#include "ui/design/canvas/canvas_painter.h"

namespace tst_partition_canvas {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

/// One sample of the axis, in pixels.
double perSample(const PartitionCanvas& canvas)
{
    return xOfSamples(canvas.layoutShown(), 1) - xOfSamples(canvas.layoutShown(), 0);
}

} // namespace

/// The canvas under a real mouse.
class PartitionCanvasTest final : public QObject
{
    Q_OBJECT

private slots:
    void placesAreFoundAgain();
    void lanesHoldTheirClients();
    void onlySeenRowsAreDrawn();
    void aDragsWordsStandOffWhatItAimsAt();
    void draggingAnEndResizesByWhatWasDragged();
    void draggingABorderMovesSamples();
    void draggingTooFarIsSaidWhileDragging();
    void escapeTakesADragBack();
    void aClickChangesNothing();
    void draggingOntoALaneMoves();
    void draggingOntoTheStripMakesAnEdge();
    void draggingOntoTheTimeLineArrives();
    void anArrivalsMarkMovesItsClients();
    void clicksPick();
    void aRubberBandPicks();
    void aNewSketchWaitsForTheEndOfADrag();
    void lockedBarsStay();
    void oneClientAThousandAndAWindowOfOnePixel();
};

void PartitionCanvasTest::placesAreFoundAgain()
{
    const PartitionSketch sketch = withEdges();
    const CanvasLayout layout =
        layOutCanvas(sketch, {.width = 900, .height = 500, .rowHeight = 20, .fullScale = 120});
    QCOMPARE(samplesAt(layout, xOfSamples(layout, 77)), 77.0);
    for (const int round : {1, 2, 5, 19, 20})
        QCOMPARE(roundAt(layout, xOfRound(layout, round)), round);
    using Kind = CanvasHit::Kind;
    const auto at = [&](double x, double contentY) {
        return hitAt(layout, sketch, {x, contentY + layout.rowsTop}, 0);
    };
    for (int client = 0; client < 3; ++client) {
        const QRectF bar = barOf(layout, sketch, client);
        const double y = bar.center().y();
        QVERIFY(at(bar.right(), y).kind == Kind::BarEnd);
        QCOMPARE(at(bar.right(), y).client, client);
        QVERIFY(at(bar.right() + 30, y).kind == Kind::BesideBar);
        QVERIFY(at(bar.left() + 20, y).kind == Kind::Body);
        QVERIFY(at(5, y).kind == Kind::Body);
    }
    const std::vector<KindBorder> borders = bordersOf(layout, sketch, 0);
    QCOMPARE(borders.size(), std::size_t(2));
    QCOMPARE(borders[1].left, std::size_t(1));
    QVERIFY(at(borders[1].x + 2, barOf(layout, sketch, 0).center().y()).border == borders[1]);
    QCOMPARE(bordersOf(layout, sketch, 1).size(), std::size_t(1)); // it has none of the first class
    QVERIFY(hitAt(layout, sketch, {xOfRound(layout, 5), 20}, 0).kind == Kind::ArrivalMark);
    QVERIFY(hitAt(layout, sketch, {xOfRound(layout, 9), 20}, 0).kind == Kind::TimeLine);
    QCOMPARE(hitAt(layout, sketch, {xOfRound(layout, 9), 20}, 0).round, 9);
    QVERIFY(hitAt(layout, sketch, layout.startZone.center(), 0).kind == Kind::StartZone);
    QVERIFY(hitAt(layout, sketch, {400, 495}, 0, 40).kind == Kind::NewEdge);
    QVERIFY(hitAt(layout, sketch, {400, 495}, 0).kind == Kind::Nothing);
}

void PartitionCanvasTest::lanesHoldTheirClients()
{
    const PartitionSketch sketch = withEdges();
    const CanvasLayout layout =
        layOutCanvas(sketch, {.width = 900, .height = 500, .rowHeight = 20, .fullScale = 120});
    QCOMPARE(layout.lanes.size(), std::size_t(3)); // and those who have none
    QVERIFY(!layout.lanes[2].edge);
    QCOMPARE(layout.lanes[2].clients, std::vector<int>({2}));
    for (std::size_t lane = 0; lane < 3; ++lane) {
        const CanvasLane& at = layout.lanes[lane];
        QVERIFY(at.headHeight > 0);
        const CanvasHit head = hitAt(layout, sketch, {50, layout.rowsTop + at.top + 3}, 0);
        QVERIFY(head.kind == CanvasHit::Kind::LaneHead);
        QCOMPARE(head.lane, lane);
        QCOMPARE(layout.rows[layout.rowOfClient[std::size_t(at.clients[0])]].lane, lane);
        QVERIFY(lane == 0 || at.top >= layout.lanes[lane - 1].bottom);
    }
    const CanvasLayout flat = layOutCanvas(
        made_up::sketch(), {.width = 900, .height = 500, .rowHeight = 20, .fullScale = 120});
    QCOMPARE(flat.lanes.size(), std::size_t(1));
    QCOMPARE(flat.lanes[0].headHeight, 0.0);
}

void PartitionCanvasTest::onlySeenRowsAreDrawn()
{
    const PartitionSketch sketch = made_up::sketchOf(1000, 10);
    const CanvasLayout layout =
        layOutCanvas(sketch, {.width = 900, .height = 500, .rowHeight = 20, .fullScale = 500});
    const auto [first, end] = visibleRows(layout, 2000);
    QVERIFY(first >= 99 && first <= 100);
    QVERIFY(end - first <= std::size_t((500 - layout.rowsTop) / 20) + 2);
    QCOMPARE(clientsIn(layout, layout.rows[7].top + 1, layout.rows[9].top + 1),
             std::vector<int>({7, 8, 9}));
}

void PartitionCanvasTest::aDragsWordsStandOffWhatItAimsAt()
{
    const PartitionSketch sketch = withEdges();
    const std::vector<QColor> colours;
    const std::set<int> nobody;
    const std::vector<std::string> nameless;
    const QSizeF size(200, 30);
    using Kind = CanvasGesture::Kind;
    // Bars that leave room beside them, and bars that fill it.
    for (const std::int64_t fullScale : {300, 100}) {
        const CanvasLayout layout = layOutCanvas(
            sketch, {.width = 900, .height = 400, .rowHeight = 20, .fullScale = fullScale});
        const auto place = [&](const CanvasGesture& gesture, const QPointF& pointer) {
            return dragBubblePlace({.layout = layout,
                                    .sketch = sketch,
                                    .before = sketch,
                                    .colours = colours,
                                    .clientNames = nameless,
                                    .selected = nobody,
                                    .gesture = gesture,
                                    .theme = {},
                                    .highlight = {},
                                    .handle = {},
                                    .hover = {},
                                    .pointer = pointer,
                                    .rubberBand = {},
                                    .told = {},
                                    .limit = {}},
                                   size);
        };
        const QRectF canvas(0, 0, layout.frame.width, layout.frame.height);
        for (const Kind kind : {Kind::Resize, Kind::Remix})
            for (int client = 0; client < 3; ++client) {
                const QRectF bar = barOf(layout, sketch, client).translated(0, layout.rowsTop);
                const QPointF grip(bar.right(), bar.center().y());
                const QRectF words = place(
                    {.kind = kind, .from = {.client = client}, .pressed = grip, .active = true},
                    grip);
                QVERIFY(canvas.contains(words));
                QVERIFY(!words.intersects(bar));
                const bool beside = words.left() > bar.right() && words.top() < bar.bottom();
                // At the wide scale only the third leaves room.
                QCOMPARE(beside, fullScale == 300 || client == 2);
            }
        const QPointF start(400, 200);
        const CanvasGesture carry{.kind = Kind::Move, .pressed = start, .active = true};
        for (const double by : {-150.0, -20.0, 20.0, 150.0}) {
            const QPointF pointer = start + QPointF(0, by);
            const QRectF words = place(carry, pointer);
            QVERIFY(canvas.contains(words));
            // What lies ahead stays free.
            QVERIFY(by > 0 ? words.bottom() < pointer.y() : words.top() > pointer.y());
        }
        for (const QPointF& corner : {canvas.topRight(), canvas.bottomRight(), canvas.topLeft()})
            QVERIFY(canvas.contains(place(carry, corner)));
    }
}

void PartitionCanvasTest::draggingAnEndResizesByWhatWasDragged()
{
    CanvasBench shown(made_up::sketch());
    const QPoint end = endOf(shown.canvas, 0);
    const int pixels = int(std::lround(-40 * perSample(shown.canvas)));
    const auto expected = std::int64_t(100 + std::llround(pixels / perSample(shown.canvas)));
    drag(shown.canvas, end, end + QPoint(pixels, 3));
    QCOMPARE(shown.edits.size(), 1);
    QCOMPARE(shown.edits[0][0].toString(), QString("Resize client 0"));
    QCOMPARE(shown.canvas.sketch().size(0), expected);
    QCOMPARE(shown.canvas.sketch().held[1], KindCounts({0, 50, 50}));
    QVERIFY(std::abs(shown.canvas.sketch().held[0][0] - expected * 6 / 10) <= 1);
}

void PartitionCanvasTest::draggingABorderMovesSamples()
{
    CanvasBench shown(made_up::sketch());
    const QPoint border = borderOf(shown.canvas, 0, 0);
    const int pixels = int(std::lround(15 * perSample(shown.canvas)));
    const auto more = std::int64_t(std::llround(pixels / perSample(shown.canvas)));
    drag(shown.canvas, border, border + QPoint(pixels, 0));
    QCOMPARE(shown.edits.size(), 1);
    QCOMPARE(shown.canvas.sketch().held[0], KindCounts({60 + more, 30 - more, 10}));
    QCOMPARE(shown.canvas.sketch().size(0), std::int64_t(100));
    QCOMPARE(shown.canvas.selected(), std::set<int>({0}));
}

void PartitionCanvasTest::draggingTooFarIsSaidWhileDragging()
{
    CanvasBench shown(made_up::sketch());
    const QPoint end = endOf(shown.canvas, 2);
    press(shown.canvas, end);
    moveTo(shown.canvas, end + QPoint(10, 0));
    QVERIFY(shown.canvas.limit().isEmpty());
    moveTo(shown.canvas, end + QPoint(int(60 * perSample(shown.canvas)), 0));
    QCOMPARE(shown.canvas.shownSketch().held[2], KindCounts({60, 0, 0}));
    QVERIFY(shown.canvas.limit().contains("at most 60 samples"));
    QVERIFY(shown.edits.isEmpty());
    release(shown.canvas, end + QPoint(int(60 * perSample(shown.canvas)), 0));
    QCOMPARE(shown.edits.size(), 1);
    QVERIFY(shown.sentence().contains("at most 60 samples"));
    // With the others' samples it goes on.
    shown.canvas.setSketch(made_up::sketch());
    shown.action(ActionId::TakeFromOthers)->setChecked(true);
    press(shown.canvas, end);
    moveTo(shown.canvas, end + QPoint(int(80 * perSample(shown.canvas)), 0));
    QVERIFY(shown.canvas.limit().isEmpty());
    QVERIFY(shown.canvas.shownSketch().size(0) < 100);
    release(shown.canvas, end + QPoint(int(80 * perSample(shown.canvas)), 0));
}

void PartitionCanvasTest::escapeTakesADragBack()
{
    CanvasBench shown(made_up::sketch());
    const QPoint end = endOf(shown.canvas, 0);
    press(shown.canvas, end);
    moveTo(shown.canvas, end - QPoint(90, 0));
    QVERIFY(shown.canvas.shownSketch().size(0) < 100);
    QTest::keyClick(&shown.canvas, Qt::Key_Escape);
    QVERIFY(shown.canvas.shownSketch() == made_up::sketch());
    moveTo(shown.canvas, end - QPoint(120, 0));
    release(shown.canvas, end - QPoint(120, 0));
    QVERIFY(shown.edits.isEmpty());
    QVERIFY(shown.canvas.sketch() == made_up::sketch());
}

void PartitionCanvasTest::aClickChangesNothing()
{
    CanvasBench shown(withEdges());
    for (int client = 0; client < 3; ++client)
        for (const QPoint& at : {endOf(shown.canvas, client), bodyOf(shown.canvas, client)}) {
            QTest::mouseClick(shown.canvas.viewport(), Qt::LeftButton, {}, at);
            QCOMPARE(shown.canvas.selected(), std::set<int>({client}));
        }
    QVERIFY(shown.edits.isEmpty());
}

void PartitionCanvasTest::draggingOntoALaneMoves()
{
    CanvasBench shown(withEdges());
    drag(shown.canvas, bodyOf(shown.canvas, 2), headOf(shown.canvas, 0));
    QCOMPARE(shown.edits.size(), 1);
    QCOMPARE(shown.canvas.sketch().edges[0].clients, std::vector<int>({0, 2}));
    drag(shown.canvas, bodyOf(shown.canvas, 2), bodyOf(shown.canvas, 1)); // a row is its lane
    QCOMPARE(shown.canvas.sketch().edges[1].clients, std::vector<int>({1, 2}));
    QCOMPARE(shown.edits.size(), 2);
    drag(shown.canvas, bodyOf(shown.canvas, 2), bodyOf(shown.canvas, 1)); // it is there already
    QCOMPARE(shown.edits.size(), 2);
    QCOMPARE(shown.canvas.sketch().held, withEdges().held);
}

void PartitionCanvasTest::draggingOntoTheStripMakesAnEdge()
{
    CanvasBench shown(made_up::sketch());
    shown.canvas.setSelected({0, 2});
    drag(
        shown.canvas, bodyOf(shown.canvas, 0), QPoint(300, shown.canvas.viewport()->height() - 12));
    QCOMPARE(shown.edits.size(), 1);
    QCOMPARE(shown.canvas.sketch().edges.size(), std::size_t(1));
    QCOMPARE(shown.canvas.sketch().edges[0].clients, std::vector<int>({0, 2}));
}

void PartitionCanvasTest::draggingOntoTheTimeLineArrives()
{
    CanvasBench shown(withEdges());
    drag(shown.canvas, bodyOf(shown.canvas, 0), roundPoint(shown.canvas, 12));
    QCOMPARE(arrivalOf(shown.canvas.sketch(), 0), std::optional(12));
    drag(shown.canvas, bodyOf(shown.canvas, 0), roundPoint(shown.canvas, 5)); // on a mark
    QCOMPARE(arrivalOf(shown.canvas.sketch(), 0), std::optional(5));
    drag(shown.canvas,
         bodyOf(shown.canvas, 0),
         shown.canvas.layoutShown().startZone.center().toPoint());
    QVERIFY(!arrivalOf(shown.canvas.sketch(), 0));
    QCOMPARE(shown.edits.size(), 3);
    shown.canvas.setSelected({0, 1, 2});
    drag(shown.canvas, bodyOf(shown.canvas, 0), roundPoint(shown.canvas, 12));
    QCOMPARE(shown.edits.size(), 3);
    QVERIFY(shown.sentence().contains("At least one client must join"));
}

void PartitionCanvasTest::anArrivalsMarkMovesItsClients()
{
    CanvasBench shown(withEdges());
    drag(shown.canvas, roundPoint(shown.canvas, 5), roundPoint(shown.canvas, 9));
    QCOMPARE(shown.edits.size(), 1);
    QCOMPARE(arrivalOf(shown.canvas.sketch(), 1), std::optional(9));
    QCOMPARE(shown.canvas.selected(), std::set<int>({1}));
}

void PartitionCanvasTest::clicksPick()
{
    CanvasBench shown(made_up::sketchOf(8, 3));
    const auto click = [&](int client, Qt::KeyboardModifiers modifiers) {
        QTest::mouseClick(
            shown.canvas.viewport(), Qt::LeftButton, modifiers, bodyOf(shown.canvas, client));
    };
    click(2, {});
    click(4, Qt::ControlModifier);
    QCOMPARE(shown.canvas.selected(), std::set<int>({2, 4}));
    click(2, Qt::ControlModifier);
    QCOMPARE(shown.canvas.selected(), std::set<int>({4}));
    click(1, {});
    click(5, Qt::ShiftModifier);
    QCOMPARE(shown.canvas.selected(), std::set<int>({1, 2, 3, 4, 5}));
    click(3, {}); // one of the picked: alone on release
    QCOMPARE(shown.canvas.selected(), std::set<int>({3}));
    CanvasBench lanes(withEdges());
    QTest::mouseClick(lanes.canvas.viewport(), Qt::LeftButton, {}, headOf(lanes.canvas, 1));
    QCOMPARE(lanes.canvas.selected(), std::set<int>({1}));
}

void PartitionCanvasTest::aRubberBandPicks()
{
    CanvasBench shown(made_up::sketchOf(8, 3));
    const QPoint from = endOf(shown.canvas, 2) + QPoint(60, 0);
    const QPoint to(from.x() + 40, endOf(shown.canvas, 5).y());
    drag(shown.canvas, from, to);
    QCOMPARE(shown.canvas.selected(), std::set<int>({2, 3, 4, 5}));
    QVERIFY(shown.edits.isEmpty());
}

void PartitionCanvasTest::aNewSketchWaitsForTheEndOfADrag()
{
    CanvasBench shown(made_up::sketch());
    const QPoint body = bodyOf(shown.canvas, 0);
    press(shown.canvas, body);
    moveTo(shown.canvas, body + QPoint(60, 40));
    shown.canvas.setSketch(made_up::sketchOf(8, 3));
    QCOMPARE(shown.canvas.sketch().clients(), std::size_t(3));
    release(shown.canvas, body + QPoint(60, 40)); // no edge to drop on: no edit
    QCOMPARE(shown.canvas.sketch().clients(), std::size_t(8));
}

void PartitionCanvasTest::lockedBarsStay()
{
    PartitionSketch sketch = made_up::sketch();
    sketch.locked = "These are made as they are needed.";
    CanvasBench shown(sketch);
    drag(shown.canvas, endOf(shown.canvas, 0), endOf(shown.canvas, 0) - QPoint(80, 0));
    QVERIFY(shown.edits.isEmpty());
    QCOMPARE(shown.sentence(), sketch.locked);
    drag(shown.canvas, bodyOf(shown.canvas, 0), roundPoint(shown.canvas, 12));
    QCOMPARE(shown.edits.size(), 1); // they may still come later
}

void PartitionCanvasTest::oneClientAThousandAndAWindowOfOnePixel()
{
    PartitionSketch one = made_up::sketchOf(1, 4);
    one.kindNames = {"🐈 cats", "🐕 dogs", "very long name of a class indeed", ""};
    for (const PartitionSketch& sketch :
         {one, made_up::sketchOf(1000, 10), made_up::sketchOf(3, 100), PartitionSketch{}}) {
        CanvasActions actions;
        PartitionCanvas canvas(actions.all);
        canvas.setSketch(sketch);
        for (const QSize size : {QSize(1, 1), QSize(40, 700), QSize(900, 30), QSize(3840, 2160)}) {
            canvas.resize(size);
            QVERIFY(!canvas.grab().isNull());
            for (int i = 0; i <= 10; ++i)
                (void)canvas.explanation(
                    QPointF(size.width() * i / 10.0, size.height() * i / 10.0));
        }
        canvas.setNothing("Nothing to see.");
        QVERIFY(!canvas.grab().isNull());
    }
}

COTERIE_WIDGET_SECTION(PartitionCanvasTest)

} // namespace tst_partition_canvas

#include "tst_partition_canvas.moc"
