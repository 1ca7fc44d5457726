#include "core/collaboration/entropy_envelope.h"
#include "tests/core/algorithms/played.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>
#include <algorithm>
#include <array>
#include <cmath>

namespace tst_drift_correction {

using namespace coterie;
using small::Played;

namespace {

/// ALGORITHMS §6: F₁ = ½(w−1)², F₂ = ½(w−3)², w⁰ = 0, η = 0.1, 2 steps. The loss here is (w·x −
/// y)², so x = 1/√2 and y = target/√2.
Played scalarPlay(const std::string& algorithm, double parameter, std::string_view name)
{
    const auto half = static_cast<float>(std::sqrt(0.5));
    RunPlan plan = small::plan(small::sgd(0.1, 8, 1), algorithm);
    plan.local.localEpochs.reset();
    plan.local.localSteps = 2;
    plan.model.precision = "float64";
    plan.algorithm.parameters.set(name, parameter);
    Shards shards(2);
    shards[0].train = {0};
    shards[1].train = {1};
    return {plan, small::scalars({{half, half}, {half, 3 * half}}), shards, small::line()};
}

double stateOf(const Played& played, const std::string& name, std::int64_t index = 0)
{
    return statePart(played.algorithm->state(), name).flatten()[index].item<double>();
}

bool near(double found, double expected)
{
    return std::abs(found - expected) < 2e-6; // 1/√2 is a float
}

RunPlan tablePlan(const std::string& algorithm)
{
    return small::plan(small::sgd(0.1, 8, 2, 0.9), algorithm);
}

Played tablePlay(const RunPlan& plan, const std::string& device = "cpu")
{
    return {plan, small::table(200, 6, 3), small::shards({31, 7, 18}), small::perceptron(), device};
}

Played fedAvgUniform()
{
    RunPlan plan = tablePlan("fedavg");
    plan.algorithm.parameters.set("aggregation", std::string("uniform"));
    return tablePlay(plan);
}

} // namespace

/// SCAFFOLD, FedDyn and MOON: local work that does not drift apart.
class TestDriftCorrection : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void scaffoldGivesTheReferenceNumbers()
    {
        Played played = scalarPlay("scaffold", 1.0, "serverStep"); // ALGORITHMS §6.9
        startAtZero(played);
        static_cast<void>(
            small::playRound(played.federation, *played.algorithm, *played.sampler, 0));
        const auto end = [&](std::int64_t j) {
            return played.federation.lastTrained().ends.parameters[j].item<double>();
        };
        QVERIFY(near(end(0), 0.19) && near(end(1), 0.57));
        QVERIFY(near(stateOf(played, "model"), 0.38));
        QVERIFY(near(stateOf(played, "serverControl"), -1.9));
        QVERIFY(near(stateOf(played, "clientControls", 0), -0.95));
        QVERIFY(near(stateOf(played, "clientControls", 1), -2.85));
        static_cast<void>(
            small::playRound(played.federation, *played.algorithm, *played.sampler, 1));
        QVERIFY(near(end(0), 0.6783) && near(end(1), 0.6973));
        QVERIFY(near(stateOf(played, "model"), 0.6878));
        QVERIFY(near(stateOf(played, "serverControl"), -1.539));
        QVERIFY(near(stateOf(played, "clientControls", 0), -0.5415));
        QVERIFY(near(stateOf(played, "clientControls", 1), -2.5365));
    }

    void fedDynGivesTheReferenceNumbers()
    {
        Played played = scalarPlay("feddyn", 0.5, "alpha"); // ALGORITHMS §6.10
        startAtZero(played);
        static_cast<void>(
            small::playRound(played.federation, *played.algorithm, *played.sampler, 0));
        const auto end = [&](std::int64_t j) {
            return played.federation.lastTrained().ends.parameters[j].item<double>();
        };
        QVERIFY(near(end(0), 0.185) && near(end(1), 0.555));
        QVERIFY(near(stateOf(played, "clientTerms", 0), -0.0925));
        QVERIFY(near(stateOf(played, "clientTerms", 1), -0.2775));
        QVERIFY(near(stateOf(played, "serverTerm"), -0.185));
        QVERIFY(near(stateOf(played, "model"), 0.74));
        static_cast<void>(
            small::playRound(played.federation, *played.algorithm, *played.sampler, 1));
        QVERIFY(near(end(0), 0.7709875) && near(end(1), 1.1067625));
        QVERIFY(near(stateOf(played, "clientTerms", 0), -0.107994));
        QVERIFY(near(stateOf(played, "clientTerms", 1), -0.460881));
        QVERIFY(near(stateOf(played, "serverTerm"), -0.2844375));
        QVERIFY(near(stateOf(played, "model"), 1.50775));
    }

