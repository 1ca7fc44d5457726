#include "tests/sections.h"
#include "tests/ui/design/canvas_bench.h"
#include "ui/frame/focus_help.h"

#include <QLineEdit>
#include <QMenu>

namespace tst_canvas_keys {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// The canvas under a real keyboard: keys, actions, its menu and the names typed into it.
class CanvasKeysTest final : public QObject
{
    Q_OBJECT

private slots:
    void keysWalkAndPick();
    void keysResizeAndMix();
    void keysMoveBetweenEdgesAndRounds();
    void actionsWorkOnThePicked();
    void lanesAreRenamedInPlace();
    void theMenuOffersWhatTheKeysDo();
    void helpDoesNotQuoteWhatPasses();
    void escapeLeavesANameAsItWas();
};

void CanvasKeysTest::keysWalkAndPick()
{
    CanvasBench shown(made_up::sketchOf(300, 3));
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

void CanvasKeysTest::keysResizeAndMix()
{
    CanvasBench shown(made_up::sketch());
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

void CanvasKeysTest::keysMoveBetweenEdgesAndRounds()
{
    CanvasBench shown(withEdges());
    QVERIFY(
        QTest::qWaitForWindowActive(&shown.canvas, kTryMilliseconds)); // the keys are the actions'
    shown.canvas.setSelected({2});
    QTest::keyClick(&shown.canvas, Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(edgeOf(shown.canvas.sketch(), 2), std::optional<std::size_t>(1));
    QTest::keyClick(&shown.canvas, Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(edgeOf(shown.canvas.sketch(), 2), std::optional<std::size_t>(0));
    QTest::keyClick(&shown.canvas, Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(arrivalOf(shown.canvas.sketch(), 2), std::optional(1));
    QTest::keyClick(&shown.canvas, Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(arrivalOf(shown.canvas.sketch(), 2), std::optional(2));
    QTest::keyClick(&shown.canvas, Qt::Key_Home, Qt::AltModifier);
    QTRY_VERIFY(!arrivalOf(shown.canvas.sketch(), 2));
}

void CanvasKeysTest::actionsWorkOnThePicked()
{
    CanvasBench shown(made_up::sketch());
    for (const ActionId which : {ActionId::CopyClients,
                                 ActionId::SplitClients,
                                 ActionId::MergeClients,
                                 ActionId::DeleteClients,
                                 ActionId::ResetClients,
                                 ActionId::NewEdge,
                                 ActionId::ArriveAtStart}) {
        QVERIFY(!shown.action(which)->isEnabled());
        QVERIFY(!shown.action(which)->toolTip().isEmpty());
    }
    shown.canvas.setSelected({2});
    QVERIFY(!shown.action(ActionId::MergeClients)->isEnabled());
    shown.action(ActionId::CopyClients)->trigger();
    QCOMPARE(shown.canvas.sketch().clients(), std::size_t(4));
    QCOMPARE(shown.canvas.selected(), std::set<int>({3}));
    QVERIFY(shown.sentence().startsWith("The partition is now by hand"));
    shown.canvas.setSelected({0});
    shown.action(ActionId::SplitClients)->trigger();
    QCOMPARE(shown.canvas.selected(), std::set<int>({0, 4}));
    shown.action(ActionId::MergeClients)->trigger();
    QCOMPARE(shown.canvas.sketch().held[0], KindCounts({60, 30, 10}));
    shown.action(ActionId::DeleteClients)->trigger();
    QCOMPARE(shown.canvas.sketch().clients(), std::size_t(3));
    QCOMPARE(shown.edits.size(), 4);
}

void CanvasKeysTest::lanesAreRenamedInPlace()
{
    CanvasBench shown(withEdges());
    QTest::mouseDClick(shown.canvas.viewport(), Qt::LeftButton, {}, headOf(shown.canvas, 1));
    auto* name = shown.canvas.findChild<QLineEdit*>("edgeName");
    QVERIFY(name);
    QCOMPARE(name->text(), QString("south"));
    name->setText("north 🌲");
    QTest::keyClick(name, Qt::Key_Return);
    QVERIFY(shown.edits.isEmpty());
    QVERIFY(shown.sentence().contains("already"));
    shown.canvas.setSelected({1});
    QVERIFY(QTest::qWaitForWindowActive(&shown.canvas, kTryMilliseconds));
    QTest::keyClick(&shown.canvas, Qt::Key_F2);
    QTRY_VERIFY(shown.canvas.findChildren<QLineEdit*>("edgeName").size() == 1);
    name = shown.canvas.findChild<QLineEdit*>("edgeName");
    name->setText("élan 🚲");
    QTest::keyClick(name, Qt::Key_Return);
    QCOMPARE(shown.canvas.sketch().edges[1].name, std::string("élan 🚲"));
    QCOMPARE(shown.edits.size(), 1);
}

void CanvasKeysTest::theMenuOffersWhatTheKeysDo()
{
    CanvasBench shown(withEdges());
    const QPoint at = bodyOf(shown.canvas, 1);
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, shown.canvas.viewport()->mapToGlobal(at));
    QApplication::sendEvent(shown.canvas.viewport(), &event);
    auto* menu = shown.canvas.findChild<QMenu*>("clientMenu");
    QVERIFY(menu);
    QCOMPARE(shown.canvas.selected(), std::set<int>({1}));
    QVERIFY(menu->actions().contains(shown.action(ActionId::SplitClients)));
    QVERIFY(menu->actions().contains(shown.action(ActionId::ArriveAtStart)));
    menu->close();
}

void CanvasKeysTest::helpDoesNotQuoteWhatPasses()
{
    ActionRegistry actions;
    addWindowActions(actions);
    PartitionCanvas canvas(actions);
    const QString reading = QStringLiteral("Reading the samples…");
    canvas.setNothing(reading, PartitionCanvas::Nothing::ForAMoment);
    QVERIFY(!helpOn(canvas).contains(reading));
    const QString lasting = QStringLiteral("The clients are drawn later.");
    canvas.setNothing(lasting);
    QVERIFY(helpOn(canvas).contains(lasting));
}

void CanvasKeysTest::escapeLeavesANameAsItWas()
{
    CanvasBench shown(withEdges());
    shown.canvas.setSelected({1});
    QVERIFY(QTest::qWaitForWindowActive(&shown.canvas, kTryMilliseconds));
    QTest::keyClick(&shown.canvas, Qt::Key_F2);
    auto* name = shown.canvas.findChild<QLineEdit*>("edgeName");
    QVERIFY(name);
    name->setText("another");
    QTest::keyClick(name, Qt::Key_Escape);
    QTRY_VERIFY(!shown.canvas.findChild<QLineEdit*>("edgeName"));
    QVERIFY(shown.edits.isEmpty());
    QCOMPARE(shown.canvas.selected(), std::set<int>({1}));
}

COTERIE_WIDGET_SECTION(CanvasKeysTest)

} // namespace tst_canvas_keys

#include "tst_canvas_keys.moc"
