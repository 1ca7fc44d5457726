#include "core/algorithms/registry.h"
#include "core/metrics/metric_infos.h"
#include "tests/core/algorithms/played.h"
#include "tests/core/fixtures/played_experiment.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <map>
#include <numeric>

namespace tst_all_for_one_claims {

using namespace coterie;
using namespace coterie::test;

namespace {

/// Mean over seeds after `round` rounds.
double meanLog10Loss(const std::vector<PlayedRun>& seeds, std::size_t round)
{
    double sum = 0;
    for (const PlayedRun& run : seeds)
        sum += *findMetric(run.metrics[round], "meanLog10TestLoss");
    return sum / static_cast<double>(seeds.size());
}

/// The least share of a row's weight that stays with the clients of the same parity.
double leastShareInside(const Matrix& weights)
{
    double least = 1;
    for (std::size_t i = 0; i < weights.rows; ++i) {
        double inside = 0;
        double all = 0;
        for (std::size_t k = 0; k < weights.columns; ++k) {
            all += weights.at(i, k);
            inside += i % 2 == k % 2 ? weights.at(i, k) : 0.0;
        }
        least = std::min(least, inside / all);
    }
    return least;
}

/// Twenty clients with 200 samples each of y = ⟨x, θ*⟩ in ten dimensions; θ* of a client is that of
/// its parity.
std::shared_ptr<const Dataset> twoPlanes()
{
    constexpr std::size_t kDimension = 10;
    auto dataset = std::make_shared<Dataset>();
    dataset->name = "twoPlanes";
    dataset->inputScale = {.scale = {1.0F}, .offset = {0.0F}};
    RandomStream stream({.seed = 3, .purpose = Purpose::Synthesise});
    std::vector<double> optima(2 * kDimension);
    for (double& coordinate : optima)
        coordinate = stream.uniform(-10, 10);
    std::vector<float> inputs;
    for (std::size_t i = 0; i < 20 * 200; ++i) {
        double target = 0;
        for (std::size_t d = 0; d < kDimension; ++d) {
            inputs.push_back(static_cast<float>(stream.normal()));
            target += static_cast<double>(inputs.back()) * optima[i / 200 % 2 * kDimension + d];
        }
        dataset->train.targets.push_back(static_cast<float>(target));
    }
    dataset->train.shape = {.channels = kDimension};
    dataset->train.values = std::move(inputs);
    dataset->officialTest.shape = dataset->train.shape;
    dataset->officialTest.values = std::vector<float>{};
    return dataset;
}

} // namespace

class TestAllForOneClaims : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onLeastSquaresBothFormsAreADecadeBelowLocal() // All-for-one, Figure 2b
    {
        const auto arms = playExperiment("papers/allForOne/figure2b_synthetic_10.json",
                                         {.seeds = {1, 2, 3, 4, 5}});
        for (const auto& [name, seeds] : arms)
            qInfo("%-16s T/8 %6.2f   T/2 %6.2f   T %6.2f",
                  name.c_str(),
                  meanLog10Loss(seeds, 25),
                  meanLog10Loss(seeds, 100),
                  meanLog10Loss(seeds, 200));
        for (const std::size_t round : {100U, 200U}) {
            const auto at = [&](const char* arm) { return meanLog10Loss(arms.at(arm), round); };
            QVERIFY(at("AFO, binary") <= at("Local") - 1);
            QVERIFY(at("AFO, continuous") <= at("Local") - 1);
            QVERIFY(at("AFO, oracle") <= at("AFO, binary"));
            QVERIFY(at("AFO, oracle") <= at("AFO, continuous"));
        }
        const auto& fedAvg = arms.at("FedAvg");
        QVERIFY(std::abs(meanLog10Loss(fedAvg, 200) - meanLog10Loss(fedAvg, 25)) <= 0.1);
    }

    /// Figure 2a: why the paper's Ditto, CoBo and WGA-BC follow Local, and that APFL does not.
    void whatTheReleasedCodeDropsIsWhatTellsThemFromLocal()
    {
        const auto code =
            playExperiment("papers/allForOne/figure2a_synthetic_2_code.json", {.seeds = {127}});
        const auto paper =
            playExperiment("papers/allForOne/figure2a_synthetic_2.json", {.seeds = {127}});
        const auto at = [](const auto& arms, const char* arm) {
            return meanLog10Loss(arms.at(arm), 40);
        };
        for (const char* arm : {"Ditto", "CoBo", "WGA-BC"}) {
            qInfo("%-7s %6.2f with, %6.2f without", arm, at(paper, arm), at(code, arm));
            QCOMPARE(at(code, arm), at(code, "Local"));
            QVERIFY(at(paper, arm) > at(paper, "Local") + 3);
        }
        for (const auto* arms : {&code, &paper})
            QVERIFY(at(*arms, "APFL") > at(*arms, "Local") + 3);
    }

    void tenThousandIterationsOfTwentyClientsTakeSeconds()
    {
        RunPlan plan = small::plan(small::sgd(0.125, 2, 1));
        plan.algorithm =
            small::part(registry().algorithms,
                        "allForOne",
                        {{"innerIterations", std::int64_t{1}}, {"probeSamples", std::int64_t{1}}});
        plan.local.localEpochs.reset();
        plan.local.localSteps = 50;
        plan.model.precision = "float64";
        Shards shards(20);
        for (std::size_t i = 0; i < shards.size(); ++i) {
            shards[i].train.resize(200);
            std::iota(
                shards[i].train.begin(), shards[i].train.end(), static_cast<std::int32_t>(200 * i));
        }
        const Network plane{"plane", {.channels = 10}, {linear(10, 1, false)}, Loss::SquaredError};
        small::Played played(plan, twoPlanes(), shards, plane);
        const std::clock_t start = std::clock();
        const RoundReport report = played.play(200); // each with fifty refreshes and steps
        const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        qInfo("%.1f s of processor time", seconds);
        QVERIFY(seconds < 10);
        QVERIFY(*report.clients[0].trainLoss < 1e-6); // and it did learn
    }

    void weightsFindTheClustersByTheMiddle() // All-for-one, Definition S1
    {
        const auto arms =
            playExperiment("demos/allForOne_clusters.json", {.seeds = {1, 2, 3, 4, 5}});
        for (const char* arm : {"AFO, binary", "AFO, continuous"})
            for (const PlayedRun& run : arms.at(arm)) {
                const Matrix middle =
                    run.reports[(run.reports.size() - 1) / 2].collaboration->dense();
                qInfo("%s: %.3f of every row's weight or more", arm, leastShareInside(middle));
                QVERIFY(leastShareInside(middle) >= 0.9);
                double others = 0;
                for (std::size_t i = 0; i < middle.rows; ++i)
                    others += 1 - middle.at(i, i);
                QVERIFY(others > 1); // not because everybody is alone
            }
    }
};

COTERIE_SECTION(TestAllForOneClaims)

} // namespace tst_all_for_one_claims

#include "tst_all_for_one_claims.moc"
