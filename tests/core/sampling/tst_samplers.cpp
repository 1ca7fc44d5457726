#include "core/algorithms/algorithm.h"
#include "tests/core/train/small_federation.h"
#include "tests/coterie_test_main.h"

#include <QTest>

#include <ATen/ATen.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

using namespace coterie;

namespace {

using Ids = std::vector<std::size_t>;
using Settings = std::initializer_list<std::pair<std::string_view, ParameterValue>>;

/// χ² of observed counts against the probabilities that `expected` gives.
template <typename Key>
double chiSquare(const std::map<Key, int>& counts, const std::map<Key, double>& expected, int draws)
{
    double sum = 0;
    for (const auto& [key, probability] : expected) {
        const auto found = counts.find(key);
        const double off = (found == counts.end() ? 0.0 : found->second) - probability * draws;
        sum += off * off / (probability * draws);
    }
    return sum;
}

const NamedValues* valuesNamed(const std::vector<NamedValues>& lists, std::string_view name)
{
    const auto place = std::ranges::find(lists, name, &NamedValues::name);
    return place == lists.end() ? nullptr : &*place;
}

double sumOf(const NamedValues& list)
{
    double sum = 0;
    for (const std::optional<double>& value : list.values)
        sum += value.value_or(0);
    return sum;
}

/// A federation, an algorithm and a sampler, played round by round.
struct Play
{
    Play(const RunPlan& plan, const Shards& shards, const Network& network = small::perceptron())
        : federation(plan, small::table(400, 6, 3), shards, network, 1, "cpu")
        , algorithm(makeAlgorithm(plan))
        , sampler(makeSampler(plan.sampler))
    {
        algorithm->start(federation);
    }

    RoundReport round(int index)
    {
        RoundReport report = small::emptyReport(federation);
        federation.beginRound(index, {});
        Draw draw = sampler->draw(federation, algorithm->models(), report);
        drawn = draw.clients;
        federation.setDraw(std::move(draw));
        algorithm->round(federation, report);
        sampler->observe(federation, federation.lastTrained(), report);
        return report;
    }

    Federation federation;
    std::unique_ptr<Algorithm> algorithm;
    std::unique_ptr<Sampler> sampler;
    Ids drawn;
};

RunPlan planWith(std::string_view sampler, Settings settings, int rounds = 40)
{
    RunPlan plan = small::plan(small::sgd(0.1, 8, 1));
    plan.algorithm.parameters.set("aggregation", std::string("uniform"));
    plan.sampler = small::part(samplerParts(), sampler, settings);
    plan.rounds = rounds;
    return plan;
}

/// Six clients: the even ones hold all three classes, the odd ones one each.
Shards unevenShards()
{
    const auto data = small::table(400, 6, 3);
    std::array<std::vector<std::int32_t>, 3> ofClass;
    for (std::size_t i = 0; i < data->train.labels.size(); ++i)
        ofClass[static_cast<std::size_t>(data->train.labels[i])].push_back(
            static_cast<std::int32_t>(i));
    Shards shards(6);
    std::array<std::size_t, 3> next{};
    for (std::size_t k = 0; k < 6; ++k)
        for (std::size_t i = 0; i < 24; ++i) {
            const std::size_t label = k % 2 == 0 ? i % 3 : k / 2;
            shards[k].train.push_back(ofClass[label][next[label]++]);
        }
    return shards;
}

const std::vector<std::string> kNewSamplers{
    "powD", "clusteredSampling", "divFl", "hicsFl", "oracleHics"};

} // namespace

