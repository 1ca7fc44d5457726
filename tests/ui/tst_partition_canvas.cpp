#include "core/algorithms/registry.h"
#include "tests/coterie_test_main.h"
#include "tests/ui/made_up_sketch.h"
#include "ui/design/canvas/client_inspector.h"
#include "ui/design/canvas/partition_canvas.h"
#include "ui/design/canvas/partition_editor.h"
#include "ui/design/canvas/place_edits.h"
#include "ui/design/experiment_document.h"
#include "ui/frame/action_registry.h"
#include "ui/frame/notice_bar.h"
#include "ui/frame/theme.h"
#include "ui/views/matrix_view.h"
#include "ui/window/window_actions.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <ctime>

using namespace coterie;
using namespace coterie::ui;

namespace {

PartitionSketch withEdges()
{
    PartitionSketch sketch = made_up::sketch();
    sketch.edges = {{.name = "north 🌲", .clients = {0}}, {.name = "south", .clients = {1}}};
    sketch.arrivals = {{.round = 5, .clients = {1}}};
    return sketch;
}

/// From a place of the scrolled content to one of the widget.
QPoint toWidget(const PartitionCanvas& canvas, double x, double contentY)
{
    return QPointF(x, contentY + canvas.layoutShown().rowsTop - canvas.scroll()).toPoint();
}

QPoint endOf(const PartitionCanvas& canvas, int client)
{
    const QRectF bar = barOf(canvas.layoutShown(), canvas.sketch(), client);
    return toWidget(canvas, bar.right(), bar.center().y());
}

QPoint bodyOf(const PartitionCanvas& canvas, int client)
{
    // The client's number is body too, and has no borders.
    const QRectF bar = barOf(canvas.layoutShown(), canvas.sketch(), client);
    return toWidget(canvas, canvas.layoutShown().barsLeft - 12, bar.center().y());
}

QPoint borderOf(const PartitionCanvas& canvas, int client, std::size_t border)
{
    const QRectF bar = barOf(canvas.layoutShown(), canvas.sketch(), client);
    return toWidget(canvas,
                    bordersOf(canvas.layoutShown(), canvas.sketch(), client)[border].x,
                    bar.center().y());
}

QPoint headOf(const PartitionCanvas& canvas, std::size_t lane)
{
    const CanvasLane& at = canvas.layoutShown().lanes[lane];
    return toWidget(canvas, canvas.layoutShown().frame.width / 2, at.top + at.headHeight / 2);
}

QPoint roundPoint(const PartitionCanvas& canvas, int round)
{
    return QPointF(xOfRound(canvas.layoutShown(), round),
                   canvas.layoutShown().startZone.center().y())
        .toPoint();
}

/// One sample of the axis, in pixels.
double perSample(const PartitionCanvas& canvas)
{
    return xOfSamples(canvas.layoutShown(), 1) - xOfSamples(canvas.layoutShown(), 0);
}

void press(PartitionCanvas& canvas, const QPoint& at, Qt::KeyboardModifiers modifiers = {})
{
    QTest::mousePress(canvas.viewport(), Qt::LeftButton, modifiers, at);
}

double threadMilliseconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

/// QTest::mouseMove presses no button; a drag's moves do.
void moveTo(PartitionCanvas& canvas, const QPoint& at)
{
    QMouseEvent event(QEvent::MouseMove,
                      at,
                      canvas.viewport()->mapToGlobal(at),
                      Qt::NoButton,
                      Qt::LeftButton,
                      Qt::NoModifier);
    QApplication::sendEvent(canvas.viewport(), &event);
}

void release(PartitionCanvas& canvas, const QPoint& at)
{
    QTest::mouseRelease(canvas.viewport(), Qt::LeftButton, {}, at);
}

void drag(PartitionCanvas& canvas, const QPoint& from, const QPoint& to)
{
    press(canvas, from);
    moveTo(canvas, (from + to) / 2);
    moveTo(canvas, to);
    release(canvas, to);
}

struct Shown
{
    explicit Shown(PartitionSketch sketch)
        : edits(&canvas, &PartitionCanvas::edited)
        , sentences(&canvas, &PartitionCanvas::said)
    {
        canvas.resize(900, 520);
        canvas.setSketch(std::move(sketch));
        canvas.show();
        canvas.setFocus();
    }
    QString sentence() const
    {
        return sentences.isEmpty() ? QString() : sentences.last().first().toString();
    }
    PartitionCanvas canvas;
    QSignalSpy edits;
    QSignalSpy sentences;
};

} // namespace

/// The canvas under a real mouse and a real keyboard.
class PartitionCanvasTest final : public QObject
{
    Q_OBJECT

private slots:
    void placesAreFoundAgain();
    void lanesHoldTheirClients();
    void onlySeenRowsAreDrawn();

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

