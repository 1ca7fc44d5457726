#include "core/algorithms/per_fed_avg.h"
#include "tests/core/algorithms/scalar_bed.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>
#include <initializer_list>

namespace tst_personal_methods {

using namespace coterie;

namespace {

RunPlan planOf(const LocalSettings& local,
               std::string_view algorithm,
               std::initializer_list<std::pair<std::string_view, ParameterValue>> settings)
{
    RunPlan plan = small::plan(local, algorithm);
    plan.algorithm = small::part(registry().algorithms, algorithm, settings);
    return plan;
}

LocalSettings steps(double learningRate, int batch, int count)
{
    LocalSettings local = small::sgd(learningRate, batch, 1);
    local.localEpochs.reset();
    local.localSteps = count;
    return local;
}

small::Played tablePlay(const RunPlan& plan)
{
    return {plan, small::table(200, 6, 3), small::shards({31, 7, 18}), small::perceptron()};
}

} // namespace

/// pFedMe, Per-FedAvg, FedAMP and HeurFedAMP: ALGORITHMS §7.5–7.7.
class TestPersonalMethods : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pFedMeGivesTheReferenceNumbers_data()
    {
        QTest::addColumn<int>("localRounds");
        QTest::addColumn<QString>("thetaInit");
        QTest::addColumn<double>("theta");
        QTest::addColumn<double>("w");
        // a = 1, λ = 15, η = 0.005, η_p = 0.05, K = 5.
        QTest::newRow("first") << 1 << "previous" << 0.06248 << 0.004686;
        QTest::newRow("second") << 2 << "previous" << 0.0668917 << 0.00935143;
        QTest::newRow("second, restarted") << 2 << "center" << 0.0668732 << 0.00935004;
    }

    void pFedMeGivesTheReferenceNumbers()
    {
        QFETCH(int, localRounds);
        QFETCH(QString, thetaInit);
        QFETCH(double, theta);
        QFETCH(double, w);
        small::Played played = small::scalarBed(planOf(small::sgd(0.05, 1, 1),
                                                       "pfedme",
                                                       {{"localRounds", std::int64_t{localRounds}},
                                                        {"thetaInit", thetaInit.toStdString()}}),
                                                {{.target = 1}});
        small::startAt(played, 0);
        (void)played.play(1);
        QVERIFY(small::near(small::personal(played, 0), theta));
        QVERIFY(small::near(small::global(played), w));
        QVERIFY(small::near(small::middle(played, 0), w)); // w_i of the only client
    }

    void pFedMeAveragesBySizeAndMixesByBeta()
    {
        const auto ended = [](double beta, std::string_view aggregation) {
            small::Played played =
                small::scalarBed(planOf(small::sgd(0.05, 1, 1),
                                        "pfedme",
                                        {{"localRounds", std::int64_t{1}},
                                         {"beta", beta},
                                         {"aggregation", std::string(aggregation)}}),
                                 {{.target = 1}, {.target = 3, .samples = 3}});
            small::startAt(played, 0);
            (void)played.play(1);
            return small::global(played);
        };
        const double one = 0.004686; // a client's w_i grows with its target
        QVERIFY(small::near(ended(1, "bySize"), one * (1 + 3 * 3) / 4));
        QVERIFY(small::near(ended(1, "uniform"), one * 2));
        QVERIFY(small::near(ended(0.5, "uniform"), one));
        QCOMPARE(ended(0, "uniform"), 0.0);
    }

    void pFedMeWithoutPullLeavesTheGlobalModel()
    {
        small::Played played =
            tablePlay(planOf(small::sgd(0.05, 8, 1), "pfedme", {{"lambda", 0.0}}));
        const at::Tensor before = played.algorithm->models().global->parameters.clone();
        RoundReport report = played.play(2);
        const ModelsInUse models = played.algorithm->models();
        QCOMPARE_LT(small::distance(models.global->parameters, before), 1e-6);
        QVERIFY(small::distance(played.modelOf(0).parameters, before) > 1e-2);
        played.federation.evaluateInto(report, models);
        QCOMPARE(small::reported(report.clientValues, "localModelTestAccuracy").size(),
                 std::size_t{3});
        QVERIFY(report.clients[0].personalTest && report.clients[0].globalTest);
    }

