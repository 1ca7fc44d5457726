#include "core/algorithms/registry.h"
#include "core/math/linkage.h"
#include "tests/sections.h"
#include "tests/ui/looks.h"
#include "tests/ui/made_up_groups.h"
#include "tests/ui/made_up_runs.h"
#include "tests/ui/watch/gap_meter.h"
#include "ui/frame/delegates.h"
#include "ui/runs/store_reader.h"
#include "ui/views/dendrogram_view.h"
#include "ui/views/merge_words.h"
#include "ui/watch/clients_panel.h"
#include "ui/watch/dendrogram_panel.h"
#include "ui/watch/matrix_panel.h"
#include "ui/watch/topology_panel.h"

#include <QMouseEvent>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <limits>
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

class DendrogramTest final : public QObject
{
    Q_OBJECT

private slots:
    void branchesStandSideBySide();
    void leavesStayWhereTheyStoodBefore();
    void aChainOfThousandsIsOrderedWithoutRecursion();
    void bracketsStandAtTheirMerges();
    void gainsMayFallAndRise();
    void stepsDrawTheFirstMergesOnly();
    void noMergeOneClientTiesAndNothingAreDrawn();
    void aScoreThatIsNotANumberIsCounted();
    void aDamagedMergeIsLeftOut();
    void wordsSayWhyAMergeWasDone();
    void aClickOnAMergePicksItsClients();
    void theCutOfATreeCanBeDragged();
    void theCutIsTheRoundsOwnUntilItIsDragged();
    void aCutLeavesTheGroupsUnderIt();
    void aMovedCutColoursItsGroupsAndCanBePutBack();
    void aRoundLooksTheSameHoweverOneGotThere();
    void samplingClustersHaveTheSameColoursInEveryView();
    void aRunsOrderCostsItsRoundsLittle();
    void pointingAtAMergeThatIsTakenAwayPointsAtNothing();
    void groupsStandAlongTheLeaves();
    void whySpeaksOfWhatIsPointedAtOrDrawnLast();
    void groupsAreNamedWhereThereIsRoom();
    void groupsAndClientsSayWhenTheyCameTogether();
    void narrowDocksStillSayWhenClientsJoined();
    void dotsSayWhoTakesPartAndWhoIsMergedAlready();
    void aGroupPointedAtMayGoWithTheCut();
    void mergesAreNumberedBesideTheLinesOnAnAxisOfGains();
};

void DendrogramTest::branchesStandSideBySide()
{
    const Grouping grouping = made_up::sixClients();
    const std::vector<int> expected{0, 1, 2, 3, 4, 5};
    QCOMPARE(leafOrder(grouping, 6), expected);
    Grouping crossed = grouping;
    crossed.merges = {made_up::merged(0, 4, 1, 2, MergeKind::Gain),
                      made_up::merged(1, 5, 0.5, 2, MergeKind::Gain)};
    const std::vector<int> leaves = leafOrder(crossed, 6);
    const auto placeOf = [&](int client) {
        return std::ranges::find(leaves, client) - leaves.begin();
    };
    QCOMPARE(std::abs(placeOf(0) - placeOf(4)), 1);
    QCOMPARE(std::abs(placeOf(1) - placeOf(5)), 1);
    QCOMPARE(membersBelow(grouping, 6, 8), std::vector<int>({0, 1, 2}));
}

void DendrogramTest::leavesStayWhereTheyStoodBefore()
{
    const std::vector<int> before{5, 4, 3, 2, 1, 0};
    QCOMPARE(leafOrder(made_up::sixClients(), 6, before), before);
}

void DendrogramTest::aChainOfThousandsIsOrderedWithoutRecursion()
{
    constexpr int kClients = 20000;
    Grouping chain;
    for (int next = 1; next < kClients; ++next)
        chain.merges.push_back(made_up::merged(
            next == 1 ? 0 : kClients + next - 2, next, 1, next + 1, MergeKind::Gain));
    const std::vector<int> leaves = leafOrder(chain, kClients);
    QCOMPARE(leaves.size(), std::size_t(kClients));
    QVERIFY(std::ranges::is_sorted(leaves));
}

void DendrogramTest::bracketsStandAtTheirMerges()
{
    const Grouping grouping = made_up::sixClients();
    const std::vector<int> leaves = leafOrder(grouping, 6);
    const DendrogramLayout layout = layOutDendrogram(grouping, leaves, MergeAxis::Order);
    QCOMPARE(layout.brackets.size(), std::size_t(3));
    const DendrogramBracket& last =
        layout.brackets[2]; // {0,1} at merge 1, joined with 2 at merge 3
    QCOMPARE(last.leftPlace, 0.5);
    QCOMPARE(last.leftValue, 1.0);
    QCOMPARE(last.rightPlace, 2.0);
    QCOMPARE(last.rightValue, 0.0);
    QCOMPARE(last.value, 3.0);
    QVERIFY(layout.refused);
    QCOMPARE(layout.refused->value, 4.0); // after all that were done
    QCOMPARE(layout.highest, 4.0);
}