class TestSamplers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyRoundHasTheAskedNumber_data()
    {
        QTest::addColumn<QString>("sampler");
        for (const std::string& name : kNewSamplers)
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }

    void everyRoundHasTheAskedNumber()
    {
        QFETCH(QString, sampler);
        Play play(planWith(sampler.toStdString(), {{"count", std::int64_t{3}}}),
                  small::shards({20, 9, 31, 14, 20, 8, 12}));
        double drawnSoFar = 0;
        for (int round = 0; round < 16; ++round) {
            const RoundReport report = play.round(round);
            // HiCS-FL first sees everybody once: 3, 3 and then the one that is left of 7.
            const std::size_t asked = sampler == "hicsFl" && round == 2 ? 1 : 3;
            QCOMPARE(play.drawn.size(), asked);
            QVERIFY(std::ranges::is_sorted(play.drawn));
            if (sampler != "clusteredSampling") // which may draw a client twice
                QCOMPARE(std::set<std::size_t>(play.drawn.begin(), play.drawn.end()).size(), asked);
            drawnSoFar += static_cast<double>(asked);
            QCOMPARE(sumOf(*valuesNamed(report.clientValues, "timesDrawn")), drawnSoFar);
        }
    }

    void moreThanThereAreMeansAll_data() { everyRoundHasTheAskedNumber_data(); }

    void moreThanThereAreMeansAll()
    {
        QFETCH(QString, sampler);
        if (sampler == "clusteredSampling")
            QSKIP("draws with replacement");
        Play play(planWith(sampler.toStdString(), {{"count", std::int64_t{9}}}),
                  small::shards({20, 9, 31}));
        for (int round = 0; round < 3; ++round) {
            static_cast<void>(play.round(round));
            QVERIFY((play.drawn == Ids{0, 1, 2}));
        }
    }

    void restoredSamplersContinueAlike_data()
    {
        everyRoundHasTheAskedNumber_data();
        QTest::newRow("hicsFl behind its gate") << "hicsFl"; // clustered sampling draws
        QTest::newRow("divFl of old updates") << "divFl";
    }

    void restoredSamplersContinueAlike()
    {
        QFETCH(QString, sampler);
        RunPlan plan = planWith(sampler.toStdString(), {{"count", std::int64_t{2}}});
        const std::string row = QTest::currentDataTag();
        if (row == "hicsFl behind its gate")
            plan.sampler.parameters.set("varGate", 1e-12);
        if (row == "divFl of old updates")
            plan.sampler.parameters.set("refresh", std::string("participants"));
        const Shards shards = small::shards({20, 9, 31, 14, 20});
        Play one(plan, shards);
        Play other(plan, shards);
        for (int round = 0; round < 13; ++round)
            static_cast<void>(one.round(round));
        other.sampler->restore(one.sampler->state());
        other.algorithm->restore(one.algorithm->state());
        for (int round = 13; round < 18; ++round) {
            QVERIFY(one.round(round) == other.round(round));
            QVERIFY(one.drawn == other.drawn);
        }
        QCOMPARE(one.sampler->state().size(), other.sampler->state().size());
    }

    void hicsSeesEverybodyOnceFirst()
    {
        Play play(planWith("hicsFl", {{"count", std::int64_t{3}}}),
                  small::shards({20, 9, 31, 14, 20, 8, 12}));
        std::set<std::size_t> seen;
        std::size_t drawn = 0;
        for (int round = 0; round < 3; ++round) { // ⌈7/3⌉
            const RoundReport report = play.round(round);
            seen.insert(play.drawn.begin(), play.drawn.end());
            drawn += play.drawn.size();
            QVERIFY(!report.samplingClusters);
        }
        QCOMPARE(seen.size(), std::size_t{7});
        QCOMPARE(drawn, std::size_t{7}); // pairwise disjoint: the last covering round has one
        QVERIFY(play.round(3).samplingClusters.has_value());
        QCOMPARE(play.drawn.size(), std::size_t{3});
    }

    void hicsInBlocksLeavesOutTheRest()
    {
        Play play(planWith("hicsFl",
                           {{"count", std::int64_t{3}},
                            {"warmUp", std::string("blocks")},
                            {"inCluster", std::string("uniform")}}),
                  small::shards({20, 9, 31, 14, 20, 8, 12}));
        static_cast<void>(play.round(0));
        QVERIFY((play.drawn == Ids{0, 1, 2}));
        static_cast<void>(play.round(1));
        QVERIFY((play.drawn == Ids{3, 4, 5}));
        // Client 6 was never seen: it looks perfectly balanced.
        const RoundReport report = play.round(2);
        const NamedValues* estimated = valuesNamed(report.clientValues, "estimatedEntropy");
        QVERIFY(std::abs(*estimated->values[6] - std::log(3.0)) < 1e-12);
    }

    void hicsTellsWhatItSawAndDrew()
    {
        Play play(planWith("hicsFl", {{"count", std::int64_t{2}}, {"temperature", 0.05}}),
                  unevenShards());
        RoundReport report;
        for (int round = 0; round < 4; ++round)
            report = play.round(round);
        const NamedValues* truth = valuesNamed(report.clientValues, "trueEntropy");
        const NamedValues* estimated = valuesNamed(report.clientValues, "estimatedEntropy");
        QVERIFY(truth && estimated);
        for (std::size_t k = 0; k < 6; ++k) {
            QVERIFY(std::abs(*truth->values[k] - (k % 2 == 0 ? std::log(3.0) : 0.0)) < 1e-12);
            for (std::size_t j = 0; j < 6; ++j) // whoever holds one class looks it
                if (k % 2 == 0 && j % 2 == 1)
                    QVERIFY(*estimated->values[k] > *estimated->values[j]);
        }
        QCOMPARE(report.samplingClusters->groups.size(), std::size_t{2}); // M = K
        QCOMPARE(report.samplingClusters->merges.size(), std::size_t{5});
        QVERIFY(!report.grouping); // nobody shares a model with a cluster
        const NamedValues* chance = valuesNamed(report.groupValues, "clusterChance");
        const NamedValues* mean = valuesNamed(report.groupValues, "clusterEntropy");
        QVERIFY(std::abs(sumOf(*chance) - 1) < 1e-12);
        QCOMPARE(*chance->values[0] > *chance->values[1], *mean->values[0] > *mean->values[1]);
        QVERIFY(std::abs(report.roundValues.at("samplingSharpness") - 4 * (1 - 3.0 / 40)) < 1e-12);
        QVERIFY(std::abs(sumOf(*valuesNamed(report.clientValues, "drawChance")) - 1) < 1e-12);
        const NamedValues* staleness = valuesNamed(report.clientValues, "staleness");
        for (const std::optional<double>& rounds : staleness->values)
            QVERIFY(*rounds >= 1 && *rounds <= 3);
        std::set<double> places;
        for (const auto& place : valuesNamed(report.clientValues, "drawPlace")->values)
            if (place)
                places.insert(*place);
        QVERIFY((places == std::set<double>{1, 2}));
    }

    void hicsPrefersBalancedClientsEarly()
    {
        Play play(planWith("hicsFl", {{"count", std::int64_t{2}}, {"temperature", 0.02}}, 400),
                  unevenShards());
        int balanced = 0;
        for (int round = 0; round < 60; ++round) {
            static_cast<void>(play.round(round));
            if (round >= 3)
                for (const std::size_t k : play.drawn)
                    balanced += k % 2 == 0 ? 1 : 0;
        }
        QVERIFY2(balanced > 0.7 * 2 * 57, qPrintable(QString::number(balanced)));
    }

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

    void hicsWithEverybodyIsUniformFedAvg()
    {
        const Shards shards = small::shards({20, 9, 31});
        Play hics(planWith("hicsFl", {{"count", std::int64_t{3}}}), shards);
        Play all(planWith("all", {}), shards);
        for (int round = 0; round < 4; ++round) {
            static_cast<void>(hics.round(round));
            static_cast<void>(all.round(round));
        }
        QVERIFY(small::same(hics.algorithm->models().global->parameters,
                            all.algorithm->models().global->parameters));
    }

    void hicsWithOneClusterFollowsTheLawOfRandom()
    {
        // After its covering rounds HiCS-FL with M = 1 is a draw ∝ p, whatever γ⁰.
        const std::vector<std::size_t> sizes{10, 20, 30, 40};
        std::map<Ids, double> expected;
        for (std::size_t i = 0; i < 4; ++i)
            for (std::size_t j = 0; j < 4; ++j)
                if (i != j)
                    expected[{std::min(i, j), std::max(i, j)}] +=
                        static_cast<double>(sizes[i] * sizes[j])
                        / (100.0 * (100.0 - static_cast<double>(sizes[i])));
        QCOMPARE_LT(lawOf("hicsFl",
                          {{"count", std::int64_t{2}}, {"clusters", std::int64_t{1}}},
                          sizes,
                          expected),
                    20.52); // 5 degrees of freedom, 0.1 %
        QCOMPARE_LT(lawOf("random", {{"count", std::int64_t{2}}}, sizes, expected), 20.52);
        // Power-of-choice with as few candidates as participants takes whoever was drawn.
        QCOMPARE_LT(lawOf("powD",
                          {{"count", std::int64_t{2}}, {"candidates", std::int64_t{2}}},
                          sizes,
                          expected),
                    20.52);
    }

    void hicsWithoutSharpnessAndAClusterEachIsUniform()
    {
        std::map<Ids, double> expected;
        for (std::size_t i = 0; i < 4; ++i)
            for (std::size_t j = i + 1; j < 4; ++j)
                expected[{i, j}] = 1.0 / 6;
        QCOMPARE_LT(
            lawOf("hicsFl",
                  {{"count", std::int64_t{2}}, {"clusters", std::int64_t{4}}, {"gamma0", 0.0}},
                  {10, 20, 30, 40},
                  expected),
            20.52);
    }

    void hicsRefusesNetworksWithoutItsSignal()
    {
        const auto hics = makeSampler(small::part(samplerParts(), "hicsFl"));
        QVERIFY(!hics->problemWith(small::perceptron(), 6));
        QCOMPARE(hics->problemWith(small::line(), 6)->sentence(),
                 std::string("/sampler/name: hicsFl: needs a network that answers with one number "
                             "per class, line does not"));
        const Network noBias("bare", {.channels = 6}, {linear(6, 3, false)}, Loss::CrossEntropy);
        QCOMPARE(hics->problemWith(noBias, 6)->sentence(),
                 std::string("/sampler/name: hicsFl: needs a bias in the output layer, bare has "
                             "none"));
        const auto code = makeSampler(small::part(
            samplerParts(),
            "hicsFl",
            {{"signal", std::string("fcRowMean")}, {"distanceVec", std::string("fcWeightBias")}}));
        QVERIFY(!code->problemWith(noBias, 6));
    }

    void moreClustersThanClientsAreRefused()
    {
        for (const char* name : {"hicsFl", "oracleHics"}) {
            const auto sampler =
                makeSampler(small::part(samplerParts(), name, {{"clusters", std::int64_t{7}}}));
            QVERIFY(!sampler->problemWith(small::perceptron(), 7));
            QCOMPARE(sampler->problemWith(small::perceptron(), 6)->sentence(),
                     std::string("/sampler/clusters: 7 found, at most one for each of the 6 "
                                 "clients needed"));
        }
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

    void powDTakesTheLargestLosses()
    {
        Play play(planWith("powD", {{"count", std::int64_t{2}}}), unevenShards());
        static_cast<void>(play.round(0));
        const ModelsInUse models = play.algorithm->models();
        std::vector<EvaluationJob> jobs;
        for (std::size_t k = 0; k < 6; ++k)
            jobs.push_back({.client = k, .modelRow = 0, .set = SampleSet::Train});
        const std::vector<Score> scores = play.federation.evaluate(jobs, *models.global);
        Ids order(6);
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_sort(
            order, std::greater<>(), [&](std::size_t k) { return scores[k].loss; });
        Ids expected{order[0], order[1]};
        std::ranges::sort(expected);
        const RoundReport report = play.round(1);
        QVERIFY(play.drawn == expected);
        QCOMPARE(sumOf(*valuesNamed(report.clientValues, "selectionSamples")), 6 * 24.0);
        const double bits = 32.0 * static_cast<double>(play.federation.facts().parameters);
        // Four models for those who only said their loss, and six losses.
        QCOMPARE(sumOf(*valuesNamed(report.clientValues, "selectionBits")), 4 * bits + 6 * 32);
    }

    void choosingForNothingCostsNothing()
    {
        // What each round's choice costs is a number with every sampler that chooses.
        for (const std::string name :
             {"random", "clusteredSampling", "hicsFl", "oracleHics", "powD"}) {
            Play play(planWith(name, {{"count", std::int64_t{2}}}), unevenShards());
            for (int round = 0; round < 4; ++round) {
                const RoundReport report = play.round(round);
                const bool asks = name == "powD" && round > 0; // its first round is random
                for (const char* cost : {"selectionSamples", "selectionBits"}) {
                    const NamedValues* list = valuesNamed(report.clientValues, cost);
                    QVERIFY2(list != nullptr, name.c_str());
                    QCOMPARE(sumOf(*list) > 0, asks);
                    QVERIFY(list->values[0].has_value());
                }
            }
        }
        Play stale(planWith("divFl",
                            {{"count", std::int64_t{2}}, {"refresh", std::string("participants")}}),
                   unevenShards());
        QCOMPARE(sumOf(*valuesNamed(stale.round(0).clientValues, "selectionBits")), 0.0);
    }

    void powDAsksNobodyButTheCandidates()
    {
        const auto asked = [](std::int64_t count, std::int64_t candidates, double factor) {
            Play play(
                planWith(
                    "powD",
                    {{"count", count}, {"candidates", candidates}, {"candidateFactor", factor}}),
                unevenShards());
            static_cast<void>(play.round(0));
            const RoundReport report = play.round(1);
            const std::vector<std::optional<double>>& losses =
                valuesNamed(report.clientValues, "candidateLoss")->values;
            return static_cast<int>(std::ranges::count_if(
                losses, [](const std::optional<double>& loss) { return loss.has_value(); }));
        };
        QCOMPARE(asked(1, 3, 0), 3);
        QCOMPARE(asked(2, 1, 0), 2); // at least as many as take part
        QCOMPARE(asked(2, 0, 2), 4); // the released code's
        QCOMPARE(asked(2, 3, 2), 3);
        QCOMPARE(asked(2, 0, 0.25), 2);
        QCOMPARE(asked(4, 0, 2), 6); // everybody
        QCOMPARE(asked(4, 0, 0), 6);
    }

    void profileCodeSetsTheValuesOfTheReleasedCode()
    {
        const auto code = [](std::string_view sampler, std::string_view parameter) {
            const NamedPart* part = findPart(samplerParts(), sampler);
            return findParameter(part->parameters, parameter)->defaultValue(true);
        };
        QVERIFY(code("powD", "candidateFactor") == ParameterValue(2.0));
        QVERIFY(code("clusteredSampling", "waitForAll") == ParameterValue(false));
        QVERIFY(code("clusteredSampling", "zeroNormAngle") == ParameterValue(0.0));
        QVERIFY(code("divFl", "refresh") == ParameterValue(std::string("localWork")));
        QVERIFY(code("hicsFl", "temperature") == ParameterValue(0.001));
        QVERIFY(code("hicsFl", "lambda") == ParameterValue(1.0 / 11));
        QVERIFY(code("hicsFl", "signal") == ParameterValue(std::string("fcRowMean")));
        QVERIFY(code("hicsFl", "distanceVec") == ParameterValue(std::string("fcWeightBias")));
        QVERIFY(code("hicsFl", "refresh") == ParameterValue(std::string("warmUpOnly")));
        QVERIFY(code("hicsFl", "warmUp") == ParameterValue(std::string("blocks")));
        QVERIFY(code("hicsFl", "inCluster") == ParameterValue(std::string("uniform")));
        QVERIFY(code("hicsFl", "varGate") == ParameterValue(0.1));
        QVERIFY(code("hicsFl", "zeroNormAngle") == ParameterValue(0.0));
        // Without a profile's word the paper's stand.
        QVERIFY(findParameter(findPart(samplerParts(), "powD")->parameters, "candidateFactor")
                    ->defaultValue()
                == ParameterValue(0.0));
    }

    void clusteredSamplingWaitsUntilEverybodyWasSeen()
    {
        Play play(planWith("clusteredSampling",
                           {{"count", std::int64_t{2}}, {"warmUp", std::int64_t{0}}}),
                  unevenShards());
        std::set<std::size_t> seen;
        for (int round = 0; round < 40; ++round) {
            const bool everybody = seen.size() == 6;
            QCOMPARE(play.round(round).samplingClusters.has_value(), everybody);
            seen.insert(play.drawn.begin(), play.drawn.end());
        }
        QCOMPARE(seen.size(), std::size_t{6});
    }

    void divFlStartsWithTheLowestIdsWhenNothingIsKnown()
    {
        Play play(planWith("divFl",
                           {{"count", std::int64_t{2}},
                            {"refresh", std::string("participants")},
                            {"subsample", 1.0}}),
                  unevenShards());
        static_cast<void>(play.round(0));
        QVERIFY((play.drawn == Ids{0, 1}));
    }

    void divFlCountsWhatItsIdealCosts()
    {
        const double model = 32.0 * 53; // 6·5 + 5 + 5·3 + 3 parameters
        Play gradients(planWith("divFl", {{"count", std::int64_t{2}}}), unevenShards());
        const RoundReport one = gradients.round(0);
        QCOMPARE(sumOf(*valuesNamed(one.clientValues, "selectionBits")), (4 + 6) * model);
        QCOMPARE(sumOf(*valuesNamed(one.clientValues, "selectionSamples")), 6 * 8.0);
        Play work(
            planWith("divFl", {{"count", std::int64_t{2}}, {"refresh", std::string("localWork")}}),
            unevenShards());
        const RoundReport whole = work.round(0);
        QCOMPARE(sumOf(*valuesNamed(whole.clientValues, "selectionBits")), (4 + 4) * model);
        QCOMPARE(sumOf(*valuesNamed(whole.clientValues, "selectionSamples")), 4 * 24.0);
    }

    void divFlWeighsByNearestClients()
    {
        RunPlan plan =
            planWith("divFl", {{"count", std::int64_t{2}}, {"weighted", true}, {"subsample", 1.0}});
        Play play(plan, unevenShards());
        play.federation.beginRound(0, {});
        RoundReport report = small::emptyReport(play.federation);
        const Draw draw = play.sampler->draw(play.federation, play.algorithm->models(), report);
        QCOMPARE(std::accumulate(draw.weights.begin(), draw.weights.end(), 0.0), 6.0);
    }

    void rehearsalLeavesNoTrace()
    {
        RunPlan plan = planWith("all", {});
        plan.local = small::sgd(0.1, 8, 1, 0.9);
        plan.local.keepOptimizerState = true;
        plan.local.objective = small::part(objectiveParts(), "moon");
        Play plain(plan, unevenShards());
        Play rehearsed(plan, unevenShards());
        for (int round = 0; round < 3; ++round) {
            static_cast<void>(plain.round(round));
            rehearsed.federation.beginRound(round, {});
            std::vector<LocalJob> jobs;
            for (std::size_t k = 0; k < 6; ++k)
                jobs.push_back({.client = k});
            const Trained before =
                rehearsed.federation.rehearse(jobs, *rehearsed.algorithm->models().global);
            static_cast<void>(rehearsed.round(round));
            QVERIFY(small::same(before.ends.parameters,
                                rehearsed.federation.lastTrained().ends.parameters));
        }
        QVERIFY(small::same(plain.algorithm->models().global->parameters,
                            rehearsed.algorithm->models().global->parameters));
    }

    void oracleKnowsFromTheStart()
    {
        Play play(planWith("oracleHics", {{"count", std::int64_t{2}}, {"gamma0", 50.0}}, 400),
                  unevenShards());
        const RoundReport report = play.round(0);
        QVERIFY(report.samplingClusters.has_value());
        for (const std::size_t k : play.drawn)
            QVERIFY(k % 2 == 0); // e⁵⁵ to 1
    }

    void samplersCombineWithAnyLocalWorkAndAlgorithm()
    {
        for (const char* objective : {"plain", "proximal", "moon"})
            for (const char* algorithm : {"fedavg", "feddyn", "scaffold"}) {
                RunPlan plan = planWith("hicsFl", {{"count", std::int64_t{2}}});
                plan.algorithm = small::part(registry().algorithms, algorithm);
                plan.local.objective = small::part(objectiveParts(), objective);
                Play play(plan, unevenShards());
                for (int round = 0; round < 5; ++round)
                    static_cast<void>(play.round(round));
                QVERIFY(
                    play.algorithm->models().global->parameters.isfinite().all().item().toBool());
            }
    }

    void everySamplerCombinesWithEveryKindOfWork_data()
    {
        QTest::addColumn<QString>("sampler");
        for (const NamedPart& part : samplerParts())
            QTest::newRow(part.name.data()) << QString::fromUtf8(part.name.data());
    }

    void everySamplerCombinesWithEveryKindOfWork()
    {
        QFETCH(QString, sampler);
        // Less than their defaults, where a round would take many steps.
        const std::map<std::string, std::string> shortened{
            {"sfedhp", "edgeRounds"}, {"hierfavg", "edgeRounds"}, {"pfedme", "localRounds"}};
        for (const LocalSettings& local : kindsOfSteps())
            for (const char* algorithm :
                 {"fedavg", "feddyn", "sfedhp", "hierfavg", "pfedme", "fedamp"}) {
                RunPlan plan = planWith(sampler.toStdString(), {});
                if (sampler != "all")
                    plan.sampler.parameters.set("count", std::int64_t{3});
                plan.algorithm = small::part(registry().algorithms, algorithm);
                if (const auto parameter = shortened.find(algorithm); parameter != shortened.end())
                    plan.algorithm.parameters.set(parameter->second, std::int64_t{2});
                plan.local = local;
                Play play(plan, unevenShards());
                const auto row = [&](std::size_t client) {
                    const ModelsInUse models = play.algorithm->models();
                    return models.personal
                        ->parameters[static_cast<std::int64_t>(models.personalRow[client])];
                };
                const at::Tensor before = row(0).clone();
                for (int round = 0; round < 4; ++round) // HiCS-FL has seen all six after two
                    static_cast<void>(play.round(round));
                const std::string what =
                    std::string(algorithm) + " with " + play.federation.plan().local.optimizer.name;
                for (std::size_t client = 0; client < 6; ++client)
                    QVERIFY2(row(client).isfinite().all().item().toBool(), what.c_str());
                if (sampler == "all")
                    QVERIFY2(!small::same(row(0), before), what.c_str());
            }
    }

private:
    /// SGD without and with momentum, and Adam.
    static std::array<LocalSettings, 3> kindsOfSteps()
    {
        LocalSettings adam = small::sgd(0.1, 8, 1);
        adam.optimizer = small::part(optimizerParts(), "adam", {{"learningRate", 0.01}});
        return {small::sgd(0.05, 8, 1), small::sgd(0.05, 8, 1, 0.9), adam};
    }

    /// χ² of the draws in rounds after everybody was seen against an expected law of pairs.
    double lawOf(std::string_view sampler,
                 Settings settings,
                 const std::vector<std::size_t>& sizes,
                 const std::map<Ids, double>& expected)
    {
        constexpr int kDraws = 3000;
        Play play(planWith(sampler, settings, kDraws + 9), small::shards(sizes));
        for (int round = 0; round < 4; ++round)
            static_cast<void>(play.round(round));
        std::map<Ids, int> counts;
        for (int d = 0; d < kDraws; ++d) {
            play.federation.beginRound(d + 4, {});
            RoundReport report = small::emptyReport(play.federation);
            ++counts[play.sampler->draw(play.federation, play.algorithm->models(), report).clients];
        }
        return chiSquare(counts, expected, kDraws);
    }
};

COTERIE_TEST_MAIN(TestSamplers)
#include "tst_samplers.moc"
