#include "core/data/generators/synthetic_regression.h"
#include "core/data/generators/volumes.h"
#include "core/data/partition.h"
#include "core/nn/models.h"
#include "tests/core/fixtures/small_federation.h"
#include "tests/core/fixtures/stack_under_test.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>
#include <cmath>
#include <set>

namespace tst_streaming {

using namespace coterie;

namespace {

Shards streamsOf(const Dataset& dataset)
{
    DataSettings data;
    data.partition.name = "natural";
    return *makeShards(dataset, data, {}, 1);
}

/// Everything that shows what a run did.
struct Outcome
{
    at::Tensor models;
    std::vector<double> testLoss;
};

struct Streaming
{
    std::shared_ptr<const Dataset> dataset =
        std::make_shared<const Dataset>(makeSyntheticRegression({.dimension = 3, .clients = 4}));
    RunPlan plan = [] {
        LocalSettings local = small::sgd(0.05, 2, 1);
        RunPlan made = small::plan(local, "independent");
        made.model.precision = "float64";
        return made;
    }();

    [[nodiscard]] Federation federation(std::size_t threads = 1,
                                        const std::string& device = "cpu") const
    {
        return {plan,
                dataset,
                streamsOf(*dataset),
                Network("line", dataset->train.shape, {linear(3, 1, false)}, Loss::SquaredError),
                threads,
                device};
    }

    [[nodiscard]] Outcome
    run(int rounds, std::size_t threads = 1, const std::string& device = "cpu") const
    {
        Federation made = federation(threads, device);
        const auto algorithm = makeAlgorithm(plan);
        const auto sampler = makeSampler(plan.sampler);
        algorithm->start(made);
        RoundReport report;
        for (int round = 0; round < rounds; ++round)
            report = small::playRound(made, *algorithm, *sampler, round);
        made.evaluateInto(report, algorithm->models());
        Outcome outcome{.models = made.lastTrained().ends.parameters.clone(), .testLoss = {}};
        for (const ClientReport& client : report.clients)
            outcome.testLoss.push_back(client.personalTest->loss);
        return outcome;
    }
};

} // namespace

class TestStreaming : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyStepOfARoundAndEveryRoundIsFresh()
    {
        const Streaming streaming;
        Federation federation = streaming.federation();
        QVERIFY(std::ranges::equal(federation.sizes(), std::array{100.0, 100.0, 100.0, 100.0}));
        std::set<std::int32_t> seen;
        std::size_t drawn = 0;
        for (int round = 0; round < 20; ++round) {
            federation.beginRound(round, {});
            for (std::size_t owner = 0; owner < 4; ++owner) {
                BatchSequence batches = federation.batches(1, owner, 8);
                QCOMPARE(batches.stepsPerEpoch(), std::size_t{13});
                for (int step = 0; step < 30; ++step) { // more than two epochs
                    const auto batch = batches.next();
                    // the epoch's last batch is short: 100 = 12 · 8 + 4
                    QCOMPARE(batch.size(), step % 13 == 12 ? std::size_t{4} : std::size_t{8});
                    drawn += batch.size();
                    seen.insert(batch.begin(), batch.end());
                }
            }
        }
        QCOMPARE(seen.size(), drawn);
    }

    /// ALGORITHMS §1.2, RNG: stream(i, i) is the stream LOCAL uses.
    void ownStreamIsThatOfLocalTraining()
    {
        const Streaming streaming;
        Federation federation = streaming.federation();
        const auto algorithm = makeAlgorithm(streaming.plan);
        const auto sampler = makeSampler(streaming.plan.sampler);
        algorithm->start(federation);
        const at::Tensor start = federation.initialModels().parameters[0].clone();
        (void)small::playRound(federation, *algorithm, *sampler, 0);

        BatchSequence batches = federation.batches(2, 2, 2);
        std::array<double, 3> weights{};
        std::copy_n(start.data_ptr<double>(), 3, weights.begin());
        std::vector<double> values(3);
        for (int step = 0; step < 50; ++step) {
            std::array<double, 3> slope{};
            for (const std::int32_t sample : batches.next()) {
                const double target = streaming.dataset->train.source->make(sample, values);
                double off = -target;
                for (std::size_t i = 0; i < 3; ++i)
                    off += weights[i] * values[i];
                for (std::size_t i = 0; i < 3; ++i)
                    slope[i] += off * values[i]; // mean of two samples of 2·off·x
            }
            for (std::size_t i = 0; i < 3; ++i)
                weights[i] -= 0.05 * slope[i];
        }
        const at::Tensor ends = federation.lastTrained().ends.parameters;
        for (std::int64_t i = 0; i < 3; ++i)
            QVERIFY(std::abs(ends[2][i].item().toDouble() - weights[static_cast<std::size_t>(i)])
                    < 1e-12);
    }

    void workersAndDevicesAgree()
    {
        const Streaming streaming;
        const Outcome alone = streaming.run(3, 1);
        const Outcome many = streaming.run(3, 3);
        QVERIFY(small::same(alone.models, many.models));
        QVERIFY(alone.testLoss == many.testLoss);
        const Outcome stacked = streaming.run(3, 1, small::stackDevice());
        QVERIFY(small::distance(alone.models, stacked.models) < 1e-12);
        for (std::size_t i = 0; i < 4; ++i)
            QVERIFY(std::abs(alone.testLoss[i] - stacked.testLoss[i]) < 1e-10);
    }