void DendrogramTest::gainsMayFallAndRise()
{
    Grouping grouping = made_up::sixClients();
    grouping.merges[2].score = 0.2318; // more than the merges before it
    const std::vector<int> leaves = leafOrder(grouping, 6);
    const DendrogramLayout layout = layOutDendrogram(grouping, leaves, MergeAxis::Score);
    QCOMPARE(layout.brackets[2].value, 0.2318);
    QCOMPARE(layout.highest, 0.2318);
    QCOMPARE(layout.lowest, -1.061953); // the refused one is drawn too
}

void DendrogramTest::stepsDrawTheFirstMergesOnly()
{
    const Grouping grouping = made_up::sixClients();
    const std::vector<int> leaves = leafOrder(grouping, 6);
    const DendrogramLayout layout = layOutDendrogram(grouping, leaves, MergeAxis::Order, 1);
    QCOMPARE(layout.brackets.size(), std::size_t(1));
    QVERIFY(!layout.refused);
    QCOMPARE(layout.highest, 3.0); // the axis does not move while the player steps
}

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

void DendrogramTest::aScoreThatIsNotANumberIsCounted()
{
    Grouping grouping = made_up::sixClients();
    grouping.merges[1].score = std::numeric_limits<double>::quiet_NaN();
    const std::vector<int> leaves = leafOrder(grouping, 6);
    const DendrogramLayout layout = layOutDendrogram(grouping, leaves, MergeAxis::Score);
    QCOMPARE(layout.nonFinite, std::size_t(1));
    QCOMPARE(layout.brackets[1].value, layout.highest);
}

void DendrogramTest::aDamagedMergeIsLeftOut()
{
    Grouping grouping = made_up::sixClients();
    grouping.merges[1].left = 99;
    const std::vector<int> leaves = leafOrder(grouping, 6);
    QCOMPARE(leaves.size(), std::size_t(6));
    QCOMPARE(layOutDendrogram(grouping, leaves, MergeAxis::Order).brackets.size(), std::size_t(2));
    grouping.merges[1] = made_up::merged(0, 5, 1, 2, MergeKind::Gain); // 0 is in merge 1 already
    const std::vector<int> once = leafOrder(grouping, 6);
    QCOMPARE(once.size(), std::size_t(6));
    QCOMPARE(layOutDendrogram(grouping, once, MergeAxis::Order).brackets.size(), std::size_t(2));
}

void DendrogramTest::wordsSayWhyAMergeWasDone()
{
    const Grouping grouping = made_up::sixClients();
    const QString merge = mergeText(grouping, 6, 2);
    QVERIFY2(merge.startsWith(QStringLiteral("{0, 1} + {2}: gain +0.0596")), qPrintable(merge));
    QVERIFY2(merge.contains(QStringLiteral("more data +0.1000")), qPrintable(merge));
    QVERIFY2(merge.contains(QStringLiteral("less alike −0.0404")), qPrintable(merge));
    QCOMPARE(refusedTexts(grouping, 6, std::vector<int>{0, 0, 0, 1, 1, 2}),
             QStringList({QStringLiteral("group 2 + client 5: gain −1.0620, not merged"),
                          QStringLiteral("gain −1.0620, not merged"),
                          QStringLiteral("not merged")}));
    Grouping pairs = grouping;
    pairs.refused->right = grouping.refused->left;
    QCOMPARE(refusedTexts(pairs, 6, std::vector<int>{0, 0, 0, 1, 1, 2})[1],
             QStringLiteral("groups 2 + 2: gain −1.0620, not merged"));
    QVERIFY(refusedTexts(grouping, 6, {}).front().startsWith(QStringLiteral("{3, 4} + client 5:")));
    QVERIFY(refusedTexts({}, 6, {}).isEmpty());
    QCOMPARE(
        gainTexts(0.51532),
        QStringList(
            {QStringLiteral("gain +0.5153"), QStringLiteral("+0.5153"), QStringLiteral("+0.52")}));
    QCOMPARE(gainTexts(-0.0021).back(), QStringLiteral("−0.0021")); // two decimals would not tell
    QVERIFY(mergeText(grouping, 6, -1).endsWith(QStringLiteral("; not merged")));
    QCOMPARE(mergeText(made_up::fourLeaves(), 4, 0),
             QStringLiteral("{1} + {2}: at distance 0.316"));
    QCOMPARE(groupingText(grouping), QStringLiteral("6 clients in 3 groups · no merge gains"));
    QCOMPARE(membersText(std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}),
             QStringLiteral("{0, 1, 2, 3, 4, 5, 6, 7, … 10 clients}"));
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

