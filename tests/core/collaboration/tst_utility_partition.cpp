#include "core/collaboration/utility_partition.h"
#include "core/math/linkage.h"
#include "tests/core/collaboration/direct_partition.h"
#include "tests/sections.h"

#include <cmath>
#include <ctime>
#include <limits>
#include <numbers>
#include <random>

namespace tst_utility_partition {

using namespace coterie;

namespace {

constexpr double kTolerance = 1e-5; // of the figures in ALGORITHMS §2

Matrix rowsOf(const direct::Vectors& updates)
{
    Matrix rows(updates.size(), updates.front().size());
    for (std::size_t i = 0; i < updates.size(); ++i)
        std::ranges::copy(updates[i], rows.row(i).begin());
    return rows;
}

Matrix gramOf(const direct::Vectors& updates)
{
    return gram(rowsOf(updates));
}

double sumOf(const std::vector<double>& values)
{
    double sum = 0;
    for (const double value : values)
        sum += value;
    return sum;
}

Grouping partition(const direct::Problem& problem)
{
    return partitionByUtility(gramOf(problem.updates), problem.sizes, problem.settings);
}

double totalUtility(const direct::Problem& problem, const Grouping& grouping)
{
    return sumOf(
        utilities(gramOf(problem.updates), problem.sizes, grouping.groups, problem.settings));
}

/// ALGORITHMS §2.1, example H1.
direct::Problem h1(double alpha)
{
    return {.updates = {{1, 0}, {0.8, 0.6}, {0, 1}},
            .sizes = {100, 300, 100},
            .settings = {.alpha = {alpha}}};
}

/// Example H2: six unit updates, the story of the paper's Fig. 2.
direct::Problem h2(double alpha, std::size_t fixedGroups = 0)
{
    direct::Problem problem{.updates = {},
                            .sizes = std::vector<double>(6, 100.0),
                            .settings = {.alpha = {alpha}, .fixedGroups = fixedGroups}};
    for (const double degrees : {0.0, 10.0, 25.0, 120.0, 132.0, 240.0}) {
        const double angle = degrees * std::numbers::pi / 180;
        problem.updates.push_back({std::cos(angle), std::sin(angle)});
    }
    return problem;
}

std::string text(const direct::Groups& groups)
{
    std::string all;
    for (const std::vector<int>& group : groups) {
        all += all.empty() ? "{" : ",{";
        for (std::size_t i = 0; i < group.size(); ++i)
            all += (i == 0 ? "" : ",") + std::to_string(group[i] + 1);
        all += "}";
    }
    return all;
}

void near(double value, double expected, double tolerance = kTolerance)
{
    const std::string sentence = std::to_string(value) + " is not " + std::to_string(expected);
    QVERIFY2(std::abs(value - expected) <= tolerance * std::max(1.0, std::abs(expected)),
             sentence.c_str());
}

/// A random federation of one of several kinds: generic, on a coarse grid (ties, zero and opposite
/// updates), with parallel updates, or with equal sizes.
direct::Problem randomProblem(std::mt19937& random, std::size_t largest)
{
    const auto below = [&random](std::size_t bound) { return random() % bound; };
    const std::size_t clients = 1 + below(largest);
    const std::size_t dimension = 1 + below(6);
    const std::size_t kind = below(4);
    std::normal_distribution<double> normal;
    constexpr std::array kAlphas{0.0, 0.5, 5.0, 30.0, 80.0, 300.0, 1e9};
    direct::Problem problem;
    problem.settings.alpha = {kAlphas[below(kAlphas.size())]};
    if (below(4) == 0) {
        problem.settings.alpha.clear();
        for (std::size_t i = 0; i < clients; ++i)
            problem.settings.alpha.push_back(kAlphas[below(kAlphas.size() - 1)]);
    }
    if (below(5) == 0)
        problem.settings.fixedGroups = 1 + below(clients);
    for (std::size_t i = 0; i < clients; ++i) {
        problem.sizes.push_back(kind == 3 ? 100.0 : static_cast<double>(20 + below(300)));
        std::vector<double> update(dimension);
        for (double& entry : update)
            entry = kind == 1 ? static_cast<double>(below(3)) - 1.0 : normal(random);
        if (kind == 2 && i > 0 && below(2) == 0) {
            const double factor = static_cast<double>(1 + below(3));
            update = problem.updates[below(i)];
            for (double& entry : update)
                entry *= factor;
        }
        problem.updates.push_back(update);
    }
    if (kind == 1) // groups of equal clients, so that ties are exact
        for (double& size : problem.sizes)
            size = 50 * (1 + static_cast<double>(below(2)));
    return problem;
}

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
    void benefitsOfTheFirstExampleAreThoseOfTheReference_data()
    {
        QTest::addColumn<double>("alpha");
        QTest::addColumn<double>("first");
        QTest::addColumn<double>("second");
        QTest::addColumn<double>("third");
        QTest::newRow("1") << 1.0 << -0.120116 << -0.575786 << -0.256223;
        QTest::newRow("50") << 50.0 << 0.288218 << -0.085786 << 0.152110;
        QTest::newRow("100") << 100.0 << 0.704884 << 0.414214 << 0.568777;
        QTest::newRow("400") << 400.0 << 3.204884 << 3.414214 << 3.068777;
    }