    void scaffoldBeginsAsUniformFedAvg()
    {
        Played fedAvg = fedAvgUniform();
        Played scaffold = tablePlay(tablePlan("scaffold"));
        static_cast<void>(fedAvg.play(1));
        static_cast<void>(scaffold.play(1));
        QVERIFY(small::same(fedAvg.modelOf(0).parameters, scaffold.modelOf(0).parameters));
        static_cast<void>(
            small::playRound(fedAvg.federation, *fedAvg.algorithm, *fedAvg.sampler, 1));
        static_cast<void>(
            small::playRound(scaffold.federation, *scaffold.algorithm, *scaffold.sampler, 1));
        QVERIFY(!small::same(fedAvg.modelOf(0).parameters, scaffold.modelOf(0).parameters));
    }

    void scaffoldsServerKnowsTheMeanOfTheClients()
    {
        Played scaffold = tablePlay(tablePlan("scaffold")); // full participation
        static_cast<void>(scaffold.play(4));
        const State state = scaffold.algorithm->state();
        QCOMPARE_LT(small::distance(statePart(state, "serverControl"),
                                    statePart(state, "clientControls").mean(0)),
                    1e-5);
    }

    void scaffoldSendsTwiceAsMuch()
    {
        Played fedAvg = fedAvgUniform();
        Played scaffold = tablePlay(tablePlan("scaffold"));
        const auto bits = [](const RoundReport& report) {
            double sum = 0;
            for (const Traffic& traffic : report.traffic)
                sum += traffic.bits;
            return sum;
        };
        QCOMPARE(bits(scaffold.play(1)), 2 * bits(fedAvg.play(1)));
    }

    void fedDynBeginsWithFedProxsLocalProblem()
    {
        RunPlan plan = tablePlan("fedavg");
        plan.local.objective = small::part(objectiveParts(), "proximal", {{"mu", 0.1}});
        Played fedProx = tablePlay(plan);
        Played fedDyn = tablePlay(tablePlan("feddyn"));
        static_cast<void>(fedProx.play(1));
        static_cast<void>(fedDyn.play(1));
        QVERIFY(small::same(fedProx.federation.lastTrained().ends.parameters,
                            fedDyn.federation.lastTrained().ends.parameters));
    }

    void fedDynsServerKnowsTheMeanOfTheClients()
    {
        Played fedDyn = tablePlay(tablePlan("feddyn"));
        static_cast<void>(fedDyn.play(4));
        const State state = fedDyn.algorithm->state();
        QCOMPARE_LT(small::distance(statePart(state, "serverTerm"),
                                    statePart(state, "clientTerms").mean(0)),
                    1e-5);
    }

    void whoSatOutKeepsItsTerms()
    {
        for (const char* algorithm : {"scaffold", "feddyn"}) {
            RunPlan plan = tablePlan(algorithm);
            plan.sampler = small::part(samplerParts(), "random", {{"count", std::int64_t{1}}});
            Played played = tablePlay(plan);
            const RoundReport report = played.play(1);
            const at::Tensor terms = played.algorithm->state().back().values.dim() == 2
                                         ? played.algorithm->state().back().values
                                         : at::Tensor();
            QVERIFY(terms.defined());
            for (std::size_t k = 0; k < 3; ++k)
                QCOMPARE(terms[static_cast<std::int64_t>(k)].abs().sum().item().toDouble() > 0,
                         report.clients[k].steps > 0);
        }
    }

    void moonWithoutWeightIsFedAvg()
    {
        RunPlan plan = tablePlan("fedavg");
        Played fedAvg = tablePlay(plan);
        plan.local.objective = small::part(objectiveParts(), "moon", {{"mu", 0.0}});
        Played moon = tablePlay(plan);
        plan.local.objective = small::part(objectiveParts(), "moon");
        Played contrasted = tablePlay(plan);
        static_cast<void>(fedAvg.play(1));
        static_cast<void>(contrasted.play(1));
        // Nobody has a previous model yet: the contrast is the constant μ ln 2.
        QVERIFY(small::same(fedAvg.modelOf(0).parameters, contrasted.modelOf(0).parameters));
        static_cast<void>(
            small::playRound(fedAvg.federation, *fedAvg.algorithm, *fedAvg.sampler, 1));
        static_cast<void>(
            small::playRound(contrasted.federation, *contrasted.algorithm, *contrasted.sampler, 1));
        QVERIFY(!small::same(fedAvg.modelOf(0).parameters, contrasted.modelOf(0).parameters));
        static_cast<void>(moon.play(2));
        QVERIFY(small::same(fedAvg.modelOf(0).parameters, moon.modelOf(0).parameters));
    }

    void bothExecutorsCorrectAlike_data()
    {
        QTest::addColumn<QString>("algorithm");
        QTest::addColumn<QString>("objective");
        QTest::newRow("SCAFFOLD") << "scaffold"
                                  << "plain";
        QTest::newRow("FedDyn") << "feddyn"
                                << "plain";
        QTest::newRow("MOON") << "fedavg"
                              << "moon";
    }

