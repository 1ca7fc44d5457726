#include "core/nn/stacked_forward.h"
#include "tests/core/nn/planned_comparison.h"
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
        {"strided convolution",
         picture,
         {spreadConvolution(conv2d(3, 4, 3, 1), 2), flatten(), linear(80, 3)}},
        {"dilated convolution",
         picture,
         {spreadConvolution(conv2d(3, 4, 3, 1), 1, 2), flatten(), linear(140, 3)}},
        {"grouped convolution",
         picture,
         {conv2d(3, 4, 1), spreadConvolution(conv2d(4, 6, 3), 1, 1, 2), flatten(), linear(210, 3)}},
        {"depthwise convolution, all at once",
         picture,
         {spreadConvolution(conv2d(3, 6, 3, 2), 2, 2, 3), flatten(), linear(120, 3)}},
        {"group-norm on a picture",
         picture,
         {conv2d(3, 4, 3), groupNorm(4, 2), flatten(), linear(140, 3)}},
        {"group-norm on a row", row, {linear(7, 6), groupNorm(6, 3), linear(6, 3)}},
        {"group-norm first", picture, {groupNorm(3, 1), flatten(), linear(189, 3)}},
        {"layer-norm on a picture",
         picture,
         {conv2d(3, 4, 3), layerNorm(3), relu(), conv2d(4, 2, 3), flatten(), linear(30, 3)}},
        {"layer-norm on a row", row, {linear(7, 6), layerNorm(1), linear(6, 3)}},
        {"GELU",
         picture,
         {conv2d(3, 4, 3), gelu(), flatten(), linear(140, 5), gelu(), linear(5, 3)}},
        {"tanh",
         picture,
         {conv2d(3, 4, 3), tanhLayer(), flatten(), linear(140, 5), tanhLayer(), linear(5, 3)}},
        {"global average-pool", picture, {conv2d(3, 5, 3), globalAveragePool(), linear(5, 3)}},
        {"identity shortcut",
         picture,
         {conv2d(3, 4, 3, 1),
          relu(),
          remember(0),
          conv2d(4, 4, 3, 1, false),
          batchNorm(4),
          relu(),
          conv2d(4, 4, 3, 1, false),
          batchNorm(4),
          addition(0),
          relu(),
          globalAveragePool(),
          linear(4, 3)}},
        {"identity shortcut around an activation in place",
         picture,
         {conv2d(3, 4, 3, 1),
          remember(0),
          relu(),
          conv2d(4, 4, 3, 1),
          relu(),
          addition(0),
          flatten(),
          linear(252, 3)}},
        {"identity shortcut around an activation, after one that reads its output",
         picture,
         {conv2d(3, 4, 3, 1),
          tanhLayer(),
          remember(0),
          relu(),
          conv2d(4, 4, 3, 1),
          addition(0),
          flatten(),
          linear(252, 3)}},
        {"projected shortcut",
         picture,
         {remember(0),
          spreadConvolution(conv2d(3, 4, 3, 1, false), 2),
          batchNorm(4),
          relu(),
          conv2d(4, 4, 3, 1, false),
          batchNorm(4),
          remember(1),
          recall(0),
          spreadConvolution(conv2d(3, 4, 1, 0, false), 2),
          batchNorm(4),
          addition(1),
          relu(),
          flatten(),
          linear(80, 3)}},
        {"shortcuts inside shortcuts, of rows",
         row,
         {linear(7, 6),
          remember(0),
          linear(6, 6),
          remember(1),
          tanhLayer(),
          linear(6, 6),
          addition(1),
          gelu(),
          linear(6, 4),
          remember(2),
          recall(0),
          linear(6, 4, false),
          addition(2),
          linear(4, 3)}},
        {"joined shortcut",
         picture,
         {conv2d(3, 4, 3, 1),
          remember(0),
          maxPool2d(3),
          conv2d(4, 2, 3, 1),
          remember(1),
          conv2d(2, 3, 1),
          concatenate(1),
          relu(),
          flatten(),
          remember(2),
          linear(30, 4),
          concatenate(2),
          remember(3),
          recall(0),
          globalAveragePool(),
          concatenate(3),
          linear(38, 3)}},
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
    void plannedStepsEqualLibTorchs_data() { everyLayerEqualsLibTorchs_data(); }
    void plannedStepsEqualLibTorchs();
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

void TestStackedLayers::plannedStepsEqualLibTorchs()
{
    QFETCH(std::size_t, index);
    QFETCH(bool, training);
    QFETCH(bool, wide);
    const Case chosen = cases()[index];
    at::manual_seed(static_cast<std::uint64_t>(index));
    const Network network(chosen.name, chosen.input, chosen.layers, Loss::CrossEntropy);
    QVERIFY(!network.needsGraph());
    if (wide)
        comparePlanned<double>(network, training, 1e-9);
    else
        comparePlanned<float>(network, training, 1e-5);
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
                                   LayerKind::Softmax,
                                   LayerKind::GroupNorm,
                                   LayerKind::LayerNorm,
                                   LayerKind::Gelu,
                                   LayerKind::Tanh,
                                   LayerKind::GlobalAveragePool,
                                   LayerKind::Remember,
                                   LayerKind::Recall,
                                   LayerKind::Add,
                                   LayerKind::Concatenate};
    for (const Case& one : cases())
        for (const Layer& layer : one.layers)
            std::erase(missing, layer.kind);
    QVERIFY(missing.empty()); // dropout draws its own masks: tst_stacked_forward
}

COTERIE_SECTION(TestStackedLayers)

} // namespace tst_stacked_layers

#include "tst_stacked_layers.moc"
