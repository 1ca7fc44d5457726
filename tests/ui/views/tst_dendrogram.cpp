#include "tests/sections.h"
#include "tests/ui/looks.h"
#include "tests/ui/made_up_groups.h"
#include "tests/ui/made_up_runs.h"
#include "ui/runs/store_reader.h"
#include "ui/views/dendrogram_view.h"
#include "ui/watch/dendrogram_panel.h"

#include <QMouseEvent>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <utility>

namespace tst_dendrogram {

using namespace coterie;
using namespace coterie::ui;

namespace {

/// Where the pointer finds the cut line; −1: nowhere.
int cutLine(DendrogramView& view)
{
    for (int x = 0; x < view.width(); ++x) {
        QTest::mouseMove(&view, QPoint(x, view.height() / 2));
        if (view.cursor().shape() == Qt::SplitHCursor)
            return x;
    }
    return -1;
}

} // namespace

/// The view of a tree: what is drawn, pointed at and picked, and its cut.
class DendrogramTest final : public QObject
{
    Q_OBJECT

private slots:
    void noMergeOneClientTiesAndNothingAreDrawn();
    void aClickOnAMergePicksItsClients();
    void theCutOfATreeCanBeDragged();
    void theCutIsTheRoundsOwnUntilItIsDragged();
    void aMovedCutColoursItsGroupsAndCanBePutBack();
    void pointingAtAMergeThatIsTakenAwayPointsAtNothing();
    void whySpeaksOfWhatIsPointedAtOrDrawnLast();
    void groupsAreNamedWhereThereIsRoom();
    void groupsAndClientsSayWhenTheyCameTogether();
    void narrowDocksStillSayWhenClientsJoined();
    void dotsSayWhoTakesPartAndWhoIsMergedAlready();
    void aGroupPointedAtMayGoWithTheCut();
    void mergesAreNumberedBesideTheLinesOnAnAxisOfGains();
};

void DendrogramTest::noMergeOneClientTiesAndNothingAreDrawn()
{
    Grouping alone;
    alone.groups = {{0}};
    Grouping ties = made_up::fourLeaves();
    for (Merge& merge : ties.merges)
        merge.score = 0;
    Grouping nobody;
    nobody.groups = {{0}, {1}, {2}};
    struct Case
    {
        Grouping grouping;
        int clients;
    };
    for (const Case& each : {Case{alone, 1}, Case{ties, 4}, Case{nobody, 3}, Case{Grouping{}, 0}}) {
        DendrogramView view;
        view.resize(400, 300);
        view.setPicture({.grouping = each.grouping,
                         .clients = each.clients,
                         .colourOfClient = std::vector<int>(std::size_t(each.clients), 0)});
        for (const MergeAxis axis : {MergeAxis::Order, MergeAxis::Score}) {
            view.setAxis(axis);
            const QImage picture = view.grab().toImage();
            QVERIFY(!picture.isNull());
            bool drawn = false; // something other than the background
            for (int x = 0; x < picture.width() && !drawn; ++x)
                for (int y = 0; y < picture.height() && !drawn; ++y)
                    drawn = picture.pixel(x, y) != picture.pixel(0, 0);
            QVERIFY(drawn);
        }
    }
}

void DendrogramTest::aClickOnAMergePicksItsClients()
{
    DendrogramView view;
    view.resize(500, 300);
    view.setPicture(
        {.grouping = made_up::sixClients(), .clients = 6, .colourOfClient = {0, 0, 0, 1, 1, 2}});
    view.show();
    QSignalSpy chosen(&view, &DendrogramView::clientsChosen);
    // Somewhere on screen is a point for each of these; the click on it picks exactly them.
    const std::vector<std::set<int>> expected{{0, 1}, {3, 4}, {0, 1, 2}, {3, 4, 5}, {0}, {5}};
    std::set<std::set<int>> seen;
    for (int x = 2; x < view.width(); x += 3)
        for (int y = 2; y < view.height(); y += 3)
            QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(x, y));
    for (const QList<QVariant>& each : chosen)
        seen.insert(each.front().value<std::set<int>>());
    for (const std::set<int>& clients : expected)
        QVERIFY(seen.contains(clients));
}

