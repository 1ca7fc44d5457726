#include "core/base/result.h"
#include "core/base/try.h"
#include "core/data/dataset.h"
#include "core/data/formats/archives.h"
#include "core/data/formats/inflate_source.h"
#include "core/data/formats/npy.h"
#include "core/data/sets/sets.h"
#include "core/data/sets/user_files.h"
#include "core/experiment/parameters.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace coterie {

namespace {

constexpr std::array<std::string_view, 3> kChannelPlaces{"auto", "first", "last"};

constexpr ParameterDescriptor kChannelsParameter{
    .name = "channels",
    .title = "Place of the channels",
    .type = ParameterType::Word,
    .defaultWord = "auto",
    .words = kChannelPlaces,
    .meaning = "where an array of four dimensions has its channels; auto: the place where there "
               "are 1 or 3"};

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
                                  + "; must be finite");
}

Result<void> takeShape(Samples& samples,
                       const std::vector<std::size_t>& dimensions,
                       const std::string& name,
                       const std::string& channelPlace)
{
    if (dimensions.size() < 2 || dimensions.size() > 4
        || std::ranges::find(dimensions, std::size_t{0}) != dimensions.end())
        return fail(name,
                    "x must be samples × features, samples × height × width or pictures with "
                    "channels (is "
                        + dimensionText(dimensions) + ')');
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

/// Samples of two NumPy arrays. x: samples × features, samples × height × width, or pictures with
/// channels; y: a label each. `name` is what an error names.
Result<Samples>
samplesOf(NpyArray x, const NpyArray& y, const std::string& name, const ParameterSet& parameters)
{
    constexpr std::int32_t kLargestLabel = 9999;
    for (const auto& [array, word] : {std::pair(&std::as_const(x), "x"), std::pair(&y, "y")})
        COTERIE_CHECK(checkFinite(*array, word));
    Samples samples;
    std::visit([&](auto& held) { samples.values = std::move(held); }, x.values);
    COTERIE_CHECK(takeShape(samples, x.dimensions, name, parameters.word("channels")));
    const std::size_t count = x.dimensions[0];
    if (countOf(y.values) != count)
        return fail(name,
                    "y must have a label for each of the " + std::to_string(count)
                        + " samples of x (is " + dimensionText(y.dimensions) + ')');
    if (isRegression(parameters)) {
        std::visit([&](const auto& held) { samples.targets.assign(held.begin(), held.end()); },
                   y.values);
        return samples;
    }
    COTERIE_TRY(std::vector<std::int32_t> labels, labelsOf(y.values, y.place, 0, kLargestLabel));
    samples.labels = std::move(labels);
    return samples;
}

constexpr std::array kNpyParameters{
    kPathParameter,
    required(textParameter("labels", "Label file", "the .npy file with a label for each sample")),
    textParameter("testPath", "Test file", "the .npy file with test samples; empty: none"),
    textParameter("testLabels", "Test label file", "the .npy file with their labels"),
    kChannelsParameter,
    kTaskParameter,
};

constexpr NamedPart kNpyPart{.name = "npy",
                             .title = "NumPy arrays (.npy)",
                             .meaning =
                                 "Arrays of your own: samples in one file, labels in another, "
                                 "plain or gzip.",
                             .parameters = kNpyParameters};

Result<NpyArray>
readArray(const ParameterSet& parameters, std::string_view parameter, const DataFolders& folders)
{
    COTERIE_TRY(const std::filesystem::path file, userPath(parameters, parameter, folders));
    COTERIE_TRY(const ByteSourcePointer source, openUnpacked(file));
    return readNpy(*source);
}

Result<Samples> readPair(const ParameterSet& parameters,
                         std::string_view samples,
                         std::string_view labels,
                         const DataFolders& folders)
{
    COTERIE_TRY(NpyArray x, readArray(parameters, samples, folders));
    COTERIE_TRY(const NpyArray y, readArray(parameters, labels, folders));
    return samplesOf(std::move(x), y, parameters.word(samples), parameters);
}

Result<DatasetPointer> loadNpy(const ParameterSet& parameters, const DataFolders& folders)
{
    COTERIE_TRY(Samples train, readPair(parameters, "path", "labels", folders));
    COTERIE_TRY(Samples test,
                namesFile(parameters, "testPath")
                    ? readPair(parameters, "testPath", "testLabels", folders)
                    : Samples{});
    return userDataset(kNpyPart, parameters.word("path"), std::move(train), std::move(test));
}

} // namespace

