#include "core/math/linkage.h"
#include "tests/core/collaboration/partition_problems.h"
#include "tests/sections.h"

#include <algorithm>
#include <numeric>
#include <random>

namespace tst_leaf_order {

using namespace coterie;
using namespace partition_problems;

class TestLeafOrder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void leavesOfAGroupStandTogetherAndWhereTheyWere()
    {
        const Grouping grouping = partition(h2(10)); // {1,2,3},{4,5},{6}
        QVERIFY((leafOrder(grouping, 6, {}) == std::vector{0, 1, 2, 3, 4, 5}));
        const std::vector<int> before{5, 4, 3, 2, 1, 0};
        // Groups and sides keep the turned order; 1 and 2, which merged first, stay together.
        QVERIFY((leafOrder(grouping, 6, before) == before));
        const std::vector<int> mixed{0, 3, 1, 4, 2, 5};
        QVERIFY((leafOrder(grouping, 6, mixed) == std::vector{0, 1, 2, 3, 4, 5}));
    }

    void leafOrderDoesNotChangeWhileGroupsDoNot()
    {
        std::mt19937 random(3);
        for (int repetition = 0; repetition < 200; ++repetition) {
            const direct::Problem problem = randomProblem(random, 10);
            const std::size_t clients = problem.updates.size();
            const Grouping grouping = partition(problem);
            std::vector<int> any(clients);
            std::iota(any.begin(), any.end(), 0);
            std::shuffle(any.begin(), any.end(), random);
            const std::vector<int> once = leafOrder(grouping, clients, any);
            QVERIFY(std::is_permutation(once.begin(), once.end(), any.begin(), any.end()));
            QVERIFY(leafOrder(grouping, clients, once) == once);
            for (const std::vector<int>& group : grouping.groups) {
                std::size_t first = clients;
                std::size_t last = 0;
                for (const int client : group) {
                    const auto place =
                        static_cast<std::size_t>(std::ranges::find(once, client) - once.begin());
                    first = std::min(first, place);
                    last = std::max(last, place);
                }
                QCOMPARE(last - first + 1, group.size());
            }
        }
    }

    void leavesWithoutMergesGoByGroup()
    {
        Grouping grouping;
        grouping.groups = {{0, 3}, {1, 2}};
        const std::vector<int> before{1, 0, 3, 2};
        // Both groups have the mean place 1.5; the one with client 0 comes first.
        QVERIFY((leafOrder(grouping, 4, before) == std::vector{0, 3, 1, 2}));
    }

    void aClientInNoGroupStandsForItself()
    {
        Grouping grouping;
        grouping.groups = {{1, 4}};
        QVERIFY((leafOrder(grouping, 5) == std::vector{0, 1, 4, 2, 3}));
        QVERIFY((leafOrder(grouping, 5, std::vector{4, 3, 2, 1, 0}) == std::vector{3, 4, 1, 2, 0}));
        // 3 and 4 joined since: those who were there keep their places
        QVERIFY((leafOrder({}, 5, std::vector{2, 0, 1}) == std::vector{2, 0, 1, 3, 4}));
    }

    void damagedMergesAreLeftOut()
    {
        const auto merged = [](int left, int right) {
            Merge merge;
            merge.left = left;
            merge.right = right;
            return merge;
        };
        Grouping grouping;
        // The second names no node, the third a merge that does not stand, the fourth joins 0
        // again.
        grouping.merges = {merged(0, 2), merged(-1, 9), merged(5, 1), merged(0, 3), merged(4, 1)};
        QVERIFY((soundMerges(grouping, 4) == std::vector{true, false, false, false, true}));
        QVERIFY((leafOrder(grouping, 4) == std::vector{0, 2, 1, 3}));
        QVERIFY((membersBelow(grouping, 4, 8) == std::vector{0, 1, 2}));
        QVERIFY(membersBelow(grouping, 4, 5).empty());
        QVERIFY(membersBelow(grouping, 4, 77).empty());
    }
};

COTERIE_SECTION(TestLeafOrder)

} // namespace tst_leaf_order

#include "tst_leaf_order.moc"