void DendrogramTest::theCutOfATreeCanBeDragged()
{
    DendrogramView view;
    view.resize(500, 300);
    view.setPicture(
        {.grouping = made_up::fourLeaves(), .clients = 4, .colourOfClient = {0, 1, 1, 0}});
    view.show();
    QVERIFY(view.scene().cut());
    QCOMPARE(view.scene().groupsAtCut(), 2); // the groups of the round itself
    QVERIFY(*view.scene().cut() > 1.092691 && *view.scene().cut() < 2.572989);
    // Find the line by its pointer, then drag it to the far left: every client on its own.
    const int line = cutLine(view);
    QVERIFY(line > 0);
    QSignalSpy moved(&view, &DendrogramView::cutMoved);
    QTest::mousePress(&view, Qt::LeftButton, {}, QPoint(line, 140));
    QTest::mouseMove(&view, QPoint(line / 2, 140));
    QTest::mouseMove(&view, QPoint(1, 140));
    QTest::mouseRelease(&view, Qt::LeftButton, {}, QPoint(1, 140));
    QVERIFY(moved.count() > 0);
    QCOMPARE(view.scene().groupsAtCut(), 4);
}

void DendrogramTest::theCutIsTheRoundsOwnUntilItIsDragged()
{
    const auto picture = [](std::vector<std::vector<int>> groups) {
        DendrogramPicture of{
            .grouping = made_up::fourLeaves(), .clients = 4, .colourOfClient = {0, 1, 1, 0}};
        of.grouping.groups = std::move(groups);
        return of;
    };
    DendrogramView view;
    view.resize(500, 300);
    view.show();
    view.setPicture(picture({{0, 3}, {1, 2}}));
    QCOMPARE(view.scene().groupsAtCut(), 2);
    view.setPicture(picture({{0}, {3}, {1, 2}}));
    QCOMPARE(view.scene().groupsAtCut(), 3);
    const int line = cutLine(view);
    QTest::mousePress(&view, Qt::LeftButton, {}, QPoint(line, 140));
    QTest::mouseMove(&view, QPoint(1, 140));
    QTest::mouseRelease(&view, Qt::LeftButton, {}, QPoint(1, 140));
    view.setPicture(picture({{0, 1, 2, 3}}));
    QCOMPARE(view.scene().groupsAtCut(), 4); // where the user put it
}

void DendrogramTest::aMovedCutColoursItsGroupsAndCanBePutBack()
{
    const QTemporaryDir folder;
    RefreshTimer timer;
    StoreReader reader(folder.filePath(QStringLiteral("none.sqlite")).toStdString());
    ShownRound shown(reader);
    ClientSelection selection;
    DendrogramPanel panel({.timer = timer, .shown = shown, .selection = selection});
    panel.resize(600, 400);
    RunViewModel runs;
    RunTitle title;
    title.id = 1;
    runs.beginRun(title);
    RoundMeasurements measured = made_up::measurements(1, 20);
    RoundReport report = made_up::report(1, 4, 0.1);
    report.grouping = made_up::fourLeaves();
    measured.groups = report.grouping->groups;
    runs.append(1, measured);
    panel.setRun(&runs, 1);
    shown.show(1, {}, 1);
    shown.offer({{.run = 1, .report = std::make_shared<const RoundReport>(report)}});
    panel.setVisible(true);
    panel.refresh();
    DendrogramView& view = panel.view();
    QCOMPARE(view.picture().clients, 4);
    const std::vector<int> recorded = view.scene().coloursShown();
    QCOMPARE(recorded[0], recorded[3]);
    const int line = cutLine(view);
    QVERIFY(line > 0);
    const int y = view.height() / 2;
    QTest::mousePress(&view, Qt::LeftButton, {}, QPoint(line, y));
    QTest::mouseMove(&view, QPoint(1, y));
    QTest::mouseRelease(&view, Qt::LeftButton, {}, QPoint(1, y));
    QVERIFY(view.scene().isCutMoved());
    const std::vector<int> cut = view.scene().coloursShown();
    QCOMPARE(std::set<int>(cut.begin(), cut.end()).size(), std::size_t{4});
    QVERIFY(cut[0] == recorded[0] || cut[3] == recorded[0]); // one keeps what the group had
    panel.refresh();
    QCOMPARE(view.scene().coloursShown(), cut);
    const int moved = cutLine(view);
    QTest::mouseDClick(&view, Qt::LeftButton, {}, QPoint(moved, y));
    QVERIFY(!view.scene().isCutMoved());
    QCOMPARE(view.scene().coloursShown(), recorded);
    QCOMPARE(view.scene().groupsAtCut(), 2);
}

