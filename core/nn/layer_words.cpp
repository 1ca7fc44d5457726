#include "core/nn/layer_words.h"

#include "core/experiment/layer_settings.h"

#include <algorithm>
#include <array>

namespace coterie {

namespace {

constexpr std::array<std::string_view, 1> kClassesWord{"classes"};
constexpr std::array<std::string_view, 2> kShortcutWords{"none", "concatenate"};

// The settings. What a file leaves out has the default, and runs are identified without it, so a
// new setting of an old word must do by default what the word did before: a stride of 1, one group.

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
    kBias};
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
                    "before what its layers make of it"})};

// What a word can take.

using Said = WordSettings;
using MaybeMisfit = std::optional<Misfit>;

std::string needsBut(const std::string& word, const std::string& needed, const Arriving& arriving)
{
    const bool isPlural = arriving.isFlat && arriving.shape.channels != 1;
    return word + " needs " + needed + ", and " + arriving.text()
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

MaybeMisfit misfitOfKernel(const Arriving& arriving, std::size_t kernel, std::size_t padding)
{
    const SampleShape& shape = arriving.shape;
    const std::size_t depth = arriving.isVolume ? shape.depth : shape.height;
    const std::size_t shortestEdge = std::min({shape.height, shape.width, depth});
    if (shortestEdge + 2 * padding >= kernel)
        return std::nullopt;
    return Misfit{"kernel",
                  "a kernel of " + std::to_string(kernel)
                      + (padding > 0 ? " with a padding of " + std::to_string(padding) : "")
                      + " is larger than what arrives here, " + arriving.text()};
}

MaybeMisfit misfitOfConvolution(const Said& said, const Arriving& arriving)
{
    if (arriving.isFlat)
        return Misfit{"layer", needsBut("a convolution", "a picture", arriving)};
    return misfitOfKernel(arriving, said.kernel, said.padding);
}

MaybeMisfit misfitOfMaxPool(const Said& said, const Arriving& arriving)
{
    if (arriving.isFlat)
        return Misfit{"layer", needsBut("a max-pool", "a picture", arriving)};
    return misfitOfKernel(arriving, said.kernel, 0);
}

MaybeMisfit misfitOfAveragePool(const Said& said, const Arriving& arriving)
{
    if (arriving.isFlat || arriving.isVolume)
        return Misfit{"layer", needsBut("an average-pool", "a picture", arriving)};
    return misfitOfKernel(arriving, said.kernel, 0);
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
    return {make(arriving.shape.channels, said.channels, said.kernel, said.padding, said.bias)};
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
    LayerWord{.part = {.name = "relu", .title = "ReLU", .meaning = "Negative numbers become 0."},
              .lowered = [](const Said&, const Arriving&) -> Layers { return {relu()}; }},
    LayerWord{.part = {.name = "prelu",
                       .title = "PReLU",
                       .meaning = "Negative numbers are scaled by one slope, which is learnt."},
              .lowered = [](const Said&, const Arriving&) -> Layers { return {prelu()}; }},
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
                       .meaning = "Layers of its own, in the member layers, which can be repeated "
                                  "or passed by a shortcut.",
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