    void perFedAvgTakesTheReferenceStep_data()
    {
        QTest::addColumn<QString>("derivative");
        QTest::addColumn<double>("w");
        QTest::addColumn<int>("gradients");
        QTest::newRow("first order") << "firstOrder" << 0.16 << 2;
        QTest::newRow("with the Hessian") << "hessian" << 0.128 << 6;
    }

    /// ½h(w − b)² with h = 2, b = 1, w = 0, α = β = 0.1: u = 0.2. That is the loss (w − 1)², x = y
    /// = 1; after the round the client adapts once more.
    void perFedAvgTakesTheReferenceStep()
    {
        QFETCH(QString, derivative);
        QFETCH(double, w);
        QFETCH(int, gradients);
        Shards shards(1);
        shards[0].train = {0};
        RunPlan plan = planOf(steps(0.1, 1, 1),
                              "perfedavg",
                              {{"innerRate", 0.1}, {"derivative", derivative.toStdString()}});
        plan.model.precision = "float64";
        for (const std::string& device : {std::string("cpu"), std::string(kStackedOnCpu)}) {
            small::Played played(
                plan, small::scalars({{1.0F, 1.0F}}), shards, small::line(), device);
            small::startAt(played, 0);
            const RoundReport report = played.play(1);
            QVERIFY(small::near(small::global(played), w));
            QVERIFY(small::near(small::personal(played, 0), w + 0.1 * 2 * (1 - w)));
            QCOMPARE(report.clients[0].steps, gradients);
        }
    }

    void aMetaStepGoesThroughTheAdaptedModel()
    {
        const MetaStep step(0.1, false);
        const at::Tensor model = at::zeros({1}, at::kDouble);
        std::vector<at::Tensor> memory{at::zeros({1}, at::kDouble)};
        step.step(model, 2 * (model - 1), memory, 0, 0.1);
        QCOMPARE(model.item<double>(), 0.2); // u
        step.step(model, 2 * (model - 1), memory, 1, 0.1);
        QCOMPARE_LT(std::abs(model.item<double>() - 0.16), 1e-15);
    }

    /// Each client repeats one sample, so its second-batch stream is also its first.
    void perFedAvgWithoutInnerStepIsFedAvg()
    {
        Shards shards(3);
        shards[0].train = std::vector<std::int32_t>(12, 5);
        shards[1].train = std::vector<std::int32_t>(12, 40);
        shards[2].train = std::vector<std::int32_t>(20, 77);
        const auto play = [&](const RunPlan& plan) {
            small::Played played(plan, small::table(200, 6, 3), shards, small::perceptron());
            (void)played.play(3);
            return played.algorithm->models().global->parameters.clone();
        };
        const at::Tensor expected = play(small::plan(small::sgd(0.1, 4, 2)));
        QVERIFY(small::same(play(planOf(small::sgd(0.1, 4, 2), "perfedavg", {{"innerRate", 0.0}})),
                            expected));
        QVERIFY(!small::same(
            play(planOf(small::sgd(0.1, 4, 2), "perfedavg", {{"innerRate", 0.05}})), expected));
    }

    void perFedAvgAdaptsOnATrainingBatch()
    {
        small::Played played =
            tablePlay(planOf(small::sgd(0.1, 8, 1), "perfedavg", {{"innerRate", 0.3}}));
        (void)played.play(2);
        for (std::size_t i = 0; i < 3; ++i) {
            BatchSequence batches = played.federation.batches(i, i, 8);
            const GradientJob job{.client = i, .modelRow = 0, .samples = batches.next()};
            ModelRows global = *played.algorithm->models().global;
            const at::Tensor gradient = played.federation.gradients({&job, 1}, global, 1);
            QCOMPARE_LT(
                small::distance(played.modelOf(i).parameters, global.parameters - 0.3 * gradient),
                1e-6);
        }
    }

    void fedAmpThatKeepsToItselfIsIndependent()
    {
        const LocalSettings local = small::sgd(0.1, 8, 2, 0.9);
        small::Played alone = tablePlay(small::plan(local, "independent"));
        small::Played apart =
            tablePlay(planOf(local, "heurfedamp", {{"selfWeight", 1.0}, {"lambda", 0.0}}));
        (void)alone.play(3);
        const RoundReport report = apart.play(3);
        for (std::size_t i = 0; i < 3; ++i) {
            QVERIFY(small::same(apart.modelOf(i).parameters, alone.modelOf(i).parameters));
            QCOMPARE(report.collaboration->at(i, i), 1.0);
        }
    }