void DendrogramTest::pointingAtAMergeThatIsTakenAwayPointsAtNothing()
{
    const DendrogramPicture picture{
        .grouping = made_up::sixClients(), .clients = 6, .colourOfClient = {0, 0, 0, 1, 1, 2}};
    DendrogramView untouched;
    untouched.resize(500, 300);
    untouched.setPicture(picture);
    untouched.setSteps(1);
    const QImage expected = untouched.grab().toImage();
    DendrogramView view;
    view.resize(500, 300);
    view.setPicture(picture);
    const auto pointAt = [&view](const QPointF& point) {
        QMouseEvent moved(
            QEvent::MouseMove, point, view.mapToGlobal(point), Qt::NoButton, Qt::NoButton, {});
        QCoreApplication::sendEvent(&view, &moved);
    };
    int merges = 0; // pointed at one after the other, and then taken away
    for (double x = 60; x < view.width() - 20; x += 5) {
        view.setSteps({});
        pointAt({1, 299});
        pointAt({x, 75}); // the last merge's bracket crosses this height
        if (view.cursor().shape() != Qt::PointingHandCursor)
            continue;
        view.setSteps(1);
        merges += view.grab().toImage() == expected ? 1 : 0;
    }
    QVERIFY(merges > 0);
}

void DendrogramTest::whySpeaksOfWhatIsPointedAtOrDrawnLast()
{
    DendrogramView view;
    view.resize(500, 300);
    QSignalSpy changed(&view, &DendrogramView::whyChanged);
    view.setPicture(
        {.grouping = made_up::sixClients(), .clients = 6, .colourOfClient = {0, 0, 0, 1, 1, 2}});
    QCOMPARE(view.why(),
             QStringLiteral("no merge gains Gain: the benefit of more data minus the cost of "
                            "unlike data. Point at a merge to see why it was done."));
    view.setSteps(2);
    QVERIFY2(view.why().startsWith(QStringLiteral("Merge 2 of 3: {3} + {4}: gain +0.0890 = more")),
             qPrintable(view.why()));
    view.setSteps(0);
    QCOMPARE(
        view.why(),
        QStringLiteral("Gain: the benefit of more data minus the cost of unlike data. Point at "
                       "a merge to see why it was done."));
    view.setSteps({});
    QCOMPARE(changed.count(), 4);
    // Along the keys' way: the last client, and the merge that was refused.
    view.show();
    view.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&view, kTryMilliseconds));
    view.setFocus(Qt::TabFocusReason);
    QTest::keyClick(&view, Qt::Key_End);
    QTest::keyClick(&view, Qt::Key_Right);
    QVERIFY2(
        view.why().startsWith(QStringLiteral("Best refused merge: {3, 4} + {5}: gain −1.0620")),
        qPrintable(view.why()));
    QVERIFY(changed.count() > 6);
    view.clearFocus();
    QVERIFY(view.why().startsWith(QStringLiteral("no merge gains")));
}

