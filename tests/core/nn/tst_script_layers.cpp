#include "core/nn/script_layers.h"
#include "tests/core/nn/listed_layers.h"
#include "tests/core/nn/script_comparison.h"
#include "tests/core/nn/scripted_modules.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>
#include <map>

namespace tst_script_layers {

using namespace coterie;
using scripted::inOrder;
using scripted::made;

namespace {

constexpr SampleShape kColour{.channels = 3, .height = 8, .width = 8};
constexpr SampleShape kNumbers{.channels = 8};
constexpr SampleShape kVolume{.channels = 2, .height = 5, .width = 4, .depth = 6};

/// As F.relu is compiled.
const std::string kRelu = "def relu(self, input: Tensor, inplace: bool) -> Tensor:\n"
                          "  if inplace:\n"
                          "    result = torch.relu_(input)\n"
                          "  else:\n"
                          "    result = torch.relu(input)\n"
                          "  return result\n";
const std::string kDropout =
    "def dropout(self, input: Tensor, p: float, training: bool, inplace: bool) -> Tensor:\n"
    "  if inplace:\n"
    "    result = torch.dropout_(input, p, training)\n"
    "  else:\n"
    "    result = torch.dropout(input, p, training)\n"
    "  return result\n";

scripted::Module lenet()
{
    return made({},
                kRelu + kDropout
                    + "def forward(self, x: Tensor) -> Tensor:\n"
                      "  x0 = torch.max_pool2d(self.relu(self.conv1.forward(x), False), [2, 2])\n"
                      "  x1 = self.relu(self.conv2.forward(x0), True)\n"
                      "  x2 = torch.max_pool2d(x1, [2, 2], [2, 2], [0, 0], [1, 1], False)\n"
                      "  x3 = torch.view(x2, [torch.size(x2, 0), -1])\n"
                      "  x4 = self.relu(self.fc1.forward(x3), False)\n"
                      "  x5 = self.dropout(x4, 0.5, self.training, False)\n"
                      "  return self.fc2.forward(x5)\n",
                {{"conv1", scripted::convolution(1, 4, {.size = 5})},
                 {"conv2", scripted::convolution(4, 6, {.size = 5})},
                 {"fc1", scripted::linear(96, 12)},
                 {"fc2", scripted::linear(12, 10)}});
}

/// torchvision's BasicBlock, with what it adds in place.
scripted::Module basicBlock(std::int64_t inputs, std::int64_t outputs, std::int64_t stride)
{
    const auto convolution = [](std::int64_t from, std::int64_t to, std::int64_t by) {
        return scripted::convolution(from, to, {.stride = by, .padding = 1, .bias = false});
    };
    scripted::Modules modules{{"conv1", convolution(inputs, outputs, stride)},
                              {"bn1", scripted::batchNorm(outputs)},
                              {"relu", scripted::function("torch.relu_(input)")},
                              {"conv2", convolution(outputs, outputs, 1)},
                              {"bn2", scripted::batchNorm(outputs)}};
    const bool changes = stride != 1 || inputs != outputs;
    if (changes)
        modules.push_back(
            {"downsample",
             inOrder({scripted::convolution(
                          inputs, outputs, {.size = 1, .stride = stride, .bias = false}),
                      scripted::batchNorm(outputs)})});
    return made({},
                std::string("def forward(self, x: Tensor) -> Tensor:\n"
                            "  out = self.relu.forward(self.bn1.forward(self.conv1.forward(x)))\n"
                            "  out0 = self.bn2.forward(self.conv2.forward(out))\n")
                    + (changes ? "  identity = self.downsample.forward(x)\n" : "  identity = x\n")
                    + "  out1 = torch.add_(out0, identity)\n"
                      "  return self.relu.forward(out1)\n",
                modules);
}

scripted::Module residual()
{
    return inOrder({scripted::convolution(3, 4, {.padding = 1, .bias = false}),
                    scripted::batchNorm(4),
                    scripted::function("torch.relu_(input)"),
                    basicBlock(4, 4, 1),
                    basicBlock(4, 6, 2),
                    scripted::function("torch.adaptive_avg_pool2d(input, [1, 1])"),
                    scripted::function("torch.flatten(input, 1, -1)"),
                    scripted::linear(6, 5)});
}

/// A DenseNet's layers, each of which takes all before it.
scripted::Module dense()
{
    const auto layer = [](std::int64_t channels) {
        return inOrder({scripted::batchNorm(channels),
                        scripted::function("torch.relu(input)"),
                        scripted::convolution(channels, 2, {.padding = 1})});
    };
    return made({},
                "def forward(self, x: Tensor) -> Tensor:\n"
                "  features = [x]\n"
                "  features.append(self.one.forward(torch.cat(features, 1)))\n"
                "  features.append(self.two.forward(torch.cat(features, 1)))\n"
                "  features.append(self.three.forward(torch.cat(features, 1)))\n"
                "  return self.fc.forward(torch.mean(torch.cat(features, 1), [2, 3]))\n",
                {{"one", layer(3)},
                 {"two", layer(5)},
                 {"three", layer(7)},
                 {"fc", scripted::linear(9, 4)}});
}

scripted::Module norms()
{
    return inOrder(
        {scripted::convolution(3, 6, {.stride = 2, .padding = 2, .dilation = 2, .groups = 3}),
         scripted::function({{"weight", {6}}, {"bias", {6}}},
                            "torch.group_norm(input, 2, self.weight, self.bias, 1e-05, True)"),
         scripted::function("torch.gelu(input)"),
         scripted::function(
             {{"weight", {6, 4, 4}}, {"bias", {6, 4, 4}}},
             "torch.layer_norm(input, [6, 4, 4], self.weight, self.bias, 1e-05, True)"),
         scripted::function({{"weight", {1}}}, "torch.prelu(input, self.weight)"),
         scripted::function("torch.avg_pool2d(input, [2, 2], [2, 2], [0, 0], False, True, None)"),
         scripted::function("torch.flatten(input, 1)"),
         scripted::linear(24, 8, false),
         scripted::batchNorm(8, 2),
         scripted::function("torch.tanh_(input)"),
         scripted::linear(8, 8),
         scripted::function({{"weight", {8}}, {"bias", {8}}},
                            "torch.layer_norm(input, [8], self.weight, self.bias, 1e-05, True)"),
         scripted::function("torch.softmax(input, -1)"),
         scripted::linear(8, 3)});
}

scripted::Module volumes()
{
    return inOrder({scripted::convolution(2, 4, {.padding = 1}, 3),
                    scripted::batchNorm(4, 5),
                    scripted::function("torch.relu(input)"),
                    scripted::function("torch.max_pool3d(input, [2, 2, 2], [], [0, 0, 0])"),
                    scripted::function("torch.reshape(input, [torch.size(input, 0), -1])"),
                    scripted::linear(48, 3)});
}

/// An encoder and a decoder that joins what the encoder had.
scripted::Module joined()
{
    return made({},
                "def forward(self, x: Tensor) -> Tensor:\n"
                "  a = torch.relu(self.a.forward(x))\n"
                "  b = torch.relu(self.b.forward(a))\n"
                "  c = torch.cat([a, self.c.forward(b)], 1)\n"
                "  d = torch.mean(torch.add(c, self.d.forward(c)), [-1, -2], True)\n"
                "  return self.e.forward(d.squeeze(-1).squeeze(-1))\n",
                {{"a", scripted::convolution(3, 4, {.padding = 1})},
                 {"b", scripted::convolution(4, 5, {.padding = 1})},
                 {"c", scripted::convolution(5, 2, {.padding = 1})},
                 {"d", scripted::convolution(6, 6, {.padding = 1})},
                 {"e", scripted::linear(6, 3)}});
}

/// Numbers with a shortcut through a linear layer, and a dropout that only training has.
scripted::Module numbers()
{
    return made({},
                "def forward(self, x: Tensor, scale: float=1.) -> Tensor:\n"
                "  y = torch.sigmoid(self.a.forward(x))\n"
                "  if self.training:\n"
                "    y = torch.dropout(y, 0.25, True)\n"
                "  z = torch.add(self.b.forward(y), self.c.forward(x), alpha=1)\n"
                "  for i in range(2):\n"
                "    z = torch.relu(z)\n"
                "  return torch.sigmoid(self.d.forward(z.contiguous()))\n",
                {{"a", scripted::linear(8, 6)},
                 {"b", scripted::linear(6, 5)},
                 {"c", scripted::linear(8, 5, false)},
                 {"d", scripted::linear(5, 1)}});
}

/// What is changed in place is changed for all that read it later.
scripted::Module changedInPlace()
{
    return made({},
                "def forward(self, x: Tensor) -> Tensor:\n"
                "  y = self.a.forward(x)\n"
                "  z = torch.relu_(y)\n"
                "  return self.b.forward(torch.add(z, torch.tanh(y)))\n",
                {{"a", scripted::linear(8, 6)}, {"b", scripted::linear(6, 3)}});
}

struct Case
{
    scripted::Module (*make)() = nullptr;
    SampleShape shape;
    std::size_t classes = 0;
    bool hasDropout = false;
    const char* words = "";
};

} // namespace

/// Scripted PyTorch modules read as lists of layers.
class TestScriptLayers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { at::manual_seed(3); }

