#include "core/nn/models.h"
#include "core/nn/stacked_forward.h"
#include "tests/core/nn/reference_modules.h"
#include "tests/core/nn/stack.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>
#include <array>

namespace tst_stacked_forward {

using namespace coterie;

namespace {

constexpr SampleShape kMnist{.channels = 1, .height = 28, .width = 28};
constexpr SampleShape kCifar{.channels = 3, .height = 32, .width = 32};

Network modelNamed(const char* name, const SampleShape& shape)
{
    return *makeNetwork({.name = name, .parameters = {}}, shape, 10);
}

std::vector<DropoutKey> keysFor(std::int64_t clients)
{
    std::vector<DropoutKey> keys;
    for (std::int64_t client = 0; client < clients; ++client) {
        const auto number = static_cast<std::uint32_t>(client + 3);
        keys.push_back({.seed = 11, .round = 2, .client = number, .peer = number});
    }
    return keys;
}

Network dropoutNetwork()
{
    return Network("dropout",
                   {.channels = 2, .height = 6, .width = 4},
                   {conv2d(2, 3, 3, 1),
                    dropout(0.25), // 1: on 3 × 6 × 4
                    flatten(),
                    linear(72, 40),
                    dropout(0.5), // 4: on 40
                    linear(40, 5)},
                   Loss::CrossEntropy);
}

/// What LibTorch's operators make of that network when the masks are put in by hand.
at::Tensor withMasksByHand(const at::Tensor& parameters,
                           const at::Tensor& inputs,
                           const DropoutKey& key,
                           std::uint32_t step)
{
    const Network network = dropoutNetwork();
    const auto tensor = [&](std::size_t layer, SliceRole role) {
        const Slice& slice = *network.layout().parameter(layer, role);
        const std::vector<std::int64_t> shape(slice.shape.begin(), slice.shape.end());
        return parameters
            .narrow(
                0, static_cast<std::int64_t>(slice.offset), static_cast<std::int64_t>(slice.count))
            .view(shape);
    };
    const auto masked = [&](const at::Tensor& value, std::uint32_t layer, double probability) {
        const at::Tensor mask = at::empty_like(value, at::MemoryFormat::Contiguous);
        fillDropoutMask(key,
                        step,
                        layer,
                        probability,
                        mask.data_ptr<double>(),
                        static_cast<std::size_t>(mask.numel()));
        return value * mask;
    };
    const std::array<std::int64_t, 2> ones{1, 1};
    at::Tensor value = at::conv2d(inputs,
                                  tensor(0, SliceRole::Weight),
                                  tensor(0, SliceRole::Bias),
                                  at::IntArrayRef(ones),
                                  at::IntArrayRef(ones));
    value = masked(value, 1, 0.25).flatten(1);
    value = at::linear(value, tensor(3, SliceRole::Weight), tensor(3, SliceRole::Bias));
    value = masked(value, 4, 0.5);
    return at::linear(value, tensor(5, SliceRole::Weight), tensor(5, SliceRole::Bias));
}

at::Tensor randomLabels(std::int64_t clients, std::int64_t batch)
{
    return at::randint(10, {clients, batch}, at::kLong);
}

} // namespace

class TestStackedForward : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { at::manual_seed(1); }

    void modelsEqualLibTorchs_data();
    void modelsEqualLibTorchs();
    void aStackEqualsItsClientsOneByOne_data();
    void aStackEqualsItsClientsOneByOne();
    void statisticsMoveByATenthWithUnbiasedVariance();
    void oneValuePerChannelLeavesTheVariance();
    void dropoutUsesTheKeyedMasks();
    void dropoutIsOffWhenEvaluating();
    void featuresAreTheHeadsInput();
    void crossEntropyEqualsLibTorchs();
    void squaredErrorEqualsLibTorchs();
    void logisticEqualsLibTorchs();
    void certainlyWrongProbabilitiesCostAHundred();
    void countsCorrectAnswers();
};

void TestStackedForward::modelsEqualLibTorchs_data()
{
    QTest::addColumn<bool>("cifar");
    for (const char* name : {"fmnist_cnn3", "fmnist_cnn5", "mnist_cnn_20k", "mlp_fmnist_official"})
        QTest::newRow(name) << false;
    for (const char* name : {"lenet_cifar", "vgg_s_3fc_bn", "cnn4_cifar", "cifar_cnn_hics"})
        QTest::newRow(name) << true;
}

