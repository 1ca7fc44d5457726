#include "tests/core/fixtures/stack_under_test.h"
#include "tests/core/train/executor_bench.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>
#include <cmath>

namespace tst_executor_tasks {

using namespace coterie;
using namespace executors;

namespace {

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

} // namespace

/// Parts of a round that an algorithm asks both executors for: a term of its own, an optimiser,
/// several steps on a batch, more steps later.
class TestExecutorTasks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
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
        const auto executor =
            stacked ? small::makeStack(bench.workload()) : makeThreadExecutor(bench.workload(), 2);
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
            const bool finished =
                executor->train({context, work, jobs, starts, ends, results, held});
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
            (void)executor->train({context, work, {&job, 1}, bench.models(), ends, results, held});
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
            const auto executor = stacked ? small::makeStack(bench.workload())
                                          : makeThreadExecutor(bench.workload(), 2);
            LocalSettings settings = adamKept(); // whose memory the task's optimiser leaves alone
            settings.objective = small::part(objectiveParts(), "proximal", {{"mu", 0.2}});
            LocalWork work = makeLocalWork(settings);
            std::vector<LocalResult> results(jobs.size());
            ModelRows trainedTo = ModelRows::empty(jobs.size(), bench.models());
            const RoundContext context{.seed = 5, .learningRate = 0.05, .stop = {}};
            for (int call = 0; call < 2; ++call)
                (void)executor->train(
                    {context, work, jobs, bench.models(), trainedTo, results, task});
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
            const auto executor = stacked ? small::makeStack(bench.workload())
                                          : makeThreadExecutor(bench.workload(), 1);
            LocalWork work = makeLocalWork(small::sgd(0.1, 1, 1));
            const auto end = [&](const ModelRows* reference, int steps) {
                const LocalJob job{.steps = steps};
                std::vector<LocalResult> results(1);
                ModelRows ends = ModelRows::empty(1, starts);
                const RoundContext context{.seed = 5, .learningRate = 0.1, .stop = {}};
                const LocalTask task{.term = &pull, .anchors = reference};
                (void)executor->train({context, work, {&job, 1}, starts, ends, results, task});
                return ends.parameters.item().toDouble();
            };
            QCOMPARE_LT(std::abs(end(&anchors, 1) - 1.94), 1e-12);
            QCOMPARE_LT(std::abs(end(nullptr, 2) - 1.654), 1e-12);
        }
    }
};

COTERIE_SECTION(TestExecutorTasks)

} // namespace tst_executor_tasks

#include "tst_executor_tasks.moc"
