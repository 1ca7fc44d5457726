#include "tests/core/fixtures/stack_under_test.h"
#include "tests/core/train/executor_bench.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>
#include <cmath>

namespace tst_executors {

using namespace coterie;
using namespace executors;

namespace {

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

/// Both executors train and evaluate alike, in double precision.
void expectSameTraining(const Bench& bench, int batch = 2)
{
    LocalWork workOfThreads = makeLocalWork(small::sgd(0.05, batch, 2, 0.9));
    LocalWork workOfStack = makeLocalWork(small::sgd(0.05, batch, 2, 0.9));
    const auto threads = makeThreadExecutor(bench.workload(), 2);
    const auto stack = small::makeStack(bench.workload());
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
    const auto expectedScores = threads->evaluate(jobs, expected.ends, {});
    const auto foundScores = stack->evaluate(jobs, expected.ends, {});
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        QCOMPARE_LT(std::abs(foundScores[i].loss - expectedScores[i].loss), 1e-10);
        QVERIFY(foundScores[i].accuracy == expectedScores[i].accuracy);
    }
}

} // namespace

/// Local training in both executors.
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
        const auto stack = small::makeStack(bench.workload());
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
        const auto stack = small::makeStack(bench.workload());
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

    void restoredMomentsContinueAlike()
    {
        const Bench bench = tableBench(false);
        for (const bool stacked : {false, true}) {
            const auto make = [&] {
                return stacked ? small::makeStack(bench.workload())
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
        const auto stack = small::makeStack(bench.workload());
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
            const auto executor = stacked ? small::makeStack(bench.workload())
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
        moving->train.black = {64};
        moving->officialTest.black = {64};
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
        const auto score = [&](const Bench& some, std::uint64_t seed, bool stacked) {
            const auto executor = stacked ? small::makeStack(some.workload())
                                          : makeThreadExecutor(some.workload(), 1);
            return executor->evaluate(job, some.models(), {.seed = seed}).front().loss;
        };
        for (const bool stacked : {false, true}) {
            QCOMPARE(score(bench, 1, stacked) != score(plain, 1, stacked), alsoTest);
            QCOMPARE(score(bench, 1, stacked), score(bench, 1, stacked));
            QCOMPARE(score(bench, 1, stacked) != score(bench, 2, stacked), alsoTest);
        }
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
        const auto stack = small::makeStack(bench.workload());
        const EvaluationJob job{.client = 1, .modelRow = 0, .set = SampleSet::Train};
        const Score score = stack->evaluate({&job, 1}, bench.models(), {})[0];
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
            const auto executor = stacked ? small::makeStack(bench.workload())
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
            QVERIFY(!executor->train({context, work, {&job, 1}, starts, ends, results}));
            QCOMPARE(watched.lastStep(), 2);
        }
    }
};

COTERIE_SECTION(TestExecutors)

} // namespace tst_executors

#include "tst_executors.moc"