void DendrogramTest::groupsAreNamedWhereThereIsRoom()
{
    DendrogramPicture picture{
        .grouping = made_up::sixClients(), .clients = 6, .colourOfClient = {0, 0, 0, 1, 1, 2}};
    picture.joinedOfClient = {2, 2, 5, 5, 5, 1};
    picture.round = 5;
    // The furthest right that anything is drawn, in a row of pixels.
    const auto rim = [](DendrogramView& view, int height) {
        const QImage drawn = view.grab().toImage();
        for (int x = drawn.width() - 1; x >= 0; --x)
            if (drawn.pixel(x, height) != drawn.pixel(drawn.width() - 1, 0))
                return x;
        return -1;
    };
    DendrogramView wide;
    wide.resize(600, 300);
    wide.setPicture(picture);
    int named = 0; // heights at which a name stands to the right of the rim's bar
    for (int height = 10; height < 250; ++height)
        named += rim(wide, height) > 600 - 100 ? 1 : 0;
    QVERIFY2(named > 30, qPrintable(QString::number(named)));
    DendrogramView narrow;
    narrow.resize(140, 300);
    narrow.setPicture(picture);
    for (int height = 10; height < 250; ++height)
        QVERIFY(rim(narrow, height) <= 140 - 11);
}

void DendrogramTest::groupsAndClientsSayWhenTheyCameTogether()
{
    DendrogramPicture picture{
        .grouping = made_up::sixClients(), .clients = 6, .colourOfClient = {0, 0, 0, 1, 1, 2}};
    picture.joinedOfClient = {2, 2, 5, 5, 5, 1};
    picture.round = 5;
    DendrogramView view;
    view.resize(600, 300);
    view.setPicture(picture);
    const auto rowOf = [](int place) { return 12 + (place + 0.5) * (300 - 12 - 54) / 6; };
    QCOMPARE(view.textAt({10, rowOf(2)}), QStringLiteral("Client 2, in group 1 since round 5"));
    QCOMPARE(view.textAt({10, rowOf(5)}), QStringLiteral("Client 5, alone since round 1"));
    QVERIFY2(view.textAt({590, rowOf(1)})
                 .startsWith(QStringLiteral("group 1, joined in rounds 2–5: {0, 1, 2}\n")),
             qPrintable(view.textAt({590, rowOf(1)})));
    QCOMPARE(view.textAt({590, rowOf(5)}), QStringLiteral("alone since round 1: {5}"));
    QSignalSpy chosen(&view, &DendrogramView::clientsChosen);
    QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(590, int(rowOf(3))));
    QCOMPARE(chosen.takeFirst().front().value<std::set<int>>(), (std::set<int>{3, 4}));
    QTest::keyClick(&view, Qt::Key_Down); // from the first client: a name is no place of the keys
    QVERIFY(view.placeText().startsWith(QStringLiteral("Client ")));
    // What never happened has no past.
    picture.joinedOfClient.clear();
    picture.isWhatIf = true;
    view.setPicture(picture);
    QCOMPARE(view.textAt({10, rowOf(2) + 10}), QStringLiteral("Client 2"));
}

void DendrogramTest::narrowDocksStillSayWhenClientsJoined()
{
    const auto drawnAt = [](int width, const std::vector<int>& joined) {
        DendrogramView view;
        view.resize(width, 300);
        view.setPicture({.grouping = made_up::sixClients(),
                         .clients = 6,
                         .colourOfClient = {0, 0, 0, 1, 1, 2},
                         .joinedOfClient = joined,
                         .round = 9});
        return view.grab().toImage();
    };
    for (const int width : {600, 300, 220})
        QVERIFY2(drawnAt(width, {2, 2, 5, 5, 5, 1}) != drawnAt(width, {2, 2, 5, 5, 7, 1}),
                 qPrintable(QString::number(width)));
}

