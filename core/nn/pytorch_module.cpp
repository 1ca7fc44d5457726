#include "core/nn/pytorch_module.h"

#include "core/base/filled.h"
#include "core/base/json_node.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <map>

namespace coterie {

namespace {

std::string inputText(const SampleShape& input)
{
    const auto size = [](std::size_t extent) { return ", " + std::to_string(extent); };
    std::string text = "[batch" + size(input.channels);
    if (input.depth > 1)
        text += size(input.depth);
    if (input.plane() > 1)
        text += size(input.height) + size(input.width);
    return text + ']';
}

std::string_view outputText(Loss loss)
{
    switch (loss) {
    case Loss::CrossEntropy:
        return "a score for each class, before the softmax";
    case Loss::SquaredError:
        return "a number";
    case Loss::Logistic:
        return "the probability of the second class";
    case Loss::Dice:
        return "the probability of each class at every voxel";
    }
    return {};
}

std::string convolutionModule(const Layer& layer, int dimensions)
{
    // Said only where it is not the usual.
    const auto other = [](const char* name, std::size_t value) {
        return value == 1 ? std::string() : filled(", {}={}", name, value);
    };
    return filled("nn.Conv{}d({}, {}, {}, padding={}, bias={}{}{}{})",
                  dimensions,
                  layer.inputs,
                  layer.outputs,
                  layer.kernel,
                  layer.padding,
                  layer.bias ? "True" : "False",
                  other("stride", layer.stride),
                  other("dilation", layer.dilation),
                  other("groups", layer.groups));
}

/// With the edges that its scale has.
std::string layerNormModule(const Network& network, std::size_t layer)
{
    std::string edges;
    for (const std::size_t size : network.layout().parameter(layer, SliceRole::Scale)->shape)
        edges += (edges.empty() ? "" : ", ") + std::to_string(size);
    return "nn.LayerNorm([" + edges + "])";
}

/// `dimensions` of what arrives: 1 for features, 2 for pictures, 3 for volumes.
std::string moduleOf(const Network& network, std::size_t index, int dimensions)
{
    const Layer& layer = network.layers()[index];
    switch (layer.kind) {
    case LayerKind::Linear:
        return filled("nn.Linear({}, {}, bias={})",
                      layer.inputs,
                      layer.outputs,
                      layer.bias ? "True" : "False");
    case LayerKind::Conv2d:
        return convolutionModule(layer, 2);
    case LayerKind::Conv3d:
        return convolutionModule(layer, 3);
    case LayerKind::Relu:
        return "nn.ReLU()";
    case LayerKind::PRelu:
        return "nn.PReLU()";
    case LayerKind::MaxPool2d:
        return filled("nn.MaxPool2d({})", layer.kernel);
    case LayerKind::AveragePool2d:
        return filled("nn.AvgPool2d({})", layer.kernel);
    case LayerKind::MaxPool3d:
        return filled("nn.MaxPool3d({})", layer.kernel);
    case LayerKind::BatchNorm:
        return filled("nn.BatchNorm{}d({})", dimensions, layer.inputs);
    case LayerKind::GroupNorm:
        return filled("nn.GroupNorm({}, {})", layer.groups, layer.inputs);
    case LayerKind::LayerNorm:
        return layerNormModule(network, index);
    case LayerKind::Gelu:
        return "nn.GELU()";
    case LayerKind::Tanh:
        return "nn.Tanh()";
    case LayerKind::GlobalAveragePool:
        return filled("nn.Sequential(nn.AdaptiveAvgPool{}d(1), nn.Flatten())", dimensions);
    case LayerKind::Dropout:
        return "nn.Dropout(" + shortestText(layer.probability) + ')';
    case LayerKind::Flatten:
        return "nn.Flatten()";
    case LayerKind::Sigmoid:
        return "nn.Sigmoid()";
    case LayerKind::Softmax:
        return "nn.Softmax(dim=1)";
    case LayerKind::Upsample3d:
        return filled("nn.Upsample(scale_factor={}, mode=\"trilinear\", align_corners=False)",
                      layer.kernel);
    case LayerKind::Remember:
        return filled("Remember({})", layer.tag);
    case LayerKind::Concatenate:
        return filled("Concatenate({})", layer.tag);
    case LayerKind::Add:
        return filled("Add({})", layer.tag);
    case LayerKind::Recall:
        return filled("Recall({})", layer.tag);
    }
    return {};
}

int dimensionsAfter(const Layer& layer, int before, std::map<std::size_t, int>& remembered)
{
    switch (layer.kind) {
    case LayerKind::Linear:
    case LayerKind::Flatten:
    case LayerKind::GlobalAveragePool:
        return 1;
    case LayerKind::Conv2d:
        return 2;
    case LayerKind::Conv3d:
        return 3;
    case LayerKind::Remember:
        remembered[layer.tag] = before;
        return before;
    case LayerKind::Recall:
        return remembered[layer.tag];
    default:
        return before;
    }
}

/// A layer that is no module of PyTorch, and what the forward pass does with it.
struct ShortcutClass
{
    LayerKind kind;
    const char* name;
    const char* meaning;
    const char* action;
};

constexpr std::array kShortcutClasses{
    ShortcutClass{LayerKind::Remember,
                  "Remember",
                  "Keeps what passes, for the later layer with the same tag.",
                  "remembered[layer.tag] = values"},
    ShortcutClass{LayerKind::Recall,
                  "Recall",
                  "Gives what is remembered under the tag.",
                  "values = remembered[layer.tag]"},
    ShortcutClass{LayerKind::Add,
                  "Add",
                  "Adds what is remembered under the tag.",
                  "values = remembered[layer.tag] + values"},
    ShortcutClass{LayerKind::Concatenate,
                  "Concatenate",
                  "Puts the channels remembered under the tag before its own.",
                  "values = torch.cat([remembered[layer.tag], values], 1)"}};

/// Those that the network has.
std::vector<ShortcutClass> shortcutsOf(const Network& network)
{
    std::vector<ShortcutClass> found;
    for (const ShortcutClass& known : kShortcutClasses)
        if (std::ranges::find(network.layers(), known.kind, &Layer::kind) != network.layers().end())
            found.push_back(known);
    return found;
}

std::string classText(const ShortcutClass& shortcut)
{
    return filled(R"(
class {}(nn.Identity):
    """{}"""

    def __init__(self, tag):
        super().__init__()
        self.tag = tag

)",
                  shortcut.name,
                  shortcut.meaning);
}

std::string forwardText(const std::vector<ShortcutClass>& shortcuts)
{
    std::string text = "\n    def forward(self, values):\n"
                       "        remembered = {}\n"
                       "        for layer in self:\n";
    for (const ShortcutClass& shortcut : shortcuts)
        text += filled("            {} isinstance(layer, {}):\n                {}\n",
                       &shortcut == shortcuts.data() ? "if" : "elif",
                       shortcut.name,
                       shortcut.action);
    return text
           + "            else:\n                values = layer(values)\n        return values\n";
}

} // namespace

