#include "core/train/optimizers.h"
#include "core/train/stepped_work.h"
#include "tests/core/fixtures/small_federation.h"
#include "tests/core/fixtures/stack_under_test.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>
#include <stdexcept>

namespace tst_stepped_work {

using namespace coterie;

namespace {

/// Local work taken step by step, along nothing but the clients' own gradients.
class StepByStep final : public Algorithm
{
public:
    void start(Federation& federation) override
    {
        m_models = federation.initialModels(federation.clients());
        m_optimizer.start(federation);
    }
    void round(Federation& federation, RoundReport& report) override
    {
        const ModelRows starts = m_models.clone();
        SteppedWork work(federation);
        m_optimizer.beginRound();
        for (; !work.done(); work.advance()) {
            const at::Tensor gradients = work.ownGradients(m_models);
            m_optimizer.step(federation, m_models.parameters, gradients, work.active());
        }
        work.conclude(starts, m_models, report);
    }
    [[nodiscard]] ModelsInUse models() const override
    {
        return {.personal = &m_models, .personalRow = {0, 1, 2}};
    }
    [[nodiscard]] State state() const override
    {
        State state = m_optimizer.state("optimizer/");
        state.push_back({.name = "models", .values = m_models.parameters});
        state.push_back({.name = "buffers", .values = m_models.buffers});
        return state;
    }
    void restore(const State& state) override
    {
        m_models = {.parameters = statePart(state, "models").clone(),
                    .buffers = statePart(state, "buffers").clone()};
        m_optimizer.restore(state, "optimizer/");
    }

private:
    ModelRows m_models;
    RowOptimizer m_optimizer;
};

struct Play
{
    Play(const RunPlan& plan, std::unique_ptr<Algorithm> made, const std::string& device = "cpu")
        : federation(plan,
                     small::pictures(150),
                     small::shards({20, 31, 9}),
                     small::convolutional(),
                     2,
                     device)
        , algorithm(std::move(made))
        , sampler(makeSampler(plan.sampler))
    {
        algorithm->start(federation);
    }
    RoundReport play(int from, int to)
    {
        RoundReport report;
        for (int round = from; round < to; ++round)
            report = small::playRound(federation, *algorithm, *sampler, round);
        return report;
    }
    [[nodiscard]] const ModelRows& rows() const { return *algorithm->models().personal; }

    Federation federation;
    std::unique_ptr<Algorithm> algorithm;
    std::unique_ptr<Sampler> sampler;
};

RunPlan picturePlan(const LocalSettings& local)
{
    return small::plan(local, "independent");
}

Federation pictureFederation(const std::string& device, const std::string& bnMode = "average")
{
    RunPlan plan = picturePlan(small::sgd(0.1, 8, 1));
    plan.model.precision = "float64";
    plan.model.bnMode = bnMode;
    return {
        plan, small::pictures(150), small::shards({20, 31, 9}), small::convolutional(), 2, device};
}

} // namespace

class TestSteppedWork : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aloneItIsLocalWorkBitForBit_data()
    {
        QTest::addColumn<QString>("optimizer");
        QTest::addColumn<bool>("keep");
        QTest::addColumn<int>("steps");
        QTest::addColumn<QString>("bnMode");
        QTest::newRow("plain SGD, an epoch") << "sgd" << false << 0 << "average";
        QTest::newRow("SGD with momentum and decay") << "momentum" << false << 0 << "average";
        QTest::newRow("the same, moments kept") << "momentum" << true << 0 << "average";
        QTest::newRow("five steps") << "momentum" << false << 5 << "average";
        QTest::newRow("Adam, moments kept") << "adam" << true << 3 << "average";
        QTest::newRow("Adam, moments forgotten") << "adam" << false << 0 << "average";
        QTest::newRow("statistics that stay with the clients")
            << "momentum" << false << 0 << "local";
    }

