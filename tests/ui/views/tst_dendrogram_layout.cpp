#include "core/math/linkage.h"
#include "tests/sections.h"
#include "tests/ui/made_up_groups.h"
#include "tests/ui/made_up_runs.h"
#include "ui/views/dendrogram_scene.h"
#include "ui/views/merge_words.h"
#include "ui/words.h"

#include <QTest>

#include <algorithm>
#include <limits>

namespace tst_dendrogram_layout {

using namespace coterie;
using namespace coterie::ui;

/// Where the branches of a tree stand and what is said of its merges, without a view.
class DendrogramLayoutTest final : public QObject
{
    Q_OBJECT

private slots:
    void branchesStandSideBySide();
    void leavesStayWhereTheyStoodBefore();
    void aChainOfThousandsIsOrderedWithoutRecursion();
    void bracketsStandAtTheirMerges();
    void gainsMayFallAndRise();
    void stepsDrawTheFirstMergesOnly();
    void aScoreThatIsNotANumberIsCounted();
    void aDamagedMergeIsLeftOut();
    void wordsSayWhyAMergeWasDone();
    void aCutLeavesTheGroupsUnderIt();
    void groupsStandAlongTheLeaves();
};

void DendrogramLayoutTest::branchesStandSideBySide()
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

void DendrogramLayoutTest::leavesStayWhereTheyStoodBefore()
{
    const std::vector<int> before{5, 4, 3, 2, 1, 0};
    QCOMPARE(leafOrder(made_up::sixClients(), 6, before), before);
}

void DendrogramLayoutTest::aChainOfThousandsIsOrderedWithoutRecursion()
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

void DendrogramLayoutTest::bracketsStandAtTheirMerges()
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

void DendrogramLayoutTest::gainsMayFallAndRise()
{
    Grouping grouping = made_up::sixClients();
    grouping.merges[2].score = 0.2318; // more than the merges before it
    const std::vector<int> leaves = leafOrder(grouping, 6);
    const DendrogramLayout layout = layOutDendrogram(grouping, leaves, MergeAxis::Score);
    QCOMPARE(layout.brackets[2].value, 0.2318);
    QCOMPARE(layout.highest, 0.2318);
    QCOMPARE(layout.lowest, -1.061953); // the refused one is drawn too
}

void DendrogramLayoutTest::stepsDrawTheFirstMergesOnly()
{
    const Grouping grouping = made_up::sixClients();
    const std::vector<int> leaves = leafOrder(grouping, 6);
    const DendrogramLayout layout = layOutDendrogram(grouping, leaves, MergeAxis::Order, 1);
    QCOMPARE(layout.brackets.size(), std::size_t(1));
    QVERIFY(!layout.refused);
    QCOMPARE(layout.highest, 3.0); // the axis does not move while the player steps
}

void DendrogramLayoutTest::aScoreThatIsNotANumberIsCounted()
{
    Grouping grouping = made_up::sixClients();
    grouping.merges[1].score = std::numeric_limits<double>::quiet_NaN();
    const std::vector<int> leaves = leafOrder(grouping, 6);
    const DendrogramLayout layout = layOutDendrogram(grouping, leaves, MergeAxis::Score);
    QCOMPARE(layout.nonFinite, std::size_t(1));
    QCOMPARE(layout.brackets[1].value, layout.highest);
}

void DendrogramLayoutTest::aDamagedMergeIsLeftOut()
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

void DendrogramLayoutTest::wordsSayWhyAMergeWasDone()
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
    QCOMPARE(gainTexts(12.3).front(), QStringLiteral("gain +12.3000")); // beside "+3.3841"
    QCOMPARE(gainTexts(12.3).back(), QStringLiteral("+12.30"));
    QCOMPARE(gainText(1234.5678), QLatin1Char('+') + numberText(1234.5678));
    QCOMPARE(gainTexts(-0.0021).back(), QStringLiteral("−0.0021")); // two decimals would not tell
    QVERIFY(mergeText(grouping, 6, -1).endsWith(QStringLiteral("; not merged")));
    QCOMPARE(mergeText(made_up::fourLeaves(), 4, 0),
             QStringLiteral("{1} + {2}: at distance 0.316"));
    QCOMPARE(groupingText(grouping), QStringLiteral("6 clients in 3 groups · no merge gains"));
    QCOMPARE(membersText(std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}),
             QStringLiteral("{0, 1, 2, 3, 4, 5, 6, 7, … 10 clients}"));
}

void DendrogramLayoutTest::aCutLeavesTheGroupsUnderIt()
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

void DendrogramLayoutTest::groupsStandAlongTheLeaves()
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

COTERIE_WIDGET_SECTION(DendrogramLayoutTest)

} // namespace tst_dendrogram_layout

#include "tst_dendrogram_layout.moc"