    void listsGiveWhatModulesGive_data()
    {
        QTest::addColumn<Case>("given");
        QTest::newRow("LeNet") << Case{
            &lenet,
            listed::kPicture,
            10,
            true,
            "convolution channels=4 kernel=5, relu, maxPool kernel=2, convolution "
            "channels=6 kernel=5, relu, maxPool kernel=2, flatten, linear units=12, relu, "
            "dropout rate=0.5, linear units=10"};
        QTest::newRow("residual blocks")
            << Case{&residual,
                    kColour,
                    5,
                    false,
                    "convolution channels=4 kernel=3 padding=1 bias=false, batchNorm, relu, block "
                    "shortcut=identity [convolution channels=4 kernel=3 padding=1 bias=false, "
                    "batchNorm, relu, convolution channels=4 kernel=3 padding=1 bias=false, "
                    "batchNorm], relu, block shortcut=projection norm=batchNorm [convolution "
                    "channels=6 kernel=3 padding=1 bias=false stride=2, batchNorm, relu, "
                    "convolution channels=6 kernel=3 padding=1 bias=false, batchNorm], relu, "
                    "globalAveragePool, linear units=5"};
        QTest::newRow("dense blocks")
            << Case{&dense,
                    kColour,
                    4,
                    false,
                    "block shortcut=concatenate [batchNorm, relu, convolution channels=2 kernel=3 "
                    "padding=1], block shortcut=concatenate [batchNorm, relu, convolution "
                    "channels=2 kernel=3 padding=1], block shortcut=concatenate [batchNorm, relu, "
                    "convolution channels=2 kernel=3 padding=1], globalAveragePool, linear "
                    "units=4"};
        QTest::newRow("norms and activations")
            << Case{&norms,
                    kColour,
                    3,
                    false,
                    "convolution channels=6 kernel=3 padding=2 stride=2 dilation=2 groups=3, "
                    "groupNorm groups=2, gelu, layerNorm, prelu, averagePool kernel=2, flatten, "
                    "linear units=8 bias=false, batchNorm, tanh, linear units=8, layerNorm, "
                    "softmax, linear units=3"};
        QTest::newRow("volumes") << Case{&volumes,
                                         kVolume,
                                         3,
                                         false,
                                         "convolution channels=4 kernel=3 padding=1, batchNorm, "
                                         "relu, maxPool kernel=2, flatten, linear units=3"};
        QTest::newRow("shortcuts in each other")
            << Case{&joined,
                    kColour,
                    3,
                    false,
                    "convolution channels=4 kernel=3 padding=1, relu, block shortcut=concatenate "
                    "[convolution channels=5 kernel=3 padding=1, relu, convolution channels=2 "
                    "kernel=3 padding=1], block shortcut=identity [convolution channels=6 kernel=3 "
                    "padding=1], globalAveragePool, linear units=3"};
        QTest::newRow("changed in place")
            << Case{&changedInPlace,
                    kNumbers,
                    3,
                    false,
                    "linear units=6, relu, block shortcut=identity [tanh], linear units=3"};
        QTest::newRow("numbers") << Case{
            &numbers,
            kNumbers,
            2,
            true,
            "block shortcut=projection [linear units=6, sigmoid, dropout rate=0.25, linear "
            "units=5], relu, relu, linear units=1, sigmoid"};
    }