namespace {

/// The dendrogram of a run whose rounds can be looked at in any order.
class Dendrogram
{
public:
    Dendrogram()
    {
        RunTitle title;
        title.id = 1;
        m_runs.beginRun(title);
        m_panel.resize(600, 400);
        m_panel.setRun(&m_runs, 1);
    }
    void add(RoundReport report)
    {
        m_runs.append(1, measure(report));
        m_reports.push_back(std::make_shared<const RoundReport>(std::move(report)));
    }
    const DendrogramView& at(int round)
    {
        const auto& report = m_reports[static_cast<std::size_t>(round - 1)];
        m_shown.show(1, {}, round);
        m_shown.offer({{.run = 1, .report = report}});
        m_panel.setVisible(true);
        m_panel.refresh();
        return m_panel.view();
    }
    [[nodiscard]] const RunCurves& run() const { return *m_runs.find(1); }
    [[nodiscard]] const RoundReport& report(int round) const
    {
        return *m_reports[static_cast<std::size_t>(round - 1)];
    }

private:
    QTemporaryDir m_folder;
    RefreshTimer m_timer;
    StoreReader m_reader{m_folder.filePath(QStringLiteral("none.sqlite")).toStdString()};
    ShownRound m_shown{m_reader};
    ClientSelection m_selection;
    DendrogramPanel m_panel{{.timer = m_timer, .shown = m_shown, .selection = m_selection}};
    RunViewModel m_runs;
    std::vector<ReportPointer> m_reports;
};

/// A round that joined these clients one after another, group by group.
RoundReport joined(int round, const std::vector<std::vector<int>>& groups)
{
    std::size_t clients = 0;
    for (const std::vector<int>& group : groups)
        clients += group.size();
    RoundReport report = made_up::report(round, clients, 0.1);
    report.grouping.emplace();
    report.grouping->groups = groups;
    int next = static_cast<int>(clients);
    for (const std::vector<int>& group : groups) {
        int node = group.front();
        for (std::size_t member = 1; member < group.size(); ++member) {
            report.grouping->merges.push_back(
                made_up::merged(node, group[member], 0.1, int(member) + 1, MergeKind::Gain));
            node = next++;
        }
    }
    return report;
}

} // namespace

void DendrogramTest::aRoundLooksTheSameHoweverOneGotThere()
{
    Dendrogram straight;
    Dendrogram aside;
    for (Dendrogram* each : {&straight, &aside}) {
        each->add(joined(1, {{0, 3}, {1, 4}, {2, 5}}));
        each->add(joined(2, {{0, 5}, {1, 3}, {2, 4}}));
        each->add(joined(3, {{0, 1}, {2, 3}, {4, 5}}));
        each->add(joined(4, {{0, 1}, {2, 3}, {4, 5}}));
    }
    std::vector<std::vector<int>> leaves;
    for (int round = 1; round <= 4; ++round)
        leaves.push_back(straight.at(round).layoutShown().leaves);
    QCOMPARE(leaves[3], leaves[2]); // nothing has changed
    for (const int round : {4, 1, 3, 2, 2, 4, 3, 1})
        QCOMPARE(aside.at(round).layoutShown().leaves, leaves[static_cast<std::size_t>(round - 1)]);
    // Worked out by hand: each group goes by the mean place its members had in the round before.
    QCOMPARE(leaves[0], std::vector({0, 3, 1, 4, 2, 5}));
    QCOMPARE(leaves[1], std::vector({3, 1, 0, 5, 4, 2}));
    QCOMPARE(leaves[2], std::vector({1, 0, 3, 2, 5, 4}));
}