void TestStackedForward::modelsEqualLibTorchs()
{
    QFETCH(bool, cifar);
    const Network network = modelNamed(QTest::currentDataTag(), cifar ? kCifar : kMnist);
    Stack stack = randomStack(network, 2, 3, at::kDouble);
    const at::Tensor labels = randomLabels(2, 3);
    const Pass pass = stackedForward(network, stack.parameters, stack.buffers, stack.inputs, {});
    stackedLoss(network.loss(), pass.outputs, labels).sum().backward();
    for (std::int64_t client = 0; client < 2; ++client) {
        ReferenceModules reference(
            network, stack.parameters.detach()[client], stack.buffers[client]);
        reference.train(false);
        const at::Tensor outputs = reference.forward(stack.inputs.detach()[client]);
        at::cross_entropy_loss(outputs, labels[client]).backward();
        QVERIFY(difference(pass.outputs[client], outputs) <= 1e-10);
        QVERIFY(difference(stack.parameters.grad()[client], reference.gradientRow()) <= 1e-10);
    }
}

void TestStackedForward::aStackEqualsItsClientsOneByOne_data()
{
    QTest::addColumn<bool>("cifar");
    for (const char* name : {"mlp_fmnist", "mnist_cnn_420k", "fmnist_cnn3", "fmnist_cnn5"})
        QTest::newRow(name) << false;
    for (const char* name : {"cifar_cnn_hics", "lenet_cifar", "vgg_s_bn"})
        QTest::newRow(name) << true;
}

void TestStackedForward::aStackEqualsItsClientsOneByOne()
{
    QFETCH(bool, cifar);
    constexpr std::int64_t clients = 4;
    constexpr std::int64_t batch = 5;
    const Network network = modelNamed(QTest::currentDataTag(), cifar ? kCifar : kMnist);
    Stack stack = randomStack(network, clients, batch, at::kFloat);
    std::vector<Stack> singles;
    for (std::int64_t client = 0; client < clients; ++client)
        singles.push_back(oneOf(stack, client));
    const at::Tensor labels = randomLabels(clients, batch);
    const std::vector<DropoutKey> keys = keysFor(clients);

    const Pass pass = stackedForward(network,
                                     stack.parameters,
                                     stack.buffers,
                                     stack.inputs,
                                     {.training = true, .dropout = keys, .step = 4});
    const at::Tensor losses = stackedLoss(network.loss(), pass.outputs, labels);
    losses.sum().backward();

    for (std::int64_t client = 0; client < clients; ++client) {
        Stack& single = singles[static_cast<std::size_t>(client)];
        const std::span<const DropoutKey> key =
            std::span(keys).subspan(static_cast<std::size_t>(client), 1);
        const Pass alone = stackedForward(network,
                                          single.parameters,
                                          single.buffers,
                                          single.inputs,
                                          {.training = true, .dropout = key, .step = 4});
        const at::Tensor loss =
            stackedLoss(network.loss(), alone.outputs, labels.narrow(0, client, 1));
        loss.sum().backward();
        QVERIFY(difference(pass.outputs[client], alone.outputs[0]) <= 1e-5);
        QVERIFY(difference(pass.features[client], alone.features[0]) <= 1e-5);
        QVERIFY(difference(losses[client], loss[0]) <= 1e-5);
        QVERIFY(difference(stack.parameters.grad()[client], single.parameters.grad()[0]) <= 1e-5);
        QVERIFY(difference(stack.buffers[client], single.buffers[0]) <= 1e-5);
    }
}

