#include "tests/sections.h"
#include "tests/ui/made_up_groups.h"
#include "ui/frame/focus_help.h"
#include "ui/views/dendrogram_view.h"
#include "ui/views/group_river_view.h"
#include "ui/views/matrix_view.h"
#include "ui/views/parallel_view.h"
#include "ui/views/picture_export.h"
#include "ui/views/topology_view.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QShortcut>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QVBoxLayout>

#include <memory>

namespace tst_key_walk {

using namespace coterie;
using namespace coterie::ui;

namespace {

using Clients = std::set<int>;

std::unique_ptr<PaintedView> matrix()
{
    auto view = std::make_unique<MatrixView>();
    MatrixPicture picture;
    picture.matrix = Matrix(3, 3);
    for (std::size_t i = 0; i < 9; ++i)
        picture.matrix.values[i] = double(i) / 10;
    picture.rows = picture.columns = {2, 0, 1}; // by group, say
    picture.rowWord = QStringLiteral("client");
    picture.columnWord = QStringLiteral("takes from client");
    picture.valueWord = QStringLiteral("weight");
    view->setPicture(std::move(picture));
    return view;
}

std::unique_ptr<DendrogramView> dendrogram(Grouping grouping, int clients)
{
    auto view = std::make_unique<DendrogramView>();
    view->setPicture({.grouping = std::move(grouping), .clients = clients, .colourOfClient = {}});
    return view;
}

std::unique_ptr<PaintedView> river()
{
    auto view = std::make_unique<GroupRiverView>();
    view->setRounds({{.round = 1, .colourOfClient = {0, 0, 1, 1}},
                     {.round = 2, .colourOfClient = {0, 1, 1, 2}}});
    view->setRoundShown(1);
    return view;
}

std::unique_ptr<PaintedView> topology()
{
    auto view = std::make_unique<TopologyView>();
    TopologyPicture picture;
    picture.clients.resize(4);
    picture.edges.resize(2);
    picture.edgeNames = {QStringLiteral("north"), QStringLiteral("south")};
    picture.clientsOfEdge = {{0, 1}, {2, 3}};
    picture.order = {0, 1, 2, 3};
    picture.server = QStringLiteral("cloud");
    view->setPicture(std::move(picture));
    return view;
}

std::unique_ptr<ParallelView> parallel()
{
    auto view = std::make_unique<ParallelView>();
    view->setAxes({{.title = QStringLiteral("alpha"), .values = {1.0, 2.0, 3.0}, .words = {}},
                   {.title = QStringLiteral("error"), .values = {10.0, {}, 30.0}, .words = {}}},
                  {QStringLiteral("one"), QStringLiteral("two"), QStringLiteral("three")});
    return view;
}

std::vector<std::unique_ptr<PaintedView>> allViews()
{
    std::vector<std::unique_ptr<PaintedView>> views;
    views.push_back(matrix());
    views.push_back(dendrogram(made_up::fourLeaves(), 4));
    views.push_back(river());
    views.push_back(topology());
    views.push_back(parallel());
    return views;
}

/// In a window that has the keyboard, as if Tab had led to it.
void focus(PaintedView& view)
{
    view.resize(500, 400);
    view.show();
    view.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&view, kTryMilliseconds));
    view.clearFocus();
    view.setFocus(Qt::TabFocusReason);
    QVERIFY(view.hasFocus());
}

void press(PaintedView& view, std::initializer_list<Qt::Key> keys)
{
    for (const Qt::Key key : keys)
        QTest::keyClick(&view, key);
}

/// The clients that a view told last of.
Clients lastChosen(const QSignalSpy& spy)
{
    return spy.isEmpty() ? Clients() : spy.last().front().value<Clients>();
}

} // namespace

/// Painted views without a mouse.
class KeyWalkTest final : public QObject
{
    Q_OBJECT

private slots:
    void aGridIsWalkedToItsRims();
    void pointsAreWalkedToTheNearestThatWay();
    void choosingReplacesAddsOrToggles();
    void aMatrixIsWalkedCellByCell();
    void aDendrogramIsWalkedAlongItsClientsAndUpItsTree();
    void theCutIsMovedGroupByGroup();
    void aRiverIsWalkedThroughTheGroupsOfTheRound();
    void aTopologyIsWalkedAcrossAndUp();
    void linesAreWalkedInTheOrderOfTheirResults();
    void aClickLeavesTheWindowItsKeys();
    void whereNothingIsShownTheKeysAreTheWindows();
    void theRingIsSeenAndIsNoPartOfAPicture();
    void helpSaysWhatTheKeysDo();
};