void DendrogramTest::samplingClustersHaveTheSameColoursInEveryView()
{
    Dendrogram dendrogram;
    const std::vector<std::vector<std::vector<int>>> drawnFrom{{{0, 1}, {2, 3, 4}, {5}},
                                                               {{0}, {1, 5}, {2, 3, 4}}};
    for (const int round : {1, 2}) {
        RoundReport report = joined(round, drawnFrom[static_cast<std::size_t>(round - 1)]);
        std::swap(report.samplingClusters, report.grouping);
        dendrogram.add(std::move(report));
    }
    dendrogram.add(made_up::report(3, 6, 0.1));
    for (const int round : {1, 2}) {
        const RunCurves& run = dendrogram.run();
        const RoundReport& report = dendrogram.report(round);
        QCOMPARE(report.round, round);
        const std::vector<int> colours = dendrogram.at(round).scene().coloursShown();
        QCOMPARE(colours,
                 round == 1 ? std::vector({0, 0, 1, 1, 1, 2}) : std::vector({0, 2, 1, 1, 1, 2}));
        ClientTableModel table;
        table.setLines(clientLines(run, report));
        const TopologyPicture topology = topologyPicture(run, report);
        QVERIFY(topology.areForSampling);
        QCOMPARE(topology.groups, report.samplingClusters->groups);
        for (int client = 0; client < 6; ++client) {
            const int colour = colours[static_cast<std::size_t>(client)];
            const QModelIndex cell = table.index(client, ClientTableModel::SamplingCluster);
            QCOMPARE(cell.data(kGroupColourRole).toInt(), colour);
            QCOMPARE(cell.data().toString(), QString::number(colour + 1));
            QVERIFY(!table.index(client, ClientTableModel::Group).data(kGroupColourRole).isValid());
            QCOMPARE(topology.clients[static_cast<std::size_t>(client)].colour, colour);
        }
        QCOMPARE(clientOrder(run, round, 6, MatrixOrder::Group).clients,
                 round == 1 ? std::vector({0, 1, 2, 3, 4, 5}) : std::vector({0, 2, 3, 4, 1, 5}));
    }
    // A round that drew from none has none, though one before it did.
    QVERIFY(!topologyPicture(dendrogram.run(), dendrogram.report(3)).areForSampling);
    QCOMPARE(clientLines(dendrogram.run(), dendrogram.report(3)).front().clusterColour, -1);
}

void DendrogramTest::aRunsOrderCostsItsRoundsLittle()
{
    constexpr int kClients = 100;
    constexpr int kRounds = 1000;
    RunCurves run;
    std::vector<double> took;
    for (int round = 1; round <= kRounds; ++round) {
        RoundMeasurements measured = made_up::measurements(round, 9);
        measured.groups.resize(10);
        for (int client = 0; client < kClients; ++client) // others every second round
            measured.groups[static_cast<std::size_t>(client * (round / 2 % 7 + 1) % 11 % 10)]
                .push_back(client);
        const double before = coterie::tests::threadMilliseconds();
        run.append(measured);
        took.push_back(coterie::tests::threadMilliseconds() - before);
    }
    QCOMPARE(run.groups.size(), std::size_t{kRounds});
    QCOMPARE(run.groups.back().order->size(), std::size_t{kClients});
    QCOMPARE(run.groups[1].order, run.groups[2].order); // one for both
    qInfo("a round costs at most %.3f ms", *std::ranges::max_element(took));
    std::ranges::sort(took);
    QVERIFY(took[kRounds / 2] < 5); // of 50; a thousandth of that is usual
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

void DendrogramTest::aCutLeavesTheGroupsUnderIt()
{
    using Groups = std::vector<std::vector<int>>;
    const Grouping tree = made_up::fourLeaves();
    QCOMPARE(groupsUnderCut(tree, 4, 0.1), Groups({{0}, {1}, {2}, {3}}));
    QCOMPARE(groupsUnderCut(tree, 4, 0.315951), Groups({{0}, {1, 2}, {3}}));
    QCOMPARE(groupsUnderCut(tree, 4, 2), Groups({{0, 3}, {1, 2}}));
    QCOMPARE(groupsUnderCut(tree, 4, 3), Groups({{0, 1, 2, 3}}));
    QCOMPARE(groupsUnderCut({}, 2, 3), Groups({{0}, {1}}));
    Grouping inverted = tree; // the join of all lies lower than one of its parts
    inverted.merges[2].score = 1;
    QCOMPARE(groupsUnderCut(inverted, 4, 1.05), Groups({{0}, {1, 2}, {3}}));
    Grouping damaged = tree;
    damaged.merges[1].left = 99;
    QCOMPARE(groupsUnderCut(damaged, 4, 2), Groups({{0}, {1, 2}, {3}}));
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

void DendrogramTest::groupsStandAlongTheLeaves()
{
    using Groups = std::vector<DendrogramGroup>;
    const std::vector<int> leaves{2, 0, 1, 4, 3};
    QCOMPARE(groupsAlong(leaves, std::vector<int>{5, 5, 1, -1, 0}),
             Groups({{.first = 0, .last = 0, .colour = 1},
                     {.first = 1, .last = 2, .colour = 5},
                     {.first = 3, .last = 3, .colour = 0}}));
    QCOMPARE(groupsAlong(leaves, {}), Groups());
    // Not beside one another, so not one.
    QCOMPARE(groupsAlong(std::vector<int>{0, 1, 2}, std::vector<int>{3, -1, 3}).size(),
             std::size_t{2});
    QCOMPARE(groupName(1, 4, false), QStringLiteral("group 2"));
    QCOMPARE(groupName(1, 1, false), QStringLiteral("alone"));
    QCOMPARE(groupName(1, 1, true), QStringLiteral("cluster 2"));
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
    QVERIFY(QTest::qWaitForWindowActive(&view));
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
