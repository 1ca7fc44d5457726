#include "core/nn/initialise.h"
#include "core/nn/stacked_forward.h"
#include "core/train/executor.h"
#include "tests/core/train/small_federation.h"
#include "tests/coterie_test_main.h"

#include <QTest>

#include <torch/csrc/autograd/autograd.h>

#include <ATen/ATen.h>
#include <cmath>
#include <limits>
#include <numeric>

using namespace coterie;

namespace {

/// A federation without the Federation: what executors are given.
struct Bench
{
    std::shared_ptr<const Dataset> dataset;
    Shards shards;
    Network network;
    bool doublePrecision = false;
    std::vector<std::int32_t> pooled = {};

    [[nodiscard]] Workload workload() const
    {
        return {.network = network,
                .dataset = dataset,
                .shards = shards,
                .pooled = pooled,
                .doublePrecision = doublePrecision};
    }
    /// Distinct models, one per client.
    [[nodiscard]] ModelRows models() const
    {
        const auto rows = static_cast<std::int64_t>(shards.size());
        const std::size_t parameters = network.layout().parameterCount;
        const std::size_t buffers = network.layout().bufferCount;
        ModelRows made{
            .parameters = at::empty({rows, static_cast<std::int64_t>(parameters)}, at::kDouble),
            .buffers = at::empty({rows, static_cast<std::int64_t>(buffers)}, at::kDouble)};
        for (std::size_t i = 0; i < shards.size(); ++i)
            initialise<double>(network,
                               Initialisation::LibTorch,
                               3,
                               static_cast<std::uint32_t>(i),
                               {made.parameters.data_ptr<double>() + i * parameters, parameters},
                               {made.buffers.data_ptr<double>() + i * buffers, buffers});
        const at::ScalarType type = doublePrecision ? at::kDouble : at::kFloat;
        return {.parameters = made.parameters.to(type), .buffers = made.buffers.to(type)};
    }
    [[nodiscard]] std::vector<LocalJob> everybody() const
    {
        std::vector<LocalJob> jobs;
        for (std::size_t i = 0; i < shards.size(); ++i)
            jobs.push_back({.client = i, .startRow = i});
        return jobs;
    }
};

Bench tableBench(bool doublePrecision)
{
    Bench bench{.dataset = small::table(200, 6, 3),
                .shards = small::shards({20, 9, 33, 1, 20}),
                .network = small::perceptron(),
                .doublePrecision = doublePrecision};
    for (const Shard& shard : bench.shards)
        bench.pooled.insert(bench.pooled.end(), shard.train.begin(), shard.train.end());
    return bench;
}

Bench pictureBench(bool doublePrecision)
{
    Bench bench = tableBench(doublePrecision);
    bench.dataset = small::pictures(120);
    // Short last batches of 4 and 6: batch-norm over two samples multiplies rounding in float.
    bench.shards = small::shards({20, 12, 36, 22});
    bench.network = small::convolutional();
    return bench;
}

struct Outcome
{
    ModelRows ends;
    std::vector<LocalResult> results;
    State state;
};

/// Some rounds in which every client goes on from where it ended.
Outcome trained(Executor& executor,
                const ModelRows& first,
                std::span<const LocalJob> jobs,
                LocalWork& work,
                int rounds)
{
    ModelRows starts = first;
    Outcome outcome;
    outcome.results.resize(jobs.size());
    for (int round = 0; round < rounds; ++round) {
        outcome.ends = ModelRows::empty(jobs.size(), starts);
        const RoundContext context{.seed = 5, .round = round, .learningRate = 0.05, .stop = {}};
        if (!executor.train(context, work, jobs, starts, outcome.ends, outcome.results))
            return {};
        starts = outcome.ends;
    }
    outcome.state = executor.state();
    return outcome;
}

LocalSettings adamKept()
{
    LocalSettings settings = small::sgd(0.01, 8, 2);
    settings.optimizer = small::part(optimizerParts(), "adam", {{"weightDecay", 1e-3}});
    settings.keepOptimizerState = true;
    return settings;
}

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

/// Asks for a stop in its third step.
class StopsInStepThree final : public Objective
{
public:
    explicit StopsInStepThree(std::stop_source& source)
        : m_source(source)
    {}
    [[nodiscard]] bool changesGradient() const override { return true; }
    void addGradient(const LocalPoint& point, at::Tensor) const override
    {
        m_lastStep = point.step;
        if (point.step == 2)
            m_source.request_stop();
    }
    [[nodiscard]] int lastStep() const { return m_lastStep; }

private:
    std::stop_source& m_source;
    mutable int m_lastStep = -1;
};

/// ½·0.7·‖w − anchor‖², as an algorithm adds it.
class PullToAnchor final : public Objective
{
public:
    void addGradient(const LocalPoint& point, at::Tensor gradient) const override
    {
        gradient.add_(point.weights, 0.7).sub_(point.anchor, 0.7);
    }
};

/// Steps along the mean of all gradients so far, so that what it remembers matters.
class MeanGradient final : public Optimizer
{
public:
    [[nodiscard]] std::size_t memoryRows() const override { return 1; }
    [[nodiscard]] double learningRate() const override { return 0.1; }
    void step(at::Tensor weights,
              at::Tensor gradient,
              std::span<at::Tensor> memory,
              std::int64_t stepIndex,
              double rate) const override
    {
        memory[0].add_(gradient);
        weights.sub_(memory[0], rate / static_cast<double>(stepIndex + 1));
    }
};

at::Tensor
gathered(const Samples& samples, const InputScale& scale, std::span<const std::int32_t> indices)
{
    at::Tensor inputs = at::empty({1,
                                   static_cast<std::int64_t>(indices.size()),
                                   static_cast<std::int64_t>(samples.shape.channels),
                                   static_cast<std::int64_t>(samples.shape.height),
                                   static_cast<std::int64_t>(samples.shape.width)},
                                  at::kDouble);
    gather(samples, scale, indices, inputs.data_ptr<double>());
    return inputs;
}

at::Tensor labelsOf(const Samples& samples, std::span<const std::int32_t> indices)
{
    std::vector<std::int64_t> labels;
    for (const std::int32_t index : indices)
        labels.push_back(samples.labels[static_cast<std::size_t>(index)]);
    return at::tensor(labels);
}

double crossEntropy(const at::Tensor& outputs, const at::Tensor& labels)
{
    return -at::log_softmax(outputs, 1).gather(1, labels.unsqueeze(1)).mean().item().toDouble();
}

/// Both executors train and evaluate alike, in double precision.
void expectSameTraining(const Bench& bench, int batch = 2)
{
    LocalWork workOfThreads = makeLocalWork(small::sgd(0.05, batch, 2, 0.9));
    LocalWork workOfStack = makeLocalWork(small::sgd(0.05, batch, 2, 0.9));
    const auto threads = makeThreadExecutor(bench.workload(), 2);
    const auto stack = makeStackedExecutor(bench.workload(), at::kCPU);
    const Outcome expected = trained(*threads, bench.models(), bench.everybody(), workOfThreads, 2);
    const Outcome found = trained(*stack, bench.models(), bench.everybody(), workOfStack, 2);
    QVERIFY(small::distance(expected.ends.parameters, bench.models().parameters) > 1e-3);
    QCOMPARE_LT(small::distance(found.ends.parameters, expected.ends.parameters), 1e-10);
    std::vector<EvaluationJob> jobs;
    for (std::size_t i = 0; i < bench.shards.size(); ++i) {
        QCOMPARE_LT(std::abs(found.results[i].loss - expected.results[i].loss), 1e-10);
        QVERIFY(found.results[i].accuracy == expected.results[i].accuracy);
        jobs.push_back({.client = i, .modelRow = i, .set = SampleSet::Train});
    }
    const auto expectedScores = threads->evaluate(jobs, expected.ends, {}, {});
    const auto foundScores = stack->evaluate(jobs, expected.ends, {}, {});
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        QCOMPARE_LT(std::abs(foundScores[i].loss - expectedScores[i].loss), 1e-10);
        QVERIFY(foundScores[i].accuracy == expectedScores[i].accuracy);
    }
}

} // namespace