    void listsGiveWhatModulesGive()
    {
        QFETCH(Case, given);
        scripted::compareWithModule(
            given.make(), given.shape, given.classes, given.hasDropout, given.words);
    }

    /// Under the module's own names, in the layout's order: a projection after its block.
    void tensorsKeepTheModulesNames()
    {
        const Result<ScriptLayers> read =
            layersOfScript(inOrder({basicBlock(3, 6, 2),
                                    scripted::function("torch.adaptive_avg_pool2d(input, 1)"),
                                    scripted::function("torch.flatten(input, 1)"),
                                    scripted::linear(6, 5)}),
                           kColour);
        QVERIFY2(read.has_value(), read ? "" : read.error().sentence().c_str());
        QCOMPARE(read->parameters,
                 (std::vector<std::string>{"layer0.conv1.weight",
                                           "layer0.bn1.weight",
                                           "layer0.bn1.bias",
                                           "layer0.conv2.weight",
                                           "layer0.bn2.weight",
                                           "layer0.bn2.bias",
                                           "layer0.downsample.layer0.weight",
                                           "layer0.downsample.layer1.weight",
                                           "layer0.downsample.layer1.bias",
                                           "layer3.weight",
                                           "layer3.bias"}));
        QCOMPARE(read->buffers,
                 (std::vector<std::string>{"layer0.bn1.running_mean",
                                           "layer0.bn1.running_var",
                                           "layer0.bn2.running_mean",
                                           "layer0.bn2.running_var",
                                           "layer0.downsample.layer1.running_mean",
                                           "layer0.downsample.layer1.running_var"}));
    }

    void theModuleStaysAsItIs()
    {
        scripted::Module module = residual();
        module.train(false);
        const std::string graph = module.get_method("forward").graph()->toString();
        const auto before = scripted::tensorsOf(module);
        std::map<std::string, at::Tensor> copies;
        for (const auto& [name, tensor] : before)
            copies[name] = tensor.detach().clone();
        QVERIFY(layersOfScript(module, kColour).has_value());
        QCOMPARE(module.get_method("forward").graph()->toString(), graph);
        QVERIFY(!module.is_training());
        for (const auto& [name, tensor] : scripted::tensorsOf(module)) {
            QVERIFY2(at::equal(tensor, copies.at(name)), name.c_str());
            QVERIFY2(tensor.is_same(before.at(name)), name.c_str());
        }
    }
};

COTERIE_SECTION(TestScriptLayers)

} // namespace tst_script_layers

Q_DECLARE_METATYPE(tst_script_layers::Case)

#include "tst_script_layers.moc"