    void fedAmpPullsTowardsTheMix_data()
    {
        QTest::addColumn<QString>("algorithm");
        QTest::newRow("FedAMP") << "fedamp";
        QTest::newRow("HeurFedAMP") << "heurfedamp";
    }

    /// From equal models u_i = w = 0, so the first round is that of FedProx with μ = λ/α_K = 1:
    /// 0.18 and 0.54 (ALGORITHMS §6.8). σ = 4 leaves shares for all.
    void fedAmpPullsTowardsTheMix()
    {
        QFETCH(QString, algorithm);
        RunPlan plan = planOf(
            steps(0.1, 1, 2), algorithm.toStdString(), {{"lambda", 2.0}, {"cloudStep", 2.0}});
        if (algorithm == "fedamp")
            plan.algorithm.parameters.set("sigma", 4.0);
        small::Played played = small::scalarBed(plan, {{.target = 1}, {.target = 3}});
        small::startAt(played, 0);
        RoundReport report = played.play(1);
        QVERIFY(small::near(small::personal(played, 0), 0.18));
        QVERIFY(small::near(small::personal(played, 1), 0.54));
        QCOMPARE(report.collaboration->at(0, 1), 0.5); // 2·e⁰/4, or 1 − ξ_ii

        // Second round: u = A·w, then two steps of w − 0.1((w − a) + (w − u)).
        const double off = algorithm == "fedamp" ? 2 * std::exp(-0.36 * 0.36 / 4) / 4 : 0.5;
        const double u = (1 - off) * 0.18 + off * 0.54;
        double w = u;
        for (int step = 0; step < 2; ++step)
            w -= 0.1 * ((w - 1) + (w - u));
        report = small::playRound(played.federation, *played.algorithm, *played.sampler, 1);
        QVERIFY(small::near(report.collaboration->at(0, 1), off));
        QVERIFY(small::near(small::personal(played, 0), w));
    }

    void attentionKnowsNoWeights_data() { fedAmpPullsTowardsTheMix_data(); }

    /// ξ is a matter of the models alone: neither a sampler's weights nor drawing a client twice
    /// changes what anybody gets.
    void attentionKnowsNoWeights()
    {
        QFETCH(QString, algorithm);
        const RunPlan plan = planOf(steps(0.1, 8, 2), algorithm.toStdString(), {});
        small::Played plain = tablePlay(plan);
        small::Played weighted = tablePlay(plan);
        for (int round = 0; round < 3; ++round) {
            const RoundReport expected =
                small::playDraw(plain, {.clients = {0, 2}, .weights = {}}, round);
            const RoundReport found = small::playDraw(
                weighted, {.clients = {0, 0, 2}, .weights = {1.0, 5.0, 0.25}}, round);
            QVERIFY(found.collaboration == expected.collaboration);
            QCOMPARE(found.traffic.size(), expected.traffic.size()); // fetched and sent once
        }
        for (std::size_t i = 0; i < 3; ++i)
            QVERIFY(small::same(weighted.modelOf(i).parameters, plain.modelOf(i).parameters));
    }

    void whoIsNotDrawnKeepsItsPersonalModel_data()
    {
        QTest::addColumn<QString>("algorithm");
        for (const char* name : {"pfedme", "sfedhp", "fedamp", "heurfedamp"})
            QTest::newRow(name) << name;
    }

    void whoIsNotDrawnKeepsItsPersonalModel()
    {
        QFETCH(QString, algorithm);
        small::Played played =
            tablePlay(small::plan(small::sgd(0.05, 8, 1), algorithm.toStdString()));
        (void)played.play(1);
        const auto model = [&](std::size_t client) {
            return played.modelOf(client).parameters.clone();
        };
        const at::Tensor drawn = model(0);
        const at::Tensor other = model(1);
        const RoundReport report = small::playDraw(played, {.clients = {0, 2}, .weights = {}}, 1);
        QVERIFY(!small::same(model(0), drawn));
        QVERIFY(small::same(model(1), other)); // that of the round before
        QVERIFY(report.clients[0].steps > 0);
        QCOMPARE(report.clients[1].steps, 0);
        for (const Traffic& traffic : report.traffic)
            QVERIFY(traffic.client != 1 || traffic.link == Link::EdgeToCloud
                    || traffic.link == Link::CloudToEdge);
    }
};

COTERIE_SECTION(TestPersonalMethods)

} // namespace tst_personal_methods

#include "tst_personal_methods.moc"