    void benefitsOfTheFirstExampleAreThoseOfTheReference()
    {
        QFETCH(double, alpha);
        const direct::Problem problem = h1(alpha);
        const auto benefit = [&](int i, int j) {
            const direct::Groups alone{{i}};
            return joinGains(gramOf(problem.updates),
                             problem.sizes,
                             alone,
                             static_cast<std::size_t>(j),
                             problem.settings)
                .front();
        };
        QFETCH(double, first);
        QFETCH(double, second);
        QFETCH(double, third);
        near(benefit(0, 1).total(), first);
        near(benefit(0, 2).total(), second);
        near(benefit(1, 2).total(), third);
        // α[n_a/D̂_a + n_b/D̂_b − (n_a+n_b)/(D̂_a+D̂_b)] with 100 and 300 samples.
        near(benefit(0, 1).data, alpha * (1.0 / 100 + 1.0 / 300 - 2.0 / 400), 1e-14);
        QVERIFY(benefit(0, 1).similarity < 0);
    }

    void firstExampleIsPartitionedAsInTheReference_data()
    {
        QTest::addColumn<double>("alpha");
        QTest::addColumn<QString>("groups");
        QTest::addColumn<QList<double>>("benefits");
        QTest::addColumn<double>("utility");
        using Benefits = QList<double>;
        QTest::newRow("1") << 1.0 << "{1},{2},{3}" << Benefits() << 2.976667;
        QTest::newRow("50") << 50.0 << "{1,2},{3}" << Benefits{0.288218} << 2.121551;
        QTest::newRow("100") << 100.0 << "{1,2,3}" << Benefits{0.704884, 0.435055} << 1.806606;
        QTest::newRow("400") << 400.0 << "{1,2,3}" << Benefits{3.414214, 2.925726} << 0.006606;
    }

    void firstExampleIsPartitionedAsInTheReference()
    {
        QFETCH(double, alpha);
        QFETCH(QString, groups);
        QFETCH(QList<double>, benefits);
        QFETCH(double, utility);
        const direct::Problem problem = h1(alpha);
        const Grouping grouping = partition(problem);
        QCOMPARE(QString::fromStdString(text(grouping.groups)), groups);
        QCOMPARE(grouping.merges.size(), static_cast<std::size_t>(benefits.size()));
        for (std::size_t m = 0; m < grouping.merges.size(); ++m)
            near(grouping.merges[m].score, benefits[static_cast<qsizetype>(m)]);
        near(totalUtility(problem, grouping), utility);
    }

    void cosinesOfTheFirstExampleAreThoseOfTheReference_data()
    {
        QTest::addColumn<int>("left");
        QTest::addColumn<int>("right");
        QTest::addColumn<double>("leftCosine");
        QTest::addColumn<double>("rightCosine");
        QTest::newRow("1 and 2") << 0 << 1 << 0.883788 << 0.987763;
        QTest::newRow("1 and 3") << 0 << 2 << 0.707107 << 0.707107;
        QTest::newRow("2 and 3") << 1 << 2 << 0.976187 << 0.759257;
    }