void DendrogramTest::dotsSayWhoTakesPartAndWhoIsMergedAlready()
{
    DendrogramPicture picture{
        .grouping = made_up::sixClients(), .clients = 6, .colourOfClient = {0, 0, 0, 1, 1, 2}};
    picture.participants = {0, 1, 4};
    DendrogramView view;
    view.resize(600, 300);
    view.setPicture(picture);
    // The dots: the one place in its row, before the drawing, that has a colour at all.
    const auto coloursOf = [&](int place) {
        const QImage drawn = view.grab().toImage();
        const double axis = 2.0 * view.fontMetrics().height() + 14;
        const int y = int(12 + (place + 0.5) * (300 - 12 - axis) / 6);
        int coloured = 0;
        const int left = 12 + view.fontMetrics().horizontalAdvance(QLatin1Char('5')) + 8 + 12;
        for (int x = 0; x < left; ++x)
            coloured += drawn.pixelColor(x, y).hsvSaturation() > 80 ? 1 : 0;
        return coloured;
    };
    QVERIFY(coloursOf(0) >= 6);
    QVERIFY2(coloursOf(2) > 0 && coloursOf(2) <= 4, qPrintable(QString::number(coloursOf(2))));
    QVERIFY(
        view.textAt({10, 12 + 2.5 * (300 - 12 - 54) / 6}).endsWith("takes no part in this round"));
    QVERIFY(view.why().contains(QStringLiteral("hollow dot")));
    picture.participants = {0, 0, 1, 1, 4, 4}; // as many as there are clients
    view.setPicture(picture);
    QVERIFY(view.why().contains(QStringLiteral("hollow dot")));
    picture.participants = {0, 1, 2, 3, 4, 5};
    view.setPicture(picture);
    QVERIFY(!view.why().contains(QStringLiteral("hollow dot")));
    QVERIFY(coloursOf(2) >= 6);
    view.setSteps(1); // 0 and 1
    QVERIFY(coloursOf(0) >= 6);
    QCOMPARE(coloursOf(2), 0);
}

void DendrogramTest::aGroupPointedAtMayGoWithTheCut()
{
    const auto afterTheCut = [](bool isPointedAt) {
        DendrogramView view;
        view.resize(600, 300);
        view.setPicture(
            {.grouping = made_up::fourLeaves(), .clients = 4, .colourOfClient = {0, 1, 1, 0}});
        view.show();
        QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(10, 40)); // a client, for the keys
        const QPoint name(590, 220);
        const QString pointedAt = view.textAt(name);
        if (isPointedAt)
            QTest::mouseMove(&view, name);
        QTest::keyClick(&view, Qt::Key_Right, Qt::ShiftModifier);
        view.setColoursOfCut({0, 0, 0, 0}); // as the panel does
        return std::tuple(pointedAt, view.scene().groupsAtCut(), view.grab().toImage());
    };
    const auto [name, groups, drawn] = afterTheCut(true);
    QVERIFY2(name.startsWith(QStringLiteral("group")), qPrintable(name));
    QCOMPARE(groups, 1);
    // What was pointed at is gone, so nothing is lit but where the keys are.
    QVERIFY(drawn == std::get<2>(afterTheCut(false)));
}

void DendrogramTest::mergesAreNumberedBesideTheLinesOnAnAxisOfGains()
{
    DendrogramView view;
    view.resize(600, 300);
    view.setPicture(
        {.grouping = made_up::sixClients(), .clients = 6, .colourOfClient = {0, 0, 0, 1, 1, 2}});
    view.setAxis(MergeAxis::Score);
    QVERIFY(test::kept(test::drawn(view, 2), QStringLiteral("dendrogram-by-gain")));
}

COTERIE_WIDGET_SECTION(DendrogramTest)

} // namespace tst_dendrogram

#include "tst_dendrogram.moc"
