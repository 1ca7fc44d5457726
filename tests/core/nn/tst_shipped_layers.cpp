#include "core/experiment/module_settings.h"
#include "core/nn/models.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>
#include <utility>

namespace tst_shipped_layers {

using namespace coterie;

namespace {

using Layers = std::vector<Layer>;

/// Of the data that a network is made for.
struct Sizes
{
    SampleShape input;
    std::size_t outputs = 1;
    std::size_t head = 64;
    bool bias = false;
};

/// Blocks of layers, one after another.
Layers sequence(std::initializer_list<Layers> blocks)
{
    Layers layers;
    for (const Layers& block : blocks)
        layers.insert(layers.end(), block.begin(), block.end());
    return layers;
}

Layers perceptron(const Sizes& sizes)
{
    return {
        flatten(), linear(sizes.input.size(), 64), dropout(0.5), relu(), linear(64, sizes.outputs)};
}

/// Five convolutions 3×3, each halving a 32×32 picture until one pixel of 128 channels is left.
Layers vgg(const Sizes& sizes, bool withBatchNorm, bool threeLinear)
{
    Layers layers;
    std::size_t channels = sizes.input.channels;
    for (const std::size_t width : {16, 32, 64, 128, 128}) {
        layers.push_back(conv2d(channels, width, 3, 1));
        if (withBatchNorm)
            layers.push_back(batchNorm(width));
        layers.insert(layers.end(), {relu(), maxPool2d()});
        channels = width;
    }
    layers.push_back(flatten());
    if (threeLinear)
        layers.insert(layers.end(), {linear(128, 128), relu(), linear(128, 128), relu()});
    layers.push_back(linear(128, sizes.outputs));
    return layers;
}

Layers hicsLayers(const Sizes& sizes)
{
    return sequence({{conv2d(sizes.input.channels, 32, 3), relu(), maxPool2d(), dropout(0.2)},
                     {conv2d(32, 64, 3), relu(), maxPool2d(), dropout(0.2)},
                     {conv2d(64, 64, 3), dropout(0.2)}, // the paper has no ReLU here
                     {flatten(), linear(1024, sizes.head), relu()},
                     {linear(sizes.head, sizes.outputs)}});
}

Layers unet3dLayers(const Sizes& sizes)
{
    const auto convolve = [](std::size_t inputs, std::size_t outputs) {
        return Layers{conv3d(inputs, outputs, 3, 1, false), batchNorm(outputs), prelu()};
    };
    return sequence({{conv3d(sizes.input.channels, 8, 3, 1), prelu()}, // the only one with a bias
                     convolve(8, 16),
                     {remember(0), maxPool3d()},
                     convolve(16, 16),
                     convolve(16, 32),
                     {remember(1), maxPool3d()},
                     convolve(32, 32),
                     convolve(32, 64),
                     {upsample3d(), concatenate(1)},
                     convolve(96, 32),
                     convolve(32, 32),
                     {upsample3d(), concatenate(0)},
                     convolve(48, 16),
                     convolve(16, 16),
                     {conv3d(16, 2, 1), softmax()}});
}

/// He et al. 2016, CIFAR-10, with projections.
Layers resnet20Layers(const Sizes& sizes, std::size_t groups)
{
    const auto norm = [groups](std::size_t channels) {
        return groups == 0 ? batchNorm(channels) : groupNorm(channels, groups);
    };
    Layers layers{conv2d(sizes.input.channels, 16, 3, 1, false), norm(16), relu()};
    std::size_t inputs = 16;
    std::size_t tag = 0;
    for (const std::size_t width : {16, 32, 64}) {
        for (int block = 0; block < 3; ++block) {
            const bool narrows = width != inputs;
            Layer first = conv2d(inputs, width, 3, 1, false);
            first.stride = narrows ? 2 : 1;
            const std::size_t kept = tag++;
            const Layers body{remember(kept),
                              first,
                              norm(width),
                              relu(),
                              conv2d(width, width, 3, 1, false),
                              norm(width)};
            layers.insert(layers.end(), body.begin(), body.end());
            if (narrows) {
                Layer projection = conv2d(inputs, width, 1, 0, false);
                projection.stride = 2;
                const std::size_t made = tag++;
                layers.insert(layers.end(),
                              {remember(made),
                               recall(kept),
                               projection,
                               norm(width),
                               addition(made),
                               relu()});
            } else {
                layers.insert(layers.end(), {addition(kept), relu()});
            }
            inputs = width;
        }
    }
    layers.insert(layers.end(), {globalAveragePool(), linear(64, sizes.outputs)});
    return layers;
}

Layers separableLayers(const Sizes& sizes)
{
    Layers layers{conv2d(sizes.input.channels, 32, 3, 1, false), batchNorm(32), relu()};
    std::size_t inputs = 32;
    for (const auto& [width, stride] : std::initializer_list<std::pair<std::size_t, std::size_t>>{
             {64, 1}, {128, 2}, {128, 1}, {256, 2}, {256, 1}}) {
        Layer depthwise = conv2d(inputs, inputs, 3, 1, false);
        depthwise.stride = stride;
        depthwise.groups = inputs;
        layers.insert(layers.end(),
                      {depthwise,
                       batchNorm(inputs),
                       relu(),
                       conv2d(inputs, width, 1, 0, false),
                       batchNorm(width),
                       relu()});
        inputs = width;
    }
    layers.insert(layers.end(), {globalAveragePool(), linear(256, sizes.outputs)});
    return layers;
}

struct Expected
{
    const char* model;
    Layers (*layers)(const Sizes& sizes);
};

constexpr std::array kExpected{
    Expected{"mlr",
             [](const Sizes& sizes) -> Layers {
                 return {flatten(), linear(sizes.input.size(), sizes.outputs)};
             }},
    Expected{
        "dnn_100",
        [](const Sizes& sizes) -> Layers {
            return {flatten(), linear(sizes.input.size(), 100), relu(), linear(100, sizes.outputs)};
        }},
    Expected{"dnn_500_200",
             [](const Sizes& sizes) -> Layers {
                 return sequence({{flatten(), linear(sizes.input.size(), 500), relu()},
                                  {linear(500, 200), relu()},
                                  {linear(200, sizes.outputs)}});
             }},
    Expected{"mlp_fmnist", [](const Sizes& sizes) -> Layers { return perceptron(sizes); }},
    Expected{"mlp_fmnist_official",
             [](const Sizes& sizes) -> Layers {
                 return sequence({perceptron(sizes), {softmax()}});
             }},
    Expected{"mnist_cnn_20k",
             [](const Sizes& sizes) -> Layers {
                 return sequence({{conv2d(sizes.input.channels, 10, 5), maxPool2d(), relu()},
                                  {conv2d(10, 20, 5), maxPool2d(), relu()},
                                  {flatten(), linear(320, 50), relu()},
                                  {linear(50, sizes.outputs)}});
             }},
    Expected{"mnist_cnn_420k",
             [](const Sizes& sizes) -> Layers {
                 return sequence({{conv2d(sizes.input.channels, 32, 3, 1), relu(), maxPool2d()},
                                  {conv2d(32, 64, 3, 1), relu(), maxPool2d(), dropout(0.25)},
                                  {flatten(), linear(3136, 128), relu(), dropout(0.5)},
                                  {linear(128, sizes.outputs)}});
             }},
    Expected{"mnist_cnn_582k",
             [](const Sizes& sizes) -> Layers {
                 return sequence({{conv2d(sizes.input.channels, 32, 5), relu(), maxPool2d()},
                                  {conv2d(32, 64, 5), relu(), maxPool2d()},
                                  {flatten(), linear(1024, 512), relu()},
                                  {linear(512, sizes.outputs)}});
             }},
    Expected{"digit_cnn",
             [](const Sizes& sizes) -> Layers {
                 return sequence(
                     {{conv2d(sizes.input.channels, 64, 5, 2), batchNorm(64), relu(), maxPool2d()},
                      {conv2d(64, 64, 5, 2), batchNorm(64), relu(), maxPool2d()},
                      {conv2d(64, 128, 5, 2), batchNorm(128), relu()},
                      {flatten(), linear(6272, 2048), batchNorm(2048), relu()},
                      {linear(2048, 512), batchNorm(512), relu()},
                      {linear(512, sizes.outputs)}});
             }},
    Expected{"digit_cnn_small",
             [](const Sizes& sizes) -> Layers {
                 return sequence(
                     {{conv2d(sizes.input.channels, 8, 5, 2), batchNorm(8), relu(), maxPool2d()},
                      {conv2d(8, 16, 5, 2), batchNorm(16), relu(), maxPool2d()},
                      {flatten(), linear(784, 64), batchNorm(64), relu()},
                      {linear(64, sizes.outputs)}});
             }},
    Expected{"fmnist_cnn5",
             [](const Sizes& sizes) -> Layers {
                 return sequence(
                     {{conv2d(sizes.input.channels, 32, 5), prelu(), batchNorm(32), maxPool2d()},
                      {conv2d(32, 32, 5), prelu(), batchNorm(32), maxPool2d()},
                      {dropout(0.2), flatten(), linear(512, sizes.outputs)}});
             }},
    Expected{"fmnist_cnn5_plain",
             [](const Sizes& sizes) -> Layers {
                 return sequence({{conv2d(sizes.input.channels, 32, 5), relu(), maxPool2d()},
                                  {conv2d(32, 32, 5), relu(), maxPool2d()},
                                  {flatten(), linear(512, sizes.outputs)}});
             }},
    Expected{"fmnist_cnn3",
             [](const Sizes& sizes) -> Layers {
                 return sequence(
                     {{conv2d(sizes.input.channels, 32, 3, 1, false), prelu(), batchNorm(32)},
                      {conv2d(32, 32, 3, 1), prelu(), batchNorm(32), maxPool2d()},
                      {conv2d(32, 64, 3, 1), prelu(), batchNorm(64), maxPool2d()},
                      {flatten(), linear(3136, 64), relu()},
                      {linear(64, sizes.outputs)}});
             }},
    Expected{"cnn4_cifar",
             [](const Sizes& sizes) -> Layers {
                 return sequence({{conv2d(sizes.input.channels, 16, 3, 1),
                                   relu()}, // no pool: 32×32 is halved three times, to 4×4
                                  {conv2d(16, 32, 3, 1), relu(), maxPool2d()},
                                  {conv2d(32, 64, 3, 1), relu(), maxPool2d()},
                                  {conv2d(64, 128, 3, 1), relu(), maxPool2d()},
                                  {flatten(), linear(2048, 500), relu(), dropout(0.25)},
                                  {linear(500, sizes.outputs)}});
             }},
    Expected{"lenet_cifar",
             [](const Sizes& sizes) -> Layers {
                 return sequence({{conv2d(sizes.input.channels, 6, 5), relu(), averagePool2d()},
                                  {conv2d(6, 16, 5), relu(), averagePool2d()},
                                  {flatten(), linear(400, 120), relu()},
                                  {linear(120, 84), relu()},
                                  {linear(84, sizes.outputs)}});
             }},
    Expected{"vgg_s", [](const Sizes& sizes) -> Layers { return vgg(sizes, false, false); }},
    Expected{"vgg_s_bn", [](const Sizes& sizes) -> Layers { return vgg(sizes, true, false); }},
    Expected{"vgg_s_3fc", [](const Sizes& sizes) -> Layers { return vgg(sizes, false, true); }},
    Expected{"vgg_s_3fc_bn", [](const Sizes& sizes) -> Layers { return vgg(sizes, true, true); }},
    Expected{"cifar_cnn_hics", &hicsLayers},
    Expected{"cifar100_cnn_hics", &hicsLayers},
    Expected{"pfedgp_cnn",
             [](const Sizes& sizes) -> Layers {
                 return sequence(
                     {{conv2d(sizes.input.channels, 16, 5), relu(), maxPool2d()},
                      {conv2d(16, 32, 5), relu(), maxPool2d()},
                      {flatten(), linear(800, 120), relu()},
                      {linear(120, 84), relu()},
                      {linear(84, 84)}, // an embedding, not cut at zero: pFedGP ends here
                      {linear(84, sizes.outputs)}});
             }},
    Expected{"heart_linear",
             [](const Sizes& sizes) -> Layers {
                 return {flatten(), linear(sizes.input.size(), 1), sigmoid()};
             }},
    Expected{"synth_linear",
             [](const Sizes& sizes) -> Layers {
                 return {flatten(), linear(sizes.input.size(), 1, sizes.bias)};
             }},
    Expected{"femnist_cnn",
             [](const Sizes& sizes) -> Layers {
                 return sequence({{conv2d(sizes.input.channels, 32, 5, 2), relu(), maxPool2d()},
                                  {conv2d(32, 64, 5, 2), relu(), maxPool2d()},
                                  {flatten(), linear(3136, 2048), relu()},
                                  {linear(2048, sizes.outputs)}});
             }},
    Expected{"resnet20_bn", [](const Sizes& sizes) { return resnet20Layers(sizes, 0); }},
    Expected{"resnet20_gn", [](const Sizes& sizes) { return resnet20Layers(sizes, 2); }},
    Expected{"separable_cnn", &separableLayers},
    Expected{"unet3d_ixi", &unet3dLayers},
};

/// The loss that goes with the data of the model's paper.
Loss lossOf(const std::string& model)
{
    return model == "heart_linear"   ? Loss::Logistic
           : model == "synth_linear" ? Loss::SquaredError
           : model == "unet3d_ixi"   ? Loss::Dice
                                     : Loss::CrossEntropy;
}

void compareLayers(const Network& network, const Layers& expected)
{
    QCOMPARE(network.layers().size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
        QVERIFY2(network.layers()[i] == expected[i],
                 (network.name() + ", layer " + std::to_string(i)).c_str());
}

/// A network of the same settings, from the list that `models --json` prints.
Network listed(const Part& model, const Network& shipped, std::size_t classes)
{
    const ModelSettings own{.model = {.name = std::string(kOwnLayers), .parameters = {}},
                            .layers = *layersOfModel(model)};
    const Result<Network> network = networkFor(own, shipped.input(), classes);
    if (!network)
        qFatal("%s: %s", model.name.c_str(), network.error().sentence().c_str());
    return *network;
}

} // namespace

/// The words of the table give the networks of the papers, and so do lists of the same words in an
/// experiment.
class TestShippedLayers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void thoseOfThePapersShipAndListsComeLast()
    {
        for (const Expected& expected : kExpected)
            QVERIFY2(
                std::ranges::find(modelParts(), std::string_view(expected.model), &NamedPart::name)
                    != modelParts().end(),
                expected.model);
        QCOMPARE(modelChoices().size(), modelParts().size() + 2);
        QCOMPARE(std::string(modelChoices()[modelParts().size()].name), std::string(kOwnLayers));
        QCOMPARE(std::string(modelChoices().back().name), std::string(kTorchScript));
    }

