#include "core/nn/models.h"
#include "core/nn/stacked_forward.h"
#include "reference_modules.h"
#include "stack.h"
#include "tests/coterie_test_main.h"

#include <QTest>

#include <torch/torch.h>

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
torch::Tensor withMasksByHand(const torch::Tensor& parameters,
                              const torch::Tensor& inputs,
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
    const auto masked = [&](const torch::Tensor& value, std::uint32_t layer, double probability) {
        const torch::Tensor mask = torch::empty_like(value, torch::MemoryFormat::Contiguous);
        fillDropoutMask(key,
                        step,
                        layer,
                        probability,
                        mask.data_ptr<double>(),
                        static_cast<std::size_t>(mask.numel()));
        return value * mask;
    };
    namespace F = torch::nn::functional;
    torch::Tensor value =
        F::conv2d(inputs,
                  tensor(0, SliceRole::Weight),
                  F::Conv2dFuncOptions().bias(tensor(0, SliceRole::Bias)).padding(1));
    value = masked(value, 1, 0.25).flatten(1);
    value = F::linear(value, tensor(3, SliceRole::Weight), tensor(3, SliceRole::Bias));
    value = masked(value, 4, 0.5);
    return F::linear(value, tensor(5, SliceRole::Weight), tensor(5, SliceRole::Bias));
}

torch::Tensor randomLabels(std::int64_t clients, std::int64_t batch)
{
    return torch::randint(10, {clients, batch}, torch::kInt64);
}

} // namespace

class TestStackedForward : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { torch::manual_seed(1); }

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
    Stack stack = randomStack(network, 2, 3, torch::kFloat64);
    const torch::Tensor labels = randomLabels(2, 3);
    const Pass pass = stackedForward(network, stack.parameters, stack.buffers, stack.inputs, {});
    stackedLoss(network.loss(), pass.outputs, labels).sum().backward();
    for (std::int64_t client = 0; client < 2; ++client) {
        ReferenceModules reference(
            network, stack.parameters.detach()[client], stack.buffers[client]);
        reference.modules()->eval();
        const torch::Tensor outputs = reference.modules()->forward(stack.inputs.detach()[client]);
        torch::nn::functional::cross_entropy(outputs, labels[client]).backward();
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
    Stack stack = randomStack(network, clients, batch, torch::kFloat32);
    std::vector<Stack> singles;
    for (std::int64_t client = 0; client < clients; ++client)
        singles.push_back(oneOf(stack, client));
    const torch::Tensor labels = randomLabels(clients, batch);
    const std::vector<DropoutKey> keys = keysFor(clients);

    const Pass pass = stackedForward(network,
                                     stack.parameters,
                                     stack.buffers,
                                     stack.inputs,
                                     {.training = true, .dropout = keys, .step = 4});
    const torch::Tensor losses = stackedLoss(network.loss(), pass.outputs, labels);
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
        const torch::Tensor loss =
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
    const auto wide = torch::TensorOptions(torch::kFloat64);
    const torch::Tensor parameters = torch::tensor({{1.0, 0.0, 1.0}}, wide);
    const torch::Tensor buffers = torch::tensor({{0.0, 1.0}}, wide);
    const torch::Tensor inputs = torch::tensor({1.0, 4.0}, wide).view({1, 2, 1, 1, 1});
    const Pass pass = stackedForward(network, parameters, buffers, inputs, {.training = true});
    QCOMPARE(buffers[0][0].item<double>(), 0.25);
    QCOMPARE(buffers[0][1].item<double>(), 0.9 + 0.45);
    QCOMPARE(pass.outputs[0][1][0].item<double>(), 1.5 / std::sqrt(2.25 + 1e-5));
}