class TestExecutors : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void workersChangeNoBit_data()
    {
        QTest::addColumn<bool>("pictures");
        QTest::newRow("perceptron") << false;
        QTest::newRow("convolutions, batch-norm and dropout") << true;
    }

    void workersChangeNoBit()
    {
        QFETCH(bool, pictures);
        const Bench bench = pictures ? pictureBench(false) : tableBench(false);
        std::vector<Outcome> outcomes;
        for (const std::size_t threads : {1U, 2U, 5U}) {
            const auto executor = makeThreadExecutor(bench.workload(), threads);
            LocalWork work = makeLocalWork(adamKept());
            outcomes.push_back(trained(*executor, bench.models(), bench.everybody(), work, 3));
        }
        for (std::size_t i = 1; i < outcomes.size(); ++i) {
            QVERIFY(small::same(outcomes[i].ends.parameters, outcomes[0].ends.parameters));
            QVERIFY(small::same(outcomes[i].ends.buffers, outcomes[0].ends.buffers));
            for (std::size_t j = 0; j < outcomes[i].results.size(); ++j) {
                QCOMPARE(outcomes[i].results[j].steps, outcomes[0].results[j].steps);
                QVERIFY(outcomes[i].results[j].loss == outcomes[0].results[j].loss);
                QVERIFY(outcomes[i].results[j].accuracy == outcomes[0].results[j].accuracy);
                QVERIFY(outcomes[i].results[j].updateNorm == outcomes[0].results[j].updateNorm);
            }
            QVERIFY(small::same(statePart(outcomes[i].state, "optimizer/moments"),
                                statePart(outcomes[0].state, "optimizer/moments")));
        }
    }

    void stackEqualsThreads_data()
    {
        QTest::addColumn<bool>("pictures");
        QTest::addColumn<bool>("doublePrecision");
        QTest::addColumn<QString>("settings");
        for (const bool pictures : {false, true})
            for (const bool doublePrecision : {false, true})
                for (const char* settings : {"momentum", "kept", "dropLast", "steps"})
                    QTest::addRow("%s, %s, %s",
                                  pictures ? "pictures" : "table",
                                  doublePrecision ? "double" : "float",
                                  settings)
                        << pictures << doublePrecision << QString(settings);
    }

    void stackEqualsThreads()
    {
        QFETCH(bool, pictures);
        QFETCH(bool, doublePrecision);
        QFETCH(QString, settings);
        const Bench bench = pictures ? pictureBench(doublePrecision) : tableBench(doublePrecision);
        LocalSettings local = small::sgd(0.05, 8, 2, 0.9); // short last batches, unequal clients
        if (settings == "kept")
            local = small::sgd(0.05, 8, 2, 0.9), local.keepOptimizerState = true;
        if (settings == "dropLast")
            local.dropLast = true;
        if (settings == "steps")
            local.localSteps = 7, local.localEpochs.reset();
        std::vector<LocalJob> jobs = bench.everybody();
        jobs[0].steps = 2; // so that the stack's order is not the jobs'
        jobs[1].epochs = 3;
        jobs[2].learningRate = 0.02;

        const auto threads = makeThreadExecutor(bench.workload(), 2);
        const auto stack = makeStackedExecutor(bench.workload(), at::kCPU);
        LocalWork workOfThreads = makeLocalWork(local);
        LocalWork workOfStack = makeLocalWork(local);
        const Outcome expected = trained(*threads, bench.models(), jobs, workOfThreads, 2);
        const Outcome found = trained(*stack, bench.models(), jobs, workOfStack, 2);
        const double tolerance = doublePrecision ? 1e-10 : 1e-5;
        QVERIFY(expected.ends.parameters.defined() && found.ends.parameters.defined());
        QCOMPARE_LT(small::distance(found.ends.parameters, expected.ends.parameters), tolerance);
        // Running variances are larger than 1, and so is what rounding does to them.
        const double size = expected.ends.buffers.numel() > 0
                                ? std::max(1.0, expected.ends.buffers.abs().max().item().toDouble())
                                : 1.0;
        QCOMPARE_LT(small::distance(found.ends.buffers, expected.ends.buffers), tolerance * size);
        QVERIFY(small::distance(expected.ends.parameters, bench.models().parameters) > 1e-3);
        for (std::size_t j = 0; j < jobs.size(); ++j) {
            QCOMPARE(found.results[j].steps, expected.results[j].steps);
            QCOMPARE_LT(std::abs(found.results[j].loss - expected.results[j].loss), tolerance);
            QVERIFY(found.results[j].accuracy == expected.results[j].accuracy);
            QCOMPARE_LT(std::abs(found.results[j].updateNorm - expected.results[j].updateNorm),
                        tolerance * 1000);
        }
    }

    void adamKeptOverRoundsIsTheSameInBoth()
    {
        const Bench bench = tableBench(true);
        const auto threads = makeThreadExecutor(bench.workload(), 2);
        const auto stack = makeStackedExecutor(bench.workload(), at::kCPU);
        LocalWork workOfThreads = makeLocalWork(adamKept());
        LocalWork workOfStack = makeLocalWork(adamKept());
        const std::vector<LocalJob> some{{.client = 1, .startRow = 1},
                                         {.client = 2, .startRow = 2}};
        const auto all = bench.everybody();
        // Clients that stood by for a round are behind in steps, so one stack holds unlike counts.
        const ModelRows starts = bench.models();
        (void)trained(*threads, starts, some, workOfThreads, 1);
        (void)trained(*stack, starts, some, workOfStack, 1);
        const Outcome expected = trained(*threads, starts, all, workOfThreads, 2);
        const Outcome found = trained(*stack, starts, all, workOfStack, 2);
        QCOMPARE_LT(small::distance(found.ends.parameters, expected.ends.parameters), 1e-10);
        QCOMPARE_LT(small::distance(statePart(found.state, "optimizer/moments"),
                                    statePart(expected.state, "optimizer/moments")),
                    1e-10);
        QVERIFY(small::same(statePart(found.state, "optimizer/steps"),
                            statePart(expected.state, "optimizer/steps")));
    }

    void jobsOfOneRoundGoOnInOneStream_data()
    {
        QTest::addColumn<bool>("pictures");
        QTest::addColumn<bool>("stacked");
        for (const bool pictures : {false, true})
            for (const bool stacked : {false, true})
                QTest::addRow("%s, %s",
                              pictures ? "pictures with dropout" : "table",
                              stacked ? "stack" : "threads")
                    << pictures << stacked;
    }

    /// Plain SGD remembers nothing, so 3 + 5 mini-batches of two steps are 8 mini-batches of two.
    void jobsOfOneRoundGoOnInOneStream()
    {
        QFETCH(bool, pictures);
        QFETCH(bool, stacked);
        const Bench bench = pictures ? pictureBench(false) : tableBench(false);
        const auto executor = stacked ? makeStackedExecutor(bench.workload(), at::kCPU)
                                      : makeThreadExecutor(bench.workload(), 2);
        LocalWork work = makeLocalWork(small::sgd(0.05, 8, 1));
        const LocalTask held{.stepsPerBatch = 2};
        const auto after = [&](const ModelRows& starts, std::size_t first, int steps) {
            std::vector<LocalJob> jobs = bench.everybody();
            for (LocalJob& job : jobs) {
                job.firstStep = first;
                job.steps = steps;
            }
            std::vector<LocalResult> results(jobs.size());
            ModelRows ends = ModelRows::empty(jobs.size(), starts);
            const RoundContext context{.seed = 5, .round = 2, .learningRate = 0.05, .stop = {}};
            const bool finished = executor->train(context, work, jobs, starts, ends, results, held);
            return finished ? ends : ModelRows{};
        };
        const ModelRows whole = after(bench.models(), 0, 16);
        const ModelRows half = after(bench.models(), 0, 6);
        const ModelRows onward = after(half, 3, 10);
        const ModelRows again = after(half, 0, 10);
        QVERIFY(small::same(onward.parameters, whole.parameters));
        QVERIFY(small::same(onward.buffers, whole.buffers));
        QVERIFY(!small::same(again.parameters, whole.parameters));
    }

    /// Two steps on a batch of everything are two epochs; on halves, each half comes twice.
    void aHeldBatchIsUsedAgain()
    {
        Bench bench = tableBench(true);
        bench.shards.resize(1); // 20 samples
        const auto executor = makeThreadExecutor(bench.workload(), 1);
        const auto after = [&](int batch, LocalJob job, int stepsPerBatch) {
            LocalWork work = makeLocalWork(small::sgd(0.05, batch, 1));
            std::vector<LocalResult> results(1);
            ModelRows ends = ModelRows::empty(1, bench.models());
            const RoundContext context{.seed = 5, .learningRate = 0.05, .stop = {}};
            const LocalTask held{.stepsPerBatch = stepsPerBatch};
            (void)executor->train(context, work, {&job, 1}, bench.models(), ends, results, held);
            return std::pair(ends.parameters, results[0].steps);
        };
        const auto [twice, steps] = after(20, {}, 2);
        QCOMPARE(steps, 2);
        QCOMPARE_LT(small::distance(twice, after(20, {.epochs = 2}, 1).first), 1e-14);
        const auto [halves, stepsOnHalves] = after(10, {}, 2);
        QCOMPARE(stepsOnHalves, 4); // an epoch is still every sample once, two steps each
        QVERIFY(small::distance(halves, after(10, {.epochs = 2}, 1).first) > 1e-6);
        QVERIFY(small::same(after(10, {.steps = 1}, 2).first, after(10, {.steps = 1}, 1).first));
    }

    void aTaskIsTheSameInBoth()
    {
        const Bench bench = tableBench(true);
        ModelRows anchors = bench.models();
        anchors.parameters.mul_(0.5).add_(0.1);
        std::vector<LocalJob> jobs = bench.everybody();
        for (LocalJob& job : jobs) {
            job.anchorRow = (job.client + 2) % jobs.size();
            job.firstStep = job.client; // unlike places in the sequences
        }
        jobs[0].steps = 3; // so that the stack's order is not the jobs'
        const PullToAnchor pull;
        const MeanGradient mean;
        const auto ends = [&](bool stacked, const LocalTask& task) {
            const auto executor = stacked ? makeStackedExecutor(bench.workload(), at::kCPU)
                                          : makeThreadExecutor(bench.workload(), 2);
            LocalSettings settings = adamKept(); // whose memory the task's optimiser leaves alone
            settings.objective = small::part(objectiveParts(), "proximal", {{"mu", 0.2}});
            LocalWork work = makeLocalWork(settings);
            std::vector<LocalResult> results(jobs.size());
            ModelRows trainedTo = ModelRows::empty(jobs.size(), bench.models());
            const RoundContext context{.seed = 5, .learningRate = 0.05, .stop = {}};
            for (int call = 0; call < 2; ++call)
                (void)executor->train(
                    context, work, jobs, bench.models(), trainedTo, results, task);
            return trainedTo.parameters;
        };
        for (const Optimizer* optimizer :
             {static_cast<const Optimizer*>(nullptr), static_cast<const Optimizer*>(&mean)}) {
            const LocalTask task{
                .term = &pull, .anchors = &anchors, .stepsPerBatch = 3, .optimizer = optimizer};
            const at::Tensor expected = ends(false, task);
            QCOMPARE_LT(small::distance(ends(true, task), expected), 1e-10);
            LocalTask without = task;
            without.anchors = nullptr;
            QVERIFY(small::distance(ends(false, without), expected) > 1e-3);
            without = task;
            without.term = nullptr;
            QVERIFY(small::distance(ends(false, without), expected) > 1e-3);
        }
    }

    /// One parameter, w = 2, loss (w − 1)² with gradient 2(w − 1); pull 0.7·(w − a), a = 4, η =
    /// 0.1: 2 → 2 − 0.1(2 − 1.4) = 1.94; without an anchor of its own a job is pulled to its start:
    /// 2 → 1.8 → 1.8 − 0.1(1.6 − 0.14) = 1.654.
    void anAddedTermPullsTowardsTheAnchor()
    {
        Bench bench{.dataset = small::scalars({{1.0F, 1.0F}, {1.0F, 1.0F}, {1.0F, 1.0F}}),
                    .shards = small::shards({1}),
                    .network = small::line(),
                    .doublePrecision = true};
        bench.shards[0].test.clear();
        bench.shards[0].validation.clear();
        ModelRows starts = bench.models();
        starts.parameters.fill_(2.0);
        ModelRows anchors = starts.clone();
        anchors.parameters.fill_(4.0);
        const PullToAnchor pull;
        for (const bool stacked : {false, true}) {
            const auto executor = stacked ? makeStackedExecutor(bench.workload(), at::kCPU)
                                          : makeThreadExecutor(bench.workload(), 1);
            LocalWork work = makeLocalWork(small::sgd(0.1, 1, 1));
            const auto end = [&](const ModelRows* reference, int steps) {
                const LocalJob job{.steps = steps};
                std::vector<LocalResult> results(1);
                ModelRows ends = ModelRows::empty(1, starts);
                const RoundContext context{.seed = 5, .learningRate = 0.1, .stop = {}};
                const LocalTask task{.term = &pull, .anchors = reference};
                (void)executor->train(context, work, {&job, 1}, starts, ends, results, task);
                return ends.parameters.item().toDouble();
            };
            QCOMPARE_LT(std::abs(end(&anchors, 1) - 1.94), 1e-12);
            QCOMPARE_LT(std::abs(end(nullptr, 2) - 1.654), 1e-12);
        }
    }

    void restoredMomentsContinueAlike()
    {
        const Bench bench = tableBench(false);
        for (const bool stacked : {false, true}) {
            const auto make = [&] {
                return stacked ? makeStackedExecutor(bench.workload(), at::kCPU)
                               : makeThreadExecutor(bench.workload(), 2);
            };
            LocalWork work = makeLocalWork(adamKept());
            const auto first = make();
            const Outcome half = trained(*first, bench.models(), bench.everybody(), work, 1);
            const auto second = make();
            second->restore(half.state);
            const Outcome onward = trained(*first, half.ends, bench.everybody(), work, 1);
            const Outcome resumed = trained(*second, half.ends, bench.everybody(), work, 1);
            QVERIFY(small::same(onward.ends.parameters, resumed.ends.parameters));
        }
    }

    void pooledClientHoldsEverybodysSamples()
    {
        const Bench bench = tableBench(true);
        const LocalJob pooled{.client = bench.shards.size()};
        const auto threads = makeThreadExecutor(bench.workload(), 1);
        const auto stack = makeStackedExecutor(bench.workload(), at::kCPU);
        LocalWork work = makeLocalWork(small::sgd(0.05, 8, 1));
        const Outcome expected = trained(*threads, bench.models(), {&pooled, 1}, work, 1);
        const Outcome found = trained(*stack, bench.models(), {&pooled, 1}, work, 1);
        QCOMPARE(expected.results[0].steps, 11); // 83 samples in batches of 8
        QCOMPARE_LT(small::distance(found.ends.parameters, expected.ends.parameters), 1e-10);
    }

    void clientWithoutSamplesKeepsItsModel()
    {
        Bench bench = tableBench(false);
        bench.shards[2].train.clear();
        for (const bool stacked : {false, true}) {
            const auto executor = stacked ? makeStackedExecutor(bench.workload(), at::kCPU)
                                          : makeThreadExecutor(bench.workload(), 2);
            LocalSettings settings = small::sgd(0.05, 8, 1);
            settings.localEpochs.reset();
            settings.localSteps = 3;
            LocalWork work = makeLocalWork(settings);
            const Outcome outcome = trained(*executor, bench.models(), bench.everybody(), work, 1);
            QCOMPARE(outcome.results[2].steps, 0);
            QVERIFY(small::same(outcome.ends.parameters[2], bench.models().parameters[2]));
            QCOMPARE(outcome.results[1].steps, 3);
        }
    }

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
            const auto executor = stacked ? makeStackedExecutor(bench.workload(), at::kCPU)
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
            const auto executor = stacked ? makeStackedExecutor(bench.workload(), at::kCPU)
                                          : makeThreadExecutor(bench.workload(), 2);
            const std::vector<Score> scores = executor->evaluate(jobs, models, {}, {});
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
            const auto executor = stacked ? makeStackedExecutor(bench.workload(), at::kCPU)
                                          : makeThreadExecutor(bench.workload(), 2);
            at::Tensor untouched = at::zeros({1, models.parameters.size(1)}, at::kDouble);
            const RoundContext context{.stop = stop.get_token()};
            executor->gradients(context, sloped, models, untouched, {});
            QCOMPARE(untouched.abs().sum().item<double>(), 0.0);
            for (const Score& score : executor->evaluate(scored, models, {}, stop.get_token()))
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
        const auto stack = makeStackedExecutor(bench.workload(), at::kCPU);
        const auto expected = threads->evaluate(jobs, models, own, {});
        const auto found = stack->evaluate(jobs, models, own, {});
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

    void bytesAreScaledPerChannel()
    {
        Bench bench = pictureBench(true);
        auto coloured =
            std::make_shared<Dataset>(*bench.dataset); // the same bytes in four channels
        coloured->train.shape = {.channels = 4, .height = 4, .width = 4};
        coloured->officialTest.shape = coloured->train.shape;
        coloured->inputScale = {.scale = {0.01F, 0.02F, 0.005F, 0.03F},
                                .offset = {-1.0F, 0.5F, 0.0F, -2.0F}};
        bench.dataset = coloured;
        bench.network = Network("coloured",
                                coloured->train.shape,
                                {conv2d(4, 3, 3), relu(), flatten(), linear(12, 3)},
                                Loss::CrossEntropy);
        expectSameTraining(bench);
    }

    void movedPicturesAreTheSameInBoth_data()
    {
        QTest::addColumn<bool>("alsoTest");
        QTest::newRow("training only") << false;
        QTest::newRow("evaluation too") << true;
    }
    void movedPicturesAreTheSameInBoth()
    {
        QFETCH(bool, alsoTest);
        const Bench plain = pictureBench(true);
        Bench bench = pictureBench(true);
        auto moving = std::make_shared<Dataset>(*bench.dataset);
        moving->augmentation = {.padding = 2, .flip = true, .alsoTest = alsoTest};
        bench.dataset = moving;
        expectSameTraining(bench,
                           8); // two pictures a batch would multiply rounding, see pictureBench

        const auto ends = [](const Bench& some, std::size_t workers) {
            LocalWork work = makeLocalWork(small::sgd(0.05, 8, 1));
            const auto executor = makeThreadExecutor(some.workload(), workers);
            return trained(*executor, some.models(), some.everybody(), work, 2).ends.parameters;
        };
        QVERIFY(small::same(ends(bench, 1), ends(bench, 3)));
        QVERIFY(small::distance(ends(bench, 1), ends(plain, 1)) > 1e-3);

        // What is measured sees moved pictures only where that is asked for.
        const std::vector<EvaluationJob> job{{.client = 0, .modelRow = 0, .set = SampleSet::Test}};
        const auto score = [&](const Bench& some) {
            return makeThreadExecutor(some.workload(), 1)
                ->evaluate(job, some.models(), {}, {})
                .front()
                .loss;
        };
        QCOMPARE(score(bench) != score(plain), alsoTest);
    }

    void targetsAreTrainedLikeClasses()
    {
        Bench bench = tableBench(true);
        bench.dataset =
            small::scalars({{0.3F, 1.0F}, {1.1F, 2.0F}, {-0.4F, 0.2F}, {0.9F, 3.0F}, {2.0F, 4.5F}});
        bench.network = small::line();
        bench.shards = Shards(2);
        bench.shards[0].train = {0, 2};
        bench.shards[1].train = {1, 3, 4};
        expectSameTraining(bench);
        const auto stack = makeStackedExecutor(bench.workload(), at::kCPU);
        const EvaluationJob job{.client = 1, .modelRow = 0, .set = SampleSet::Train};
        const Score score = stack->evaluate({&job, 1}, bench.models(), {}, {})[0];
        const double w = bench.models().parameters[0][0].item<double>();
        const double expected =
            (std::pow(w * static_cast<double>(1.1F) - 2.0, 2)
             + std::pow(w * static_cast<double>(0.9F) - 3.0, 2) + std::pow(w * 2.0 - 4.5, 2))
            / 3;
        QCOMPARE_LT(std::abs(score.loss - expected), 1e-12);
        QVERIFY(!score.accuracy.has_value());
    }

    void probabilitiesAreTrainedLikeClasses()
    {
        Bench bench = tableBench(true);
        bench.dataset = small::table(200, 6, 2);
        bench.network =
            Network("logistic", {.channels = 6}, {linear(6, 1), sigmoid()}, Loss::Logistic);
        expectSameTraining(bench);
    }

    void stopEndsWithinOneStep()
    {
        const Bench bench = tableBench(false);
        for (const bool stacked : {false, true}) {
            const auto executor = stacked ? makeStackedExecutor(bench.workload(), at::kCPU)
                                          : makeThreadExecutor(bench.workload(), 1);
            std::stop_source source;
            auto objective = std::make_unique<StopsInStepThree>(source);
            const StopsInStepThree& watched = *objective;
            LocalWork work = makeLocalWork(small::sgd(0.05, 4, 20));
            work.objective = std::move(objective);
            const LocalJob job{.client = 2, .startRow = 2};
            const ModelRows starts = bench.models();
            ModelRows ends = ModelRows::empty(1, starts);
            std::vector<LocalResult> results(1);
            const RoundContext context{
                .seed = 5, .round = 0, .learningRate = 0.05, .stop = source.get_token()};
            QVERIFY(!executor->train(context, work, {&job, 1}, starts, ends, results));
            QCOMPARE(watched.lastStep(), 2);
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
            const auto executor = stacked ? makeStackedExecutor(bench.workload(), at::kCPU)
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
            const auto executor = stacked ? makeStackedExecutor(bench.workload(), at::kCPU)
                                          : makeThreadExecutor(bench.workload(), 2);
            LocalWork work = makeLocalWork(small::sgd(0.05, 8, 2, 0.9));
            work.objective = std::make_unique<PullFeatures>();
            outcomes.push_back(trained(*executor, bench.models(), bench.everybody(), work, 2));
        }
        QCOMPARE_LT(small::distance(outcomes[1].ends.parameters, outcomes[0].ends.parameters),
                    1e-10);
    }
};

COTERIE_TEST_MAIN(TestExecutors)
#include "tst_executors.moc"
