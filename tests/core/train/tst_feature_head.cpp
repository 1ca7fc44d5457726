#include "core/algorithms/pfedgp.h"
#include "core/collaboration/gaussian_process.h"
#include "core/nn/cpu_step.h"
#include "core/nn/initialise.h"
#include "tests/core/fixtures/small_federation.h"
#include "tests/core/fixtures/stack_under_test.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>
#include <cmath>
#include <limits>
#include <string>

namespace tst_feature_head {

using namespace coterie;

namespace {

/// Without Gibbs steps the drawn weights do not depend on the features, so differences of the loss
/// are its slopes.
const GaussianHead kSteadyHead({.tree = {.gibbsSteps = 0, .chains = 2}, .testChains = 4});

Trained trainedOn(const std::string& device,
                  std::size_t threads,
                  const Network& network,
                  const std::shared_ptr<const Dataset>& dataset,
                  RunPlan plan)
{
    plan.model.precision = "float64";
    Federation federation(plan, dataset, small::shards({31, 7, 18}), network, threads, device);
    federation.beginRound(2, {});
    RoundReport report = small::emptyReport(federation);
    const std::vector<LocalJob> jobs{{.client = 0}, {.client = 1}, {.client = 2}};
    return federation.train(jobs, federation.initialModels(), report, {.head = &kSteadyHead});
}

} // namespace

/// A head in place of the output layer: gradients, executors, scores.
class TestFeatureHead : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void gradientsGoThroughTheNetwork()
    {
        const Network network = small::perceptron();
        const auto dataset = small::table(40, 6, 3);
        std::vector<double> weights(network.layout().parameterCount);
        std::vector<double> buffers;
        initialise<double>(network, initialisationNamed("default"), 5, 0, weights, buffers);
        CpuStep<double> step(network, 24);
        std::vector<std::int32_t> batch(24);
        for (std::size_t i = 0; i < batch.size(); ++i)
            batch[i] = static_cast<std::int32_t>(i);
        gather(dataset->train, dataset->inputScale, batch, step.input());
        const auto lossAt = [&] {
            step.train(weights.data(), buffers.data(), batch.size(), {}, 0);
            LabelledRows rows{.rows = Matrix(batch.size(), network.features()), .labels = {}};
            std::ranges::copy(step.features(), rows.rows.values.begin());
            rows.labels.assign(dataset->train.labels.begin(), dataset->train.labels.begin() + 24);
            return kSteadyHead.loss(rows, headStream(1, 0, 0, 3));
        };
        const FeatureHead::Loss here = lossAt();
        std::vector<double> gradient(weights.size());
        step.noLoss();
        step.backward(weights.data(), gradient.data(), here.slopes.values.data());

        const std::size_t body = network.layout().parameter(2, SliceRole::Weight)->offset;
        double longest = 0;
        for (std::size_t p = 0; p < weights.size(); ++p) {
            const double value = weights[p];
            constexpr double kStep = 1e-6;
            weights[p] = value + kStep;
            const double above = lossAt().loss;
            weights[p] = value - kStep;
            const double below = lossAt().loss;
            weights[p] = value;
            QCOMPARE_LT(std::abs((above - below) / (2 * kStep) - gradient[p]), 1e-7);
            longest = std::max(longest, std::abs(gradient[p]));
            if (p >= body)
                QCOMPARE(gradient[p], 0.0); // the output layer has no say
        }
        QVERIFY(longest > 0.01);
    }

    void executorsAgree_data()
    {
        QTest::addColumn<bool>("convolutional");
        QTest::addColumn<QString>("objective");
        QTest::newRow("perceptron") << false << "plain";
        QTest::newRow("batch-norm and dropout") << true << "plain";
        QTest::newRow("with a proximal term") << false << "proximal";
    }

    void executorsAgree()
    {
        QFETCH(bool, convolutional);
        QFETCH(QString, objective);
        const Network network = convolutional ? small::convolutional() : small::perceptron();
        const auto dataset = convolutional ? small::pictures(120) : small::table(120, 6, 3);
        RunPlan plan = small::plan(small::sgd(0.1, 8, 2, 0.9));
        plan.local.objective = small::part(objectiveParts(), objective.toStdString());
        const Trained threads = trainedOn("cpu", 2, network, dataset, plan);
        const Trained stacked = trainedOn(small::stackDevice(), 1, network, dataset, plan);
        QCOMPARE_LT(small::distance(threads.ends.parameters, stacked.ends.parameters), 1e-9);
        QVERIFY(small::distance(threads.ends.parameters, threads.starts.parameters) > 1e-3);
        for (std::size_t j = 0; j < 3; ++j) {
            QCOMPARE(threads.results[j].steps, stacked.results[j].steps);
            QCOMPARE_LT(std::abs(threads.results[j].loss - stacked.results[j].loss), 1e-9);
            QCOMPARE_LT(std::abs(*threads.results[j].accuracy - *stacked.results[j].accuracy),
                        1e-12);
        }
    }

    void workersDoNotMatter()
    {
        const RunPlan plan = small::plan(small::sgd(0.1, 8, 2, 0.9));
        const auto with = [&](std::size_t threads) {
            return trainedOn("cpu", threads, small::convolutional(), small::pictures(120), plan)
                .ends;
        };
        const ModelRows one = with(1);
        for (const std::size_t threads : {2, 5}) {
            const ModelRows many = with(threads);
            QVERIFY(small::same(many.parameters, one.parameters));
            QVERIFY(small::same(many.buffers, one.buffers));
        }
    }

    /// Both sets of a client are scored from one answer, and alike on every executor.
    void scoresAreThoseOfTheHead()
    {
        RunPlan plan = small::plan(small::sgd(0.1, 8, 1));
        plan.model.precision = "float64";
        std::vector<RoundReport> reports;
        for (const std::string& device : {std::string("cpu"), small::stackDevice()}) {
            Federation federation(plan,
                                  small::table(120, 6, 3),
                                  small::shards({31, 7, 18}),
                                  small::perceptron(),
                                  2,
                                  device);
            const ModelRows models = federation.initialModels();
            RoundReport report = small::emptyReport(federation);
            federation.evaluateInto(
                report, {.personal = &models, .personalRow = {0, 0, 0}, .head = &kSteadyHead});
            reports.push_back(report);
        }
        for (std::size_t i = 0; i < 3; ++i) {
            const ClientReport& client = reports[0].clients[i];
            QVERIFY(client.personalTest && client.personalValidation && !client.globalTest);
            QCOMPARE(client.personalTest->samples, std::int64_t{2});
            QCOMPARE(client.personalValidation->samples, std::int64_t{1});
            const double off = client.personalTest->loss - reports[1].clients[i].personalTest->loss;
            QCOMPARE_LT(std::abs(off), 1e-9);
            QVERIFY(client.personalTest->loss > 0);
        }
    }

    void anImpossibleAnswerCostsAFiniteLoss()
    {
        QCOMPARE(negativeLog(1), 0.0);
        QCOMPARE_LT(std::abs(negativeLog(0) - 12 * std::log(10)), 1e-12);
        QVERIFY(std::isnan(negativeLog(std::numeric_limits<double>::quiet_NaN())));
    }
};

COTERIE_SECTION(TestFeatureHead)

} // namespace tst_feature_head

#include "tst_feature_head.moc"