    void aloneItIsLocalWorkBitForBit()
    {
        QFETCH(QString, optimizer);
        QFETCH(bool, keep);
        QFETCH(int, steps);
        QFETCH(QString, bnMode);
        LocalSettings local = small::sgd(0.05, 8, 2);
        if (optimizer == "momentum")
            local.optimizer =
                small::part(optimizerParts(),
                            "sgd",
                            {{"learningRate", 0.05}, {"momentum", 0.9}, {"weightDecay", 0.01}});
        if (optimizer == "adam")
            local.optimizer = small::part(optimizerParts(), "adam", {{"learningRate", 0.01}});
        local.keepOptimizerState = keep;
        if (steps > 0) {
            local.localEpochs.reset();
            local.localSteps = steps;
        }
        RunPlan plan = picturePlan(local);
        plan.model.bnMode = bnMode.toStdString();
        Play stepped(plan, std::make_unique<StepByStep>());
        Play whole(plan, makeAlgorithm(plan));
        RoundReport found = stepped.play(0, 3);
        const RoundReport expected = whole.play(0, 3);
        QVERIFY(small::same(stepped.rows().parameters, whole.rows().parameters));
        if (bnMode == "average")
            QVERIFY(small::same(stepped.rows().buffers, whole.rows().buffers));
        for (std::size_t i = 0; i < 3; ++i) {
            QCOMPARE(found.clients[i].steps, expected.clients[i].steps);
            QCOMPARE(*found.clients[i].trainLoss, *expected.clients[i].trainLoss);
            QCOMPARE(*found.clients[i].trainAccuracy, *expected.clients[i].trainAccuracy);
            QVERIFY(std::abs(*found.clients[i].updateNorm / *expected.clients[i].updateNorm - 1)
                    < 1e-9);
        }
        QVERIFY(small::same(stepped.federation.lastTrained().updates(),
                            whole.federation.lastTrained().updates()));
    }

    void keptMomentsSurviveACheckpoint()
    {
        LocalSettings local = small::sgd(0.05, 8, 1, 0.9);
        local.keepOptimizerState = true;
        const RunPlan plan = picturePlan(local);
        Play whole(plan, std::make_unique<StepByStep>());
        (void)whole.play(0, 2);
        Play resumed(plan, std::make_unique<StepByStep>());
        resumed.algorithm->restore(whole.algorithm->state());
        (void)whole.play(2, 3);
        (void)resumed.play(2, 3);
        QVERIFY(small::same(whole.rows().parameters, resumed.rows().parameters));
    }

    void sumsAreSumsOfSingleGradients_data()
    {
        QTest::addColumn<QString>("device");
        QTest::newRow("threads") << "cpu";
        QTest::newRow("stacked") << QString::fromStdString(small::stackDevice());
    }

    void sumsAreSumsOfSingleGradients()
    {
        QFETCH(QString, device);
        Federation federation = pictureFederation(device.toStdString());
        federation.beginRound(0, {});
        ModelRows models = federation.initialModels(3, true);
        std::vector<GradientJob> single;
        std::vector<GradientJob> summed;
        for (std::size_t row = 0; row < 3; ++row)
            for (std::size_t k = 0; k < 3; ++k) {
                BatchSequence sequence = federation.batches(k, row, 4 + k % 2);
                static std::vector<std::vector<std::int32_t>> kept(9);
                const auto batch = sequence.next();
                kept[3 * row + k].assign(batch.begin(), batch.end());
                GradientJob job{.client = k,
                                .modelRow = row,
                                .samples = kept[3 * row + k],
                                .target = single.size(),
                                .pass = GradientPass::Probing,
                                .owner = row,
                                .step = 3};
                single.push_back(job);
                job.target = row;
                job.weight = 0.1 + 0.2 * static_cast<double>(k) + 0.3 * static_cast<double>(row);
                summed.push_back(job);
            }
        const at::Tensor each = federation.gradients(single, models, 9);
        std::vector<Tally> tallies(9);
        const at::Tensor sums = federation.gradients(summed, models, 4, tallies);
        for (std::int64_t row = 0; row < 3; ++row) {
            at::Tensor expected = at::zeros_like(sums[row]);
            for (std::int64_t k = 0; k < 3; ++k)
                expected +=
                    each[3 * row + k] * summed[static_cast<std::size_t>(3 * row + k)].weight;
            QCOMPARE_LT(small::distance(sums[row], expected), 1e-12);
            QVERIFY(sums[row].norm().item<double>() > 1e-3);
        }
        QCOMPARE(sums[3].abs().sum().item<double>(), 0.0);
        for (std::size_t j = 0; j < 9; ++j)
            QCOMPARE(tallies[j].samples, summed[j].samples.size());
    }