void TestStackedForward::statisticsMoveByATenthWithUnbiasedVariance()
{
    // One feature, values 1 and 4: mean 2.5, unbiased variance 4.5, biased variance 2.25.
    const Network network(
        "norm", {.channels = 1}, {batchNorm(1), linear(1, 1, false)}, Loss::SquaredError);
    const auto wide = at::TensorOptions(at::kDouble);
    const at::Tensor parameters = at::tensor({1.0, 0.0, 1.0}, wide).view({1, 3});
    const at::Tensor buffers = at::tensor({0.0, 1.0}, wide).view({1, 2});
    const at::Tensor inputs = at::tensor({1.0, 4.0}, wide).view({1, 2, 1, 1, 1});
    const Pass pass = stackedForward(network, parameters, buffers, inputs, {.training = true});
    QCOMPARE(buffers[0][0].item<double>(), 0.25);
    QCOMPARE(buffers[0][1].item<double>(), 0.9 + 0.45);
    QCOMPARE(pass.outputs[0][1][0].item<double>(), 1.5 / std::sqrt(2.25 + 1e-5));
}

void TestStackedForward::oneValuePerChannelLeavesTheVariance()
{
    const Network network(
        "norm", {.channels = 2}, {batchNorm(2), linear(2, 1)}, Loss::SquaredError);
    Stack stack = randomStack(network, 3, 1, at::kFloat);
    const at::Tensor before = stack.buffers.clone();
    const Pass pass =
        stackedForward(network, stack.parameters, stack.buffers, stack.inputs, {.training = true});
    QVERIFY(pass.outputs.isfinite().all().item<bool>());
    const at::Tensor mean = 0.9 * before.narrow(1, 0, 2) + 0.1 * stack.inputs.detach().view({3, 2});
    QVERIFY(difference(stack.buffers.narrow(1, 0, 2), mean) <= 1e-6);
    QVERIFY(at::equal(stack.buffers.narrow(1, 2, 2), before.narrow(1, 2, 2)));
}

void TestStackedForward::dropoutUsesTheKeyedMasks()
{
    const Network network = dropoutNetwork();
    Stack stack = randomStack(network, 2, 3, at::kDouble);
    const std::vector<DropoutKey> keys = keysFor(2);
    const Pass pass = stackedForward(network,
                                     stack.parameters,
                                     stack.buffers,
                                     stack.inputs,
                                     {.training = true, .dropout = keys, .step = 9});
    const at::Tensor direction = at::randn_like(pass.outputs);
    (pass.outputs * direction).sum().backward();
    for (std::int64_t client = 0; client < 2; ++client) {
        const at::Tensor row = stack.parameters.detach()[client].clone().requires_grad_();
        const at::Tensor outputs = withMasksByHand(
            row, stack.inputs.detach()[client], keys[static_cast<std::size_t>(client)], 9);
        (outputs * direction[client]).sum().backward();
        QVERIFY(difference(pass.outputs[client], outputs) <= 1e-10);
        QVERIFY(difference(stack.parameters.grad()[client], row.grad()) <= 1e-10);
    }
}

void TestStackedForward::dropoutIsOffWhenEvaluating()
{
    const Network network = dropoutNetwork();
    Stack stack = randomStack(network, 1, 3, at::kDouble);
    ReferenceModules reference(network, stack.parameters.detach()[0], stack.buffers[0]);
    reference.train(false);
    const Pass pass = stackedForward(network, stack.parameters, stack.buffers, stack.inputs, {});
    QVERIFY(difference(pass.outputs[0], reference.forward(stack.inputs.detach()[0])) <= 1e-10);
}

void TestStackedForward::featuresAreTheHeadsInput()
{
    const Network network = modelNamed("mnist_cnn_20k", kMnist);
    Stack stack = randomStack(network, 2, 3, at::kDouble);
    const Pass pass = stackedForward(network, stack.parameters, stack.buffers, stack.inputs, {});
    QCOMPARE(pass.features.size(2), std::int64_t{50});
    const Slice& weight =
        *network.layout().parameter(network.layout().outputLayer, SliceRole::Weight);
    for (std::int64_t client = 0; client < 2; ++client) {
        const at::Tensor tail = stack.parameters[client].narrow(
            0, static_cast<std::int64_t>(weight.offset), 510); // 10·50 weights, 10 biases
        const at::Tensor outputs = at::linear(
            pass.features[client], tail.narrow(0, 0, 500).view({10, 50}), tail.narrow(0, 500, 10));
        QVERIFY(difference(pass.outputs[client], outputs) <= 1e-10);
    }
}