void KeyWalkTest::aGridIsWalkedToItsRims()
{
    using Place = std::optional<GridPlace>;
    const auto at = [](int row, int column) {
        return Place(GridPlace{.row = row, .column = column});
    };
    QVERIFY(!walkGrid({}, KeyStep::Down, 0, 3));
    QVERIFY(walkGrid({}, KeyStep::Down, 2, 3) == at(0, 0)); // from nowhere to the first
    QVERIFY(walkGrid(at(0, 0), KeyStep::Down, 2, 3) == at(1, 0));
    QVERIFY(walkGrid(at(1, 0), KeyStep::Down, 2, 3) == at(1, 0));
    QVERIFY(walkGrid(at(1, 0), KeyStep::Left, 2, 3) == at(1, 0));
    QVERIFY(walkGrid(at(1, 1), KeyStep::Right, 2, 3) == at(1, 2));
    QVERIFY(walkGrid(at(1, 1), KeyStep::Up, 2, 3) == at(0, 1));
    QVERIFY(walkGrid(at(1, 1), KeyStep::First, 2, 3) == at(0, 0));
    QVERIFY(walkGrid({}, KeyStep::Last, 2, 3) == at(1, 2));
    QVERIFY(walkGrid(at(9, 9), KeyStep::Left, 2, 3) == at(1, 2)); // there are fewer now
}

void KeyWalkTest::pointsAreWalkedToTheNearestThatWay()
{
    //  0   1   2
    //    3      4
    const std::vector<QPointF> points{{0, 0}, {40, 0}, {80, 0}, {20, 60}, {90, 60}};
    const auto from = [&](std::size_t start, KeyStep step) {
        return int(*walkPoints(start, step, points));
    };
    QVERIFY(!walkPoints({}, KeyStep::Down, {}));
    QCOMPARE(int(*walkPoints({}, KeyStep::Left, points)), 0);
    QCOMPARE(int(*walkPoints(9, KeyStep::Left, points)), 0); // there are fewer now
    QCOMPARE(from(0, KeyStep::Right), 1);                    // along the row, though 3 is as near
    QCOMPARE(from(1, KeyStep::Right), 2);
    QCOMPARE(from(2, KeyStep::Down), 4);
    QCOMPARE(from(4, KeyStep::Left), 3);
    QCOMPARE(from(3, KeyStep::Up), 0);
    QCOMPARE(from(0, KeyStep::Left), 0); // nothing lies there
    QCOMPARE(from(4, KeyStep::Down), 4);
    QCOMPARE(from(3, KeyStep::First), 0);
    QCOMPARE(from(0, KeyStep::Last), 4);
}

void KeyWalkTest::choosingReplacesAddsOrToggles()
{
    const std::vector<int> pair{1, 2};
    QCOMPARE(picked({0, 1}, pair, Pick::Only), Clients({1, 2}));
    QCOMPARE(picked({0, 1}, pair, Pick::Add), Clients({0, 1, 2}));
    QCOMPARE(picked({0, 1}, pair, Pick::Toggle), Clients({0, 1, 2})); // one was missing
    QCOMPARE(picked({0, 1, 2}, pair, Pick::Toggle), Clients({0}));
    QCOMPARE(picked({0}, {}, Pick::Only), Clients());
    QCOMPARE(picked({0}, {}, Pick::Add), Clients({0}));
}

