#include "core/nn/layer_words.h"

#include "core/experiment/layer_settings.h"

#include <algorithm>
#include <array>

namespace coterie {

namespace {

constexpr std::array<std::string_view, 1> kClassesWord{"classes"};
constexpr std::array<std::string_view, 4> kShortcutWords{
    "none", "concatenate", "identity", "projection"};
constexpr std::array<std::string_view, 3> kNormWords{"none", "batchNorm", "groupNorm"};

// The settings. What a file leaves out has the default, and runs are identified without it, so a
// new setting of an old word must do by default what the word did before, as a stride of 1 does.

/// A number, or the word that means 0.
constexpr ParameterDescriptor kUnits = [] {
    ParameterDescriptor units = bind<&WordSettings::units>(
        {.name = "units",
         .range = between(1, 1'000'000),
         .words = kClassesWord,
         .meaning = "numbers that come out; \"classes\": as many as the data set has classes, or "
                    "one for targets",
         .required = true});
    units.fill = [](void* target, const ParameterDescriptor&, const ParameterValue& value) {
        const auto* number = std::get_if<std::int64_t>(&value);
        static_cast<WordSettings*>(target)->units = number ? static_cast<std::size_t>(*number) : 0;
    };
    return units;
}();
constexpr ParameterDescriptor kBias =
    bind<&WordSettings::bias>({.name = "bias", .meaning = "add a constant to every output"});
constexpr ParameterDescriptor kKernel{
    .name = "kernel", .range = between(1, 1024), .meaning = "edge of the square or cube"};

constexpr ParameterDescriptor kernelOf(double size)
{
    ParameterDescriptor kernel = bind<&WordSettings::kernel>(kKernel);
    kernel.defaultNumber = size;
    return kernel;
}

constexpr std::array kLinearSettings{kUnits, kBias};
constexpr std::array kConvolutionSettings{
    bind<&WordSettings::channels>({.name = "channels",
                                   .range = between(1, 65'536),
                                   .meaning = "channels that come out",
                                   .required = true}),
    kernelOf(3),
    bind<&WordSettings::padding>({.name = "padding",
                                  .range = between(0, 1024),
                                  .meaning = "zeros added at every edge before the kernel moves"}),
    kBias,
    bind<&WordSettings::stride>({.name = "stride",
                                 .range = between(1, 1024),
                                 .meaning = "how far the kernel moves; 2 halves every edge"}),
    bind<&WordSettings::dilation>(
        {.name = "dilation",
         .range = between(1, 1024),
         .meaning = "distance between the places of the kernel; 1: side by side"}),
    bind<&WordSettings::groups>(
        {.name = "groups",
         .range = between(1, 65'536),
         .meaning = "parts that the channels are split into, each with a kernel of its own; as "
                    "many as channels arrive: a depthwise convolution"})};
constexpr std::array kGroupNormSettings{
    bind<&WordSettings::groups>({.name = "groups",
                                 .range = between(1, 65'536),
                                 .meaning = "parts that the channels are split into",
                                 .required = true})};
constexpr std::array kPoolSettings{kernelOf(2)};
constexpr std::array kDropoutSettings{
    bind<&WordSettings::rate>({.name = "rate",
                               .range = atLeast(0).below(1),
                               .meaning = "share of the numbers that training sets to zero"})};
constexpr std::array kUpsampleSettings{
    bind<&WordSettings::factor>({.name = "factor",
                                 .range = between(1, 64),
                                 .meaning = "how many times longer every edge becomes"})};
constexpr std::array kBlockSettings{
    bind<&WordSettings::repeat>({.name = "repeat",
                                 .range = between(1, 1000),
                                 .meaning = "how often the block comes, each with weights of its "
                                            "own"}),
    bind<&WordSettings::shortcut>(
        {.name = "shortcut",
         .words = kShortcutWords,
         .meaning = "what passes beside the layers; concatenate: what arrives at the block, put "
                    "before what its layers make of it; identity: what arrives is added; "
                    "projection: it is added, through a 1×1 convolution without bias where the "
                    "shapes differ"}),
    bind<&WordSettings::norm>({.name = "norm",
                               .words = kNormWords,
                               .meaning = "what normalises the result of a projection"}),
    bind<&WordSettings::groups>({.name = "groups",
                                 .range = between(1, 65'536),
                                 .meaning = "of a projection's group-norm"})};

// What a word can take.

using Said = WordSettings;
using MaybeMisfit = std::optional<Misfit>;

std::string needsBut(const std::string& word,
                     const std::string& needed,
                     const Arriving& arriving,
                     bool isPluralWord = false)
{
    const bool isPlural = arriving.isFlat && arriving.shape.channels != 1;
    return word + (isPluralWord ? " need " : " needs ") + needed + ", and " + arriving.text()
           + (isPlural ? " arrive here" : " arrives here");
}

MaybeMisfit misfitOfLinear(const Said&, const Arriving& arriving)
{
    if (arriving.isFlat)
        return std::nullopt;
    return Misfit{"layer",
                  needsBut("a linear layer", "numbers in a row", arriving)
                      + "; put \"flatten\" before it"};
}

/// What a kernel is, beside its size.
struct Spread
{
    std::size_t padding = 0;
    std::size_t dilation = 1;

    [[nodiscard]] std::string text() const
    {
        if (padding == 0 && dilation == 1)
            return {};
        const std::string gap = "a dilation of " + std::to_string(dilation);
        const std::string edge = "a padding of " + std::to_string(padding);
        return " with " + (padding == 0 ? gap : dilation == 1 ? edge : edge + " and " + gap);
    }
};

MaybeMisfit misfitOfKernel(const Arriving& arriving, std::size_t kernel, const Spread& spread = {})
{
    const SampleShape& shape = arriving.shape;
    const std::size_t depth = arriving.isVolume ? shape.depth : shape.height;
    const std::size_t shortestEdge = std::min({shape.height, shape.width, depth});
    if (shortestEdge + 2 * spread.padding > (kernel - 1) * spread.dilation)
        return std::nullopt;
    return Misfit{"kernel",
                  "a kernel of " + std::to_string(kernel) + spread.text()
                      + " is larger than what arrives here, " + arriving.text()};
}

/// Of channels, into equal parts.
MaybeMisfit misfitOfGroups(std::size_t groups, const Arriving& arriving)
{
    if (arriving.shape.channels % groups == 0)
        return std::nullopt;
    return Misfit{"groups",
                  needsBut(std::to_string(groups) + " groups",
                           "a multiple of " + std::to_string(groups) + " channels",
                           arriving,
                           true)};
}

MaybeMisfit misfitOfConvolution(const Said& said, const Arriving& arriving)
{
    if (arriving.isFlat)
        return Misfit{"layer", needsBut("a convolution", "a picture", arriving)};
    if (MaybeMisfit misfit = misfitOfGroups(said.groups, arriving))
        return misfit;
    if (said.channels % said.groups != 0)
        return Misfit{"channels",
                      "the channels that come out must be a multiple of the "
                          + std::to_string(said.groups) + " groups (are "
                          + std::to_string(said.channels) + ")"};
    return misfitOfKernel(arriving, said.kernel, {said.padding, said.dilation});
}

MaybeMisfit misfitOfGroupNorm(const Said& said, const Arriving& arriving)
{
    return misfitOfGroups(said.groups, arriving);
}

MaybeMisfit misfitOfGlobalPool(const Said&, const Arriving& arriving)
{
    if (!arriving.isFlat)
        return std::nullopt;
    return Misfit{"layer", needsBut("a global average-pool", "a picture", arriving)};
}

MaybeMisfit misfitOfMaxPool(const Said& said, const Arriving& arriving)
{
    if (arriving.isFlat)
        return Misfit{"layer", needsBut("a max-pool", "a picture", arriving)};
    return misfitOfKernel(arriving, said.kernel);
}

MaybeMisfit misfitOfAveragePool(const Said& said, const Arriving& arriving)
{
    if (arriving.isFlat || arriving.isVolume)
        return Misfit{"layer", needsBut("an average-pool", "a picture", arriving)};
    return misfitOfKernel(arriving, said.kernel);
}

MaybeMisfit misfitOfUpsample(const Said&, const Arriving& arriving)
{
    if (arriving.isVolume && !arriving.isFlat)
        return std::nullopt;
    return Misfit{"layer", needsBut("an upsample", "a volume", arriving)};
}

Layers loweredConvolution(const Said& said, const Arriving& arriving)
{
    const auto make = arriving.isVolume ? &conv3d : &conv2d;
    Layer layer =
        make(arriving.shape.channels, said.channels, said.kernel, said.padding, said.bias);
    layer.stride = said.stride;
    layer.dilation = said.dilation;
    layer.groups = said.groups;
    return {layer};
}

/// The words, in the order of the manual. To add one: a row, its LayerKind in network.h, and what
/// computes it in the planned step and in stackedForward.
constexpr std::array kLayerWords{
    LayerWord{.part = {.name = "linear",
                       .title = "Linear",
                       .meaning = "Weighted sums of all numbers that arrive.",
                       .parameters = kLinearSettings},
              .misfit = &misfitOfLinear,
              .lowered = [](const Said& said, const Arriving& arriving) -> Layers {
                  return {linear(arriving.shape.channels,
                                 said.units == 0 ? arriving.answers : said.units,
                                 said.bias)};
              },
              .givesNumbers = true},
    LayerWord{.part = {.name = "convolution",
                       .title = "Convolution",
                       .meaning = "A square kernel over pictures, or a cube over volumes.",
                       .parameters = kConvolutionSettings},
              .misfit = &misfitOfConvolution,
              .lowered = &loweredConvolution},
    LayerWord{.part = {.name = "batchNorm",
                       .title = "Batch-norm",
                       .meaning =
                           "Every channel with the mean 0 and the variance 1 over the batch, "
                           "then scaled and shifted."},
              .lowered = [](const Said&, const Arriving& arriving) -> Layers {
                  return {batchNorm(arriving.shape.channels)};
              }},
    LayerWord{.part = {.name = "groupNorm",
                       .title = "Group-norm",
                       .meaning =
                           "Every group of a sample's channels with the mean 0 and the variance "
                           "1, then every channel scaled and shifted.",
                       .parameters = kGroupNormSettings},
              .misfit = &misfitOfGroupNorm,
              .lowered = [](const Said& said, const Arriving& arriving) -> Layers {
                  return {groupNorm(arriving.shape.channels, said.groups)};
              }},
    LayerWord{.part = {.name = "layerNorm",
                       .title = "Layer-norm",
                       .meaning = "All numbers of a sample with the mean 0 and the variance 1, "
                                  "then every number scaled and shifted by its own."},
              .lowered = [](const Said&, const Arriving& arriving) -> Layers {
                  return {layerNorm(arriving.isFlat ? 1 : arriving.isVolume ? 4 : 3)};
              }},
    LayerWord{.part = {.name = "relu", .title = "ReLU", .meaning = "Negative numbers become 0."},
              .lowered = [](const Said&, const Arriving&) -> Layers { return {relu()}; }},
    LayerWord{.part = {.name = "prelu",
                       .title = "PReLU",
                       .meaning = "Negative numbers are scaled by one slope, which is learnt."},
              .lowered = [](const Said&, const Arriving&) -> Layers { return {prelu()}; }},
    LayerWord{.part = {.name = "gelu",
                       .title = "GELU",
                       .meaning = "Every number times the probability that a normal one is below "
                                  "it."},
              .lowered = [](const Said&, const Arriving&) -> Layers { return {gelu()}; }},
    LayerWord{.part = {.name = "tanh",
                       .title = "Tanh",
                       .meaning = "Every number becomes one between -1 and 1."},
              .lowered = [](const Said&, const Arriving&) -> Layers { return {tanhLayer()}; }},
    LayerWord{.part = {.name = "sigmoid",
                       .title = "Sigmoid",
                       .meaning = "Every number becomes one between 0 and 1. At the end, after one "
                                  "number: the probability of the second of two classes."},
              .lowered = [](const Said&, const Arriving&) -> Layers { return {sigmoid()}; }},
    LayerWord{.part = {.name = "softmax",
                       .title = "Softmax",
                       .meaning = "Numbers, or the channels at each place, become shares of 1."},
              .lowered = [](const Said&, const Arriving&) -> Layers { return {softmax()}; }},
    LayerWord{.part = {.name = "maxPool",
                       .title = "Max-pool",
                       .meaning = "The largest number of every square or cube.",
                       .parameters = kPoolSettings},
              .misfit = &misfitOfMaxPool,
              .lowered = [](const Said& said, const Arriving& arriving) -> Layers {
                  return {arriving.isVolume ? maxPool3d(said.kernel) : maxPool2d(said.kernel)};
              }},
    LayerWord{.part = {.name = "averagePool",
                       .title = "Average-pool",
                       .meaning = "The mean of every square of a picture.",
                       .parameters = kPoolSettings},
              .misfit = &misfitOfAveragePool,
              .lowered = [](const Said& said, const Arriving&) -> Layers {
                  return {averagePool2d(said.kernel)};
              }},
    LayerWord{
        .part = {.name = "globalAveragePool",
                 .title = "Global average-pool",
                 .meaning = "The mean of every channel: numbers in a row, as many as there "
                            "are channels."},
        .misfit = &misfitOfGlobalPool,
        .lowered = [](const Said&, const Arriving&) -> Layers { return {globalAveragePool()}; },
        .givesNumbers = true},
    LayerWord{.part = {.name = "dropout",
                       .title = "Dropout",
                       .meaning = "Training sets some numbers to zero and scales up the rest.",
                       .parameters = kDropoutSettings},
              .lowered = [](const Said& said, const Arriving&) -> Layers {
                  return {dropout(said.rate)};
              }},
    LayerWord{.part = {.name = "flatten",
                       .title = "Flatten",
                       .meaning = "All numbers of a picture or volume in a row."},
              .lowered = [](const Said&, const Arriving&) -> Layers { return {flatten()}; },
              .givesNumbers = true},
    LayerWord{.part = {.name = "upsample",
                       .title = "Upsample",
                       .meaning = "A volume enlarged, with numbers between its own interpolated.",
                       .parameters = kUpsampleSettings},
              .misfit = &misfitOfUpsample,
              .lowered = [](const Said& said, const Arriving&) -> Layers {
                  return {upsample3d(said.factor)};
              }},
    LayerWord{.part = {.name = kBlockWord,
                       .title = "Block",
                       .meaning =
                           "Layers of its own, which can be repeated or passed by a shortcut. "
                           "An experiment file lists them under layers.",
                       .parameters = kBlockSettings}},
};

constexpr auto kWordParts = [] {
    std::array<NamedPart, kLayerWords.size()> parts{};
    for (std::size_t i = 0; i < parts.size(); ++i)
        parts[i] = kLayerWords[i].part;
    return parts;
}();

} // namespace

std::string Arriving::text() const
{
    if (isFlat)
        return shape.channels == 1 ? "1 number" : std::to_string(shape.channels) + " numbers";
    std::string edges = std::to_string(shape.height) + "×" + std::to_string(shape.width);
    if (isVolume)
        edges = std::to_string(shape.depth) + "×" + edges;
    return (isVolume ? "a volume of " : "a picture of ") + std::to_string(shape.channels) + "×"
           + edges;
}

std::span<const LayerWord> layerWords()
{
    return kLayerWords;
}

const LayerWord* findWord(std::string_view name)
{
    const auto word = std::ranges::find(
        kLayerWords, name, [](const LayerWord& known) { return known.part.name; });
    return word == kLayerWords.end() ? nullptr : &*word;
}

std::span<const NamedPart> layerParts()
{
    return kWordParts;
}

} // namespace coterie