void TestStackedForward::oneValuePerChannelLeavesTheVariance()
{
    const Network network(
        "norm", {.channels = 2}, {batchNorm(2), linear(2, 1)}, Loss::SquaredError);
    Stack stack = randomStack(network, 3, 1, torch::kFloat32);
    const torch::Tensor before = stack.buffers.clone();
    const Pass pass =
        stackedForward(network, stack.parameters, stack.buffers, stack.inputs, {.training = true});
    QVERIFY(pass.outputs.isfinite().all().item<bool>());
    const torch::Tensor mean =
        0.9 * before.narrow(1, 0, 2) + 0.1 * stack.inputs.detach().view({3, 2});
    QVERIFY(difference(stack.buffers.narrow(1, 0, 2), mean) <= 1e-6);
    QVERIFY(torch::equal(stack.buffers.narrow(1, 2, 2), before.narrow(1, 2, 2)));
}

void TestStackedForward::dropoutUsesTheKeyedMasks()
{
    const Network network = dropoutNetwork();
    Stack stack = randomStack(network, 2, 3, torch::kFloat64);
    const std::vector<DropoutKey> keys = keysFor(2);
    const Pass pass = stackedForward(network,
                                     stack.parameters,
                                     stack.buffers,
                                     stack.inputs,
                                     {.training = true, .dropout = keys, .step = 9});
    const torch::Tensor direction = torch::randn_like(pass.outputs);
    (pass.outputs * direction).sum().backward();
    for (std::int64_t client = 0; client < 2; ++client) {
        const torch::Tensor row = stack.parameters.detach()[client].clone().requires_grad_();
        const torch::Tensor outputs = withMasksByHand(
            row, stack.inputs.detach()[client], keys[static_cast<std::size_t>(client)], 9);
        (outputs * direction[client]).sum().backward();
        QVERIFY(difference(pass.outputs[client], outputs) <= 1e-10);
        QVERIFY(difference(stack.parameters.grad()[client], row.grad()) <= 1e-10);
    }
}

void TestStackedForward::dropoutIsOffWhenEvaluating()
{
    const Network network = dropoutNetwork();
    Stack stack = randomStack(network, 1, 3, torch::kFloat64);
    ReferenceModules reference(network, stack.parameters.detach()[0], stack.buffers[0]);
    reference.modules()->eval();
    const Pass pass = stackedForward(network, stack.parameters, stack.buffers, stack.inputs, {});
    QVERIFY(difference(pass.outputs[0], reference.modules()->forward(stack.inputs.detach()[0]))
            <= 1e-10);
}

void TestStackedForward::featuresAreTheHeadsInput()
{
    const Network network = modelNamed("mnist_cnn_20k", kMnist);
    Stack stack = randomStack(network, 2, 3, torch::kFloat64);
    const Pass pass = stackedForward(network, stack.parameters, stack.buffers, stack.inputs, {});
    QCOMPARE(pass.features.size(2), std::int64_t{50});
    const Slice& weight =
        *network.layout().parameter(network.layout().outputLayer, SliceRole::Weight);
    for (std::int64_t client = 0; client < 2; ++client) {
        const torch::Tensor tail = stack.parameters[client].narrow(
            0, static_cast<std::int64_t>(weight.offset), 510); // 10·50 weights, 10 biases
        const torch::Tensor outputs = torch::nn::functional::linear(
            pass.features[client], tail.narrow(0, 0, 500).view({10, 50}), tail.narrow(0, 500, 10));
        QVERIFY(difference(pass.outputs[client], outputs) <= 1e-10);
    }
}

void TestStackedForward::crossEntropyEqualsLibTorchs()
{
    const torch::Tensor outputs = (3 * torch::randn({3, 6, 10}, torch::kFloat64)).requires_grad_();
    const torch::Tensor labels = randomLabels(3, 6);
    const torch::Tensor losses = stackedLoss(Loss::CrossEntropy, outputs, labels);
    losses.sum().backward();
    for (std::int64_t client = 0; client < 3; ++client) {
        const torch::Tensor logits = outputs.detach()[client].clone().requires_grad_();
        const torch::Tensor loss = torch::nn::functional::cross_entropy(logits, labels[client]);
        loss.backward();
        QVERIFY(difference(losses[client], loss) <= 1e-12);
        QVERIFY(difference(outputs.grad()[client], logits.grad()) <= 1e-12);
    }
}