void TestStackedForward::crossEntropyEqualsLibTorchs()
{
    const at::Tensor outputs = (3 * at::randn({3, 6, 10}, at::kDouble)).requires_grad_();
    const at::Tensor labels = randomLabels(3, 6);
    const at::Tensor losses = stackedLoss(Loss::CrossEntropy, outputs, labels);
    losses.sum().backward();
    for (std::int64_t client = 0; client < 3; ++client) {
        const at::Tensor logits = outputs.detach()[client].clone().requires_grad_();
        const at::Tensor loss = at::cross_entropy_loss(logits, labels[client]);
        loss.backward();
        QVERIFY(difference(losses[client], loss) <= 1e-12);
        QVERIFY(difference(outputs.grad()[client], logits.grad()) <= 1e-12);
    }
}

void TestStackedForward::squaredErrorEqualsLibTorchs()
{
    const at::Tensor outputs = at::randn({3, 6, 1}, at::kDouble).requires_grad_();
    const at::Tensor targets = at::randn({3, 6}, at::kDouble);
    const at::Tensor losses = stackedLoss(Loss::SquaredError, outputs, targets);
    losses.sum().backward();
    for (std::int64_t client = 0; client < 3; ++client) {
        const at::Tensor found = outputs.detach()[client].clone().requires_grad_();
        const at::Tensor loss = at::mse_loss(found.squeeze(-1), targets[client]);
        loss.backward();
        QVERIFY(difference(losses[client], loss) <= 1e-12);
        QVERIFY(difference(outputs.grad()[client], found.grad()) <= 1e-12);
    }
}

void TestStackedForward::logisticEqualsLibTorchs()
{
    const at::Tensor outputs = at::rand({3, 6, 1}, at::kDouble).requires_grad_();
    const at::Tensor labels = at::randint(2, {3, 6}, at::kLong);
    const at::Tensor losses = stackedLoss(Loss::Logistic, outputs, labels);
    losses.sum().backward();
    for (std::int64_t client = 0; client < 3; ++client) {
        const at::Tensor found = outputs.detach()[client].clone().requires_grad_();
        const at::Tensor loss =
            at::binary_cross_entropy(found.squeeze(-1), labels[client].to(at::kDouble));
        loss.backward();
        QVERIFY(difference(losses[client], loss) <= 1e-12);
        QVERIFY(difference(outputs.grad()[client], found.grad()) <= 1e-12);
    }
}

void TestStackedForward::certainlyWrongProbabilitiesCostAHundred()
{
    const at::Tensor outputs = at::tensor({0.0, 1.0, 1.0, 0.0}).view({2, 2, 1});
    const at::Tensor labels = at::tensor({1, 0, 1, 0}, at::kLong).view({2, 2});
    const at::Tensor losses = stackedLoss(Loss::Logistic, outputs, labels);
    QCOMPARE(losses[0].item<float>(), 100.0F);
    QCOMPARE(losses[1].item<float>(), 0.0F);
}

void TestStackedForward::countsCorrectAnswers()
{
    const at::Tensor scores = at::tensor({1.0, 2.0, 0.0, 5.0, 4.0, 3.0}).view({1, 2, 3});
    const at::Tensor labels = at::tensor({1, 2}, at::kLong).view({1, 2});
    QCOMPARE(stackedCorrect(Loss::CrossEntropy, scores, labels)[0].item<std::int64_t>(),
             std::int64_t{1});

    const at::Tensor chances = at::tensor({0.2, 0.5, 0.6, 0.1}).view({2, 2, 1});
    const at::Tensor truths = at::tensor({0, 1, 0, 0}, at::kLong).view({2, 2});
    const at::Tensor correct = stackedCorrect(Loss::Logistic, chances, truths);
    QCOMPARE(correct[0].item<std::int64_t>(), std::int64_t{2});
    QCOMPARE(correct[1].item<std::int64_t>(), std::int64_t{1});

    const at::Tensor none = stackedCorrect(Loss::SquaredError, chances, truths);
    QVERIFY(at::equal(none, at::zeros({2}, at::kDouble)));
}

COTERIE_SECTION(TestStackedForward)

} // namespace tst_stacked_forward

#include "tst_stacked_forward.moc"