    void cosinesOfTheFirstExampleAreThoseOfTheReference()
    {
        QFETCH(int, left);
        QFETCH(int, right);
        QFETCH(double, leftCosine);
        QFETCH(double, rightCosine);
        const direct::Problem problem = h1(0); // without hunger a utility is a cosine
        const direct::Groups groups{{left, right}, {3 - left - right}};
        const std::vector<double> found =
            utilities(gramOf(problem.updates), problem.sizes, groups, problem.settings);
        near(found[static_cast<std::size_t>(left)], leftCosine, 1e-6);
        near(found[static_cast<std::size_t>(right)], rightCosine, 1e-6);
        near(found[static_cast<std::size_t>(3 - left - right)], 1, 1e-15);
    }

    void equalPairsMergeBelowTheAngleOfTheReference_data()
    {
        QTest::addColumn<double>("size");
        QTest::addColumn<double>("alpha");
        QTest::addColumn<double>("degrees");
        QTest::newRow("Digit, HCCT") << 185.0 << 1.0 << 8.43;
        QTest::newRow("Digit, HCCT-E") << 185.0 << 100.0 << 86.27;
        QTest::newRow("FMNIST, HCCT") << 120.0 << 100.0 << 108.63;
        QTest::newRow("CIFAR, HCCT") << 950.0 << 1.0 << 3.72;
        QTest::newRow("CIFAR, HCCT-E") << 950.0 << 10.0 << 11.76;
    }

    /// B = α/D + 2cos(φ/2) − 2. The table has two decimals, so the turn is within 0.005 of them.
    void equalPairsMergeBelowTheAngleOfTheReference()
    {
        QFETCH(double, size);
        QFETCH(double, alpha);
        QFETCH(double, degrees);
        const auto pair = [&](double apart) {
            const double angle = apart * std::numbers::pi / 180;
            const direct::Problem problem{.updates = {{1, 0}, {std::cos(angle), std::sin(angle)}},
                                          .sizes = {size, size},
                                          .settings = {.alpha = {alpha}}};
            Grouping grouping = partition(problem);
            const Merge& considered =
                grouping.merges.empty() ? *grouping.refused : grouping.merges.front();
            near(considered.score, alpha / size + 2 * std::cos(angle / 2) - 2, 1e-12);
            return grouping;
        };
        QCOMPARE(text(pair(degrees - 0.006).groups), std::string("{1,2}"));
        QCOMPARE(text(pair(degrees + 0.006).groups), std::string("{1},{2}"));
    }

    void fourthBenefitColumnMergesTheFarPairFirst()
    {
        const Grouping grouping = partition(h1(400));
        QCOMPARE(grouping.merges[0].left, 0); // (1,3), not the likeness but the data decides
        QCOMPARE(grouping.merges[0].right, 2);
        QCOMPARE(grouping.merges[1].left, 1);
        QCOMPARE(grouping.merges[1].right, 3);
        QCOMPARE(grouping.merges[1].size, 3);
        QCOMPARE(grouping.stopReason, std::string("Everybody is in one group."));
        QVERIFY(!grouping.refused);
    }

    void secondExampleIsPartitionedAsInTheReference_data()
    {
        QTest::addColumn<double>("alpha");
        QTest::addColumn<QString>("groups");
        QTest::addColumn<QList<double>>("benefits");
        using Benefits = QList<double>;
        QTest::newRow("1") << 1.0 << "{1,2},{3},{4},{5},{6}" << Benefits{0.002389};
        QTest::newRow("10") << 10.0 << "{1,2,3},{4,5},{6}"
                            << Benefits{0.092389, 0.089044, 0.059573};
    }

