#include "tests/core/collaboration/partition_problems.h"
#include "tests/sections.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <random>

namespace tst_utility_partition {

using namespace coterie;
using namespace partition_problems;

namespace {

/// Calls `visit` with every partition of 0..count−1.
template <typename Visitor>
void everyPartition(std::size_t count, Visitor&& visit)
{
    direct::Groups groups;
    const std::function<void(std::size_t)> place = [&](std::size_t client) {
        if (client == count) {
            visit(groups);
            return;
        }
        for (std::size_t group = 0; group < groups.size(); ++group) {
            groups[group].push_back(static_cast<int>(client));
            place(client + 1);
            groups[group].pop_back();
        }
        groups.push_back({static_cast<int>(client)});
        place(client + 1);
        groups.pop_back();
    };
    place(0);
}

} // namespace

class TestUtilityPartition : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void closedFormIsTheAlgorithmOfThePaper()
    {
        std::mt19937 random(20240301);
        int merges = 0;
        for (int repetition = 0; repetition < 6000; ++repetition) {
            const direct::Problem problem = randomProblem(random, 10);
            const direct::Partition expected = direct::algorithm2(problem);
            const Grouping grouping = partition(problem);
            const std::string place = "case " + std::to_string(repetition);
            QVERIFY2(grouping.groups == expected.groups, place.c_str());
            QCOMPARE(grouping.merges.size(), expected.benefits.size());
            for (std::size_t m = 0; m < grouping.merges.size(); ++m) {
                const Merge& merge = grouping.merges[m];
                near(merge.score, expected.benefits[m], 1e-10);
                near(*merge.dataGain + *merge.similarityLoss, merge.score, 1e-15);
                QVERIFY(*merge.dataGain >= -1e-12 || problem.settings.alpha.size() > 1);
            }
            near(totalUtility(problem, grouping), direct::total(problem, expected.groups), 1e-9);
            merges += static_cast<int>(grouping.merges.size());
        }
        QVERIFY(merges > 6000);
    }

    void signsAreComparedAsInTheAlgorithmOfThePaper()
    {
        std::mt19937 random(7);
        for (int repetition = 0; repetition < 1500; ++repetition) {
            direct::Problem problem = randomProblem(random, 8);
            problem.similarity = &direct::equalSigns;
            const direct::Partition expected = direct::algorithm2(problem);
            const Matrix rows = rowsOf(problem.updates);
            const Rows<double> updates{.data = rows.values.data(),
                                       .count = rows.rows,
                                       .columns = rows.columns,
                                       .stride = rows.columns};
            const Grouping grouping = partitionBySigns(updates, problem.sizes, problem.settings);
            QVERIFY(grouping.groups == expected.groups);
            near(sumOf(utilitiesBySigns(updates, problem.sizes, grouping.groups, problem.settings)),
                 direct::total(problem, grouping.groups),
                 1e-9);
        }
    }

    void greedyIsCloseToTheBestOfAllPartitions()
    {
        std::mt19937 random(99);
        int best = 0;
        double gapSum = 0;
        double largestGap = 0;
        constexpr int kCases = 400;
        for (int repetition = 0; repetition < kCases; ++repetition) {
            direct::Problem problem;
            std::normal_distribution<double> normal;
            const std::size_t clients = 5 + random() % 4;
            // D between 50 and 250, α such that neither all alone nor all together is obvious.
            problem.settings.alpha = {30.0 + static_cast<double>(random() % 90)};
            for (std::size_t i = 0; i < clients; ++i) {
                problem.sizes.push_back(50 + static_cast<double>(random() % 200));
                problem.updates.push_back({normal(random), normal(random), normal(random)});
            }
            const double alone = direct::total(problem, [&] {
                direct::Groups groups;
                for (std::size_t i = 0; i < clients; ++i)
                    groups.push_back({static_cast<int>(i)});
                return groups;
            }());
            double optimum = alone;
            std::map<std::vector<int>, double> known;
            everyPartition(clients, [&](const direct::Groups& groups) {
                double sum = 0;
                for (const std::vector<int>& group : groups) {
                    const auto [place, isNew] = known.try_emplace(group, 0.0);
                    if (isNew)
                        place->second = direct::utility(problem, group);
                    sum += place->second;
                }
                optimum = std::max(optimum, sum);
            });
            const double greedy = totalUtility(problem, partition(problem));
            QVERIFY(greedy <= optimum + 1e-9);
            QVERIFY(greedy >= alone - 1e-9);
            const double gap = (optimum - greedy) / std::max(optimum - alone, 1e-9);
            best += gap < 1e-9 ? 1 : 0;
            gapSum += gap;
            largestGap = std::max(largestGap, gap);
        }
        qInfo(
            "greedy finds the best of all partitions in %.1f %% of %d cases; on average it misses "
            "%.1f %% of what grouping can gain, at most %.0f %%",
            100.0 * best / kCases,
            kCases,
            100.0 * gapSum / kCases,
            100.0 * largestGap);
        QVERIFY(best > kCases / 2);
        QVERIFY(gapSum / kCases < 0.1);
    }