std::string pytorchModule(const Network& network, bool isDouble)
{
    const std::vector<ShortcutClass> shortcuts = shortcutsOf(network);
    const bool concatenates =
        std::ranges::find(shortcuts, LayerKind::Concatenate, &ShortcutClass::kind)
        != shortcuts.end();
    std::string text = filled(R"("""The network "{}", written by Coterie for PyTorch.

    from safetensors.torch import load_file
    from model import Model

    model = Model()
    model.load_state_dict(load_file("global.safetensors"))
    model.eval()

Samples are {}, prepared as the experiment prepares them. Each gives {}.
)",
                              network.name(),
                              inputText(network.input()),
                              outputText(network.loss()));
    if (network.layout().batchNormLayers > 0)
        text += "Coterie does not count batches: num_batches_tracked is 0, which PyTorch does not "
                "use here.\n";
    text += "\"\"\"\n";
    if (concatenates)
        text += "import torch\n";
    text += "from torch import nn\n\n";
    for (const ShortcutClass& shortcut : shortcuts)
        text += classText(shortcut);
    text += "\nclass Model(nn.Sequential):\n"
            "    def __init__(self):\n"
            "        super().__init__(\n";
    const SampleShape& input = network.input();
    int dimensions = input.depth > 1 ? 3 : input.plane() > 1 ? 2 : 1;
    std::map<std::size_t, int> remembered;
    for (std::size_t i = 0; i < network.layers().size(); ++i) {
        text += filled("            {},  # {}\n", moduleOf(network, i, dimensions), i);
        dimensions = dimensionsAfter(network.layers()[i], dimensions, remembered);
    }
    text += "        )\n";
    if (isDouble)
        text += "        self.double()\n";
    if (!shortcuts.empty())
        text += forwardText(shortcuts);
    return text;
}

template <typename Number>
std::vector<NamedTensor> pytorchState(const ParamLayout& layout, std::span<const Number> numbers)
{
    assert(numbers.size() == layout.parameterCount + layout.bufferCount);
    std::vector<NamedTensor> tensors;
    const auto add = [&](const Slice& slice, std::size_t first) {
        const auto values = numbers.subspan(first + slice.offset, slice.count);
        tensors.push_back({.name = slice.name,
                           .shape = slice.shape,
                           .values = std::vector<Number>(values.begin(), values.end())});
    };
    for (const Slice& slice : layout.parameters)
        add(slice, 0);
    for (const Slice& slice : layout.buffers) {
        add(slice, layout.parameterCount);
        if (slice.role == SliceRole::RunningVariance)
            tensors.push_back(
                {.name = slice.name.substr(0, slice.name.rfind('.') + 1) + "num_batches_tracked",
                 .shape = {},
                 .values = std::vector<std::int64_t>{0}});
    }
    return tensors;
}

template std::vector<NamedTensor> pytorchState(const ParamLayout& layout,
                                               std::span<const float> numbers);
template std::vector<NamedTensor> pytorchState(const ParamLayout& layout,
                                               std::span<const double> numbers);

} // namespace coterie