void KeyWalkTest::aMatrixIsWalkedCellByCell()
{
    const std::unique_ptr<PaintedView> painted = matrix();
    auto& view = dynamic_cast<MatrixView&>(*painted);
    QSignalSpy chosen(&view, &MatrixView::clientsChosen);
    focus(view);
    QCOMPARE(view.placeText(), QStringLiteral("client 2, takes from client 2, weight: 0.8"));
    press(view, {Qt::Key_Right, Qt::Key_Right, Qt::Key_Down});
    QCOMPARE(view.placeText(), QStringLiteral("client 0, takes from client 1, weight: 0.1"));
    QCOMPARE(view.accessibleDescription(), view.placeText()); // which a screen reader says
    press(view, {Qt::Key_Return});
    QCOMPARE(lastChosen(chosen), Clients({0, 1}));
    view.setSelected({0, 2});
    press(view, {Qt::Key_Space});
    QCOMPARE(lastChosen(chosen), Clients({0, 1, 2}));
    // In another order the same cell is meant.
    MatrixPicture picture = view.picture();
    picture.rows = picture.columns = {0, 1, 2};
    view.setPicture(picture);
    QCOMPARE(view.placeText(), QStringLiteral("client 0, takes from client 1, weight: 0.1"));
    press(view, {Qt::Key_End});
    QCOMPARE(view.placeText(), QStringLiteral("client 2, takes from client 2, weight: 0.8"));
    picture.matrix = Matrix(2, 2); // which it is not any more in a smaller one
    picture.rows = picture.columns = {0, 1};
    view.setPicture(picture);
    QVERIFY(view.placeText().isEmpty());
    press(view, {Qt::Key_Down});
    QCOMPARE(view.placeText(), QStringLiteral("client 0, takes from client 0, weight: 0"));
}

void KeyWalkTest::aDendrogramIsWalkedAlongItsClientsAndUpItsTree()
{
    const auto view = dendrogram(made_up::sixClients(), 6);
    QSignalSpy chosen(view.get(), &DendrogramView::clientsChosen);
    focus(*view);
    QCOMPARE(view->placeText(), QStringLiteral("Client 0"));
    press(*view, {Qt::Key_Down});
    QCOMPARE(view->placeText(), QStringLiteral("Client 1"));
    press(*view, {Qt::Key_Right});
    QVERIFY(view->placeText().startsWith(QStringLiteral("Merge 1 of 3\n{0} + {1}: gain")));
    press(*view, {Qt::Key_Return});
    QCOMPARE(lastChosen(chosen), Clients({0, 1}));
    press(*view, {Qt::Key_Right});
    QVERIFY(view->placeText().startsWith(QStringLiteral("Merge 3 of 3\n{0, 1} + {2}")));
    press(*view, {Qt::Key_Right}); // there is no further merge, not even a refused one
    QVERIFY(view->placeText().startsWith(QStringLiteral("Merge 3")));
    press(*view, {Qt::Key_Left});
    QVERIFY(view->placeText().startsWith(QStringLiteral("Merge 1")));
    press(*view, {Qt::Key_Down, Qt::Key_Down}); // past the third merge to that of 3 and 4
    QVERIFY(view->placeText().startsWith(QStringLiteral("Merge 2")));
    press(*view, {Qt::Key_Right});
    QVERIFY(view->placeText().startsWith(QStringLiteral("Best refused merge")));
    view->setSelected({0});
    press(*view, {Qt::Key_Space});
    QCOMPARE(lastChosen(chosen), Clients({0, 3, 4, 5}));
    press(*view, {Qt::Key_Left, Qt::Key_Left});
    QCOMPARE(view->placeText(), QStringLiteral("Client 3"));
    press(*view, {Qt::Key_End});
    QCOMPARE(view->placeText(), QStringLiteral("Client 5"));
    // The player takes away the merge where the keys have led.
    press(*view, {Qt::Key_Home, Qt::Key_Right, Qt::Key_Right});
    view->setSteps(1);
    QVERIFY(view->placeText().isEmpty());
    press(*view, {Qt::Key_Up});
    QCOMPARE(view->placeText(), QStringLiteral("Client 0"));
}

