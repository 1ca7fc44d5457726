#include "core/data/sets/array_samples.h"

#include "core/spec/parameter_set.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace coterie {

namespace {

std::string dimensionText(const std::vector<std::size_t>& dimensions)
{
    std::string text;
    for (const std::size_t size : dimensions)
        text += (text.empty() ? "" : "×") + std::to_string(size);
    return text.empty() ? "a single number" : text;
}

bool isColours(std::size_t channels)
{
    return channels == 1 || channels == 3;
}

/// Whether the channels come last; nothing if it cannot be told.
std::optional<bool> channelsLast(const std::vector<std::size_t>& dimensions,
                                 const std::string& place)
{
    if (place != "auto")
        return place == "last";
    if (isColours(dimensions[3]))
        return true;
    return isColours(dimensions[1]) ? std::optional(false) : std::nullopt;
}

/// Pixels of channels become planes, picture by picture.
template <typename T>
void toPlanes(std::vector<T>& values, const SampleShape& shape)
{
    const std::size_t plane = shape.height * shape.width;
    std::vector<T> turned(shape.size());
    for (std::size_t start = 0; start < values.size(); start += turned.size()) {
        for (std::size_t pixel = 0; pixel < plane; ++pixel)
            for (std::size_t channel = 0; channel < shape.channels; ++channel)
                turned[channel * plane + pixel] = values[start + pixel * shape.channels + channel];
        std::ranges::copy(turned, values.begin() + static_cast<std::ptrdiff_t>(start));
    }
}

/// `name` is the array's, x or y.
Result<void> checkFinite(const NpyArray& array, const std::string& name)
{
    const auto* values = std::get_if<std::vector<float>>(&array.values);
    const std::optional<std::size_t> wrong =
        values == nullptr ? std::nullopt : firstNotFinite(*values);
    if (!wrong)
        return {};
    const std::size_t samples = array.dimensions.empty() ? 1 : array.dimensions.front();
    const std::size_t perSample = values->size() / samples;
    return array.place.failAt(*wrong,
                              "value " + std::to_string(*wrong % perSample) + " of sample "
                                  + std::to_string(*wrong / perSample) + " of " + name + " is "
                                  + shortestText(static_cast<double>((*values)[*wrong]))
                                  + ", finite numbers needed");
}

Result<void> takeShape(Samples& samples,
                       const std::vector<std::size_t>& dimensions,
                       const std::string& name,
                       const std::string& channelPlace)
{
    if (dimensions.size() < 2 || dimensions.size() > 4
        || std::ranges::find(dimensions, std::size_t{0}) != dimensions.end())
        return fail(name,
                    "x is " + dimensionText(dimensions)
                        + ", samples × features, samples × height × width or pictures with "
                          "channels needed");
    if (dimensions.size() == 2)
        samples.shape = {.channels = dimensions[1], .height = 1, .width = 1};
    if (dimensions.size() == 3)
        samples.shape = {.channels = 1, .height = dimensions[1], .width = dimensions[2]};
    if (dimensions.size() < 4)
        return {};
    const std::optional<bool> last = channelsLast(dimensions, channelPlace);
    if (!last)
        return fail(name,
                    "x is " + dimensionText(dimensions)
                        + ": which of them are the channels? Say so with \"channels\"");
    samples.shape = *last ? SampleShape{.channels = dimensions[3],
                                        .height = dimensions[1],
                                        .width = dimensions[2]}
                          : SampleShape{.channels = dimensions[1],
                                        .height = dimensions[2],
                                        .width = dimensions[3]};
    if (*last)
        std::visit([&](auto& held) { toPlanes(held, samples.shape); }, samples.values);
    return {};
}

} // namespace

Result<Samples>
samplesOf(NpyArray x, const NpyArray& y, const std::string& name, const ParameterSet& parameters)
{
    constexpr std::int32_t kLargestLabel = 9999;
    for (const auto& [array, word] : {std::pair(&std::as_const(x), "x"), std::pair(&y, "y")})
        if (const Result<void> finite = checkFinite(*array, word); !finite)
            return Unexpected<Error>{finite.error()};
    Samples samples;
    std::visit([&](auto& held) { samples.values = std::move(held); }, x.values);
    if (const Result<void> done =
            takeShape(samples, x.dimensions, name, parameters.word("channels"));
        !done)
        return Unexpected<Error>{done.error()};
    const std::size_t count = x.dimensions[0];
    if (countOf(y.values) != count)
        return fail(name,
                    "y is " + dimensionText(y.dimensions) + ", a label for each of the "
                        + std::to_string(count) + " samples of x needed");
    if (parameters.word("task") == "regression") {
        std::visit([&](const auto& held) { samples.targets.assign(held.begin(), held.end()); },
                   y.values);
        return samples;
    }
    Result<std::vector<std::int32_t>> labels = labelsOf(y.values, y.place, 0, kLargestLabel);
    if (!labels)
        return Unexpected<Error>{labels.error()};
    samples.labels = std::move(*labels);
    return samples;
}

} // namespace coterie
