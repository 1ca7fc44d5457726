#include "tests/core/sampling/draws_bed.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace tst_hics_signal {

using namespace coterie;
using namespace draws;

/// What HiCS-FL reads from updates of the output layer, and where it cannot be read.
class TestHicsSignal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void biasUpdatesSumToZeroUnderSgdOnly()
    {
        // Each sample's gradient of the biases is softmax − one-hot, so SGD moves none of the sum.
        const auto sumOfBias = [](const LocalSettings& local) {
            RunPlan plan = planWith("all", {});
            plan.local = local;
            Play play(plan, unevenShards());
            static_cast<void>(play.round(0));
            const Slice& bias = *play.federation.network().layout().parameter(
                play.federation.network().layout().outputLayer, SliceRole::Bias);
            const Trained& trained = play.federation.lastTrained();
            const auto first = static_cast<std::int64_t>(bias.offset);
            const auto last = static_cast<std::int64_t>(bias.offset + bias.count);
            const at::Tensor delta = trained.ends.parameters.slice(1, first, last)
                                     - trained.starts.parameters.slice(1, first, last);
            return delta.sum(1).abs().max().item().toDouble();
        };
        QCOMPARE_LT(sumOfBias(small::sgd(0.1, 8, 2)), 1e-6);
        QCOMPARE_LT(sumOfBias(small::sgd(0.1, 8, 2, 0.9)), 1e-6);
        LocalSettings adam = small::sgd(0.1, 8, 2);
        adam.optimizer = small::part(optimizerParts(), "adam", {{"learningRate", 0.01}});
        QVERIFY(sumOfBias(adam) > 1e-4);
        LocalSettings decaying = small::sgd(0.1, 8, 2);
        decaying.optimizer.parameters.set("weightDecay", 0.1);
        QVERIFY(sumOfBias(decaying) > 1e-4);
    }

    /// ALGORITHMS §5, "Numbers": logits (1, 0, −1, 0.5), label 0.
    void biasGradientOfTheWorkedExample()
    {
        const auto data = small::table(60, 6, 4);
        Shards shards(1);
        for (std::size_t i = 0; shards[0].train.empty(); ++i)
            if (data->train.labels[i] == 0)
                shards[0].train.push_back(static_cast<std::int32_t>(i));
        const Network network("logits", {.channels = 6}, {linear(6, 4)}, Loss::CrossEntropy);
        RunPlan plan = small::plan(small::sgd(0.1, 8, 1));
        plan.model.precision = "float64";
        Federation federation(plan, data, shards, network, 1, "cpu");
        ModelRows model = federation.initialModels(1);
        const Slice& bias =
            *network.layout().parameter(network.layout().outputLayer, SliceRole::Bias);
        model.parameters.zero_();
        const std::array logits{1.0, 0.0, -1.0, 0.5};
        for (std::size_t i = 0; i < logits.size(); ++i)
            model.parameters[0][static_cast<std::int64_t>(bias.offset + i)] = logits[i];
        const std::vector<GradientJob> jobs{{.client = 0, .samples = shards[0].train, .target = 0}};
        const at::Tensor gradient = federation.gradients(jobs, model, 1);
        const std::array expected{-0.526009, 0.174371, 0.064148, 0.287490};
        double sum = 0;
        for (std::size_t i = 0; i < expected.size(); ++i) {
            const double found =
                gradient[0][static_cast<std::int64_t>(bias.offset + i)].item().toDouble();
            QCOMPARE_LT(std::abs(found - expected[i]), 1e-6);
            sum += found;
        }
        QCOMPARE_LT(std::abs(sum), 1e-12);
    }

    void theBiasOfTheOwnClassRisesMost_data()
    {
        QTest::addColumn<QString>("objective");
        QTest::addColumn<QString>("algorithm");
        QTest::newRow("plain") << "plain"
                               << "fedavg";
        QTest::newRow("FedProx") << "proximal"
                                 << "fedavg";
        QTest::newRow("MOON") << "moon"
                              << "fedavg";
        QTest::newRow("FedDyn") << "plain"
                                << "feddyn";
    }

    /// HiCS-FL's E[Δb_i] = ηR(D_i·ΣE − E_i) is largest for the class a client holds alone; the
    /// pattern must survive what is added to the loss and whatever takes the steps.
    void theBiasOfTheOwnClassRisesMost()
    {
        QFETCH(QString, objective);
        QFETCH(QString, algorithm);
        for (const LocalSettings& local : kindsOfSteps()) {
            RunPlan plan = planWith("all", {});
            plan.algorithm = small::part(registry().algorithms, algorithm.toStdString());
            plan.local = local;
            plan.local.objective = small::part(objectiveParts(), objective.toStdString());
            Play play(plan, unevenShards());
            const auto& layout = play.federation.network().layout();
            const Slice& bias = *layout.parameter(layout.outputLayer, SliceRole::Bias);
            const auto first = static_cast<std::int64_t>(bias.offset);
            const auto last = static_cast<std::int64_t>(bias.offset + bias.count);
            for (int round = 0; round < 2; ++round) {
                static_cast<void>(play.round(round));
                const Trained& trained = play.federation.lastTrained();
                const at::Tensor moved = (trained.ends.parameters - trained.starts.parameters)
                                             .slice(1, first, last)
                                             .to(at::kDouble);
                for (std::int64_t k = 1; k < 6; k += 2) { // who holds class k/2 alone
                    QCOMPARE(moved[k].argmax().item().toLong(), k / 2);
                    QVERIFY(moved[k][k / 2].item().toDouble() > 0);
                }
            }
        }
    }

    void hicsRefusesNetworksWithoutItsSignal()
    {
        const auto hics = makeSampler(small::part(samplerParts(), "hicsFl"));
        QVERIFY(!hics->problemWith(small::perceptron(), 6));
        QCOMPARE(hics->problemWith(small::line(), 6)->sentence(),
                 std::string("/sampler/name: hicsFl: needs a network that answers with one number "
                             "per class, the network line does not"));
        const Network noBias("bare", {.channels = 6}, {linear(6, 3, false)}, Loss::CrossEntropy);
        QCOMPARE(
            hics->problemWith(noBias, 6)->sentence(),
            std::string(
                "/sampler/name: hicsFl: needs a bias in the output layer, the network bare has "
                "none"));
        const auto code = makeSampler(small::part(
            samplerParts(),
            "hicsFl",
            {{"signal", std::string("fcRowMean")}, {"distanceVec", std::string("fcWeightBias")}}));
        QVERIFY(!code->problemWith(noBias, 6));
    }

    void hicsTakesTheReleasedCodesSignal()
    {
        Play play(planWith("hicsFl",
                           {{"count", std::int64_t{2}},
                            {"temperature", 0.01},
                            {"signal", std::string("fcRowMean")},
                            {"distanceVec", std::string("fcWeightBias")},
                            {"refresh", std::string("warmUpOnly")},
                            {"varGate", 1e-9}}),
                  unevenShards());
        RoundReport report;
        for (int round = 0; round < 6; ++round)
            report = play.round(round);
        // The gate is shut, so clustered sampling drew; what was learnt first is kept.
        QVERIFY(report.samplingClusters.has_value());
        QVERIFY(!valuesNamed(report.groupValues, "clusterChance"));
        const NamedValues* staleness = valuesNamed(report.clientValues, "staleness");
        for (const std::optional<double>& rounds : staleness->values)
            QVERIFY(*rounds >= 3);
        // Six rounds of two, whoever of the two samplers drew them.
        double drawn = 0;
        for (const std::optional<double>& times :
             valuesNamed(report.clientValues, "timesDrawn")->values)
            drawn += *times;
        QCOMPARE(drawn, 12.0);
    }

    void normalisedSignalsIgnoreAFallingRate()
    {
        RunPlan plan = planWith("hicsFl", {{"count", std::int64_t{6}}, {"temperature", 0.05}});
        plan.local.schedule = small::part(scheduleParts(), "exponential", {{"factor", 0.01}});
        Play plain(plan, unevenShards());
        plan.sampler.parameters.set("signalLrNormalise", true);
        Play normalised(plan, unevenShards());
        for (int round = 0; round < 3; ++round) {
            static_cast<void>(plain.round(round));
            static_cast<void>(normalised.round(round));
        }
        const auto lowest = [](Play& play) {
            const RoundReport report = play.round(3);
            double least = 9;
            for (const auto& value : valuesNamed(report.clientValues, "estimatedEntropy")->values)
                least = std::min(least, *value);
            return least;
        };
        QVERIFY(lowest(plain) > 0.999 * std::log(3.0)); // steps have become too small to see
        QVERIFY(lowest(normalised) < 0.9 * std::log(3.0));
    }
};

COTERIE_SECTION(TestHicsSignal)

} // namespace tst_hics_signal

#include "tst_hics_signal.moc"
