#include "core/metrics/metric_infos.h"
#include "tests/core/fixtures/played_experiment.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>
#include <string>
#include <vector>

namespace tst_hcct_claims {

using namespace coterie;
using namespace coterie::test;

namespace {

/// Seeds in which one arm's last value is less than another's, printed on the way.
int seedsBelow(const PlayedArms& arms, const char* metric, const char* less, const char* more)
{
    const std::vector<double> left = lastValues(arms.at(less), metric);
    const std::vector<double> right = lastValues(arms.at(more), metric);
    qInfo("%s: %s%s, %s%s", metric, less, inLine(left).c_str(), more, inLine(right).c_str());
    return pairsAbove(right, left);
}

using Groups = std::vector<std::vector<int>>;

} // namespace

/// What HCCT promises, over seeds 1 to 5 of the demos that ship.
class TestHcctClaims : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ofThreeClientsTheTwoWithOneTaskShouldTrainTogether() // HCCT, Table 2
    {
        const PlayedArms arms = playExperiment("demos/hcct_motivating.json");
        const std::vector<double> together =
            lastValues(arms.at("Clients 1 and 2"), "meanTestError");
        std::vector<double> bestOther(together.size(), 100);
        for (const char* other : {"Independent", "Global", "Clients 1 and 3", "Clients 2 and 3"}) {
            const std::vector<double> errors = lastValues(arms.at(other), "meanTestError");
            qInfo("%-16s%s", other, inLine(errors).c_str());
            for (std::size_t seed = 0; seed < errors.size(); ++seed)
                bestOther[seed] = std::min(bestOther[seed], errors[seed]);
        }
        qInfo("%-16s%s", "Clients 1 and 2", inLine(together).c_str());
        qInfo("%-16s%s", "HCCT", inLine(lastValues(arms.at("HCCT"), "meanTestError")).c_str());
        QCOMPARE(together.size(), std::size_t{5});
        QVERIFY(pairsAbove(bestOther, together) >= 4);
        for (const PlayedRun& run : arms.at("HCCT"))
            QCOMPARE(run.reports.back().grouping->groups, (Groups{{0, 1}, {2}}));
    }

    void fiveDomainsAreFoundAndBetterForEverybody() // HCCT, Table 4, Digit
    {
        const PlayedArms arms =
            playExperiment("demos/hcct_domains.json", {.arms = {"Independent", "FedAvg", "HCCT"}});
        std::vector<double> agreement;
        for (const PlayedRun& run : arms.at("HCCT"))
            agreement.push_back(run.meanOfLast("adjustedRandIndex", 5));
        qInfo("adjusted Rand index of the last five rounds:%s", inLine(agreement).c_str());
        QCOMPARE(agreement.size(), std::size_t{5});
        for (const double index : agreement) // the pairs themselves, with every seed
            QVERIFY(index >= 0.999);
        for (const char* other : {"Independent", "FedAvg"})
            for (const char* metric : {"meanTestError", "worstTestError"})
                QVERIFY2(seedsBelow(arms, metric, "HCCT", other) >= 4, other);
    }

    /// One and the same α, and sizes by the same rule.
    void oneAlphaGivesOneGroupOrNoneAsTheDataAre_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<std::size_t>("groups");
        QTest::newRow("IID and few: all together") << "demos/hcct_alike.json" << std::size_t{1};
        QTest::newRow("disjoint and plentiful: everybody alone")
            << "demos/hcct_disjoint.json" << std::size_t{5};
    }
    void oneAlphaGivesOneGroupOrNoneAsTheDataAre()
    {
        QFETCH(QString, file);
        QFETCH(std::size_t, groups);
        const PlayedArms arms = playExperiment(file.toStdString(), {.arms = {"HCCT"}});
        for (const PlayedRun& run : arms.at("HCCT"))
            QCOMPARE(run.reports.back().grouping->groups.size(), groups);
    }
};

COTERIE_SECTION(TestHcctClaims)

} // namespace tst_hcct_claims

#include "tst_hcct_claims.moc"
