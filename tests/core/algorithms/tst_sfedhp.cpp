#include "core/algorithms/edge_step.h"
#include "core/algorithms/nesterov.h"
#include "core/collab/smooth_l1.h"
#include "core/collab/sparse_code.h"
#include "tests/core/algorithms/scalar_bed.h"
#include "tests/coterie_test_main.h"

#include <QTest>

#include <ATen/ATen.h>
#include <initializer_list>
#include <limits>
#include <utility>

using namespace coterie;

namespace {

using Settings = std::initializer_list<std::pair<std::string_view, ParameterValue>>;

RunPlan
sparse(const LocalSettings& local, const std::vector<std::vector<int>>& edges, Settings settings)
{
    RunPlan plan = small::plan(local, "sfedhp");
    plan.algorithm = small::part(registry().algorithms, "sfedhp", settings);
    plan.clients.edges = small::edgeServers(edges);
    return plan;
}

/// ALGORITHMS §4, the scalar run: a = (1, 3), one edge, λ₁ = λ₂ = 25, η₁ = η₂ = 0.05, K = 5.
small::Played scalarRun(std::int64_t edgeRounds, const std::string& thetaInit, double beta = 1)
{
    return small::scalarBed(sparse(small::sgd(0.05, 1, 1),
                                   {{0, 1}},
                                   {{"edgeRounds", edgeRounds},
                                    {"thetaInit", thetaInit},
                                    {"lambda1", 25.0},
                                    {"lambda2", 25.0},
                                    {"beta", beta}}),
                            {{.target = 1}, {.target = 3}});
}

void runFromZero(small::Played& played)
{
    small::startAt(played, 0);
    (void)played.play(1);
}

small::Played tablePlay(RunPlan plan, const std::string& device = "cpu")
{
    plan.model.precision = "float64";
    return {plan,
            small::table(200, 6, 3),
            small::shards({20, 14, 31, 9, 18, 25}),
            small::perceptron(),
            device};
}

at::Tensor globalOf(const small::Played& played)
{
    return played.algorithm->models().global->parameters;
}

double bitsOver(const RoundReport& report, Link link)
{
    double bits = 0;
    for (const Traffic& traffic : report.traffic)
        bits += traffic.link == link ? traffic.bits : 0;
    return bits;
}

} // namespace