    /// ALGORITHMS §9.8: the test loss is that of fresh batches, whoever computes it.
    void everyRoundIsTestedOnFreshSamples()
    {
        const Streaming streaming;
        const Shards shards = streamsOf(*streaming.dataset);
        const Network network(
            "line", streaming.dataset->train.shape, {linear(3, 1, false)}, Loss::SquaredError);
        const Workload workload{.network = network,
                                .dataset = streaming.dataset,
                                .shards = shards,
                                .pooled = {},
                                .doublePrecision = true};
        const ModelRows models{.parameters = at::ones({1, 3}, at::kDouble),
                               .buffers = at::zeros({1, 0}, at::kDouble)};
        const std::vector<EvaluationJob> job{{.client = 1, .modelRow = 0, .set = SampleSet::Test}};
        std::array<double, 3> losses{};
        for (const bool stacked : {false, true}) {
            const auto executor =
                stacked ? small::makeStack(workload) : makeThreadExecutor(workload, 1);
            const auto loss = [&](int round) {
                return executor->evaluate(job, models, {.round = round}).front().loss;
            };
            for (int round = 0; round < 3; ++round) {
                double& known = losses[static_cast<std::size_t>(round)];
                known = stacked ? known : loss(round);
                QVERIFY(std::abs(loss(round) - known) < 1e-9);
            }
        }
        QVERIFY(losses[0] != losses[1] && losses[1] != losses[2] && losses[0] != losses[2]);
    }

    /// Without noise the loss of θ is ‖θ − θ*‖², so a model that finds θ* leaves nothing but
    /// rounding: targets must not be rounded to float on their way.
    void lossGoesDownToRounding()
    {
        const Streaming streaming;
        const Outcome outcome = streaming.run(30);
        const auto& source =
            dynamic_cast<const SyntheticRegression&>(*streaming.dataset->train.source);
        for (std::size_t client = 0; client < 4; ++client) {
            QVERIFY(outcome.testLoss[client] < 1e-24);
            for (std::int64_t i = 0; i < 3; ++i)
                QVERIFY(
                    std::abs(outcome.models[static_cast<std::int64_t>(client)][i].item().toDouble()
                             - source.optimum(client)[static_cast<std::size_t>(i)])
                    < 1e-11);
        }
    }

    void pooledClientSeesEverybody()
    {
        Streaming streaming;
        streaming.plan.algorithm = small::part(registry().algorithms, "centralised");
        Federation federation = streaming.federation();
        federation.beginRound(0, {});
        BatchSequence batches = federation.batches(4, 4, 10);
        QCOMPARE(batches.stepsPerEpoch(), std::size_t{40});
        const StreamNumbers numbers(4);
        std::array<int, 4> taken{};
        for (const std::int32_t sample : batches.next())
            ++taken[numbers.client(sample)];
        QCOMPARE(taken, (std::array{3, 3, 2, 2}));
    }

    void volumesTrainAlikeOnEveryExecutor()
    {
        const auto dataset = std::make_shared<const Dataset>(
            makeVolumes({.samples = 12, .depth = 8, .height = 8, .width = 8}));
        const Result<Network> network =
            makeNetwork({.name = "unet3d_ixi", .parameters = {}}, dataset->train.shape, 0);
        QVERIFY(network.has_value());
        RunPlan plan = small::plan(small::sgd(0.01, 2, 1, 0.9), "fedavg");
        plan.model.precision = "float64";
        const auto run = [&](std::size_t threads, const std::string& device) {
            Federation federation(plan, dataset, small::shards({4, 2}), *network, threads, device);
            const auto algorithm = makeAlgorithm(plan);
            const auto sampler = makeSampler(plan.sampler);
            algorithm->start(federation);
            RoundReport report = small::playRound(federation, *algorithm, *sampler, 0);
            federation.evaluateInto(report, algorithm->models());
            const Trained& trained = federation.lastTrained();
            std::vector<double> scores;
            for (const ClientReport& client : report.clients) {
                scores.push_back(*client.globalTest->accuracy);
                scores.push_back(client.globalTest->loss);
            }
            return std::tuple(
                trained.ends.parameters.clone(), trained.ends.buffers.clone(), scores);
        };
        const auto [alone, statistics, scores] = run(1, "cpu");
        const auto [two, twoStatistics, twoScores] = run(2, "cpu");
        QVERIFY(small::same(alone, two) && small::same(statistics, twoStatistics));
        QVERIFY(scores == twoScores);
        const auto [stacked, stackedStatistics, stackedScores] = run(1, small::stackDevice());
        QVERIFY(small::distance(alone, stacked) < 1e-9);
        QVERIFY(small::distance(statistics, stackedStatistics) < 1e-9);
        for (std::size_t i = 0; i < scores.size(); i += 2) {
            QVERIFY(std::abs(scores[i] + scores[i + 1] - 1) < 1e-9); // Dice and 1 − Dice
            QVERIFY(std::abs(scores[i] - stackedScores[i]) < 1e-9);
        }
    }
};

COTERIE_SECTION(TestStreaming)

} // namespace tst_streaming

#include "tst_streaming.moc"