    void keysWalkAndPick();
    void keysResizeAndMix();
    void keysMoveBetweenEdgesAndRounds();
    void actionsWorkOnThePicked();
    void lanesAreRenamedInPlace();
    void theMenuOffersWhatTheKeysDo();
    void lockedBarsStay();

    void oneClientAThousandAndAWindowOfOnePixel();
    void draggingFiveHundredClientsStaysQuick();

    void dragsChangeTheFileAndUndoRestoresIt();
    void theSplitFollowsTheScheme();
    void slidersShowTheNewestSplitInTime();
    void aChangedSchemeIsDrawnInATenthOfASecond();
    void typedNumbersDoTheSame();
    void whatCannotBeDealtIsSaid();
    void choosingByHandBeginsWithWhatIsDrawn();
    void drawsInLightAndDark_data();
    void drawsInLightAndDark();
    void anEditThatWasUndoneDoesNotComeBack();
    void keysOfTheCanvasAreNobodyElses();
    void escapeLeavesANameAsItWas();

private:
    QString saved(const QByteArray& partition,
                  const QByteArray& dataset = R"({ "name": "glyphDigits", "samples": 1000 })",
                  const QByteArray& clients = "{}");

    QTemporaryDir m_folder;
};

// --- layout -----------------------------------------------------------------------------------

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

// --- the mouse --------------------------------------------------------------------------------

void PartitionCanvasTest::draggingAnEndResizesByWhatWasDragged()
{
    Shown shown(made_up::sketch());
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
    Shown shown(made_up::sketch());
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
    Shown shown(made_up::sketch());
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
    shown.canvas.action(CanvasAction::TakeFromOthers)->setChecked(true);
    press(shown.canvas, end);
    moveTo(shown.canvas, end + QPoint(int(80 * perSample(shown.canvas)), 0));
    QVERIFY(shown.canvas.limit().isEmpty());
    QVERIFY(shown.canvas.shownSketch().size(0) < 100);
    release(shown.canvas, end + QPoint(int(80 * perSample(shown.canvas)), 0));
}

void PartitionCanvasTest::escapeTakesADragBack()
{
    Shown shown(made_up::sketch());
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
    Shown shown(withEdges());
    for (int client = 0; client < 3; ++client)
        for (const QPoint& at : {endOf(shown.canvas, client), bodyOf(shown.canvas, client)}) {
            QTest::mouseClick(shown.canvas.viewport(), Qt::LeftButton, {}, at);
            QCOMPARE(shown.canvas.selected(), std::set<int>({client}));
        }
    QVERIFY(shown.edits.isEmpty());
}

void PartitionCanvasTest::draggingOntoALaneMoves()
{
    Shown shown(withEdges());
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
    Shown shown(made_up::sketch());
    shown.canvas.setSelected({0, 2});
    drag(
        shown.canvas, bodyOf(shown.canvas, 0), QPoint(300, shown.canvas.viewport()->height() - 12));
    QCOMPARE(shown.edits.size(), 1);
    QCOMPARE(shown.canvas.sketch().edges.size(), std::size_t(1));
    QCOMPARE(shown.canvas.sketch().edges[0].clients, std::vector<int>({0, 2}));
}

void PartitionCanvasTest::draggingOntoTheTimeLineArrives()
{
    Shown shown(withEdges());
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
    QVERIFY(shown.sentence().contains("At least one client must be there"));
}

void PartitionCanvasTest::anArrivalsMarkMovesItsClients()
{
    Shown shown(withEdges());
    drag(shown.canvas, roundPoint(shown.canvas, 5), roundPoint(shown.canvas, 9));
    QCOMPARE(shown.edits.size(), 1);
    QCOMPARE(arrivalOf(shown.canvas.sketch(), 1), std::optional(9));
    QCOMPARE(shown.canvas.selected(), std::set<int>({1}));
}

void PartitionCanvasTest::clicksPick()
{
    Shown shown(made_up::sketchOf(8, 3));
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
    Shown lanes(withEdges());
    QTest::mouseClick(lanes.canvas.viewport(), Qt::LeftButton, {}, headOf(lanes.canvas, 1));
    QCOMPARE(lanes.canvas.selected(), std::set<int>({1}));
}

void PartitionCanvasTest::aRubberBandPicks()
{
    Shown shown(made_up::sketchOf(8, 3));
    const QPoint from = endOf(shown.canvas, 2) + QPoint(60, 0);
    const QPoint to(from.x() + 40, endOf(shown.canvas, 5).y());
    drag(shown.canvas, from, to);
    QCOMPARE(shown.canvas.selected(), std::set<int>({2, 3, 4, 5}));
    QVERIFY(shown.edits.isEmpty());
}