void TestStackedForward::squaredErrorEqualsLibTorchs()
{
    const torch::Tensor outputs = torch::randn({3, 6, 1}, torch::kFloat64).requires_grad_();
    const torch::Tensor targets = torch::randn({3, 6}, torch::kFloat64);
    const torch::Tensor losses = stackedLoss(Loss::SquaredError, outputs, targets);
    losses.sum().backward();
    for (std::int64_t client = 0; client < 3; ++client) {
        const torch::Tensor found = outputs.detach()[client].clone().requires_grad_();
        const torch::Tensor loss =
            torch::nn::functional::mse_loss(found.squeeze(-1), targets[client]);
        loss.backward();
        QVERIFY(difference(losses[client], loss) <= 1e-12);
        QVERIFY(difference(outputs.grad()[client], found.grad()) <= 1e-12);
    }
}

void TestStackedForward::logisticEqualsLibTorchs()
{
    const torch::Tensor outputs = torch::rand({3, 6, 1}, torch::kFloat64).requires_grad_();
    const torch::Tensor labels = torch::randint(2, {3, 6}, torch::kInt64);
    const torch::Tensor losses = stackedLoss(Loss::Logistic, outputs, labels);
    losses.sum().backward();
    for (std::int64_t client = 0; client < 3; ++client) {
        const torch::Tensor found = outputs.detach()[client].clone().requires_grad_();
        const torch::Tensor loss = torch::nn::functional::binary_cross_entropy(
            found.squeeze(-1), labels[client].to(torch::kFloat64));
        loss.backward();
        QVERIFY(difference(losses[client], loss) <= 1e-12);
        QVERIFY(difference(outputs.grad()[client], found.grad()) <= 1e-12);
    }
}

void TestStackedForward::certainlyWrongProbabilitiesCostAHundred()
{
    const torch::Tensor outputs = torch::tensor({0.0, 1.0, 1.0, 0.0}).view({2, 2, 1});
    const torch::Tensor labels = torch::tensor({1, 0, 1, 0}, torch::kInt64).view({2, 2});
    const torch::Tensor losses = stackedLoss(Loss::Logistic, outputs, labels);
    QCOMPARE(losses[0].item<float>(), 100.0F);
    QCOMPARE(losses[1].item<float>(), 0.0F);
}

void TestStackedForward::countsCorrectAnswers()
{
    const torch::Tensor scores = torch::tensor({1.0, 2.0, 0.0, 5.0, 4.0, 3.0}).view({1, 2, 3});
    const torch::Tensor labels = torch::tensor({1, 2}, torch::kInt64).view({1, 2});
    QCOMPARE(stackedCorrect(Loss::CrossEntropy, scores, labels)[0].item<std::int64_t>(),
             std::int64_t{1});

    const torch::Tensor chances = torch::tensor({0.2, 0.5, 0.6, 0.1}).view({2, 2, 1});
    const torch::Tensor truths = torch::tensor({0, 1, 0, 0}, torch::kInt64).view({2, 2});
    const torch::Tensor correct = stackedCorrect(Loss::Logistic, chances, truths);
    QCOMPARE(correct[0].item<std::int64_t>(), std::int64_t{2});
    QCOMPARE(correct[1].item<std::int64_t>(), std::int64_t{1});

    const torch::Tensor none = stackedCorrect(Loss::SquaredError, chances, truths);
    QVERIFY(torch::equal(none, torch::zeros({2}, torch::kFloat64)));
}

COTERIE_TEST_MAIN(TestStackedForward)
#include "tst_stacked_forward.moc"