    void bothExecutorsAgreeOnEveryPass()
    {
        Federation threads = pictureFederation("cpu");
        Federation stacked = pictureFederation(small::stackDevice());
        for (const GradientPass pass :
             {GradientPass::Frozen, GradientPass::Probing, GradientPass::Training}) {
            std::vector<at::Tensor> found;
            std::vector<at::Tensor> buffers;
            for (Federation* federation : {&threads, &stacked}) {
                federation->beginRound(1, {});
                ModelRows models = federation->initialModels(3, true);
                const at::Tensor before = models.buffers.clone();
                std::vector<BatchSequence> sequences;
                std::vector<GradientJob> jobs;
                for (std::size_t i = 0; i < 3; ++i)
                    sequences.push_back(federation->batches(i, i, 8));
                for (std::size_t i = 0; i < 3; ++i)
                    jobs.push_back({.client = i,
                                    .modelRow = i,
                                    .samples = sequences[i].next(),
                                    .target = i,
                                    .pass = pass,
                                    .owner = i,
                                    .step = 2});
                found.push_back(federation->gradients(jobs, models, 3));
                buffers.push_back(models.buffers);
                QCOMPARE(small::same(before, models.buffers), pass != GradientPass::Training);
            }
            QCOMPARE_LT(small::distance(found[0], found[1]), 1e-10);
            QCOMPARE_LT(small::distance(buffers[0], buffers[1]), 1e-10);
        }
    }

    void masksDifferBetweenThePairsOfClients()
    {
        Federation federation = pictureFederation("cpu");
        federation.beginRound(0, {});
        ModelRows models = federation.initialModels(3); // the same model three times
        BatchSequence sequence = federation.batches(0, 0, 8);
        const auto batch = sequence.next();
        std::vector<GradientJob> jobs;
        for (std::size_t i = 0; i < 3; ++i)
            jobs.push_back({.client = 0,
                            .modelRow = i,
                            .samples = batch,
                            .target = i,
                            .pass = GradientPass::Probing,
                            .owner = i});
        const at::Tensor gradients = federation.gradients(jobs, models, 3);
        QVERIFY(small::distance(gradients[0], gradients[1]) > 1e-6);
        QVERIFY(small::distance(gradients[1], gradients[2]) > 1e-6);
    }

    void batchesOfAPairLastOverTheRound()
    {
        Federation federation = pictureFederation("cpu");
        federation.beginRound(0, {});
        federation.setDraw({.clients = {0, 1, 2}, .weights = {}});
        SteppedWork work(federation);
        BatchSequence expected = federation.batches(2, 1, 8);
        for (; !work.done(); work.advance()) {
            const auto batch = expected.next();
            const auto found = work.batch(2, 1);
            QVERIFY(std::ranges::equal(batch, found));
            QVERIFY(found.data() == work.batch(2, 1).data()); // asked again, the same
        }
        QCOMPARE(work.step(), std::size_t{4}); // client 1: 31 samples in batches of 8
    }

    void objectivesItCannotServeAreRefused()
    {
        RunPlan plan = picturePlan(small::sgd(0.1, 8, 1));
        plan.local.objective = small::part(objectiveParts(), "proximal", {{"mu", 0.5}});
        Play play(plan, std::make_unique<StepByStep>());
        QVERIFY_EXCEPTION_THROWN((void)play.play(0, 1), std::invalid_argument);
    }

    void aStopEndsARound()
    {
        Federation federation = pictureFederation("cpu");
        std::stop_source stop;
        federation.beginRound(0, stop.get_token());
        federation.setDraw({.clients = {0, 1, 2}, .weights = {}});
        ModelRows models = federation.initialModels(3);
        SteppedWork work(federation);
        (void)work.ownGradients(models);
        stop.request_stop();
        QVERIFY_EXCEPTION_THROWN((void)work.ownGradients(models), RunStopped);
    }
};

COTERIE_SECTION(TestSteppedWork)

} // namespace tst_stepped_work

#include "tst_stepped_work.moc"