void PartitionCanvasTest::aNewSketchWaitsForTheEndOfADrag()
{
    Shown shown(made_up::sketch());
    const QPoint body = bodyOf(shown.canvas, 0);
    press(shown.canvas, body);
    moveTo(shown.canvas, body + QPoint(60, 40));
    shown.canvas.setSketch(made_up::sketchOf(8, 3));
    QCOMPARE(shown.canvas.sketch().clients(), std::size_t(3));
    release(shown.canvas, body + QPoint(60, 40)); // no edge to drop on: no edit
    QCOMPARE(shown.canvas.sketch().clients(), std::size_t(8));
}

// --- the keyboard -----------------------------------------------------------------------------

void PartitionCanvasTest::keysWalkAndPick()
{
    Shown shown(made_up::sketchOf(300, 3));
    QTest::keyClick(&shown.canvas, Qt::Key_Down);
    QTest::keyClick(&shown.canvas, Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(&shown.canvas, Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(shown.canvas.selected(), std::set<int>({1, 2, 3}));
    QTest::keyClick(&shown.canvas, Qt::Key_End);
    QCOMPARE(shown.canvas.current(), 299);
    QVERIFY(shown.canvas.scroll() > 0); // it is brought into sight
    QTest::keyClick(&shown.canvas, Qt::Key_Home, Qt::ControlModifier);
    QCOMPARE(shown.canvas.selected(), std::set<int>({299}));
    QTest::keyClick(&shown.canvas, Qt::Key_Space);
    QCOMPARE(shown.canvas.selected(), std::set<int>({0, 299}));
    QCOMPARE(shown.canvas.scroll(), 0.0 + int(shown.canvas.layoutShown().rows[0].top));
    const double height = shown.canvas.layoutShown().frame.rowHeight;
    QTest::keyClick(&shown.canvas, Qt::Key_Plus);
    QVERIFY(shown.canvas.layoutShown().frame.rowHeight > height);
    QTest::keyClick(&shown.canvas, Qt::Key_Escape);
    QVERIFY(shown.canvas.selected().empty());
    QVERIFY(shown.canvas.accessibleDescription().startsWith("Client 0:"));
}

void PartitionCanvasTest::keysResizeAndMix()
{
    Shown shown(made_up::sketch());
    shown.canvas.setSelected({0});
    QTest::keyClick(&shown.canvas, Qt::Key_Left);
    QTest::keyClick(&shown.canvas, Qt::Key_Left);
    QCOMPARE(shown.canvas.sketch().size(0), std::int64_t(98));
    QCOMPARE(shown.edits.size(), 2);
    QCOMPARE(shown.edits[0][2].toBool(), false);
    QCOMPARE(shown.edits[1][2].toBool(), true);                        // one step of the undo stack
    QTest::keyClick(&shown.canvas, Qt::Key_Left, Qt::ControlModifier); // the last border
    QTest::keyClick(&shown.canvas, Qt::Key_Left, Qt::ControlModifier); // the one before
    const KindCounts before = shown.canvas.sketch().held[0];
    QTest::keyClick(&shown.canvas, Qt::Key_Left);
    QCOMPARE(shown.canvas.sketch().held[0], KindCounts({before[0] - 1, before[1] + 1, before[2]}));
    QCOMPARE(shown.edits[2][2].toBool(), false);
    QTest::keyClick(&shown.canvas, Qt::Key_Right, Qt::ControlModifier);
    QTest::keyClick(&shown.canvas, Qt::Key_Right, Qt::ControlModifier); // the end again
    QTest::keyClick(&shown.canvas, Qt::Key_Right, Qt::ShiftModifier);
    QVERIFY(shown.canvas.sketch().size(0) >= 99);
}

void PartitionCanvasTest::keysMoveBetweenEdgesAndRounds()
{
    Shown shown(withEdges());
    shown.canvas.setSelected({2});
    QTest::keyClick(&shown.canvas, Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(edgeOf(shown.canvas.sketch(), 2), std::optional<std::size_t>(1));
    QTest::keyClick(&shown.canvas, Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(edgeOf(shown.canvas.sketch(), 2), std::optional<std::size_t>(0));
    QTest::keyClick(&shown.canvas, Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(arrivalOf(shown.canvas.sketch(), 2), std::optional(1));
    QTest::keyClick(&shown.canvas, Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(arrivalOf(shown.canvas.sketch(), 2), std::optional(2));
    QVERIFY(QTest::qWaitForWindowActive(&shown.canvas));
    QTest::keyClick(&shown.canvas, Qt::Key_Home, Qt::AltModifier); // the action's own
    QTRY_VERIFY(!arrivalOf(shown.canvas.sketch(), 2));
}

void PartitionCanvasTest::actionsWorkOnThePicked()
{
    Shown shown(made_up::sketch());
    for (const CanvasAction which : {CanvasAction::Copy,
                                     CanvasAction::Split,
                                     CanvasAction::Merge,
                                     CanvasAction::Delete,
                                     CanvasAction::GiveBack,
                                     CanvasAction::NewEdge,
                                     CanvasAction::FromStart}) {
        QVERIFY(!shown.canvas.action(which)->isEnabled());
        QVERIFY(!shown.canvas.action(which)->toolTip().isEmpty());
    }
    shown.canvas.setSelected({2});
    QVERIFY(!shown.canvas.action(CanvasAction::Merge)->isEnabled());
    shown.canvas.action(CanvasAction::Copy)->trigger();
    QCOMPARE(shown.canvas.sketch().clients(), std::size_t(4));
    QCOMPARE(shown.canvas.selected(), std::set<int>({3}));
    QVERIFY(shown.sentence().startsWith("The partition is now written by hand"));
    shown.canvas.setSelected({0});
    shown.canvas.action(CanvasAction::Split)->trigger();
    QCOMPARE(shown.canvas.selected(), std::set<int>({0, 4}));
    shown.canvas.action(CanvasAction::Merge)->trigger();
    QCOMPARE(shown.canvas.sketch().held[0], KindCounts({60, 30, 10}));
    shown.canvas.action(CanvasAction::Delete)->trigger();
    QCOMPARE(shown.canvas.sketch().clients(), std::size_t(3));
    QCOMPARE(shown.edits.size(), 4);
}

void PartitionCanvasTest::lanesAreRenamedInPlace()
{
    Shown shown(withEdges());
    QTest::mouseDClick(shown.canvas.viewport(), Qt::LeftButton, {}, headOf(shown.canvas, 1));
    auto* name = shown.canvas.findChild<QLineEdit*>("edgeName");
    QVERIFY(name);
    QCOMPARE(name->text(), QString("south"));
    name->setText("north 🌲");
    QTest::keyClick(name, Qt::Key_Return);
    QVERIFY(shown.edits.isEmpty());
    QVERIFY(shown.sentence().contains("already"));
    shown.canvas.setSelected({1});
    QTest::keyClick(&shown.canvas, Qt::Key_F2);
    QTRY_VERIFY(shown.canvas.findChildren<QLineEdit*>("edgeName").size() == 1);
    name = shown.canvas.findChild<QLineEdit*>("edgeName");
    name->setText("élan 🚲");
    QTest::keyClick(name, Qt::Key_Return);
    QCOMPARE(shown.canvas.sketch().edges[1].name, std::string("élan 🚲"));
    QCOMPARE(shown.edits.size(), 1);
}

void PartitionCanvasTest::theMenuOffersWhatTheKeysDo()
{
    Shown shown(withEdges());
    const QPoint at = bodyOf(shown.canvas, 1);
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, shown.canvas.viewport()->mapToGlobal(at));
    QApplication::sendEvent(shown.canvas.viewport(), &event);
    auto* menu = shown.canvas.findChild<QMenu*>("clientMenu");
    QVERIFY(menu);
    QCOMPARE(shown.canvas.selected(), std::set<int>({1}));
    QVERIFY(menu->actions().contains(shown.canvas.action(CanvasAction::Split)));
    QVERIFY(menu->actions().contains(shown.canvas.action(CanvasAction::FromStart)));
    menu->close();
}

void PartitionCanvasTest::lockedBarsStay()
{
    PartitionSketch sketch = made_up::sketch();
    sketch.locked = "These are made as they are needed.";
    Shown shown(sketch);
    drag(shown.canvas, endOf(shown.canvas, 0), endOf(shown.canvas, 0) - QPoint(80, 0));
    QVERIFY(shown.edits.isEmpty());
    QCOMPARE(shown.sentence(), sketch.locked);
    drag(shown.canvas, bodyOf(shown.canvas, 0), roundPoint(shown.canvas, 12));
    QCOMPARE(shown.edits.size(), 1); // they may still come later
}

// --- sizes ------------------------------------------------------------------------------------

void PartitionCanvasTest::oneClientAThousandAndAWindowOfOnePixel()
{
    PartitionSketch one = made_up::sketchOf(1, 4);
    one.kindNames = {"🐈 cats", "🐕 dogs", "very long name of a class indeed", ""};
    for (const PartitionSketch& sketch :
         {one, made_up::sketchOf(1000, 10), made_up::sketchOf(3, 100), PartitionSketch{}}) {
        PartitionCanvas canvas;
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

void PartitionCanvasTest::draggingFiveHundredClientsStaysQuick()
{
    PartitionSketch sketch = made_up::sketchOf(500, 10);
    sketch.unheld.assign(10, 5000);
    for (int edge = 0; edge < 20; ++edge) {
        sketch.edges.push_back({.name = "edge " + std::to_string(edge), .clients = {}});
        for (int client = edge * 25; client < edge * 25 + 25; ++client)
            sketch.edges.back().clients.push_back(client);
    }
    PartitionCanvas canvas;
    canvas.resize(1440, 900);
    canvas.setSketch(sketch);
    canvas.setSelected({3, 4, 5, 6, 7, 8});
    canvas.show();
    QImage picture(canvas.size(), QImage::Format_ARGB32_Premultiplied);
    canvas.render(&picture); // fonts are loaded
    const QPoint end = endOf(canvas, 5);
    press(canvas, end);
    std::vector<double> milliseconds;
    for (int step = 1; step <= 119; ++step) {
        // The thread's own time: other programs do not count.
        const double before = threadMilliseconds();
        moveTo(canvas, end + QPoint(step % 60, 0));
        canvas.render(&picture);
        milliseconds.push_back(threadMilliseconds() - before);
    }
    QVERIFY(canvas.shownSketch().size(5) != sketch.size(5));
    release(canvas, end);
    std::ranges::sort(milliseconds);
    qInfo("a frame of a drag: median %.2f ms, 95 %% within %.2f ms, longest %.2f ms",
          milliseconds[60],
          milliseconds[113],
          milliseconds.back());
#ifndef COTERIE_SANITIZED
    QVERIFY(milliseconds[60] <= 16);
#endif
}

// --- with the document and the real data ------------------------------------------------------

QString PartitionCanvasTest::saved(const QByteArray& partition,
                                   const QByteArray& dataset,
                                   const QByteArray& clients)
{
    const QString path = m_folder.filePath("experiment.json");
    QFile file(path);
    (void)file.open(QIODevice::WriteOnly);
    file.write(R"({ "schema": 1, "name": "Drawn", "data": {
  "dataset": )" + dataset
               + R"(,
  "partition": )"
               + partition + R"(,
  "test": { "share": 0.2 } },
"clients": )" + clients
               + R"(,
"model": {"name": "mlr"},
  "local": { "optimizer": {"name": "sgd", "learningRate": 0.1}, "batch": 8,   "localEpochs": 1 },
  "arms": [ {"name": "FedAvg", "algorithm": {"name": "fedavg"}} ],
  "rounds": 20, "seeds": [ 1, 2 ] })");
    return path;
}

namespace {

struct Page
{
    explicit Page(const QString& path)
        : document(registry())
        , editor(document, registry(), std::make_shared<RunData>(DataFolders{}))
    {
        editor.resize(1200, 700);
        editor.show();
        document.open(path);
    }
    /// The document is checked and its split is shown.
    bool settles()
    {
        return QTest::qWaitFor([this] {
            return !document.isChecking() && document.checked().experiment && !editor.isBusy()
                   && !editor.canvas().sketch().held.empty();
        });
    }
    PartitionCanvas& canvas() { return editor.canvas(); }

    ExperimentDocument document;
    PartitionEditor editor;
};

} // namespace

void PartitionCanvasTest::dragsChangeTheFileAndUndoRestoresIt()
{
    Page page(saved(R"({ "scheme": "dirichlet",   "clients": 6, "alpha": 0.5 })"));
    QVERIFY(page.settles());
    const QString text = page.document.text();
    const PartitionSketch before = page.canvas().sketch();
    QCOMPARE(before.clients(), std::size_t(6));

    const QPoint end = endOf(page.canvas(), 2);
    drag(page.canvas(), end, end - QPoint(70, 0));
    const PartitionSketch drawn = page.canvas().sketch();
    QVERIFY(drawn.size(2) < before.size(2));
    QVERIFY(page.settles());
    // What core deals from the file is what was drawn, to the sample.
    QCOMPARE(page.canvas().sketch().held, drawn.held);
    QCOMPARE(page.canvas().sketch().unheld, drawn.unheld);
    QCOMPARE(page.document.checked().experiment->partitionSeed, std::optional<std::uint64_t>(1));

    const QPoint border = borderOf(page.canvas(), 2, 0);
    drag(page.canvas(), border, border + QPoint(9, 0));
    QVERIFY(page.settles());
    QVERIFY(page.canvas().sketch().held != drawn.held);
    page.canvas().setSelected({1, 3});
    page.canvas().action(CanvasAction::Merge)->trigger();
    const PartitionSketch merged = page.canvas().sketch();
    QVERIFY(page.settles());
    QCOMPARE(page.canvas().sketch().held, merged.held);
    QCOMPARE(page.document.checked().experiment->data.partition.name, std::string("byHand"));
    drag(page.canvas(), bodyOf(page.canvas(), 0), roundPoint(page.canvas(), 8));
    QVERIFY(page.settles());
    QCOMPARE(page.document.checked().experiment->clients.arrivals.front().round, 8);
    QCOMPARE(page.document.undoStack().count(), 4);

    for (int step = 0; step < 4; ++step)
        page.document.undoStack().undo();
    QCOMPARE(page.document.text(), text);
    QVERIFY(page.settles());
    QVERIFY(page.canvas().sketch() == before);
    for (int step = 0; step < 3; ++step)
        page.document.undoStack().redo();
    QVERIFY(page.settles());
    QCOMPARE(page.canvas().sketch().held, merged.held);
}

void PartitionCanvasTest::theSplitFollowsTheScheme()
{
    Page page(saved(R"({ "scheme": "iid", "clients": 4 })"));
    QVERIFY(page.settles());
    QCOMPARE(page.canvas().sketch().clients(), std::size_t(4));
    QVERIFY(page.document.apply(
        "More clients", {{.pointer = "/data/partition/clients", .value = JsonNode::fromWhole(9)}}));
    QTRY_COMPARE(page.canvas().sketch().clients(), std::size_t(9));
    QCOMPARE(page.editor.findChild<MatrixView*>("distances")->picture().rows.size(),
             std::size_t(9));
    // Picking is shared with the heatmap.
    emit page.editor.findChild<MatrixView*>("distances")->clientsChosen({2, 5});
    QCOMPARE(page.canvas().selected(), std::set<int>({2, 5}));
}

void PartitionCanvasTest::slidersShowTheNewestSplitInTime()
{
    Page page(saved(R"({ "scheme": "dirichlet", "clients": 20, "alpha": 0.5, "minimum": 1 })"));
    QVERIFY(page.settles());
    RunPlan plan = page.document.checked().plans->front();
    QSignalSpy previews(&page.editor, &PartitionEditor::previewed);
    for (int position = 1; position <= 50; ++position) {
        plan.data.partition.parameters.set("alpha", 0.1 * position);
        page.editor.showPlan(plan, true);
    }
    QTRY_VERIFY(!page.editor.isBusy());
    QVERIFY2(previews.size() < 10, qPrintable(QString::number(previews.size())));
    RunData data({});
    QVERIFY(previewPartition(data, plan)->held == page.canvas().sketch().held);
}

void PartitionCanvasTest::aChangedSchemeIsDrawnInATenthOfASecond()
{
    // From the change of the file to the drawn bars: 60,000 samples and 100 clients.
    const QString table = m_folder.filePath("labels.csv");
    QFile file(table);
    QVERIFY(file.open(QIODevice::WriteOnly));
    for (int i = 0; i < 60000; ++i)
        file.write(QByteArray::number(i % 97) + ',' + QByteArray::number(i % 10) + '\n');
    file.close();
    Page page(saved(R"({ "scheme": "dirichlet", "clients": 100, "alpha": 0.5, "minimum": 1 })",
                    R"({ "name": "csv", "path": ")" + table.toUtf8() + R"(" })"));
    QVERIFY(page.settles());
    QCOMPARE(page.canvas().sketch().clients(), std::size_t(100));
    std::vector<qint64> milliseconds;
    const int mergeId = page.document.newMergeId();
    for (int position = 1; position <= 9; ++position) {
        QSignalSpy previewed(&page.editor, &PartitionEditor::previewed);
        QElapsedTimer timer;
        timer.start();
        QVERIFY(page.document.apply(
            "Change alpha",
            {{.pointer = "/data/partition/alpha", .value = JsonNode::fromReal(0.1 * position)}},
            mergeId));
        QVERIFY(previewed.wait());
        (void)page.canvas().grab();
        milliseconds.push_back(timer.elapsed());
    }
    std::ranges::sort(milliseconds);
    qInfo("from the slider to the picture: median %lld ms, longest %lld ms",
          milliseconds[4],
          milliseconds.back());
#ifndef COTERIE_SANITIZED
    QVERIFY(milliseconds[4] <= 100);
#endif
}

void PartitionCanvasTest::typedNumbersDoTheSame()
{
    Page page(saved(R"({ "scheme": "iid", "clients": 4, "samples": 100 })"));
    QVERIFY(page.settles());
    page.canvas().setSelected({1});
    auto* samples = page.editor.findChild<QSpinBox*>("clientSamples");
    QCOMPARE(samples->value(), 100);
    samples->setValue(60);
    QCOMPARE(page.canvas().sketch().size(1), std::int64_t(60));
    page.editor.findChild<QSpinBox*>("clientArrival")->setValue(7);
    QCOMPARE(arrivalOf(page.canvas().sketch(), 1), std::optional(7));
    QCOMPARE(page.document.undoStack().count(), 2);
    samples->setValue(5000); // the data ends before
    QVERIFY(page.canvas().sketch().size(1) < 1000);
    QCOMPARE(samples->value(), int(page.canvas().sketch().size(1)));
    QVERIFY(page.editor.findChild<QLabel*>("notice")->text().contains("at most"));
}

void PartitionCanvasTest::whatCannotBeDealtIsSaid()
{
    Page page(saved(R"({ "scheme": "iid", "clients": 4 })"));
    QVERIFY(page.settles());
    RunPlan plan = page.document.checked().plans->front();
    plan.data.partition.parameters.set("samples", std::int64_t(900));
    page.editor.showPlan(plan, true);
    QTRY_VERIFY(page.canvas().sketch().held.empty());
    QVERIFY(page.canvas().accessibleDescription().contains("/data/partition"));
    page.editor.showPlan(page.document.checked().plans->front(), true);
    QTRY_COMPARE(page.canvas().sketch().clients(), std::size_t(4));
    // A problem elsewhere leaves the drawing; another file takes it away.
    QVERIFY(page.document.apply("Spoil it",
                                {{.pointer = "/rounds", .value = JsonNode::fromWhole(-1)}}));
    QTRY_VERIFY(!page.document.isChecking() && !page.document.checked().experiment);
    QCOMPARE(page.canvas().sketch().clients(), std::size_t(4));
    bool gone = false;
    connect(&page.document, &ExperimentDocument::opened, &page.editor, [&] {
        gone = page.canvas().sketch().held.empty();
    });
    page.document.open(m_folder.filePath("experiment.json"));
    QVERIFY(page.settles());
    QVERIFY(gone);
}

void PartitionCanvasTest::choosingByHandBeginsWithWhatIsDrawn()
{
    Page page(saved(R"({ "scheme": "dirichlet", "clients": 4, "alpha": 0.5 })"));
    QVERIFY(page.settles());
    const std::vector<KindCounts> drawn = page.canvas().sketch().held;
    JsonNode partition = JsonNode::object();
    partition.add("scheme", JsonNode::fromText("byHand"));
    QVERIFY(page.document.apply("Choose by hand",
                                {{.pointer = "/data/partition", .value = partition}}));
    QTRY_VERIFY(!page.document.isChecking() && !page.document.checked().experiment);
    auto* begin = page.editor.findChild<NoticeBar*>()->findChild<QPushButton*>();
    QVERIFY(begin);
    begin->click();
    QVERIFY(page.settles());
    QCOMPARE(page.document.checked().experiment->data.partition.name, std::string("byHand"));
    QCOMPARE(page.canvas().sketch().held, drawn);
}

/// For people to look at, in the build folder; the test holds that every picture is drawn, that
/// they differ and that they follow the theme.
void PartitionCanvasTest::drawsInLightAndDark_data()
{
    QTest::addColumn<QByteArray>("partition");
    QTest::addColumn<QByteArray>("dataset");
    QTest::addColumn<QByteArray>("clients");
    QTest::addColumn<QString>("gesture");
    QTest::addColumn<QSize>("size");
    const QByteArray digits = R"({ "name": "glyphDigits", "samples": 6000 })";
    const QByteArray edges =
        R"({ "edges": [ {"name": "north 🌲", "clients": [0, 1, 2, 3, 4]}, {"name": "south", "clients": [5, 6, 7, 8]},
             {"name": "a hospital with a very long name in a town by the sea", "clients": [9, 10, 11]} ],
           "arrivals": [ {"round": 5, "clients": [2, 3]}, {"round": 14, "clients": [11]} ] })";
    const QByteArray dirichlet = R"({ "scheme": "dirichlet", "clients": 20, "alpha": 0.5 })";
    const QByteArray fourteen = R"({ "scheme": "dirichlet", "clients": 14, "alpha": 1 })";
    const auto row = [](const char* name,
                        const QByteArray& partition,
                        const QByteArray& dataset,
                        const QByteArray& clients = "{}",
                        const QString& gesture = {},
                        QSize size = {1180, 800}) {
        QTest::newRow(name) << partition << dataset << clients << gesture << size;
    };
    row("iid", R"({ "scheme": "iid", "clients": 10, "samples": 400 })", digits);
    row("dirichlet", dirichlet, digits);
    row("resized", dirichlet, digits, "{}", "taking");
    row("limited", dirichlet, digits, "{}", "growing");
    row("domains",
        R"({ "scheme": "domains", "clientsPerDomain": 2, "samples": 100 })",
        R"({ "name": "glyphDomains" })");
    row("edges", fourteen, digits, edges);
    row("moved", fourteen, digits, edges, "moving");
    row("late", fourteen, digits, edges, "late");
    row("many", R"({ "scheme": "dirichlet", "clients": 500, "alpha": 0.5, "minimum": 1 })", digits);
    row("page", dirichlet, digits, "{}", {}, {800, 470});
    row("narrow", dirichlet, digits, "{}", {}, {600, 800});
}

