#include "core/nn/stacked_forward.h"
#include "tests/core/fixtures/stack_under_test.h"
#include "tests/core/train/executor_bench.h"
#include "tests/sections.h"

#include <QTest>

#include <torch/csrc/autograd/autograd.h>

#include <ATen/ATen.h>
#include <cmath>
#include <limits>
#include <numeric>

namespace tst_executor_passes {

using namespace coterie;
using namespace executors;

namespace {

/// ½·c·mean ‖z − z′‖² between the features of the model and of the one it started from: shaped like
/// MOON's term, yet with a gradient that is a line to write down.
class PullFeatures final : public Objective
{
public:
    static constexpr double kPull = 0.8;

    [[nodiscard]] std::vector<at::Tensor> featureModels(const LocalPoint& point) const override
    {
        return {point.start};
    }
    [[nodiscard]] at::Tensor featureGradient(const at::Tensor& features,
                                             std::span<const at::Tensor> others) const override
    {
        return (features - others[0]) * (kPull / static_cast<double>(features.size(-2)));
    }
};

} // namespace

/// Gradients, evaluation and terms on features, of both executors: each held against one pass by
/// LibTorch's operators.
class TestExecutorPasses : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void gradientsAtForeignRowsEqualAutograd_data()
    {
        QTest::addColumn<bool>("pictures");
        QTest::newRow("perceptron") << false;
        QTest::newRow("convolutions, batch-norm and dropout") << true;
    }

    void gradientsAtForeignRowsEqualAutograd()
    {
        QFETCH(bool, pictures);
        const Bench bench = pictures ? pictureBench(true) : tableBench(true);
        ModelRows models = bench.models();
        std::vector<GradientJob> jobs;
        for (std::size_t k = 0; k < 3; ++k)
            for (const std::size_t row : {2U, 0U, 3U}) {
                const std::span<const std::int32_t> samples = bench.shards[k].train;
                jobs.push_back({.client = k,
                                .modelRow = row,
                                .samples = samples.first(row == 0 ? 5 : 7),
                                .target = jobs.size()});
            }
        at::Tensor expected = at::empty(
            {static_cast<std::int64_t>(jobs.size()), models.parameters.size(1)}, at::kDouble);
        for (std::size_t j = 0; j < jobs.size(); ++j) {
            const ModelRows model = models.row(jobs[j].modelRow);
            const at::Tensor leaf = model.parameters.clone().requires_grad_();
            const Pass pass = stackedForward(
                bench.network,
                leaf,
                model.buffers.clone(),
                gathered(bench.dataset->train, bench.dataset->inputScale, jobs[j].samples),
                {});
            const at::Tensor loss = at::cross_entropy_loss(
                pass.outputs[0], labelsOf(bench.dataset->train, jobs[j].samples));
            expected[static_cast<std::int64_t>(j)].copy_(
                torch::autograd::grad({loss}, {leaf}).front()[0]);
        }
        for (const bool stacked : {false, true}) {
            const auto executor = stacked ? small::makeStack(bench.workload())
                                          : makeThreadExecutor(bench.workload(), 2);
            at::Tensor found = at::full_like(expected, std::numeric_limits<double>::quiet_NaN());
            executor->gradients({}, jobs, models, found, {});
            QCOMPARE_LT(small::distance(found, expected), 1e-10);
        }
    }

    void evaluationEqualsADirectComputation()
    {
        Bench bench = tableBench(true);
        bench.shards[1].testIsOfficial = true;
        bench.shards[1].test = {0, 3, 5, 9};
        const ModelRows models = bench.models();
        const std::vector<EvaluationJob> jobs{
            {.client = 0, .modelRow = 3, .set = SampleSet::Train},
            {.client = 1, .modelRow = 3, .set = SampleSet::Test},
            {.client = 2, .modelRow = 3, .set = SampleSet::Test},
            {.client = 2, .modelRow = 1, .set = SampleSet::Validation},
            {.client = 4, .modelRow = 3, .set = SampleSet::Train},
            {.modelRow = 2, .set = SampleSet::OfficialTest}};
        std::vector<std::int32_t> official(20);
        std::iota(official.begin(), official.end(), 0);
        const std::vector<std::vector<std::int32_t>> indices{bench.shards[0].train,
                                                             bench.shards[1].test,
                                                             bench.shards[2].test,
                                                             bench.shards[2].validation,
                                                             bench.shards[4].train,
                                                             official};
        for (const bool stacked : {false, true}) {
            const auto executor = stacked ? small::makeStack(bench.workload())
                                          : makeThreadExecutor(bench.workload(), 2);
            const std::vector<Score> scores = executor->evaluate(jobs, models, {});
            QCOMPARE(scores.size(), jobs.size());
            for (std::size_t j = 0; j < jobs.size(); ++j) {
                const Samples& samples =
                    j == 1 || j == 5 ? bench.dataset->officialTest : bench.dataset->train;
                const ModelRows model = models.row(jobs[j].modelRow);
                const at::Tensor outputs =
                    stackedForward(bench.network,
                                   model.parameters,
                                   model.buffers,
                                   gathered(samples, bench.dataset->inputScale, indices[j]),
                                   {})
                        .outputs[0];
                const at::Tensor labels = labelsOf(samples, indices[j]);
                QCOMPARE(scores[j].samples, static_cast<std::int64_t>(indices[j].size()));
                QCOMPARE_LT(std::abs(scores[j].loss - crossEntropy(outputs, labels)), 1e-12);
                const double right = outputs.argmax(1).eq(labels).sum().item().toDouble();
                QVERIFY(*scores[j].accuracy == right / static_cast<double>(indices[j].size()));
            }
        }
    }

