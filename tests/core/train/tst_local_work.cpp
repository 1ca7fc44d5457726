#include "core/train/local_work.h"
#include "tests/core/fixtures/small_federation.h"
#include "tests/sections.h"

#include <QTest>

#include <torch/optim/adam.h>

namespace tst_local_work {

using namespace coterie;

namespace {

at::Tensor number(double value)
{
    return at::full({1}, value, at::kDouble);
}

bool near(double found, double expected, double tolerance = 1e-12)
{
    return std::abs(found - expected) <= tolerance;
}

} // namespace

class TestLocalWork : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sgdTakesTheReferenceSteps()
    {
        // ALGORITHMS §1.2: w = 1, ∇ = 0.5 twice, m = 0.9, λ = 5e-4, η = 0.1.
        const auto optimizer = makeOptimizer(
            small::part(optimizerParts(),
                        "sgd",
                        {{"learningRate", 0.1}, {"momentum", 0.9}, {"weightDecay", 5e-4}}));
        QCOMPARE(optimizer->memoryRows(), std::size_t{1});
        QCOMPARE(optimizer->learningRate(), 0.1);
        const at::Tensor w = number(1);
        std::vector<at::Tensor> v{number(0)};
        optimizer->step(w, number(0.5), v, 0, 0.1);
        QVERIFY(near(v[0].item<double>(), 0.5005));
        QVERIFY(near(w.item<double>(), 0.94995));
        optimizer->step(w, number(0.5), v, 1, 0.1);
        QVERIFY(near(v[0].item<double>(), 0.950924975));
        QVERIFY(near(w.item<double>(), 0.8548575025));
    }

    void plainSgdNeedsNoMemory()
    {
        const auto optimizer = makeOptimizer(small::part(optimizerParts(), "sgd"));
        QCOMPARE(optimizer->memoryRows(), std::size_t{0});
        const at::Tensor w = number(2);
        optimizer->step(w, number(3), {}, 0, 0.5);
        QCOMPARE(w.item<double>(), 0.5);
    }

    void adamEqualsLibTorchs_data()
    {
        QTest::addColumn<double>("weightDecay");
        QTest::newRow("no decay") << 0.0;
        QTest::newRow("decay") << 0.01;
    }

    void adamEqualsLibTorchs()
    {
        QFETCH(double, weightDecay);
        const auto optimizer = makeOptimizer(small::part(
            optimizerParts(), "adam", {{"learningRate", 0.02}, {"weightDecay", weightDecay}}));
        const at::Tensor start = at::linspace(-1, 1, 9, at::kDouble);
        const at::Tensor w = start.clone();
        std::vector<at::Tensor> moments{at::zeros_like(w), at::zeros_like(w)};
        at::Tensor expected = start.clone().requires_grad_();
        torch::optim::Adam reference({expected},
                                     torch::optim::AdamOptions(0.02).weight_decay(weightDecay));
        for (std::int64_t step = 0; step < 12; ++step) {
            const at::Tensor gradient = (start * static_cast<double>(step + 1)).sin();
            expected.mutable_grad() = gradient.clone();
            reference.step();
            optimizer->step(w, gradient.clone(), moments, step, 0.02);
        }
        QCOMPARE_LT(small::distance(w, expected.detach()), 1e-12);
        QVERIFY(small::distance(w, start) > 0.01);
    }