    void secondExampleIsPartitionedAsInTheReference()
    {
        QFETCH(double, alpha);
        QFETCH(QString, groups);
        QFETCH(QList<double>, benefits);
        const direct::Problem problem = h2(alpha);
        const Grouping grouping = partition(problem);
        QCOMPARE(QString::fromStdString(text(grouping.groups)), groups);
        QCOMPARE(grouping.merges.size(), static_cast<std::size_t>(benefits.size()));
        for (std::size_t m = 0; m < grouping.merges.size(); ++m)
            near(grouping.merges[m].score, benefits[static_cast<qsizetype>(m)]);
        if (alpha == 10.0)
            near(totalUtility(problem, grouping), 5.641006);
        QCOMPARE(grouping.stopReason, std::string("No further merge would bring a gain."));
        QVERIFY(grouping.refused.has_value());
        QVERIFY(grouping.refused->score < 0);
    }

    void secondExampleWithMuchHungerEndsInOneGroup()
    {
        const Grouping two = partition(h2(200));
        QCOMPARE(text(two.groups), std::string("{1,2,3},{4,5,6}"));
        near(two.merges.back().score, 0.838047);
        const Grouping one = partition(h2(400));
        QCOMPARE(text(one.groups), std::string("{1,2,3,4,5,6}"));
        near(one.merges.back().score, 1.034029);
    }

    void fixedNumberOfGroupsIsReachedWhateverItCosts_data()
    {
        QTest::addColumn<int>("groups");
        QTest::addColumn<QString>("expected");
        QTest::addColumn<double>("lastBenefit");
        QTest::addColumn<double>("utility");
        QTest::newRow("4") << 4 << "{1,2},{3},{4,5},{6}" << 0.089044 << 5.581433;
        QTest::newRow("3") << 3 << "{1,2,3},{4,5},{6}" << 0.059573 << 5.641006;
        QTest::newRow("2") << 2 << "{1,2,3},{4,5,6}" << -1.061953 << 4.579053;
        QTest::newRow("1") << 1 << "{1,2,3,4,5,6}" << -2.865971 << 1.713083;
    }

    void fixedNumberOfGroupsIsReachedWhateverItCosts()
    {
        QFETCH(int, groups);
        QFETCH(QString, expected);
        QFETCH(double, lastBenefit);
        QFETCH(double, utility);
        const direct::Problem problem = h2(10, static_cast<std::size_t>(groups));
        const Grouping grouping = partition(problem);
        QCOMPARE(QString::fromStdString(text(grouping.groups)), expected);
        near(grouping.merges.back().score, lastBenefit);
        near(totalUtility(problem, grouping), utility);
        QCOMPARE(grouping.refused.has_value(), groups > 1);
    }

    void asManyGroupsAsClientsLeavesEverybodyAlone()
    {
        const Grouping grouping = partition(h2(1e9, 6));
        QVERIFY(grouping.merges.empty());
        QCOMPARE(grouping.groups.size(), std::size_t{6});
        QCOMPARE(grouping.stopReason, std::string("As many groups are left as were asked for."));
        QCOMPARE(partition(h2(1e9, 9)).groups.size(), std::size_t{6});
    }

    void newcomersJoinWhereItGainsMost_data()
    {
        QTest::addColumn<double>("alpha");
        QTest::addColumn<double>("withTwo");
        QTest::addColumn<double>("withOne");
        QTest::newRow("1") << 1.0 << -0.074826 << -0.097572;
        QTest::newRow("50") << 50.0 << 0.823507 << 0.719095;
    }

    void newcomersJoinWhereItGainsMost()
    {
        QFETCH(double, alpha);
        QFETCH(double, withTwo);
        QFETCH(double, withOne);
        direct::Problem problem = h1(alpha);
        problem.updates.push_back({0.6, 0.8});
        problem.sizes.push_back(50);
        const direct::Groups groups{{0, 1}, {2}};
        const std::vector<Gain> gains =
            joinGains(gramOf(problem.updates), problem.sizes, groups, 3, problem.settings);
        near(gains[0].total(), withTwo);
        near(gains[1].total(), withOne);
    }

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

COTERIE_SECTION(TestUtilityPartition)

} // namespace tst_utility_partition

#include "tst_utility_partition.moc"