void KeyWalkTest::theCutIsMovedGroupByGroup()
{
    const Grouping tree = made_up::fourLeaves();
    const double inside = cutBeside(tree, 1.8, -1);
    QCOMPARE(groupsUnderCut(tree, 4, inside).size(), std::size_t{3});
    QCOMPARE(groupsUnderCut(tree, 4, cutBeside(tree, inside, -1)).size(), std::size_t{4});
    const double all = cutBeside(tree, 1.8, 1);
    QCOMPARE(groupsUnderCut(tree, 4, all).size(), std::size_t{1});
    QCOMPARE(cutBeside(tree, all, 1), all);
    Grouping tied = tree;
    tied.merges[1].score = tied.merges[0].score; // two merges at one height: one step
    QCOMPARE(groupsUnderCut(tied, 4, cutBeside(tied, 0.1, 1)).size(), std::size_t{2});

    const auto view = dendrogram(tree, 4);
    QSignalSpy moved(view.get(), &DendrogramView::cutMoved);
    focus(*view);
    QCOMPARE(view->scene().groupsAtCut(), 2);
    QTest::keyClick(view.get(), Qt::Key_Left, Qt::ShiftModifier);
    QCOMPARE(view->scene().groupsAtCut(), 3);
    QVERIFY(view->scene().isCutMoved());
    QTest::keyClick(view.get(), Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(view.get(), Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(view->scene().groupsAtCut(), 1);
    QTest::keyClick(view.get(), Qt::Key_Home, Qt::ShiftModifier);
    QCOMPARE(view->scene().groupsAtCut(), 2);
    QVERIFY(!view->scene().isCutMoved());
    QCOMPARE(moved.count(), 4);
    QCOMPARE(view->placeText(), QStringLiteral("Client 0")); // where Tab has led, all the time
}

void KeyWalkTest::aRiverIsWalkedThroughTheGroupsOfTheRound()
{
    const std::unique_ptr<PaintedView> painted = river();
    auto& view = dynamic_cast<GroupRiverView&>(*painted);
    QSignalSpy chosen(&view, &GroupRiverView::clientsChosen);
    focus(view);
    QCOMPARE(view.placeText(), QStringLiteral("Round 1, group 1 since round 1: {0, 1}"));
    press(view, {Qt::Key_Down, Qt::Key_Down});
    QVERIFY(view.placeText().endsWith(QStringLiteral(": {2, 3}")));
    press(view, {Qt::Key_Return});
    QCOMPARE(lastChosen(chosen), Clients({2, 3}));
    view.setRoundShown(2); // the group that client 2 is in then
    QVERIFY(view.placeText().endsWith(QStringLiteral(": {1, 2}")));
    press(view, {Qt::Key_End});
    QVERIFY(view.placeText().endsWith(QStringLiteral(": {3}")));
    press(view, {Qt::Key_Left}); // is the rounds'
    QVERIFY(view.placeText().endsWith(QStringLiteral(": {3}")));
}

void KeyWalkTest::aTopologyIsWalkedAcrossAndUp()
{
    const std::unique_ptr<PaintedView> painted = topology();
    auto& view = dynamic_cast<TopologyView&>(*painted);
    QSignalSpy chosen(&view, &TopologyView::clientsChosen);
    focus(view);
    QVERIFY(view.placeText().startsWith(QStringLiteral("Client 0\n")));
    press(view, {Qt::Key_Right, Qt::Key_Right});
    QVERIFY(view.placeText().startsWith(QStringLiteral("Client 2\n")));
    press(view, {Qt::Key_Up});
    QVERIFY(view.placeText().startsWith(QStringLiteral("Edge server south, 2 clients\n")));
    press(view, {Qt::Key_Return});
    QCOMPARE(lastChosen(chosen), Clients({2, 3}));
    view.setSelected({2, 3});
    press(view, {Qt::Key_Down, Qt::Key_Space});
    const Clients left = lastChosen(chosen);
    QVERIFY(left == Clients({2}) || left == Clients({3})); // one of the two below it
    press(view, {Qt::Key_End});
    QVERIFY(view.placeText().startsWith(QStringLiteral("Client 3\n")));
}

void KeyWalkTest::linesAreWalkedInTheOrderOfTheirResults()
{
    const auto view = parallel();
    QSignalSpy chosen(view.get(), &ParallelView::lineChosen);
    focus(*view);
    QVERIFY(view->placeText().startsWith(QStringLiteral("three\n"))); // at the top of the axis
    QCOMPARE(view->lineInFront(), 2);
    press(*view, {Qt::Key_Down});
    QVERIFY(view->placeText().startsWith(QStringLiteral("one\n")));
    press(*view, {Qt::Key_Down});
    QVERIFY(view->placeText().startsWith(QStringLiteral("two\n"))); // without a result
    press(*view, {Qt::Key_Up, Qt::Key_Return});
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(chosen.front().front().toInt(), 0);
    view->clearFocus();
    QCOMPARE(view->lineInFront(), 0); // stays there
    view->setFocus(Qt::TabFocusReason);
    press(*view, {Qt::Key_Space});
    QCOMPARE(chosen.count(), 1);
    view->clearFocus();
    QCOMPARE(view->lineInFront(), -1);
}

void KeyWalkTest::aClickLeavesTheWindowItsKeys()
{
    for (const auto& made : allViews()) {
        QWidget window;
        auto* layout = new QVBoxLayout(&window);
        auto* other = new QLineEdit(&window);
        PaintedView* view = made.get();
        layout->addWidget(other);
        layout->addWidget(view);
        int rounds = 0;
        int runs = 0;
        const QShortcut left(QKeySequence(Qt::Key_Left), &window);
        const QShortcut space(QKeySequence(Qt::Key_Space), &window);
        QObject::connect(&left, &QShortcut::activated, &window, [&rounds] { ++rounds; });
        QObject::connect(&space, &QShortcut::activated, &window, [&runs] { ++runs; });
        window.resize(500, 400);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window, kTryMilliseconds));
        QTest::mouseClick(view, Qt::LeftButton, {}, view->rect().center());
        QVERIFY(view->hasFocus());
        QVERIFY(!view->isRingShown());
        press(*view, {Qt::Key_Left, Qt::Key_Space});
        QCOMPARE(rounds, 1);
        QCOMPARE(runs, 1);
        // Down puts the keys to this use, and so does Tab.
        press(*view, {Qt::Key_Down});
        QVERIFY(view->isRingShown());
        press(*view, {Qt::Key_Space});
        QCOMPARE(runs, 1);
        other->setFocus();
        QVERIFY(!view->isRingShown());
        QTest::keyClick(other, Qt::Key_Tab);
        QVERIFY(view->hasFocus() && view->isRingShown());
        press(*view, {Qt::Key_Space});
        QCOMPARE(runs, 1);
        view->setParent(nullptr); // is not the window's to destroy
    }
}

