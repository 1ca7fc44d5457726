#include "core/metrics/metric_infos.h"
#include "core/store/comparison.h"
#include "tests/core/fixtures/played_experiment.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>
#include <optional>
#include <string>

namespace tst_hics_claims {

using namespace coterie;
using namespace coterie::test;

namespace {

/// An arm ends early at its target.
PlayedArms untilTarget(const std::string& file, std::vector<std::string> arms, double target)
{
    return playExperiment("demos/" + file,
                          {.arms = std::move(arms), .enough = [target](const PlayedRun& run) {
                               return run.firstRoundAt("globalAccuracy", target).has_value();
                           }});
}

std::vector<std::optional<int>> roundsTo(const std::vector<PlayedRun>& seeds, double target)
{
    std::vector<std::optional<int>> rounds;
    for (const PlayedRun& seed : seeds)
        rounds.push_back(seed.firstRoundAt("globalAccuracy", target));
    return rounds;
}

QString text(const std::vector<std::optional<int>>& rounds)
{
    QString line;
    for (const std::optional<int>& round : rounds)
        line += round ? QString("%1 ").arg(*round, 4) : QString(" never");
    return line;
}

const NamedValues& valuesNamed(const RoundReport& report, std::string_view name)
{
    return *std::ranges::find(report.clientValues, name, &NamedValues::name);
}

/// Whether every client's entropy is estimated.
bool estimatesAll(const RoundReport& report)
{
    const auto place =
        std::ranges::find(report.clientValues, "estimatedEntropy", &NamedValues::name);
    return place != report.clientValues.end()
           && std::ranges::all_of(place->values,
                                  [](const auto& value) { return value.has_value(); });
}

/// The first report that does.
const RoundReport& firstWithAll(const PlayedRun& run)
{
    return *std::ranges::find_if(run.reports, &estimatesAll);
}

/// Ends a run there: what follows decides nothing about the estimates.
bool everybodyWasSeen(const PlayedRun& run)
{
    return !run.reports.empty() && estimatesAll(run.reports.back());
}

/// The chance that a balanced client's estimate is above that of a severely imbalanced one.
double areaUnderCurve(const std::vector<double>& balanced, const std::vector<double>& severe)
{
    double above = 0;
    for (const double high : balanced)
        for (const double low : severe)
            above += high > low ? 1.0 : high == low ? 0.5 : 0.0;
    return above / static_cast<double>(balanced.size() * severe.size());
}

constexpr double kTarget = 0.8;

} // namespace

/// What HiCS-FL promises, over seeds 1 to 5 of the demos that ship.
class TestHicsClaims : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fewBalancedClientsAreFoundAndPreferred()
    {
        const auto arms = untilTarget("hicsFl_imbalanced.json", {"Random", "HiCS-FL"}, kTarget);
        const auto random = roundsTo(arms.at("Random"), kTarget);
        const auto hics = roundsTo(arms.at("HiCS-FL"), kTarget);
        qInfo("rounds to %.2f: random %s, HiCS-FL %s",
              kTarget,
              qPrintable(text(random)),
              qPrintable(text(hics)));
        int fewer = 0;
        for (std::size_t seed = 0; seed < hics.size(); ++seed)
            fewer += hics[seed] && (!random[seed] || *hics[seed] < *random[seed]) ? 1 : 0;
        QCOMPARE(hics.size(), std::size_t{5});
        QVERIFY(fewer >= 4);
    }

    void whereAllAreAlikeItDoesAsClusteredSampling()
    {
        const auto arms = untilTarget("hicsFl_alike.json", {"CS", "HiCS-FL"}, kTarget);
        const auto clustered = roundsTo(arms.at("CS"), kTarget);
        const auto hics = roundsTo(arms.at("HiCS-FL"), kTarget);
        qInfo("rounds to %.2f: CS %s, HiCS-FL %s",
              kTarget,
              qPrintable(text(clustered)),
              qPrintable(text(hics)));
        const std::optional<double> one = reachedRounds(hics).median;
        const std::optional<double> other = reachedRounds(clustered).median;
        QVERIFY(one && other);
        QVERIFY(*one / *other >= 0.8 && *one / *other <= 1.25);
    }

    void entropiesTellSevereFromBalancedClients()
    {
        const PlayedArms arms = playExperiment("demos/hicsFl_imbalanced.json",
                                               {.arms = {"HiCS-FL"}, .enough = &everybodyWasSeen});
        for (const PlayedRun& seed : arms.at("HiCS-FL")) {
            const NamedValues& estimated = valuesNamed(firstWithAll(seed), "estimatedEntropy");
            std::vector<double> severe; // the first four fifths have the small α
            std::vector<double> balanced;
            for (std::size_t k = 0; k < estimated.values.size(); ++k)
                (5 * k < 4 * estimated.values.size() ? severe : balanced)
                    .push_back(*estimated.values[k]);
            const double area = areaUnderCurve(balanced, severe);
            qInfo("area under the curve %.3f", area);
            QVERIFY(area >= 0.95);
        }
    }

    void entropiesKeepTheOrderOfTheClients_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<double>("least");
        QTest::newRow("SGD") << "hicsFl_entropy_sgd.json" << 0.8;
        QTest::newRow("Adam") << "hicsFl_entropy_adam.json" << 0.5;
    }

    void entropiesKeepTheOrderOfTheClients()
    {
        QFETCH(QString, file);
        QFETCH(double, least);
        const PlayedArms arms = playExperiment("demos/" + file.toStdString(),
                                               {.arms = {"HiCS-FL"}, .enough = &everybodyWasSeen});
        for (const PlayedRun& seed : arms.at("HiCS-FL")) {
            const std::size_t round =
                static_cast<std::size_t>(&firstWithAll(seed) - seed.reports.data());
            const double found = findMetric(seed.metrics[round], "entropySpearman").value_or(0);
            qInfo("Spearman %.3f after one round of everybody", found);
            QVERIFY(found >= least);
        }
    }

    void gradientsOfBalancedClientsAreNearerToThatOfAllData()
    {
        const PlayedArms arms =
            playExperiment("demos/hicsFl_assumption1.json", {.arms = {"FedAvg"}});
        for (const PlayedRun& seed : arms.at("FedAvg"))
            for (std::size_t round = 1; round < seed.metrics.size(); ++round) {
                const double found =
                    findMetric(seed.metrics[round], "gradientEntropySpearman").value_or(1);
                qInfo("Spearman of entropy and distance %.3f, envelope β %.2f ρ %.2g κ %.2g",
                      found,
                      findMetric(seed.metrics[round], "envelopeBeta").value_or(-1),
                      findMetric(seed.metrics[round], "envelopeRho").value_or(-1),
                      findMetric(seed.metrics[round], "envelopeKappa").value_or(-1));
                QVERIFY(found < -0.5);
            }
    }
};

COTERIE_SECTION(TestHicsClaims)

} // namespace tst_hics_claims

#include "tst_hics_claims.moc"