    void aStopEndsGradientsAndEvaluationEarly()
    {
        const Bench bench = tableBench(true);
        ModelRows models = bench.models();
        const std::vector<EvaluationJob> scored{
            {.client = 0, .modelRow = 3, .set = SampleSet::Train}};
        const std::vector<GradientJob> sloped{
            {.client = 0, .modelRow = 3, .samples = bench.shards[0].train}};
        std::stop_source stop;
        stop.request_stop();
        for (const bool stacked : {false, true}) {
            const auto executor = stacked ? small::makeStack(bench.workload())
                                          : makeThreadExecutor(bench.workload(), 2);
            at::Tensor untouched = at::zeros({1, models.parameters.size(1)}, at::kDouble);
            const RoundContext context{.stop = stop.get_token()};
            executor->gradients(context, sloped, models, untouched, {});
            QCOMPARE(untouched.abs().sum().item<double>(), 0.0);
            for (const Score& score : executor->evaluate(scored, models, context))
                QCOMPARE(score.samples, std::int64_t{0});
        }
    }

    void clientsOwnRunningStatisticsAreUsedIfTheyStayThere()
    {
        const Bench bench = pictureBench(true);
        const ModelRows models = bench.models();
        const std::int64_t count = models.buffers.size(1);
        const at::Tensor own = at::arange(5 * count, at::kDouble).sin().add(1.5).view({5, count});
        const std::vector<EvaluationJob> jobs{
            {.client = 1, .modelRow = 2, .set = SampleSet::Train},
            {.client = 2, .modelRow = 2, .set = SampleSet::Train}};
        const auto threads = makeThreadExecutor(bench.workload(), 2);
        const auto stack = small::makeStack(bench.workload());
        const RoundContext context{.clientBuffers = own};
        const auto expected = threads->evaluate(jobs, models, context);
        const auto found = stack->evaluate(jobs, models, context);
        for (std::size_t j = 0; j < jobs.size(); ++j) {
            const ModelRows model = models.row(2);
            const at::Tensor inputs = gathered(bench.dataset->train,
                                               bench.dataset->inputScale,
                                               bench.shards[jobs[j].client].train);
            const at::Tensor outputs =
                stackedForward(bench.network,
                               model.parameters,
                               own.narrow(0, static_cast<std::int64_t>(jobs[j].client), 1),
                               inputs,
                               {})
                    .outputs[0];
            const double loss = crossEntropy(
                outputs, labelsOf(bench.dataset->train, bench.shards[jobs[j].client].train));
            QCOMPARE_LT(std::abs(expected[j].loss - loss), 1e-10);
            QCOMPARE_LT(std::abs(found[j].loss - loss), 1e-10);
        }
    }

    void featureTermEqualsAutograd()
    {
        const Bench bench = tableBench(true);
        const std::size_t client = 1;
        LocalSettings settings = small::sgd(0.05, 100, 4); // 4 steps on the whole shard
        const ModelRows starts = bench.models();

        const auto samples = std::span<const std::int32_t>(bench.shards[client].train);
        const at::Tensor inputs =
            gathered(bench.dataset->train, bench.dataset->inputScale, samples);
        const at::Tensor labels = labelsOf(bench.dataset->train, samples);
        const ModelRows start = starts.row(client);
        const at::Tensor firstFeatures =
            stackedForward(bench.network, start.parameters, start.buffers, inputs, {}).features;
        at::Tensor expected = start.parameters.clone();
        for (int step = 0; step < 4; ++step) {
            const at::Tensor leaf = expected.clone().requires_grad_();
            const Pass pass = stackedForward(bench.network, leaf, start.buffers, inputs, {});
            const at::Tensor pull =
                (pass.features - firstFeatures).square().sum(-1).mean() * (PullFeatures::kPull / 2);
            const at::Tensor loss = at::cross_entropy_loss(pass.outputs[0], labels) + pull;
            expected = expected - 0.05 * torch::autograd::grad({loss}, {leaf}).front();
        }

        LocalWork plain = makeLocalWork(settings);
        const auto without = makeThreadExecutor(bench.workload(), 1);
        const Outcome unpulled = trained(*without, starts, bench.everybody(), plain, 1);
        QVERIFY(small::distance(unpulled.ends.row(client).parameters, expected) > 1e-6);
        for (const bool stacked : {false, true}) {
            const auto executor = stacked ? small::makeStack(bench.workload())
                                          : makeThreadExecutor(bench.workload(), 2);
            LocalWork work = makeLocalWork(settings);
            work.objective = std::make_unique<PullFeatures>();
            const Outcome outcome = trained(*executor, starts, bench.everybody(), work, 1);
            QCOMPARE_LT(small::distance(outcome.ends.row(client).parameters, expected), 1e-10);
        }
    }

    void featureTermIsTheSameInBothWithDropout()
    {
        const Bench bench = pictureBench(true);
        std::vector<Outcome> outcomes;
        for (const bool stacked : {false, true}) {
            const auto executor = stacked ? small::makeStack(bench.workload())
                                          : makeThreadExecutor(bench.workload(), 2);
            LocalWork work = makeLocalWork(small::sgd(0.05, 8, 2, 0.9));
            work.objective = std::make_unique<PullFeatures>();
            outcomes.push_back(trained(*executor, bench.models(), bench.everybody(), work, 2));
        }
        QCOMPARE_LT(small::distance(outcomes[1].ends.parameters, outcomes[0].ends.parameters),
                    1e-10);
    }
};

COTERIE_SECTION(TestExecutorPasses)

} // namespace tst_executor_passes

#include "tst_executor_passes.moc"