void PartitionCanvasTest::drawsInLightAndDark()
{
    QFETCH(QByteArray, partition);
    QFETCH(QByteArray, dataset);
    QFETCH(QByteArray, clients);
    QFETCH(QString, gesture);
    QFETCH(QSize, size);
    QDir(QStringLiteral(COTERIE_BINARY_DIR)).mkpath(QStringLiteral("pictures"));
    Page page(saved(partition, dataset, clients));
    page.editor.resize(size);
    QVERIFY(page.settles());
    std::vector<QImage> pictures;
    for (const auto& [dark, scale] : {std::pair{false, 1}, {false, 2}, {true, 1}}) {
        QApplication::setPalette(dark ? darkPalette() : lightPalette());
        page.canvas().setSelected({2, 3});
        QTest::qWait(30);
        if (gesture == "growing" || gesture == "taking") {
            page.canvas().action(CanvasAction::TakeFromOthers)->setChecked(gesture == "taking");
            press(page.canvas(), endOf(page.canvas(), 4));
            moveTo(page.canvas(), endOf(page.canvas(), 4) + QPoint(140, 2));
        } else if (!gesture.isEmpty()) {
            press(page.canvas(), bodyOf(page.canvas(), 2));
            moveTo(page.canvas(),
                   gesture == "late" ? roundPoint(page.canvas(), 9) : headOf(page.canvas(), 1));
        }
        QImage picture(page.editor.size() * scale, QImage::Format_ARGB32_Premultiplied);
        picture.setDevicePixelRatio(scale);
        QPainter painter(&picture);
        page.editor.render(&painter);
        painter.end();
        QTest::keyClick(&page.canvas(), Qt::Key_Escape);
        QVERIFY(picture.save(QStringLiteral(COTERIE_BINARY_DIR "/pictures/clients-%1-%2%3.png")
                                 .arg(QString::fromLatin1(QTest::currentDataTag()),
                                      dark ? QStringLiteral("dark") : QStringLiteral("light"),
                                      scale == 2 ? QStringLiteral("-2x") : QString())));
        pictures.push_back(picture);
    }
    QApplication::setPalette(lightPalette());
    QVERIFY(pictures[0] != pictures[2]);
    const QPoint corner(size.width() - 2, size.height() - 2);
    QVERIFY(pictures[0].pixelColor(corner).lightness()
            > pictures[2].pixelColor(corner).lightness());
    QCOMPARE(pictures[1].size(), pictures[0].size() * 2);
}