void KeyWalkTest::whereNothingIsShownTheKeysAreTheWindows()
{
    MatrixView noMatrix;
    noMatrix.setNothing(QStringLiteral("nothing"));
    DendrogramView noTree;
    GroupRiverView noRiver;
    TopologyView noTopology;
    ParallelView noLines;
    for (PaintedView* view :
         std::initializer_list<PaintedView*>{&noMatrix, &noTree, &noRiver, &noTopology, &noLines}) {
        focus(*view);
        for (const Qt::Key key : {Qt::Key_Down, Qt::Key_Left, Qt::Key_End, Qt::Key_Return}) {
            QKeyEvent asked(QEvent::ShortcutOverride, key, Qt::NoModifier);
            asked.ignore();
            QCoreApplication::sendEvent(view, &asked);
            QVERIFY2(!asked.isAccepted(), qPrintable(view->objectName()));
            QTest::keyClick(view, key);
        }
        QVERIFY(view->placeText().isEmpty());
        QVERIFY(!view->grab().isNull());
    }
}

void KeyWalkTest::theRingIsSeenAndIsNoPartOfAPicture()
{
    const QTemporaryDir folder;
    for (const auto& view : allViews()) {
        view->resize(500, 400);
        const auto saved = [&](const char* name) {
            const QString path = folder.filePath(QLatin1String(name));
            return savePicture(path, pictureOf(*view, {})).isEmpty() ? QImage(path) : QImage();
        };
        const QImage without = view->grab().toImage();
        const QImage paperBefore = saved("before.png");
        focus(*view);
        const QImage ringed = view->grab().toImage();
        QVERIFY2(ringed != without, qPrintable(view->objectName()));
        const QColor ring = view->palette().color(QPalette::Highlight);
        QCOMPARE(ringed.pixelColor(0, 200), ring); // the frame; and round the place itself:
        int inside = 0;
        for (int y = 4; y < 396; ++y)
            for (int x = 4; x < 496; ++x)
                inside += ringed.pixelColor(x, y) == ring && without.pixelColor(x, y) != ring;
        QVERIFY2(inside > 20, qPrintable(view->objectName()));
        QVERIFY(saved("after.png") == paperBefore && !paperBefore.isNull());
        QVERIFY(view->isRingShown()); // afterwards as before
    }
}

void KeyWalkTest::helpSaysWhatTheKeysDo()
{
    for (const auto& view : allViews()) {
        QVERIFY(!view->accessibleName().isEmpty());
        QCOMPARE(view->focusPolicy(), Qt::StrongFocus);
        const QString help = helpOn(*view);
        QVERIFY2(help.contains(QStringLiteral("Enter")), qPrintable(help));
        focus(*view);
        QVERIFY(helpOn(*view).contains(view->placeText().section(QLatin1Char('\n'), 0, 0)));
    }
}

COTERIE_WIDGET_SECTION(KeyWalkTest)

} // namespace tst_key_walk

#include "tst_key_walk.moc"