    void schedulesFollowTheirFormulas_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("round");
        QTest::addColumn<double>("rate");
        // HCCT: 0.1·0.995ᵗ, ALGORITHMS §1.2, printed with six digits.
        QTest::newRow("exponential 0") << "exponential" << 0 << 0.1;
        QTest::newRow("exponential 1") << "exponential" << 1 << 0.0995;
        QTest::newRow("exponential 19") << "exponential" << 19 << 0.090916;
        QTest::newRow("exponential 49") << "exponential" << 49 << 0.078222;
        QTest::newRow("constant") << "constant" << 49 << 0.1;
        QTest::newRow("step before") << "step" << 79 << 0.1;
        QTest::newRow("step after") << "step" << 80 << 0.01;
        QTest::newRow("step twice") << "step" << 160 << 0.001;
        QTest::newRow("inverse first") << "inverse" << 0 << 0.05;
        QTest::newRow("inverse tenth") << "inverse" << 9 << 0.005;
    }

    void schedulesFollowTheirFormulas()
    {
        QFETCH(QString, name);
        QFETCH(int, round);
        QFETCH(double, rate);
        Part part = small::part(scheduleParts(), name.toStdString());
        if (name == "step")
            part.parameters.set("every", std::int64_t{80});
        if (name == "inverse")
            part.parameters.set("mu", 2.0);
        QVERIFY(near(makeSchedule(part)->rate(0.1, round), rate, 5e-7));
    }

    void stepsEndAtTheirFloor()
    {
        // HiCS-FL halves its rate every ten rounds: without a floor nothing is left of it.
        Part part = small::part(scheduleParts(), "step", {{"factor", 0.5}, {"floor", 1e-5}});
        const auto schedule = makeSchedule(part);
        QCOMPARE(schedule->rate(1e-3, 0), 1e-3);
        QCOMPARE(schedule->rate(1e-3, 10), 5e-4);
        QCOMPARE(schedule->rate(1e-3, 60), 1e-3 / 64);
        QCOMPARE(schedule->rate(1e-3, 70), 1e-5);
        QCOMPARE(schedule->rate(1e-3, 990), 1e-5);
        QCOMPARE(schedule->rate(1e-6, 990), 1e-6); // a floor lifts nothing
    }

    void proximalTermPullsTowardsTheStart()
    {
        // ½‖w − wᵗ‖²·μ has the gradient μ(w − wᵗ).
        const auto objective =
            makeObjective(small::part(objectiveParts(), "proximal", {{"mu", 0.3}}));
        QVERIFY(objective->changesGradient());
        const at::Tensor w = at::linspace(0, 2, 5, at::kDouble);
        const at::Tensor start = at::linspace(1, -1, 5, at::kDouble);
        const at::Tensor gradient = at::ones({5}, at::kDouble);
        const std::size_t client = 0;
        objective->addGradient({.clients = {&client, 1}, .weights = w, .start = start}, gradient);
        QCOMPARE_LT(small::distance(gradient, 1 + 0.3 * (w - start)), 1e-15);
    }

    void proximalStepsGiveTheReferenceNumbers()
    {
        // ALGORITHMS §6.8: F₁ = ½(w−1)², F₂ = ½(w−3)², w⁰ = 0, η = 0.1, two steps, μ = 1.
        const auto objective =
            makeObjective(small::part(objectiveParts(), "proximal", {{"mu", 1.0}}));
        const auto optimizer = makeOptimizer(small::part(optimizerParts(), "sgd"));
        const auto ended = [&](double target) {
            const at::Tensor w = number(0);
            const std::size_t client = 0;
            const LocalPoint point{.clients = {&client, 1}, .weights = w, .start = number(0)};
            for (int step = 0; step < 2; ++step) {
                const at::Tensor gradient = w - target;
                objective->addGradient(point, gradient);
                optimizer->step(w, gradient, {}, step, 0.1);
            }
            return w.item<double>();
        };
        QVERIFY(near(ended(1), 0.18));
        QVERIFY(near(ended(3), 0.54));
        QVERIFY(near((ended(1) + 3 * ended(3)) / 4, 0.45));
    }

    void proximalWithoutPullDoesNothing()
    {
        const auto objective =
            makeObjective(small::part(objectiveParts(), "proximal", {{"mu", 0.0}}));
        QVERIFY(!objective->changesGradient());
    }
};

COTERIE_SECTION(TestLocalWork)

} // namespace tst_local_work

#include "tst_local_work.moc"