void PartitionCanvasTest::anEditThatWasUndoneDoesNotComeBack()
{
    Page page(saved(R"({ "scheme": "iid", "clients": 4 })"));
    QVERIFY(page.settles());
    const QString text = page.document.text();
    page.canvas().setSelected({1});
    QTest::keyClick(&page.canvas(), Qt::Key_Left, Qt::ShiftModifier);
    QVERIFY(page.settles());
    QVERIFY(page.document.text() != text);
    page.document.undoStack().undo();
    QCOMPARE(page.document.text(), text);
    QTest::keyClick(&page.canvas(), Qt::Key_Left); // on what is drawn no more
    QCOMPARE(page.document.text(), text);
    QVERIFY(page.settles());
    QTest::keyClick(&page.canvas(), Qt::Key_Left);
    QVERIFY(page.document.text() != text);
    QVERIFY(page.settles());
    // A change that does not concern the clients leaves them as they are.
    QVERIFY(page.document.apply("More rounds",
                                {{.pointer = "/local/batch", .value = JsonNode::fromWhole(9)}}));
    QTRY_VERIFY(!page.document.isChecking());
    const QString before = page.document.text();
    QTest::keyClick(&page.canvas(), Qt::Key_Left);
    QVERIFY(page.document.text() != before);
}