    void theWordsGiveTheLayersOfThePapers_data()
    {
        QTest::addColumn<int>("row");
        for (int row = 0; row < static_cast<int>(kExpected.size()); ++row)
            QTest::newRow(kExpected[static_cast<std::size_t>(row)].model) << row;
    }

    void theWordsGiveTheLayersOfThePapers()
    {
        QFETCH(int, row);
        const Expected& expected = kExpected[static_cast<std::size_t>(row)];
        const Part model{.name = expected.model, .parameters = {}};
        const Result<Network> network = usualNetwork(model.name);
        QVERIFY(network.has_value());
        const Sizes sizes{.input = network->input(), .outputs = network->outputs()};
        const Layers wanted = expected.layers(sizes);
        compareLayers(*network, wanted);
        QVERIFY(network->loss() == lossOf(model.name));

        const std::size_t classes = network->loss() == Loss::CrossEntropy ? 10
                                    : network->loss() == Loss::Logistic   ? 2
                                                                          : 0;
        const Network fromList = listed(model, *network, classes);
        compareLayers(fromList, wanted);
        QVERIFY(fromList.loss() == network->loss());
        QVERIFY(fromList.layout().parameters == network->layout().parameters);
    }

    void otherDataAndSettingsGiveTheLayersOfThePapersToo()
    {
        const SampleShape colour{.channels = 3, .height = 28, .width = 28};
        const SampleShape cifar{.channels = 3, .height = 32, .width = 32};
        for (const Expected& expected : kExpected) {
            const std::string name = expected.model;
            const bool isCifar = name.find("cifar") != std::string::npos
                                 || name.starts_with("vgg_s") || name.starts_with("resnet")
                                 || name == "separable_cnn";
            const SampleShape shape = isCifar ? cifar : colour;
            const Result<Network> network =
                makeNetwork({.name = name, .parameters = {}}, shape, 62);
            if (network) // else made for other data
                compareLayers(*network, expected.layers({.input = shape, .outputs = 62}));
        }
        Part wide{.name = "cifar100_cnn_hics", .parameters = {}};
        wide.parameters.set("head", std::int64_t{256});
        compareLayers(*makeNetwork(wide, cifar, 100),
                      hicsLayers({.input = cifar, .outputs = 100, .head = 256}));
        Part biased{.name = "synth_linear", .parameters = {}};
        biased.parameters.set("bias", true);
        compareLayers(*makeNetwork(biased, {.channels = 9}, 0), {flatten(), linear(9, 1, true)});
    }
};

COTERIE_SECTION(TestShippedLayers)

} // namespace tst_shipped_layers

#include "tst_shipped_layers.moc"