    void withoutHungerForDataNobodyMerges()
    {
        std::mt19937 random(5);
        for (int repetition = 0; repetition < 200; ++repetition) {
            direct::Problem problem = randomProblem(random, 10);
            problem.settings = {.alpha = {0.0}};
            QVERIFY(partition(problem).merges.empty()); // parallel updates gain exactly nothing
        }
    }

    void identicalUpdatesMergeForAnyAlpha()
    {
        direct::Problem problem{.updates = {{0.3, -0.7}, {0.3, -0.7}, {0.3, -0.7}},
                                .sizes = {100, 100, 100},
                                .settings = {.alpha = {1e-6}}};
        const Grouping grouping = partition(problem);
        QCOMPARE(grouping.groups.size(), std::size_t{1});
        near(grouping.merges.front().score, 1e-8, 1e-12); // α/D at equal sizes
        QCOMPARE(grouping.merges.front().left, 0);        // the smallest pair of the tie
        QCOMPARE(grouping.merges.front().right, 1);
    }

    void orthogonalUpdatesMergeFromTheThresholdOn()
    {
        // B = α/D + √2 − 2 > 0 from α > 58.57864 on (ALGORITHMS §2.1, invariant 10).
        const auto groups = [](double alpha) {
            return partition({.updates = {{1, 0}, {0, 1}},
                              .sizes = {100, 100},
                              .settings = {.alpha = {alpha}}})
                .groups.size();
        };
        QCOMPARE(groups(58.5786), std::size_t{2});
        QCOMPARE(groups(58.5787), std::size_t{1});
    }

    void utilityOffsetScaleAndOrderDecideNothing()
    {
        std::mt19937 random(11);
        for (int repetition = 0; repetition < 100; ++repetition) {
            direct::Problem problem = h2(1.0 + static_cast<double>(random() % 300));
            const Grouping plain = partition(problem);
            problem.settings.beta = 100;
            const Grouping offset = partition(problem);
            QVERIFY(offset.groups == plain.groups);
            near(totalUtility(problem, offset) - 600,
                 direct::total(problem, plain.groups) - 600,
                 1e-9);
            for (std::vector<double>& update : problem.updates)
                for (double& entry : update)
                    entry *= 37.5;
            QVERIFY(partition(problem).groups == plain.groups);
            std::vector<int> places(6);
            std::iota(places.begin(), places.end(), 0);
            std::shuffle(places.begin(), places.end(), random);
            direct::Problem moved = problem;
            for (std::size_t i = 0; i < 6; ++i)
                moved.updates[static_cast<std::size_t>(places[i])] = problem.updates[i];
            direct::Groups expected = plain.groups;
            for (std::vector<int>& group : expected) {
                for (int& client : group)
                    client = places[static_cast<std::size_t>(client)];
                std::ranges::sort(group);
            }
            std::ranges::sort(expected);
            QVERIFY(partition(moved).groups == expected);
        }
    }

    void eachMergeRaisesTheSumByItsBenefit()
    {
        const direct::Problem problem = h2(400);
        const Grouping grouping = partition(problem);
        double sum = direct::total(problem, {{0}, {1}, {2}, {3}, {4}, {5}});
        for (const Merge& merge : grouping.merges) {
            QVERIFY(merge.score > 0);
            sum += merge.score;
        }
        near(sum, totalUtility(problem, grouping), 1e-12);
    }

    void updatesThatAreNotFiniteStayAlone()
    {
        direct::Problem problem = h2(400);
        problem.updates[2][0] = std::numeric_limits<double>::quiet_NaN();
        const Grouping grouping = partition(problem);
        QCOMPARE(text(grouping.groups), std::string("{1,2,4,5,6},{3}"));
        QCOMPARE(grouping.stopReason,
                 std::string("Updates that are not finite cannot be compared."));
        problem.settings.fixedGroups = 1;
        QCOMPARE(partition(problem).groups.size(), std::size_t{2});
    }

    void nobodyAndOneClientAreFine()
    {
        QVERIFY(partitionByUtility(Matrix(), {}, {}).groups.empty());
        const Grouping one = partitionByUtility(Matrix(1, 1, 4.0), std::vector{10.0}, {});
        QCOMPARE(text(one.groups), std::string("{1}"));
    }

    void partitionsOfSomeClientsAreRenumbered()
    {
        // Clients 1, 2 and 4 of 5; 0 is alone, 3 is not here yet.
        const std::vector<std::size_t> members{1, 2, 4};
        const std::vector<std::size_t> alone{0};
        const Grouping grouping = renumbered(partition(h1(100)), members, alone, 5);
        QVERIFY((grouping.groups == direct::Groups{{0}, {1, 2, 4}}));
        QCOMPARE(grouping.merges[0].left, 1);
        QCOMPARE(grouping.merges[0].right, 2);
        QCOMPARE(grouping.merges[1].left, 4);
        QCOMPARE(grouping.merges[1].right, 5);
    }
};

COTERIE_SECTION(TestUtilityPartition)

} // namespace tst_utility_partition

#include "tst_utility_partition.moc"
