#include "core/nn/layer_list.h"

#include "core/base/try.h"
#include "core/experiment/plan.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <optional>
#include <utility>

namespace coterie {

namespace {

/// The product, or the largest size where it is larger.
std::size_t cappedProduct(std::size_t one, std::size_t other)
{
    constexpr std::size_t kLargest = std::numeric_limits<std::size_t>::max();
    return other != 0 && one > kLargest / other ? kLargest : one * other;
}

std::size_t cappedSize(const SampleShape& shape)
{
    return cappedProduct(cappedProduct(shape.channels, shape.height),
                         cappedProduct(shape.width, shape.depth));
}

bool hasWeights(const Layer& layer)
{
    return layer.kind == LayerKind::Linear || layer.kind == LayerKind::Conv2d
           || layer.kind == LayerKind::Conv3d;
}

/// Exact up to the most that are allowed.
std::size_t parametersOf(const Layer& layer)
{
    if (layer.kind == LayerKind::BatchNorm)
        return 2 * layer.inputs;
    if (!hasWeights(layer))
        return layer.kind == LayerKind::PRelu ? 1 : 0;
    std::size_t weights = cappedProduct(layer.inputs, layer.outputs);
    if (layer.kind != LayerKind::Linear)
        weights = cappedProduct(weights, cappedProduct(layer.kernel, layer.kernel));
    if (layer.kind == LayerKind::Conv3d)
        weights = cappedProduct(weights, layer.kernel);
    return std::min(weights, kMostParameters + 1) + (layer.bias ? layer.outputs : 0);
}

/// What the planned step spreads out of one sample for a convolution: each place of its kernel has
/// a column.
std::size_t patchesOf(const Layer& layer, const SampleShape& after)
{
    if (layer.kind != LayerKind::Conv2d)
        return 0;
    return cappedProduct(cappedProduct(layer.inputs, layer.kernel * layer.kernel),
                         cappedProduct(after.height, after.width));
}

class Walk
{
public:
    Walk(const SampleShape& input, std::size_t answers)
        : m_list{.layers = {},
                 .end = {.shape = input,
                         .isFlat = input.plane() == 1,
                         .isVolume = input.depth > 1,
                         .answers = answers},
                 .places = {}}
    {}

    Result<void> walk(const std::vector<LayerSettings>& list, const std::string& place)
    {
        for (std::size_t i = 0; i < list.size(); ++i)
            COTERIE_CHECK(take(list[i], place + "/" + std::to_string(i)));
        return {};
    }

    LoweredList done() { return std::move(m_list); }

private:
    Result<void> take(const LayerSettings& layer, const std::string& place)
    {
        const LayerWord* word = findWord(layer.part.name);
        assert(word != nullptr && "the list was read with these words");
        const auto said = readParameters<WordSettings>(
            word->part.parameters, completed(layer.part.parameters, word->part.parameters));
        if (word->lowered == nullptr)
            return takeBlock(layer, said, place);
        if (word->misfit != nullptr)
            if (const std::optional<Misfit> misfit = word->misfit(said, m_list.end))
                return fail(place + "/" + std::string(misfit->setting),
                            misfit->message,
                            ErrorKind::NotAllowed);
        const std::span<const ParameterDescriptor> settings = word->part.parameters;
        m_size = settings.empty() ? "layer" : settings.front().name;
        for (const Layer& computed : word->lowered(said, m_list.end))
            COTERIE_CHECK(add(computed, place));
        m_list.end.isFlat = m_list.end.isFlat || word->givesNumbers;
        return {};
    }

    Result<void>
    takeBlock(const LayerSettings& block, const WordSettings& said, const std::string& place)
    {
        m_size = "repeat";
        for (std::size_t turn = 0; turn < said.repeat && !block.layers.empty(); ++turn) {
            const Arriving before = m_list.end;
            const std::size_t tag = m_tags;
            if (said.shortcut == Shortcut::Concatenate) {
                ++m_tags;
                COTERIE_CHECK(add(remember(tag), place));
            }
            COTERIE_CHECK(walk(block.layers, place + "/layers"));
            if (said.shortcut == Shortcut::Concatenate) {
                COTERIE_CHECK(checkJoin(before, place));
                COTERIE_CHECK(add(concatenate(tag), place, &before.shape));
            }
        }
        return {};
    }

    Result<void> checkJoin(const Arriving& before, const std::string& place) const
    {
        const SampleShape& one = before.shape;
        const SampleShape& other = m_list.end.shape;
        if (before.isFlat == m_list.end.isFlat && one.height == other.height
            && one.width == other.width && one.depth == other.depth)
            return {};
        return fail(place + "/shortcut",
                    "the block turns " + before.text() + " into " + m_list.end.text()
                        + "; to join the two, only the number of channels can differ",
                    ErrorKind::NotAllowed);
    }

