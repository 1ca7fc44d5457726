#include "core/nn/layer_list.h"

#include "core/base/try.h"
#include "core/experiment/part_json.h"

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

/// Exact up to the most that are allowed.
std::size_t parametersOf(const Layer& layer, const SampleShape& before)
{
    std::size_t sum = 0;
    for (const LayerTensor& tensor : tensorsOf(layer, before)) {
        std::size_t count = isBuffer(tensor.role) ? 0 : 1;
        for (const std::size_t size : tensor.shape)
            count = cappedProduct(count, size);
        sum += std::min(count, kMostParameters + 1);
    }
    return sum;
}

/// What the planned step spreads out of one sample for a convolution: each place of its kernel has
/// a column.
std::size_t patchesOf(const Layer& layer, const SampleShape& after)
{
    if (layer.kind != LayerKind::Conv2d)
        return 0;
    return cappedProduct(cappedProduct(layer.inputs / layer.groups, layer.kernel * layer.kernel),
                         cappedProduct(after.height, after.width));
}

/// The stride of a 1×1 convolution that makes these edges of those; none if there is no such one.
std::optional<std::size_t> strideBetween(const SampleShape& from, const SampleShape& to)
{
    const auto after = [](std::size_t edge, std::size_t stride) { return (edge - 1) / stride + 1; };
    for (std::size_t stride = 1; after(from.height, stride) >= to.height; ++stride) {
        if (after(from.height, stride) == to.height && after(from.width, stride) == to.width
            && after(from.depth, stride) == to.depth)
            return stride;
        if (stride >= std::max({from.height, from.width, from.depth}))
            break;
    }
    return std::nullopt;
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
        COTERIE_CHECK(checkNorm(said, place));
        for (std::size_t turn = 0; turn < said.repeat && !block.layers.empty(); ++turn) {
            const Arriving before = m_list.end;
            const std::size_t tag = m_tags;
            m_size = "repeat";
            if (said.shortcut != Shortcut::None) {
                ++m_tags;
                COTERIE_CHECK(add(remember(tag), place));
            }
            COTERIE_CHECK(walk(block.layers, place + "/layers"));
            m_size = "shortcut";
            if (said.shortcut != Shortcut::None)
                COTERIE_CHECK(join(before, said, tag, place));
        }
        return {};
    }

    static Result<void> checkNorm(const WordSettings& said, const std::string& place)
    {
        if (said.norm != ProjectionNorm::None && said.shortcut != Shortcut::Projection)
            return fail(place + "/norm",
                        "only a block with \"shortcut\": \"projection\" has a norm",
                        ErrorKind::NotAllowed);
        if (said.groups > 1 && said.norm != ProjectionNorm::GroupNorm)
            return fail(place + "/groups",
                        "only a block with \"norm\": \"groupNorm\" has groups",
                        ErrorKind::NotAllowed);
        return {};
    }

    /// What came before the block, with what the block made of it.
    Result<void> join(const Arriving& before,
                      const WordSettings& said,
                      std::size_t tag,
                      const std::string& place)
    {
        const SampleShape one = before.shape;
        const SampleShape other = m_list.end.shape;
        const bool isSameKind = before.isFlat == m_list.end.isFlat;
        const auto refused = [&](const std::string& why) {
            return fail(place + "/shortcut",
                        "the block turns " + before.text() + " into " + m_list.end.text() + "; "
                            + why,
                        ErrorKind::NotAllowed);
        };
        if (said.shortcut == Shortcut::Concatenate) {
            if (!isSameKind || one.height != other.height || one.width != other.width
                || one.depth != other.depth)
                return refused("to join the two, only the number of channels can differ");
            return add(concatenate(tag), place, joinedShape(one, other));
        }
        if (isSameKind && one == other)
            return add(addition(tag), place);
        if (said.shortcut == Shortcut::Identity)
            return refused("to add the two, they must have the same shape; \"projection\" adds "
                           "those that differ");
        const std::optional<std::size_t> stride = strideBetween(one, other);
        if (!isSameKind || !stride)
            return refused("a projection can change the number of channels and divide all edges by "
                           "the same number");
        return project(before, said, tag, *stride, place);
    }

    /// The shortcut is computed after the block's own layers, as in torchvision's networks, and so
    /// are its parameters laid out.
    Result<void> project(const Arriving& before,
                         const WordSettings& said,
                         std::size_t tag,
                         std::size_t stride,
                         const std::string& place)
    {
        const Arriving made = m_list.end;
        const std::size_t inputs = before.shape.channels;
        const std::size_t outputs = made.shape.channels;
        const std::size_t madeTag = m_tags++;
        if (outputs % said.groups != 0)
            return fail(place + "/groups",
                        std::to_string(said.groups) + " groups need a multiple of "
                            + std::to_string(said.groups) + " channels, and the block makes "
                            + made.text(),
                        ErrorKind::NotAllowed);
        Layer change = before.isFlat     ? linear(inputs, outputs, false)
                       : before.isVolume ? conv3d(inputs, outputs, 1, 0, false)
                                         : conv2d(inputs, outputs, 1, 0, false);
        change.stride = stride;
        COTERIE_CHECK(add(remember(madeTag), place));
        COTERIE_CHECK(add(recall(tag), place, before.shape));
        COTERIE_CHECK(add(change, place));
        if (said.norm == ProjectionNorm::BatchNorm)
            COTERIE_CHECK(add(batchNorm(outputs), place));
        if (said.norm == ProjectionNorm::GroupNorm)
            COTERIE_CHECK(add(groupNorm(outputs, said.groups), place));
        return add(addition(madeTag), place);
    }

    /// `given`: what the layer gives, where a shortcut decides it.
    Result<void> add(const Layer& layer,
                     const std::string& place,
                     const std::optional<SampleShape>& given = std::nullopt)
    {
        if (m_list.layers.size() == kMostLayers)
            return fail(place,
                        "the network is longer than " + std::to_string(kMostLayers)
                            + " layers here, with every repeated one",
                        ErrorKind::TooMuch);
        m_parameters += parametersOf(layer, m_list.end.shape);
        if (m_parameters > kMostParameters)
            return fail(place + "/" + std::string(m_size),
                        "the network has more than " + std::to_string(kMostParameters)
                            + " parameters with this layer; " + m_list.end.text()
                            + (m_list.end.isFlat ? " arrive here" : " arrives here"),
                        ErrorKind::TooMuch);
        SampleShape& shape = m_list.end.shape;
        const SampleShape after = given ? *given : outputShape(layer, shape);
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
    const auto last = std::find_if(
        layers.rbegin(), layers.rend(), [](const Layer& layer) { return layer.hasWeights(); });
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

ListSoFar loweredSoFar(const std::vector<LayerSettings>& list,
                       const SampleShape& input,
                       std::size_t answers,
                       std::string_view place)
{
    Walk walk(input, answers);
    const Result<void> walked = walk.walk(list, std::string(place));
    return {.list = walk.done(), .misfit = walked ? std::nullopt : std::optional(walked.error())};
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
    const auto joined = [&] {
        return fail(here,
                    "the answers must come from the last linear layer alone; a shortcut joins "
                    "others to them",
                    ErrorKind::NotAllowed);
    };
    if (std::any_of(list.layers.begin() + static_cast<std::ptrdiff_t>(*last),
                    list.layers.end(),
                    [](const Layer& layer) { return layer.kind == LayerKind::Add; }))
        return joined();
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
        return joined();
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