class TestSFedHp : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void scalarRunGivesTheReferenceNumbers_data()
    {
        QTest::addColumn<int>("edgeRounds");
        QTest::addColumn<QString>("thetaInit");
        QTest::addColumn<double>("theta1");
        QTest::addColumn<double>("theta2");
        QTest::addColumn<double>("phi");
        QTest::addColumn<double>("w");
        QTest::newRow("first edge round")
            << 1 << "previous" << 0.038555 << 0.115665 << 0.038555 << 0.04819375;
        QTest::newRow("second, from the last model")
            << 2 << "previous" << 0.0756235120 << 0.1525461347 << 0.0811392867 << 0.0893756708;
        QTest::newRow("second, from the centre")
            << 2 << "center" << 0.0756235120 << 0.1527335120 << 0.0811861310 << 0.0894342262;
    }

    void scalarRunGivesTheReferenceNumbers()
    {
        QFETCH(int, edgeRounds);
        QFETCH(QString, thetaInit);
        QFETCH(double, theta1);
        QFETCH(double, theta2);
        QFETCH(double, phi);
        QFETCH(double, w);
        small::Played played = scalarRun(edgeRounds, thetaInit.toStdString());
        runFromZero(played);
        QVERIFY(small::near(small::personal(played, 0), theta1));
        QVERIFY(small::near(small::personal(played, 1), theta2));
        QVERIFY(small::near(small::middle(played, 0), phi));
        QVERIFY(small::near(small::global(played), w));
    }

    void cloudMixesByBeta()
    {
        small::Played half = scalarRun(2, "center", 0.5);
        runFromZero(half);
        QVERIFY(small::near(small::global(half), 0.0447171131));
        small::Played none = scalarRun(2, "center", 0);
        runFromZero(none);
        QCOMPARE(small::global(none), 0.0);
    }

    void sparseStepGivesTheReferenceNumbers()
    {
        // ALGORITHMS §4: λ₁ = 15, λ₂ = 25, γ₁ = 0.01, γ₂ = 0.02, ρ = 0.1, w = φ = 0.3, a = 1, K
        // = 2.
        small::Played played = small::scalarBed(sparse(small::sgd(0.05, 1, 1),
                                                       {{0}},
                                                       {{"edgeRounds", std::int64_t{1}},
                                                        {"innerSteps", std::int64_t{2}},
                                                        {"lambda1", 15.0},
                                                        {"lambda2", 25.0},
                                                        {"gamma1", 0.01},
                                                        {"gamma2", 0.02},
                                                        {"rho", 0.1}}),
                                                {{.target = 1}});
        small::startAt(played, 0.3);
        (void)played.play(1);
        QVERIFY(small::near(small::personal(played, 0), 0.3414017362));
        QVERIFY(small::near(small::middle(played, 0), 0.3155256511));
        QVERIFY(small::near(small::global(played), 0.3184120091));
    }

    void slopeOfThePenaltyGivesTheReferenceNumbers()
    {
        const auto slope = [](double x, double rho) {
            return smoothL1Slope(at::full({1}, x, at::kDouble), rho).item().toDouble();
        };
        QVERIFY(small::near(slope(0.05, 0.1), 0.4621172));
        QVERIFY(small::near(slope(-0.2, 0.1), -0.9640276));
        for (const double x : {-0.4, -0.05, 0.09, 0.11, 0.7}) { // it is that of φ_ρ
            const double step = 1e-6;
            const double risen = (smoothL1(x + step, 0.1) - smoothL1(x - step, 0.1)) / (2 * step);
            QCOMPARE_LT(std::abs(risen - slope(x, 0.1)), 1e-8);
        }
        QCOMPARE(slope(-std::numeric_limits<double>::max(), 1e-300), -1.0); // x/ρ is infinite
    }

    void edgesStepAsTheirEquationsSay()
    {
        // The sparse step of ALGORITHMS §4, of two edges at once: φ from (10), w from (11).
        const EdgeStep step{.lambda1 = 15, .lambda2 = 25, .gamma = 0.02, .rho = 0.1, .rate = 0.05};
        const at::Tensor w = at::full({2, 1}, 0.3, at::kDouble);
        const at::Tensor means = at::full({2, 1}, 0.3414017362, at::kDouble);
        const at::Tensor centres = step.centres(means, w);
        const at::Tensor models = step.models(w, centres);
        for (std::int64_t edge = 0; edge < 2; ++edge) {
            QVERIFY(small::near(centres[edge].item().toDouble(), 0.3155256511));
            QVERIFY(small::near(models[edge].item().toDouble(), 0.3184120091));
        }
        QCOMPARE(w[0].item().toDouble(), 0.3); // nothing is written over
        QCOMPARE(means[0].item().toDouble(), 0.3414017362);
    }

    void penaltiesAreToldWhereThereAreAny()
    {
        const Settings settings{{"edgeRounds", std::int64_t{1}}, {"gamma1", 0.01}, {"rho", 0.1}};
        small::Played played = tablePlay(sparse(small::sgd(0.05, 8, 1), {{0, 1, 2, 3}}, settings));
        const RoundReport report = played.play(1);
        const at::Tensor theta = played.modelOf(0).parameters.to(at::kDouble).contiguous();
        double expected = 0;
        for (std::int64_t n = 0; n < theta.numel(); ++n)
            expected += 0.01 * smoothL1(theta.data_ptr<double>()[n], 0.1);
        QVERIFY(expected > 0);
        QCOMPARE_LT(std::abs(*small::reported(report.clientValues, "penalty")[0] - expected),
                    1e-12);
        QVERIFY(small::reported(report.groupValues, "penalty").empty()); // γ₂ = 0
    }

    void oneEdgeRoundWithoutPenaltyIsPFedMe_data()
    {
        QTest::addColumn<int>("edges");
        for (const int edges : {1, 2, 3, 6})
            QTest::addRow("%d edges", edges) << edges;
    }

    /// ALGORITHMS §4, test 2: η·λ = η₁·λ̄ with λ̄ = λ₁λ₂/(λ₁ + λ₂), whatever the edges.
    void oneEdgeRoundWithoutPenaltyIsPFedMe()
    {
        QFETCH(int, edges);
        std::vector<std::vector<int>> members(static_cast<std::size_t>(edges));
        for (int client = 0; client < 6; ++client)
            members[static_cast<std::size_t>(client % edges)].push_back(client);
        small::Played hierarchical = tablePlay(sparse(
            small::sgd(0.05, 8, 1), members, {{"edgeRounds", std::int64_t{1}}, {"lambda1", 10.0}}));
        RunPlan plan = small::plan(small::sgd(0.05, 8, 1), "pfedme");
        plan.algorithm = small::part(registry().algorithms,
                                     "pfedme",
                                     {{"lambda", 10.0},
                                      {"localRounds", std::int64_t{1}},
                                      {"modelRate", 0.05 * (10.0 * 20.0 / 30.0) / 10.0},
                                      {"aggregation", std::string("uniform")}});
        small::Played flat = tablePlay(plan);
        const at::Tensor start = globalOf(flat).clone();
        (void)hierarchical.play(3);
        (void)flat.play(3);
        QVERIFY(small::distance(globalOf(flat), start) > 1e-3);
        QCOMPARE_LT(small::distance(globalOf(hierarchical), globalOf(flat)), 1e-12);
        for (std::size_t i = 0; i < 6; ++i)
            QCOMPARE_LT(
                small::distance(hierarchical.modelOf(i).parameters, flat.modelOf(i).parameters),
                1e-12);
    }

    void withoutPenaltySparseSettingsChangeNothing()
    {
        const std::vector<std::vector<int>> edges{{0, 1, 2, 3}, {4, 5}};
        small::Played plain =
            tablePlay(sparse(small::sgd(0.05, 8, 1), edges, {{"edgeRounds", std::int64_t{3}}}));
        small::Played fedHp = tablePlay(sparse(small::sgd(0.05, 8, 1),
                                               edges,
                                               {{"edgeRounds", std::int64_t{3}},
                                                {"rho", 0.5},
                                                {"zeroTol", 0.2},
                                                {"gammaPolicy", std::string("joint")},
                                                {"gammaTiny", 0.1},
                                                {"gammaRounds", std::int64_t{0}},
                                                {"gammaSparsity", 2.0}}));
        const RoundReport expected = plain.play(3);
        const RoundReport found = fedHp.play(3);
        QVERIFY(small::same(globalOf(fedHp), globalOf(plain)));
        QVERIFY(found.traffic == expected.traffic);
        QCOMPARE(bitsOver(found, Link::EdgeToCloud), 2 * 64.0 * 53); // two edges, dense
        QCOMPARE(bitsOver(found, Link::ClientToServer), 6 * 3 * 64.0 * 53);
    }

    void withoutPullOfTheEdgeClientsTrainAlone()
    {
        // λ₁ = 0: θ is K steps of plain SGD on one batch, and neither φ nor w moves.
        LocalSettings local = small::sgd(0.05, 8, 1);
        small::Played played = tablePlay(sparse(
            local,
            {{0, 1, 2}, {3, 4, 5}},
            {{"edgeRounds", std::int64_t{1}}, {"innerSteps", std::int64_t{1}}, {"lambda1", 0.0}}));
        local.localEpochs.reset();
        local.localSteps = 1;
        small::Played alone = tablePlay(small::plan(local, "independent"));
        const at::Tensor before = globalOf(played).clone();
        (void)played.play(1);
        (void)alone.play(1);
        QCOMPARE_LT(small::distance(globalOf(played), before), 1e-15);
        for (std::size_t i = 0; i < 6; ++i)
            QVERIFY(small::same(played.modelOf(i).parameters, alone.modelOf(i).parameters));
    }

    void identicalClientsNeedNoEdges()
    {
        const Settings settings{{"gamma1", 0.01}, {"gamma2", 0.02}, {"rho", 0.1}};
        const std::vector<small::Scalar> alike(6, {.target = 2});
        double expected = 0;
        for (const auto& edges : std::vector<std::vector<std::vector<int>>>{
                 {{0, 1, 2, 3, 4, 5}}, {{0, 1, 2}, {3, 4, 5}}, {{0}, {1, 2, 3, 4}, {5}}}) {
            small::Played played =
                small::scalarBed(sparse(small::sgd(0.05, 1, 1), edges, settings), alike);
            small::startAt(played, 0.1);
            (void)played.play(2);
            expected = expected == 0 ? small::global(played) : expected;
            QVERIFY(expected > 0.11);
            QCOMPARE_LT(std::abs(small::global(played) - expected), 1e-12);
        }
    }

    void theMirroredProblemHasTheMirroredModels()
    {
        const auto ended = [](double sign) {
            small::Played played = small::scalarBed(sparse(small::sgd(0.05, 1, 1),
                                                           {{0, 1}},
                                                           {{"gamma1", 0.3},
                                                            {"gamma2", 0.2},
                                                            {"rho", 0.1},
                                                            {"edgeRounds", std::int64_t{4}}}),
                                                    {{.target = sign * 0.5}, {.target = sign * 2}});
            small::startAt(played, sign * 0.2);
            (void)played.play(2);
            return std::pair(small::global(played), small::personal(played, 1));
        };
        const auto [w, theta] = ended(1);
        QVERIFY(ended(-1) == std::pair(-w, -theta));
        QVERIFY(w != 0.2);
    }

    void unequalEdgesCountAlikeAtTheCloud()
    {
        small::Played played = tablePlay(sparse(
            small::sgd(0.05, 8, 1), {{0, 1, 2, 3}, {4, 5}}, {{"edgeRounds", std::int64_t{2}}}));
        const RoundReport report = played.play(1);
        for (std::size_t i = 0; i < 6; ++i)
            for (std::size_t j = 0; j < 6; ++j)
                QCOMPARE(report.collaboration->at(i, j), j < 4 ? 0.5 / 4 : 0.5 / 2);
    }

    void onlySelectedEdgesReachTheCloud()
    {
        const std::vector<std::vector<int>> edges{{0, 1}, {2, 3}, {4, 5}};
        const auto make = [&](bool selectedOnly) {
            return tablePlay(sparse(small::sgd(0.05, 8, 1),
                                    edges,
                                    {{"edgeRounds", std::int64_t{2}},
                                     {"selectedEdges", std::int64_t{2}},
                                     {"trainSelectedOnly", selectedOnly}}));
        };
        small::Played all = make(false);
        small::Played selected = make(true);
        for (int round = 0; round < 4; ++round) {
            const RoundReport found = small::playRound(
                selected.federation, *selected.algorithm, *selected.sampler, round);
            const RoundReport expected =
                small::playRound(all.federation, *all.algorithm, *all.sampler, round);
            QVERIFY(small::same(globalOf(selected), globalOf(all)));
            QVERIFY(*found.collaboration == *expected.collaboration);
            int trained = 0;
            int weighted = 0;
            for (std::size_t i = 0; i < 6; ++i) {
                trained += found.clients[i].steps > 0 ? 1 : 0;
                weighted += found.collaboration->at(0, i) > 0 ? 1 : 0;
                QVERIFY(expected.clients[i].steps > 0);
                QCOMPARE(found.clients[i].steps > 0, found.collaboration->at(0, i) > 0);
            }
            QCOMPARE(trained, 4);
            QCOMPARE(weighted, 4);
        }
    }

    void nesterovFollowsItsFormula()
    {
        // On ½(θ − 2)² with K = 4 and η = 0.3, in plain numbers beside it.
        const Nesterov solver(4);
        const at::Tensor model = at::full({1}, 5.0, at::kDouble);
        std::vector<at::Tensor> memory{at::zeros({1}, at::kDouble)};
        double theta = 5;
        double v = 5;
        for (int k = 1; k <= 4; ++k) {
            solver.step(model, model - 2, memory, k - 1, 0.3);
            const double next = v - 0.3 * (v - 2);
            v = next + (k - 1.0) / (k + 2.0) * (next - theta);
            theta = next;
            QCOMPARE_LT(std::abs(model.item<double>() - (k < 4 ? v : theta)), 1e-14);
        }
    }

    void oneStepOfNesterovIsAGradientStep()
    {
        const auto ended = [](std::string_view solver, std::int64_t steps) {
            small::Played played = tablePlay(sparse(small::sgd(0.05, 8, 1),
                                                    {{0, 1, 2}, {3, 4, 5}},
                                                    {{"edgeRounds", std::int64_t{2}},
                                                     {"innerSteps", steps},
                                                     {"innerSolver", std::string(solver)}}));
            (void)played.play(2);
            return globalOf(played).clone();
        };
        QVERIFY(small::same(ended("nesterov", 1), ended("gd", 1)));
        QVERIFY(small::distance(ended("nesterov", 5), ended("gd", 5)) > 1e-6);
    }

    void aSolveStopsWhereTheGradientIsSmall_data()
    {
        QTest::addColumn<QString>("solver");
        QTest::newRow("gd") << "gd";
        QTest::newRow("nesterov") << "nesterov";
    }

    void aSolveStopsWhereTheGradientIsSmall()
    {
        QFETCH(QString, solver);
        const auto ended = [&](double nu, std::int64_t steps) {
            small::Played played = small::scalarBed(sparse(small::sgd(0.05, 1, 1),
                                                           {{0}},
                                                           {{"edgeRounds", std::int64_t{1}},
                                                            {"innerSteps", steps},
                                                            {"lambda1", 9.0},
                                                            {"nu", nu},
                                                            {"innerSolver", solver.toStdString()}}),
                                                    {{.target = 1}});
            small::startAt(played, 0);
            const RoundReport report = played.play(1);
            return std::pair(small::personal(played, 0),
                             *small::reported(report.clientValues, "proxResidual")[0]);
        };
        // H(θ) = ½(θ − 1)² + 4.5θ², ∇H = 10θ − 1. A step halves ∇H, its square is 1, ¼, …
        QVERIFY(small::near(ended(0, 2).first, 0.075));
        QCOMPARE(ended(1.5, 2).first, 0.0);              // never starts
        QVERIFY(small::near(ended(0.3, 2).first, 0.05)); // stops after the first step
        QVERIFY(small::near(ended(0.3, 7).first, 0.05)); // and stays
        QVERIFY(small::near(ended(0.3, 7).second, 0.25));
        if (solver == "gd")
            QVERIFY(small::near(ended(0, 3).second, 0.0625));
    }

    void sentModelsAreCutAndCounted()
    {
        // One edge and β = 1: the global model is what the edge sent.
        const auto played = [](bool prune) {
            return tablePlay(sparse(small::sgd(0.05, 8, 1),
                                    {{0, 1, 2, 3, 4, 5}},
                                    {{"edgeRounds", std::int64_t{2}},
                                     {"gamma1", 0.5},
                                     {"gamma2", 0.5},
                                     {"rho", 0.01},
                                     {"zeroTol", 0.1},
                                     {"pruneOnSend", prune}}));
        };
        small::Played cut = played(true);
        const RoundReport report = cut.play(1);
        const double left = (globalOf(cut) != 0).sum().item<double>();
        QVERIFY(left > 3 && left < 50);
        QVERIFY(globalOf(cut).abs().masked_select(globalOf(cut) != 0).min().item<double>() > 0.1);
        QCOMPARE(bitsOver(report, Link::EdgeToCloud), codedBits(SparseCode::Literal, 53, left, 64));
        QCOMPARE(report.roundValues.at("globalSparsity"), left / 53);
        QCOMPARE(*small::reported(report.groupValues, "sentSparsity")[0], left / 53);
        QVERIFY(bitsOver(report, Link::ClientToServer) < 6 * 2 * 64.0 * 53);
        QCOMPARE(*small::reported(report.clientValues, "plainBytesUp")[0], 2 * 4.0 * 53);
        QCOMPARE(*small::reported(report.groupValues, "plainBytesDown")[0], 4.0 * 53);
        for (const std::optional<double>& share : small::reported(report.clientValues, "sparsity"))
            QVERIFY(*share > 0 && *share < 1);

        small::Played whole = played(false);
        (void)whole.play(1);
        QCOMPARE((globalOf(whole) != 0).sum().item<double>(), 53.0);
    }

    void penaltiesBecomeTinyOnceAndForAll_data()
    {
        QTest::addColumn<QString>("policy");
        QTest::addColumn<double>("sparsity");
        QTest::addColumn<QString>("gamma1"); // by round: full or tiny
        QTest::addColumn<QString>("gamma2");
        QTest::newRow("respectively, sparse at once") << "respectively" << 2.0 << "ftttt"
                                                      << "ffftt";
        QTest::newRow("respectively, never sparse") << "respectively" << 0.0 << "fffff"
                                                    << "ffftt";
        QTest::newRow("joint, sparse at once") << "joint" << 2.0 << "ffftt"
                                               << "ffftt";
        QTest::newRow("joint, never sparse") << "joint" << 0.0 << "fffff"
                                             << "fffff";
        QTest::newRow("constant") << "constant" << 2.0 << "fffff"
                                  << "fffff";
    }

    void penaltiesBecomeTinyOnceAndForAll()
    {
        QFETCH(QString, policy);
        QFETCH(double, sparsity);
        QFETCH(QString, gamma1);
        QFETCH(QString, gamma2);
        small::Played played = tablePlay(sparse(small::sgd(0.05, 8, 1),
                                                {{0, 1, 2}, {3, 4, 5}},
                                                {{"edgeRounds", std::int64_t{1}},
                                                 {"gamma1", 0.01},
                                                 {"gamma2", 0.02},
                                                 {"gammaPolicy", policy.toStdString()},
                                                 {"gammaSparsity", sparsity},
                                                 {"gammaRounds", std::int64_t{3}}}));
        for (int round = 0; round < 5; ++round) {
            const RoundReport report =
                small::playRound(played.federation, *played.algorithm, *played.sampler, round);
            QCOMPARE(report.roundValues.at("gamma1"), gamma1[round] == 't' ? 1e-8 : 0.01);
            QCOMPARE(report.roundValues.at("gamma2"), gamma2[round] == 't' ? 1e-8 : 0.02);
        }
    }

    void aLatchSurvivesTheCheckpoint()
    {
        const RunPlan plan =
            sparse(small::sgd(0.05, 8, 1),
                   {{0, 1, 2}, {3, 4, 5}},
                   {{"edgeRounds", std::int64_t{1}}, {"gamma1", 0.01}, {"gammaSparsity", 2.0}});
        small::Played whole = tablePlay(plan);
        (void)whole.play(2);
        small::Played resumed = tablePlay(plan);
        resumed.algorithm->restore(whole.algorithm->state());
        const RoundReport report =
            small::playRound(resumed.federation, *resumed.algorithm, *resumed.sampler, 2);
        QCOMPARE(report.roundValues.at("gamma1"), 1e-8);
    }

    void aRunContinuesAsIfItHadNotStopped()
    {
        const RunPlan plan = sparse(small::sgd(0.05, 8, 1),
                                    {{0, 1}, {2, 3}, {4, 5}},
                                    {{"edgeRounds", std::int64_t{2}},
                                     {"selectedEdges", std::int64_t{2}},
                                     {"gamma1", 0.01},
                                     {"gamma2", 0.02},
                                     {"rho", 0.1}});
        small::Played whole = tablePlay(plan);
        (void)whole.play(2);
        small::Played resumed = tablePlay(plan);
        resumed.algorithm->restore(whole.algorithm->state());
        resumed.federation.restore(whole.federation.state());
        const auto next = [](small::Played& played) {
            return small::playRound(played.federation, *played.algorithm, *played.sampler, 2);
        };
        QVERIFY(next(resumed) == next(whole));
        QVERIFY(small::same(globalOf(resumed), globalOf(whole)));
        const auto middle = [](const small::Played& played) {
            return played.algorithm->models().middle->parameters;
        };
        QVERIFY(small::same(middle(resumed), middle(whole)));
        for (std::size_t i = 0; i < 6; ++i)
            QVERIFY(small::same(resumed.modelOf(i).parameters, whole.modelOf(i).parameters));
    }

    /// ALGORITHMS §4, test 3: the prox centre lags behind w, so R edge rounds are not R rounds of
    /// pFedMe.
    void moreEdgeRoundsAreNotMoreRoundsOfPFedMe()
    {
        RunPlan plan = small::plan(small::sgd(0.05, 1, 1), "pfedme");
        plan.algorithm = small::part(registry().algorithms,
                                     "pfedme",
                                     {{"lambda", 25.0},
                                      {"localRounds", std::int64_t{1}},
                                      {"modelRate", 0.025}, // η₁λ̄/λ₁
                                      {"thetaInit", std::string("center")},
                                      {"aggregation", std::string("uniform")}});
        small::Played flat = small::scalarBed(plan, {{.target = 1}, {.target = 3}});
        small::Played one = scalarRun(1, "center");
        small::startAt(flat, 0);
        runFromZero(one);
        (void)flat.play(1);
        QCOMPARE_LT(std::abs(small::global(flat) - small::global(one)), 1e-12);
        small::Played two = scalarRun(2, "center");
        runFromZero(two);
        (void)small::playRound(flat.federation, *flat.algorithm, *flat.sampler, 1);
        QVERIFY(small::global(flat) - small::global(two) > 1e-3); // the centre holds it back
    }

    /// ALGORITHMS §4, test 4: with one client per edge and λ₂ → ∞ it is pFedMe whose prox centre is
    /// one local round old.
    void aHeavyEdgeIsPFedMeWithALaggingCentre()
    {
        constexpr double kLambda = 10;
        constexpr double kRate = 0.05;
        for (const int rounds : {1, 2, 3}) {
            small::Played played = small::scalarBed(sparse(small::sgd(kRate, 1, 1),
                                                           {{0}},
                                                           {{"edgeRounds", std::int64_t{rounds}},
                                                            {"thetaInit", std::string("center")},
                                                            {"lambda1", kLambda},
                                                            {"lambda2", 1e8}}),
                                                    {{.target = 1}});
            runFromZero(played);
            const auto prox = [](double centre) { // five steps on ½(θ − 1)² + (λ/2)(θ − centre)²
                double theta = centre;
                for (int k = 0; k < 5; ++k)
                    theta -= kRate * ((theta - 1) + kLambda * (theta - centre));
                return theta;
            };
            double lagging = 0; // its prox centre is the w of one round before
            double w = 0;
            double flat = 0; // pFedMe's is w itself
            for (int r = 0; r < rounds; ++r) {
                const double next = w - kRate * kLambda * (w - prox(lagging));
                lagging = std::exchange(w, next);
                flat -= kRate * kLambda * (flat - prox(flat));
            }
            QCOMPARE_LT(std::abs(small::global(played) - w), 1e-6);
            QCOMPARE(std::abs(small::global(played) - flat) < 1e-6, rounds == 1);
        }
    }

    /// ALGORITHMS §4, test 5: with λ₁ → ∞ clients stay at their edge's model, and w stays where it
    /// is.
    void clientsHeldTightlyMoveNothing()
    {
        const auto moved = [](double lambda1, double rate) {
            small::Played played = small::scalarBed(
                sparse(small::sgd(rate, 1, 1),
                       {{0, 1}},
                       {{"edgeRounds", std::int64_t{3}}, {"lambda1", lambda1}, {"lambda2", 20.0}}),
                {{.target = 1}, {.target = 3}});
            runFromZero(played);
            return std::pair(small::global(played), small::personal(played, 1));
        };
        QVERIFY(moved(20, 0.02).first > 0.05);
        const auto [w, theta] = moved(1e7, 1e-7); // η₂λ₁ = 1: a step solves it exactly
        QCOMPARE_LT(std::abs(w), 1e-5);
        QCOMPARE_LT(std::abs(theta), 1e-5);
    }

    void samplersSeeTheWholeRound()
    {
        small::Played played = tablePlay(sparse(
            small::sgd(0.05, 8, 1), {{0, 1, 2}, {3, 4, 5}}, {{"edgeRounds", std::int64_t{3}}}));
        const at::Tensor start = globalOf(played).clone();
        const RoundReport report = played.play(1);
        const Trained& seen = played.federation.lastTrained();
        QCOMPARE(seen.clients.size(), std::size_t{6});
        for (std::size_t i = 0; i < 6; ++i) {
            QCOMPARE(seen.results[i].steps, 15);
            QCOMPARE(report.clients[i].steps, 15);
            const at::Tensor moved = (start[0] - played.modelOf(i).parameters[0]) / 0.05;
            QCOMPARE_LT(small::distance(seen.updates()[static_cast<std::int64_t>(i)], moved),
                        1e-12);
        }
    }

    void stackedTrainingIsTheSame()
    {
        const RunPlan plan = sparse(small::sgd(0.05, 8, 1),
                                    {{0, 1, 2, 3}, {4, 5}},
                                    {{"edgeRounds", std::int64_t{3}},
                                     {"gamma1", 0.01},
                                     {"gamma2", 0.02},
                                     {"rho", 0.01},
                                     {"nu", 1e-4},
                                     {"innerSolver", std::string("nesterov")}});
        small::Played threads = tablePlay(plan);
        small::Played stack = tablePlay(plan, std::string(kStackedOnCpu));
        const RoundReport expected = threads.play(2);
        const RoundReport found = stack.play(2);
        QCOMPARE_LT(small::distance(globalOf(stack), globalOf(threads)), 1e-10);
        const auto residuals = small::reported(expected.clientValues, "proxResidual");
        for (std::size_t i = 0; i < 6; ++i) {
            QVERIFY(*residuals[i] > 0);
            QCOMPARE_LT(
                std::abs(*small::reported(found.clientValues, "proxResidual")[i] - *residuals[i]),
                1e-8);
        }
    }
};

COTERIE_TEST_MAIN(TestSFedHp)
#include "tst_sfedhp.moc"