void PartitionCanvasTest::keysOfTheCanvasAreNobodyElses()
{
    ActionRegistry registry;
    addWindowActions(registry);
    const PartitionCanvas canvas;
    for (const QAction* own : canvas.actions())
        for (const QAction* other : registry.all()) {
            const bool onPage = other->shortcutContext() != Qt::WindowShortcut;
            QVERIFY2(onPage || !other->shortcuts().contains(own->shortcut()),
                     qPrintable(own->objectName() + QLatin1Char(' ') + other->objectName()));
        }
}

void PartitionCanvasTest::escapeLeavesANameAsItWas()
{
    Shown shown(withEdges());
    shown.canvas.setSelected({1});
    QTest::keyClick(&shown.canvas, Qt::Key_F2);
    auto* name = shown.canvas.findChild<QLineEdit*>("edgeName");
    QVERIFY(name);
    name->setText("another");
    QTest::keyClick(name, Qt::Key_Escape);
    QTRY_VERIFY(!shown.canvas.findChild<QLineEdit*>("edgeName"));
    QVERIFY(shown.edits.isEmpty());
    QCOMPARE(shown.canvas.selected(), std::set<int>({1}));
}

COTERIE_WIDGET_TEST_MAIN(PartitionCanvasTest)
#include "tst_partition_canvas.moc"
