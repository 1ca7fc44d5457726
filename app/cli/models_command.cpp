#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/table_printer.h"
#include "core/base/json_values.h"
#include "core/base/result.h"
#include "core/base/try.h"
#include "core/experiment/layers_json.h"
#include "core/nn/layer_words.h"
#include "core/nn/models.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace coterie::cli {

namespace {

std::string grouped(std::size_t count)
{
    return countText(static_cast<std::int64_t>(count));
}

std::string edgesText(const SampleShape& shape)
{
    const std::string plane = std::to_string(shape.height) + "×" + std::to_string(shape.width);
    return shape.depth > 1 ? std::to_string(shape.depth) + "×" + plane : plane;
}

/// "16×28×28", or "128" of numbers in a row.
std::string outputText(const SampleShape& shape)
{
    const std::string channels = std::to_string(shape.channels);
    return shape.plane() == 1 ? channels : channels + "×" + edgesText(shape);
}

/// "28×28, 10 classes": what a model's size is shown for.
std::string inputText(const Network& network)
{
    const SampleShape& shape = network.input();
    const std::string channels = std::to_string(shape.channels);
    const std::string text = shape.plane() == 1
                                 ? channels + " features"
                                 : (shape.channels > 1 ? channels + "×" : "") + edgesText(shape);
    switch (network.loss()) {
    case Loss::CrossEntropy:
        return text + ", " + std::to_string(network.outputs()) + " classes";
    case Loss::Logistic:
        return text + ", 2 classes";
    case Loss::SquaredError:
        return text + ", a target";
    case Loss::Dice:
        return text + ", a mask";
    }
    return text;
}

std::string square(std::size_t size)
{
    return std::to_string(size) + "×" + std::to_string(size);
}

std::string cube(std::size_t size)
{
    return square(size) + "×" + std::to_string(size);
}

/// "convolution 3×3 to 32 by steps of 2 in 16 groups"
std::string convolutionText(const Layer& layer, const std::string& kernel)
{
    std::string text = "convolution " + kernel + " to " + std::to_string(layer.outputs);
    if (layer.stride > 1)
        text += " by steps of " + std::to_string(layer.stride);
    if (layer.dilation > 1)
        text += " dilated by " + std::to_string(layer.dilation);
    if (layer.groups > 1)
        text += " in " + std::to_string(layer.groups) + " groups";
    return text;
}

std::string layerText(const Layer& layer)
{
    switch (layer.kind) {
    case LayerKind::Linear:
        return "linear " + std::to_string(layer.outputs) + (layer.bias ? "" : " without bias");
    case LayerKind::Conv2d:
        return convolutionText(layer, square(layer.kernel));
    case LayerKind::Relu:
        return "ReLU";
    case LayerKind::PRelu:
        return "PReLU";
    case LayerKind::MaxPool2d:
        return "max-pool " + square(layer.kernel);
    case LayerKind::AveragePool2d:
        return "average-pool " + square(layer.kernel);
    case LayerKind::BatchNorm:
        return "batch-norm";
    case LayerKind::GroupNorm:
        return "group-norm of " + std::to_string(layer.groups)
               + (layer.groups == 1 ? " group" : " groups");
    case LayerKind::LayerNorm:
        return "layer-norm";
    case LayerKind::Gelu:
        return "GELU";
    case LayerKind::Tanh:
        return "tanh";
    case LayerKind::GlobalAveragePool:
        return "global average-pool";
    case LayerKind::Dropout:
        return "dropout " + shortestText(layer.probability);
    case LayerKind::Flatten:
        return {};
    case LayerKind::Sigmoid:
        return "sigmoid";
    case LayerKind::Softmax:
        return "softmax";
    case LayerKind::Conv3d:
        return convolutionText(layer, cube(layer.kernel));
    case LayerKind::MaxPool3d:
        return "max-pool " + cube(layer.kernel);
    case LayerKind::Upsample3d:
        return "upsample " + cube(layer.kernel);
    case LayerKind::Remember:
    case LayerKind::Recall:
        return {};
    case LayerKind::Concatenate:
    case LayerKind::Add:
        return "skip";
    }
    return {};
}

/// How often the words from `first` on come, `length` at a time.
std::size_t turnsOf(const std::vector<std::string>& words, std::size_t first, std::size_t length)
{
    std::size_t turns = 1;
    const auto begin = words.begin() + static_cast<std::ptrdiff_t>(first);
    const auto size = static_cast<std::ptrdiff_t>(length);
    while (first + (turns + 1) * length <= words.size()
           && std::equal(begin, begin + size, begin + static_cast<std::ptrdiff_t>(turns) * size))
        ++turns;
    return turns;
}

std::string joined(const std::vector<std::string>& words, std::size_t first, std::size_t count)
{
    std::string text;
    for (std::size_t i = first; i < first + count; ++i)
        text += (i == first ? "" : ", ") + words[i];
    return text;
}

/// Long parts that come several times are written once, from their first weights on: "3 times (…)".
std::string layersText(const Network& network)
{
    constexpr std::size_t kShortest = 5;
    constexpr std::size_t kLongest = 12;
    std::vector<std::string> words;
    for (const Layer& layer : network.layers())
        if (std::string text = layerText(layer); !text.empty())
            words.push_back(std::move(text));
    std::string text;
    for (std::size_t i = 0; i < words.size();) {
        const bool begins = words[i].starts_with("convolution") || words[i].starts_with("linear");
        std::size_t length = begins ? kShortest : kLongest + 1;
        while (length <= kLongest && turnsOf(words, i, length) == 1)
            ++length;
        const std::size_t turns = length > kLongest ? 1 : turnsOf(words, i, length);
        text += text.empty() ? "" : ", ";
        text += turns == 1 ? words[i]
                           : std::to_string(turns) + " times (" + joined(words, i, length) + ")";
        i += turns == 1 ? 1 : turns * length;
    }
    return text;
}

/// Of one layer, for the table of one model; also of those that the list of all models leaves out.
std::string rowText(const Network& network, std::size_t index)
{
    const std::vector<Layer>& layers = network.layers();
    switch (layers[index].kind) {
    case LayerKind::Flatten:
        return "flatten";
    case LayerKind::Remember:
        return index + 1 < layers.size() && layers[index + 1].kind == LayerKind::Recall
                   ? "block ends"
                   : "shortcut begins";
    case LayerKind::Recall:
        return "shortcut continues";
    case LayerKind::Concatenate:
        return "shortcut joins";
    case LayerKind::Add:
        return "shortcut is added";
    default:
        return layerText(layers[index]);
    }
}

std::size_t parameterCountOf(const Network& network, std::size_t layer)
{
    std::size_t count = 0;
    for (const Slice& slice : network.layout().parameters)
        count += slice.layer == layer ? slice.count : 0;
    return count;
}

/// What a model is made of, for the data of its paper.
std::string networkText(const NamedPart& part, const Network& network)
{
    std::string text = std::string(part.name) + ": " + std::string(part.title) + '\n'
                       + paragraph(part.meaning) + "  For " + inputText(network) + "\n\n";
    Table table({right("layer"),
                 left(""),
                 right("output"),
                 right("parameters"),
                 right("multiply-adds"),
                 left("on a CPU")});
    const auto countOrNothing = [](std::size_t count) {
        return count == 0 ? std::string() : grouped(count);
    };
    std::size_t multiplyAdds = 0;
    for (std::size_t i = 0; i < network.layers().size(); ++i) {
        const auto ofLayer = static_cast<std::size_t>(network.multiplyAdds(i));
        multiplyAdds += ofLayer;
        table.add({std::to_string(i),
                   rowText(network, i),
                   outputText(network.shapeAfter(i)),
                   countOrNothing(parameterCountOf(network, i)),
                   countOrNothing(ofLayer),
                   network.needsGraph() ? "autograd" : "planned"});
    }
    table.add({"",
               "all layers",
               "",
               grouped(network.layout().parameterCount),
               grouped(multiplyAdds),
               ""});
    return text + table.text(2) + '\n'
           + paragraph(network.needsGraph()
                           ? "On a CPU LibTorch's operators and their automatic differentiation "
                             "compute the network. On a GPU all clients are computed at once."
                           : "On a CPU our planned step computes the network. On a GPU all clients "
                             "are computed at once.");
}

/// As an experiment has it at /model.
std::string listedModel(const std::vector<LayerSettings>& layers)
{
    Registry words{};
    words.layers = layerParts();
    return writePretty(
        jsonObject({{"name", kOwnLayers}, {kLayersKey, layersNode(shortest(layers, words))}}));
}

Outcome allModels()
{
    Table table(
        {left("model"), right("parameters"), left("for"), wrapping("layers"), wrapping("from")});
    for (const NamedPart& part : modelParts()) {
        COTERIE_TRY(const Network network, usualNetwork(std::string(part.name)));
        table.add({std::string(part.name),
                   grouped(network.layout().parameterCount),
                   inputText(network),
                   layersText(network),
                   std::string(part.paper)});
    }
    constexpr std::size_t kLineWidth = 140;
    return printed(table.text(0, kLineWidth));
}

} // namespace

Outcome runModels(Arguments& arguments)
{
    const bool asJson = arguments.has("--json");
    if (arguments.operands.empty())
        return asJson ? Outcome(refuse("--json needs the NAME of a model")) : allModels();
    const std::string& name = arguments.operands.front();
    const NamedPart* part = findPart(modelParts(), name);
    if (part == nullptr) {
        std::vector<std::string_view> names;
        for (const NamedPart& known : modelParts())
            names.push_back(known.name);
        return refuse(Error{.message = "no model is called \"" + name + '"',
                            .nearest = nearestWord(name, names)});
    }
    COTERIE_TRY(const std::vector<LayerSettings> layers,
                layersOfModel({.name = name, .parameters = {}}));
    if (asJson)
        return printed(listedModel(layers));
    COTERIE_TRY(const Network network, usualNetwork(name));
    return printed(networkText(*part, network));
}

} // namespace coterie::cli