    void bothExecutorsCorrectAlike()
    {
        QFETCH(QString, algorithm);
        QFETCH(QString, objective);
        RunPlan plan = tablePlan(algorithm.toStdString());
        plan.local.objective = small::part(objectiveParts(), objective.toStdString());
        plan.model.precision = "float64";
        Played threads = tablePlay(plan);
        Played stacked = tablePlay(plan, std::string(kStackedOnCpu));
        static_cast<void>(threads.play(3));
        static_cast<void>(stacked.play(3));
        QCOMPARE_LT(small::distance(threads.modelOf(0).parameters, stacked.modelOf(0).parameters),
                    1e-10);
    }

    void assumptionOneMeasuresGradientsAgainstAllData()
    {
        RunPlan plan = tablePlan("assumptionOne");
        plan.algorithm.parameters.set("withRate", false);
        plan.model.precision = "float64";
        Played played = tablePlay(plan);
        // The same by one batch of all samples, and of everybody's.
        std::vector<GradientJob> jobs;
        std::vector<std::vector<std::int32_t>> samples;
        std::vector<std::int32_t> all;
        for (std::size_t k = 0; k < 3; ++k) {
            BatchSequence batches = played.federation.batches(k, k, 1000);
            const auto batch = batches.next();
            samples.emplace_back(batch.begin(), batch.end());
            all.insert(all.end(), batch.begin(), batch.end());
        }
        samples.push_back(all);
        for (std::size_t k = 0; k < 4; ++k)
            jobs.push_back(
                {.client = std::min<std::size_t>(k, 2), .samples = samples[k], .target = k});
        ModelRows model = *played.algorithm->models().global;
        const at::Tensor gradients = played.federation.gradients(jobs, model, 4);
        const RoundReport report = played.play(1);
        const auto list = std::ranges::find(
            report.clientValues, std::string("gradientDistance"), &NamedValues::name);
        QVERIFY(list != report.clientValues.end());
        for (std::size_t k = 0; k < 3; ++k) {
            const double expected = (gradients[static_cast<std::int64_t>(k)] - gradients[3])
                                        .square()
                                        .sum()
                                        .item()
                                        .toDouble();
            QVERIFY(std::abs(*list->values[k] - expected) < 1e-10 * (1 + expected));
        }
        QVERIFY(!report.groupValues.empty()); // three clients are enough for a curve
    }

    void assumptionOnesCurvesArePooledOverTheRoundsMeasured()
    {
        RunPlan plan = tablePlan("assumptionOne");
        plan.algorithm.parameters.set("every", std::int64_t{2});
        Played played = tablePlay(plan);
        const auto valuesOf = [](const std::vector<NamedValues>& lists, const char* name) {
            const auto place = std::ranges::find(lists, std::string(name), &NamedValues::name);
            std::vector<double> values;
            if (place != lists.end())
                for (const std::optional<double>& value : place->values)
                    values.push_back(*value);
            return values;
        };
        std::vector<double> entropies;
        std::vector<double> distances;
        for (int round = 0; round < 4; ++round) {
            const RoundReport report =
                small::playRound(played.federation, *played.algorithm, *played.sampler, round);
            const bool measured = round % 2 == 0;
            const auto found = valuesOf(report.clientValues, "gradientDistance");
            QCOMPARE(!found.empty(), measured);
            QCOMPARE(!valuesOf(report.groupValues, "roundEnvelopeBeta").empty(), measured);
            distances.insert(distances.end(), found.begin(), found.end());
            const auto labels = valuesOf(report.clientValues, "trueEntropy");
            entropies.insert(entropies.end(), labels.begin(), labels.end());
            const double largest = std::log(double(played.federation.facts().classes));
            const auto upper = fitEnvelope(entropies, distances, largest, (1 + 0.95) / 2);
            const auto lower = fitEnvelope(entropies, distances, largest, (1 - 0.95) / 2);
            // Told in every round, measured or not.
            QCOMPARE(valuesOf(report.groupValues, "envelopeBeta"),
                     (std::vector<double>{upper->beta, lower->beta}));
            QCOMPARE(valuesOf(report.groupValues, "envelopeKappa"),
                     (std::vector<double>{upper->kappa, lower->kappa}));
        }
        QCOMPARE(distances.size(), std::size_t{6});
    }

    void assumptionOneTrainsAsFedAvg()
    {
        Played fedAvg = tablePlay(tablePlan("fedavg"));
        Played measured = tablePlay(tablePlan("assumptionOne"));
        static_cast<void>(fedAvg.play(3));
        static_cast<void>(measured.play(3));
        QVERIFY(small::same(fedAvg.modelOf(0).parameters, measured.modelOf(0).parameters));
    }
};

COTERIE_SECTION(TestDriftCorrection)

} // namespace tst_drift_correction

#include "tst_drift_correction.moc"
