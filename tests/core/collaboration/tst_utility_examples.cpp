#include "tests/core/collaboration/partition_problems.h"
#include "tests/sections.h"

#include <cmath>
#include <numbers>

namespace tst_utility_examples {

using namespace coterie;
using namespace partition_problems;

/// The figures of ALGORITHMS §2.1.
class TestUtilityExamples : public QObject
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
};

COTERIE_SECTION(TestUtilityExamples)

} // namespace tst_utility_examples

#include "tst_utility_examples.moc"
