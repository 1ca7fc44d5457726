#include "core/nn/stacked_forward.h"
#include "tests/core/nn/reference_modules.h"
#include "tests/core/nn/stack.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>

namespace tst_stacked_layers {

using namespace coterie;

namespace {

struct Case
{
    const char* name;
    SampleShape input;
    std::vector<Layer> layers;
};

/// Every kind of layer in each arrangement it can meet, ended by a linear layer so that each
/// network has a head.
std::vector<Case> cases()
{
    const SampleShape row{.channels = 7};
    const SampleShape picture{.channels = 3, .height = 9, .width = 7};
    return {
        {"linear", row, {linear(7, 4)}},
        {"linear without bias", row, {linear(7, 4, false)}},
        {"flattened picture", picture, {flatten(), linear(189, 4)}},
        {"relu on a row", row, {linear(7, 5), relu(), linear(5, 3)}},
        {"prelu on a row", row, {linear(7, 5), prelu(), linear(5, 3)}},
        {"batch-norm on a row", row, {linear(7, 5), batchNorm(5), linear(5, 3)}},
        {"sigmoid", row, {linear(7, 3), sigmoid()}},
        {"sigmoid between", row, {linear(7, 5), sigmoid(), linear(5, 3)}},
        {"softmax", row, {linear(7, 3), softmax()}},
        {"convolution", picture, {conv2d(3, 4, 3), flatten(), linear(140, 3)}},
        {"padded convolution", picture, {conv2d(3, 4, 5, 2), flatten(), linear(252, 3)}},
        {"convolution without bias",
         picture,
         {conv2d(3, 4, 3, 1, false), flatten(), linear(252, 3)}},
        {"max-pool leaves odd edges out",
         picture,
         {conv2d(3, 4, 3, 1), maxPool2d(), flatten(), linear(48, 3)}},
        {"max-pool by three", picture, {maxPool2d(3), flatten(), linear(18, 3)}},
        {"average-pool", picture, {averagePool2d(), conv2d(3, 4, 3), flatten(), linear(8, 3)}},
        {"relu on a picture", picture, {conv2d(3, 4, 3), relu(), flatten(), linear(140, 3)}},
        {"prelu on a picture", picture, {conv2d(3, 4, 3), prelu(), flatten(), linear(140, 3)}},
        {"batch-norm on a picture",
         picture,
         {conv2d(3, 4, 3), batchNorm(4), flatten(), linear(140, 3)}},
        {"batch-norm first", picture, {batchNorm(3), flatten(), linear(189, 3)}},
        {"all together",
         picture,
         {conv2d(3, 4, 3, 1),
          prelu(),
          batchNorm(4),
          maxPool2d(),
          conv2d(4, 5, 3, 0, false),
          batchNorm(5),
          relu(),
          flatten(),
          linear(10, 6),
          batchNorm(6),
          relu(),
          linear(6, 3),
          softmax()}},
    };
}

std::vector<std::string> names(const std::vector<Slice>& row)
{
    std::vector<std::string> found;
    for (const Slice& slice : row)
        found.push_back(slice.name);
    return found;
}

} // namespace

class TestStackedLayers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyLayerEqualsLibTorchs_data();
    void everyLayerEqualsLibTorchs();
    void everyKindOfLayerIsAmongTheCases();
};

void TestStackedLayers::everyLayerEqualsLibTorchs_data()
{
    QTest::addColumn<std::size_t>("index");
    QTest::addColumn<bool>("training");
    QTest::addColumn<bool>("wide");
    const std::vector<Case> all = cases();
    for (std::size_t i = 0; i < all.size(); ++i)
        for (const bool training : {false, true})
            for (const bool wide : {false, true})
                QTest::addRow("%s, %s, %s",
                              all[i].name,
                              training ? "training" : "evaluating",
                              wide ? "float64" : "float32")
                    << i << training << wide;
}

void TestStackedLayers::everyLayerEqualsLibTorchs()
{
    QFETCH(std::size_t, index);
    QFETCH(bool, training);
    QFETCH(bool, wide);
    const Case chosen = cases()[index];
    const at::ScalarType type = wide ? at::kDouble : at::kFloat;
    at::manual_seed(static_cast<std::uint64_t>(index));

    constexpr std::int64_t clients = 3;
    constexpr std::int64_t batch = 6;
    const Network network(chosen.name, chosen.input, chosen.layers, Loss::CrossEntropy);
    Stack stack = randomStack(network, clients, batch, type);
    const at::Tensor before = stack.buffers.clone();

    const Pass pass = stackedForward(
        network, stack.parameters, stack.buffers, stack.inputs, {.training = training});
    const at::Tensor direction = at::randn_like(pass.outputs);
    (pass.outputs * direction).sum().backward();

    for (std::int64_t client = 0; client < clients; ++client) {
        ReferenceModules reference(network, stack.parameters.detach()[client], before[client]);
        QVERIFY(reference.parameterNames() == names(network.layout().parameters));
        QVERIFY(reference.bufferNames() == names(network.layout().buffers));

        reference.train(training);
        at::Tensor inputs = stack.inputs.detach()[client].clone();
        if (chosen.input.height == 1) // LibTorch's modules want a table of features as [B, n]
            inputs = inputs.flatten(1);
        inputs.requires_grad_();
        const at::Tensor outputs = reference.forward(inputs);
        (outputs * direction[client]).sum().backward();

        QVERIFY(difference(pass.outputs[client], outputs) <= tolerance(type));
        QVERIFY(difference(stack.parameters.grad()[client], reference.gradientRow())
                <= tolerance(type));
        QVERIFY(difference(stack.inputs.grad()[client].flatten(1), inputs.grad().flatten(1))
                <= tolerance(type));
        QVERIFY(difference(stack.buffers[client], reference.bufferRow()) <= tolerance(type));
    }
    const bool moves = training && network.layout().batchNormLayers > 0;
    QCOMPARE(at::equal(stack.buffers, before), !moves);
}

void TestStackedLayers::everyKindOfLayerIsAmongTheCases()
{
    std::vector<LayerKind> missing{LayerKind::Linear,
                                   LayerKind::Conv2d,
                                   LayerKind::Relu,
                                   LayerKind::PRelu,
                                   LayerKind::MaxPool2d,
                                   LayerKind::AveragePool2d,
                                   LayerKind::BatchNorm,
                                   LayerKind::Flatten,
                                   LayerKind::Sigmoid,
                                   LayerKind::Softmax};
    for (const Case& one : cases())
        for (const Layer& layer : one.layers)
            std::erase(missing, layer.kind);
    QVERIFY(missing.empty()); // dropout draws its own masks: tst_stacked_forward
}

COTERIE_SECTION(TestStackedLayers)

} // namespace tst_stacked_layers

#include "tst_stacked_layers.moc"
