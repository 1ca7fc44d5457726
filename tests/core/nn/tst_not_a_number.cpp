#include "core/nn/cpu_step.h"
#include "core/nn/stacked_forward.h"
#include "tests/core/nn/stack.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tst_not_a_number {

using namespace coterie;

namespace {

constexpr std::int64_t kClients = 2;
constexpr std::int64_t kBatch = 3;

Network networkWith(Loss loss)
{
    switch (loss) {
    case Loss::CrossEntropy:
        return {"classes", {.channels = 5, .height = 1, .width = 1}, {linear(5, 3)}, loss};
    case Loss::SquaredError:
        return {"value", {.channels = 5, .height = 1, .width = 1}, {linear(5, 1)}, loss};
    case Loss::Logistic:
        return {
            "chance", {.channels = 5, .height = 1, .width = 1}, {linear(5, 1), sigmoid()}, loss};
    case Loss::Dice:
        break;
    }
    return {"voxels",
            {.channels = 1, .height = 2, .width = 2, .depth = 2},
            {conv3d(1, 2, 1), softmax()},
            loss};
}

at::Tensor answersFor(Loss loss)
{
    if (loss == Loss::SquaredError)
        return at::randn({kClients, kBatch}, at::kDouble);
    if (loss == Loss::Dice)
        return at::randint(2, {kClients, kBatch, 8}, at::kByte);
    return at::randint(2, {kClients, kBatch}, at::kLong);
}

double lossOf(CpuStep<double>& step, Loss loss, const at::Tensor& answers)
{
    const at::Tensor row = answers.contiguous();
    const auto count = static_cast<std::size_t>(row.numel());
    if (loss == Loss::SquaredError)
        return step.loss(std::span<const double>(row.data_ptr<double>(), count));
    if (loss == Loss::Dice)
        return step.loss(std::span<const std::uint8_t>(row.data_ptr<std::uint8_t>(), count));
    const at::Tensor labels = row.to(at::kInt);
    return step.loss(std::span<const std::int32_t>(labels.data_ptr<std::int32_t>(), count));
}

bool sameOrBothNan(double a, double b)
{
    return std::isnan(a) ? std::isnan(b) : std::abs(a - b) < 1e-12;
}

} // namespace

/// Divergence reaches the loss as NaN, by either way of computing it, and stays with its client.
class TestNotANumber : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { at::manual_seed(4); }

    void passesThroughEveryLoss_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("cross-entropy") << static_cast<int>(Loss::CrossEntropy);
        QTest::newRow("squared error") << static_cast<int>(Loss::SquaredError);
        QTest::newRow("logistic") << static_cast<int>(Loss::Logistic);
        QTest::newRow("Dice") << static_cast<int>(Loss::Dice);
    }

    void passesThroughEveryLoss()
    {
        QFETCH(const int, kind);
        const auto loss = static_cast<Loss>(kind);
        const Network network = networkWith(loss);
        const at::Tensor answers = answersFor(loss);
        Stack stack = randomStack(network, kClients, kBatch, at::kDouble);
        stack.inputs = at::randn(
            {kClients, kBatch, static_cast<std::int64_t>(network.input().size())}, at::kDouble);
        const Stack well = oneOf(stack, 1);
        stack.inputs[0][1].fill_(std::nan("")); // one sample of the first client
        const auto [losses, gradient] = stackedLosses(network, stack, answers);
        QVERIFY(std::isnan(losses[0].item<double>()));
        QVERIFY(gradient[0].isnan().all().item<bool>());

        // The other client has no part in it.
        const auto [alone, gradientAlone] = stackedLosses(network, well, answers.narrow(0, 1, 1));
        QVERIFY(difference(losses.narrow(0, 1, 1), alone) < 1e-12);
        QVERIFY(difference(gradient.narrow(0, 1, 1), gradientAlone) < 1e-12);

        // And one client at a time comes to the same.
        const Pass pass =
            stackedForward(network, stack.parameters, stack.buffers, stack.inputs, {});
        const at::Tensor correct = stackedCorrect(loss, pass.outputs, answers);
        for (std::int64_t client = 0; client < kClients; ++client) {
            CpuStep<double> step(network, kBatch);
            const at::Tensor inputs = stack.inputs.detach()[client].contiguous();
            std::copy_n(inputs.data_ptr<double>(), inputs.numel(), step.input());
            const at::Tensor weights = stack.parameters.detach()[client].contiguous();
            step.train(weights.data_ptr<double>(), nullptr, kBatch, {}, 0);
            QVERIFY(
                sameOrBothNan(lossOf(step, loss, answers[client]), losses[client].item<double>()));
            QVERIFY(sameOrBothNan(step.correct(), correct[client].item<double>()));
            const at::Tensor slopes = at::empty_like(weights);
            step.backward(weights.data_ptr<double>(), slopes.data_ptr<double>());
            QVERIFY(at::equal(slopes.isnan(), gradient[client].isnan()));
        }
    }

private:
    static std::pair<at::Tensor, at::Tensor>
    stackedLosses(const Network& network, const Stack& stack, const at::Tensor& answers)
    {
        const Pass pass =
            stackedForward(network, stack.parameters, stack.buffers, stack.inputs, {});
        const at::Tensor losses = stackedLoss(network.loss(), pass.outputs, answers);
        losses.sum().backward();
        return {losses.detach(), stack.parameters.grad().clone()};
    }
};

COTERIE_SECTION(TestNotANumber)

} // namespace tst_not_a_number

#include "tst_not_a_number.moc"