constexpr CatalogEntry kNpySet =
    userSet(kNpyPart, "your own files, named by path and labels", &loadNpy);

namespace {

constexpr ParameterDescriptor array(std::string_view name,
                                    std::string_view title,
                                    std::string_view meaning,
                                    std::string_view usual = {})
{
    ParameterDescriptor parameter = textParameter(name, title, meaning);
    parameter.defaultWord = usual;
    return parameter;
}

constexpr std::array kNpzParameters{
    kPathParameter,
    array("x", "Array of samples", "the name of the array of samples", "x"),
    array("y", "Array of labels", "the name of the array of labels", "y"),
    array("xTest", "Array of test samples", "the name of the array of test samples; empty: none"),
    array("yTest", "Array of test labels", "the name of the array of their labels"),
    kChannelsParameter,
    kTaskParameter,
};

constexpr NamedPart kNpzPart{
    .name = "npz",
    .title = "NumPy arrays (.npz)",
    .meaning = "Arrays of your own in one file, as numpy.savez and savez_compressed write it.",
    .parameters = kNpzParameters};

Result<NpyArray> readArray(const ZipArchive& archive,
                           const std::string& file,
                           const ParameterSet& parameters,
                           std::string_view parameter)
{
    const std::string& name = parameters.word(parameter);
    const ZipMember* member = archive.find(name + ".npy");
    if (member == nullptr) {
        std::vector<std::string_view> names;
        std::string all;
        for (const ZipMember& known : archive.members()) {
            const std::string_view array(known.name.data(),
                                         known.name.ends_with(".npy") ? known.name.size() - 4
                                                                      : known.name.size());
            names.push_back(array);
            if (names.size() <= 10)
                all += (all.empty() ? "" : ", ") + std::string(array);
        }
        return Unexpected<Error>{Error{.kind = ErrorKind::UnknownName,
                                       .place = "/data/dataset/" + std::string(parameter),
                                       .found = inQuotes(name),
                                       .allowed = "an array of " + file + " (" + all + ')',
                                       .nearest = nearestWord(name, names)}};
    }
    COTERIE_TRY(const ByteSourcePointer content, archive.content(*member));
    return readNpy(*content);
}

Result<Samples> readPair(const ZipArchive& archive,
                         const std::string& file,
                         const ParameterSet& parameters,
                         std::string_view samples,
                         std::string_view labels)
{
    COTERIE_TRY(NpyArray x, readArray(archive, file, parameters, samples));
    COTERIE_TRY(const NpyArray y, readArray(archive, file, parameters, labels));
    return samplesOf(std::move(x), y, file, parameters);
}

Result<DatasetPointer> loadNpz(const ParameterSet& parameters, const DataFolders& folders)
{
    COTERIE_TRY(const std::filesystem::path file, userPath(parameters, "path", folders));
    COTERIE_TRY(const ZipArchive archive, ZipArchive::open(file));
    COTERIE_TRY(Samples train, readPair(archive, file.string(), parameters, "x", "y"));
    COTERIE_TRY(Samples test,
                namesFile(parameters, "xTest")
                    ? readPair(archive, file.string(), parameters, "xTest", "yTest")
                    : Samples{});
    return userDataset(kNpzPart, file, std::move(train), std::move(test));
}

} // namespace

constexpr CatalogEntry kNpzSet = userSet(kNpzPart, "your own file, named by path", &loadNpz);

} // namespace coterie