    /// `joined`: the shape that a shortcut brings.
    Result<void>
    add(const Layer& layer, const std::string& place, const SampleShape* joined = nullptr)
    {
        if (m_list.layers.size() == kMostLayers)
            return fail(place,
                        "the network is longer than " + std::to_string(kMostLayers)
                            + " layers here, with every repeated one",
                        ErrorKind::TooMuch);
        m_parameters += parametersOf(layer);
        if (m_parameters > kMostParameters)
            return fail(place + "/" + std::string(m_size),
                        "the network has more than " + std::to_string(kMostParameters)
                            + " parameters with this layer; " + m_list.end.text()
                            + (m_list.end.isFlat ? " arrive here" : " arrives here"),
                        ErrorKind::TooMuch);
        SampleShape& shape = m_list.end.shape;
        const SampleShape after = joined ? joinedShape(*joined, shape) : outputShape(layer, shape);
        m_activations += std::min(cappedSize(after), kMostActivations + 1);
        if (m_activations > kMostActivations || patchesOf(layer, after) > kMostActivations)
            return fail(place + "/" + std::string(m_size),
                        "the network makes more than " + std::to_string(kMostActivations)
                            + " numbers of one sample with this layer",
                        ErrorKind::TooMuch);
        shape = after;
        m_list.layers.push_back(layer);
        m_list.places.push_back(place);
        return {};
    }

    LoweredList m_list;
    std::string_view m_size; ///< the setting of this layer that says how large it is
    std::size_t m_tags = 0;
    std::size_t m_parameters = 0;
    std::size_t m_activations = 0;
};

std::string counted(std::size_t count, const std::string& one, const std::string& many)
{
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

/// The last layer with weights, which gives the answers.
std::optional<std::size_t> lastWithWeights(const Layers& layers)
{
    const auto last = std::find_if(layers.rbegin(), layers.rend(), &hasWeights);
    if (last == layers.rend())
        return std::nullopt;
    return static_cast<std::size_t>(layers.rend() - last) - 1;
}

Result<Loss>
lossOfMasks(const LoweredList& list, const SampleShape& input, const std::string& place)
{
    const SampleShape wanted{
        .channels = 2, .height = input.height, .width = input.width, .depth = input.depth};
    if (list.end.shape == wanted && list.layers.back().kind == LayerKind::Softmax)
        return Loss::Dice;
    Arriving needed = list.end;
    needed.shape = wanted;
    return fail(place,
                "a network that gives masks must end in a softmax over " + needed.text()
                    + "; this one ends in " + list.end.text(),
                ErrorKind::NotAllowed);
}

} // namespace

Result<LoweredList> lowered(const std::vector<LayerSettings>& list,
                            const SampleShape& input,
                            std::size_t answers,
                            std::string_view place)
{
    Walk walk(input, answers);
    COTERIE_CHECK(walk.walk(list, std::string(place)));
    return walk.done();
}

Result<Loss> lossOf(const LoweredList& list,
                    const SampleShape& input,
                    std::size_t classes,
                    std::string_view place)
{
    const std::string here(place);
    const std::optional<std::size_t> last = lastWithWeights(list.layers);
    if (!last)
        return fail(here, "must have a linear layer or a convolution", ErrorKind::NotAllowed);
    if (classes == 0 && !list.end.isFlat)
        return lossOfMasks(list, input, here);
    if (!list.end.isFlat || list.layers[*last].kind != LayerKind::Linear)
        return fail(here,
                    "the answers come from a linear layer, and this network ends in "
                        + list.end.text()
                        + "; put \"flatten\" and a linear layer with \"units\": \"classes\" at its "
                          "end",
                    ErrorKind::NotAllowed);
    const std::size_t numbers = list.end.shape.channels;
    const LayerKind end = list.layers.back().kind;
    const std::string endPlace = list.places.back() + "/layer";
    if (end == LayerKind::Sigmoid && numbers == 1 && classes == 2)
        return Loss::Logistic;
    if (end == LayerKind::Sigmoid && classes > 0)
        return fail(endPlace,
                    "a network that ends in a sigmoid gives the probability of the second of two "
                    "classes: one number, and a data set of 2 classes (it gives "
                        + counted(numbers, "number", "numbers") + ", the data set has "
                        + counted(classes, "class", "classes") + ")",
                    ErrorKind::NotAllowed);
    if (end == LayerKind::Softmax && numbers == 1)
        return fail(endPlace, "a softmax over 1 number is always 1", ErrorKind::NotAllowed);
    const std::size_t wanted = std::max<std::size_t>(classes, 1);
    const std::size_t given = list.layers[*last].outputs;
    if (given == wanted && numbers != wanted)
        return fail(here,
                    "the answers must come from the last linear layer alone; a shortcut joins "
                    "others to them",
                    ErrorKind::NotAllowed);
    if (given != wanted)
        return fail(list.places[*last] + "/units",
                    "the data set has "
                        + (classes == 0 ? std::string("one target for each sample")
                                        : counted(classes, "class", "classes"))
                        + ", so the last linear layer must give "
                        + counted(wanted, "number", "numbers") + " (gives " + std::to_string(given)
                        + "); \"classes\" fits every data set",
                    ErrorKind::NotAllowed);
    return classes == 0 ? Loss::SquaredError : Loss::CrossEntropy;
}

} // namespace coterie
