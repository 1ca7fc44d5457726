#include "core/nn/pytorch_module.h"

#include "core/base/filled.h"
#include "core/base/json_node.h"

#include <algorithm>
#include <cassert>

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
    return filled("nn.Conv{}d({}, {}, {}, padding={}, bias={})",
                  dimensions,
                  layer.inputs,
                  layer.outputs,
                  layer.kernel,
                  layer.padding,
                  layer.bias ? "True" : "False");
}

/// `dimensions` of what arrives: 1 for features, 2 for pictures, 3 for volumes.
std::string moduleOf(const Layer& layer, int dimensions)
{
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
    }
    return {};
}

int dimensionsAfter(const Layer& layer, int before)
{
    switch (layer.kind) {
    case LayerKind::Linear:
    case LayerKind::Flatten:
        return 1;
    case LayerKind::Conv2d:
        return 2;
    case LayerKind::Conv3d:
        return 3;
    default:
        return before;
    }
}

/// Layers that are no modules of PyTorch, and the forward pass that knows them.
constexpr std::string_view kSkipClasses = R"(
class Remember(nn.Identity):
    """Keeps what passes, for a Concatenate with the same tag."""

    def __init__(self, tag):
        super().__init__()
        self.tag = tag


class Concatenate(nn.Identity):
    """Puts the channels remembered under the tag before its own."""

    def __init__(self, tag):
        super().__init__()
        self.tag = tag

)";

constexpr std::string_view kSkipForward = R"(
    def forward(self, values):
        remembered = {}
        for layer in self:
            if isinstance(layer, Remember):
                remembered[layer.tag] = values
            elif isinstance(layer, Concatenate):
                values = torch.cat([remembered[layer.tag], values], 1)
            else:
                values = layer(values)
        return values
)";

} // namespace

std::string pytorchModule(const Network& network, bool isDouble)
{
    const bool hasSkips = std::ranges::any_of(network.layers(), [](const Layer& layer) {
        return layer.kind == LayerKind::Remember || layer.kind == LayerKind::Concatenate;
    });
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
    if (hasSkips)
        text += "import torch\n";
    text += "from torch import nn\n\n";
    if (hasSkips)
        text += kSkipClasses;
    text += "\nclass Model(nn.Sequential):\n"
            "    def __init__(self):\n"
            "        super().__init__(\n";
    const SampleShape& input = network.input();
    int dimensions = input.depth > 1 ? 3 : input.plane() > 1 ? 2 : 1;
    for (std::size_t i = 0; i < network.layers().size(); ++i) {
        const Layer& layer = network.layers()[i];
        text += filled("            {},  # {}\n", moduleOf(layer, dimensions), i);
        dimensions = dimensionsAfter(layer, dimensions);
    }
    text += "        )\n";
    if (isDouble)
        text += "        self.double()\n";
    if (hasSkips)
        text += kSkipForward;
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
            tensors.push_back({.name = std::to_string(slice.layer) + ".num_batches_tracked",
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
