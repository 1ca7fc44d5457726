#include "core/data/sets/arrays.h"

#include "core/base/as_read.h"
#include "core/data/formats/inflate_source.h"
#include "core/data/formats/npy.h"

#include <algorithm>
#include <array>

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

/// `name` is the array's, x or y.
Result<void> checkFinite(const NumberArray& array, const std::string& name)
{
    const auto* values = std::get_if<std::vector<float>>(&array.values);
    const std::optional<std::size_t> wrong =
        values == nullptr ? std::nullopt : firstNotFinite(*values);
    if (!wrong)
        return {};
    const std::size_t samples = array.dimensions.empty() ? 1 : array.dimensions.front();
    const std::size_t perSample = values->size() / samples;
    return array.place.failAt(*wrong,
                              filled("value {} of sample {} of {} is {}; must be finite",
                                     *wrong % perSample,
                                     *wrong / perSample,
                                     name,
                                     shortestText(asRead((*values)[*wrong]))));
}

Result<void> takeShape(Samples& samples,
                       const std::vector<std::size_t>& dimensions,
                       const std::string& name,
                       const std::string& channelPlace)
{
    if (dimensions.size() < 2 || dimensions.size() > 4
        || std::ranges::find(dimensions, std::size_t{0}) != dimensions.end())
        return fail(name,
                    filled("x must be samples × features, samples × height × width or pictures "
                           "with channels (is {})",
                           dimensionText(dimensions)));
    if (dimensions.size() == 2)
        samples.shape = {.channels = dimensions[1], .height = 1, .width = 1};
    if (dimensions.size() == 3)
        samples.shape = {.channels = 1, .height = dimensions[1], .width = dimensions[2]};
    if (dimensions.size() < 4)
        return {};
    const std::optional<bool> last = channelsLast(dimensions, channelPlace);
    if (!last)
        return fail(name,
                    filled("x is {}: which of them are the channels? Say so with \"channels\"",
                           dimensionText(dimensions)));
    samples.shape = *last ? SampleShape{.channels = dimensions[3],
                                        .height = dimensions[1],
                                        .width = dimensions[2]}
                          : SampleShape{.channels = dimensions[1],
                                        .height = dimensions[2],
                                        .width = dimensions[3]};
    if (*last)
        std::visit(
            [&](auto& held) {
                transposeBlocks(held, samples.shape.channels, samples.shape.plane());
            },
            samples.values);
    return {};
}

/// Reads the array that a parameter names.
using ReadArray = std::function<Result<NumberArray>(std::string_view parameter)>;

Result<Samples> readPair(const ParameterSet& parameters,
                         const ReadArray& read,
                         std::string_view samples,
                         std::string_view labels,
                         const std::string& name)
{
    COTERIE_TRY(NumberArray x, read(samples));
    COTERIE_TRY(const NumberArray y, readBeside(bytesOf(x.values), [&] { return read(labels); }));
    return arraySamples(std::move(x), y, name, parameters);
}

constexpr std::array kNpyParameters{
    kPathParameter,
    required(textParameter("labels", "Label file", "the .npy file with a label for each sample")),
    textParameter("testPath", "Test file", "the .npy file with test samples; empty: none"),
    textParameter("testLabels", "Test label file", "the .npy file with their labels"),
    kChannelsParameter,
    kTaskParameter,
};

constexpr NamedPart kNpyPart{
    .name = "npy",
    .title = "NumPy arrays (.npy)",
    .meaning = "Arrays of your own: samples in one file, labels in another, plain or gzip.",
    .parameters = kNpyParameters};

Result<DatasetPointer> loadNpy(const ParameterSet& parameters, const DataFolders& folders)
{
    const ReadArray read = [&](std::string_view parameter) -> Result<NumberArray> {
        COTERIE_TRY(const std::filesystem::path file, userPath(parameters, parameter, folders));
        COTERIE_TRY(const ByteSourcePointer source, openUnpacked(file));
        return readNpy(*source);
    };
    const std::string& file = parameters.word("path");
    const std::string& testFile = parameters.word("testPath");
    COTERIE_TRY(Samples train, readPair(parameters, read, "path", "labels", file));
    COTERIE_TRY(Samples test, readBeside(memoryOf(train), [&] {
                    return testFile.empty()
                               ? Samples{}
                               : readPair(parameters, read, "testPath", "testLabels", testFile);
                }));
    return userDataset(kNpyPart, file, std::move(train), std::move(test));
}

constexpr std::array kNpzParameters{
    kPathParameter,
    textParameter("x", "Array of samples", "the name of the array of samples", "x"),
    textParameter("y", "Array of labels", "the name of the array of labels", "y"),
    textParameter(
        "xTest", "Array of test samples", "the name of the array of test samples; empty: none"),
    textParameter("yTest", "Array of test labels", "the name of the array of their labels"),
    kChannelsParameter,
    kTaskParameter,
};

constexpr NamedPart kNpzPart{
    .name = "npz",
    .title = "NumPy arrays (.npz)",
    .meaning = "Arrays of your own in one file, as numpy.savez and savez_compressed write it.",
    .parameters = kNpzParameters};

Result<DatasetPointer> loadNpz(const ParameterSet& parameters, const DataFolders& folders)
{
    COTERIE_TRY(const std::filesystem::path file, userPath(parameters, "path", folders));
    COTERIE_TRY(const ZipArchive archive, ZipArchive::open(file));
    const ReadArray read = [&](std::string_view parameter) {
        return readArray(archive, file.string(), parameters, parameter);
    };
    COTERIE_TRY(Samples train, readPair(parameters, read, "x", "y", file.string()));
    COTERIE_TRY(Samples test, readBeside(memoryOf(train), [&] {
                    return parameters.word("xTest").empty()
                               ? Samples{}
                               : readPair(parameters, read, "xTest", "yTest", file.string());
                }));
    return userDataset(kNpzPart, file, std::move(train), std::move(test));
}

} // namespace

Result<Samples> arraySamples(NumberArray x,
                             const NumberArray& y,
                             const std::string& name,
                             const ParameterSet& parameters)
{
    constexpr std::int32_t kLargestLabel = 9999;
    for (const auto& [array, word] : {std::pair(&std::as_const(x), "x"), std::pair(&y, "y")})
        COTERIE_CHECK(checkFinite(*array, word));
    Samples samples;
    std::visit([&](auto& held) { samples.values = std::move(held); }, x.values);
    COTERIE_CHECK(takeShape(samples, x.dimensions, name, parameters.word("channels")));
    const MemoryHeld heldSamples(bytesOf(samples.values));
    const std::size_t count = x.dimensions[0];
    if (countOf(y.values) != count)
        return fail(name,
                    filled("y must have a label for each of the {} samples of x (is {})",
                           count,
                           dimensionText(y.dimensions)));
    if (isRegression(parameters)) {
        std::visit([&](const auto& held) { samples.targets.assign(held.begin(), held.end()); },
                   y.values);
        return samples;
    }
    COTERIE_TRY(samples.labels, labelsOf(y.values, y.place, 0, kLargestLabel));
    return samples;
}

Result<NumberArray> readArray(const ZipArchive& archive,
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
            std::string_view array = known.name;
            if (array.ends_with(".npy"))
                array.remove_suffix(4);
            names.push_back(array);
            if (names.size() <= 10)
                all += (all.empty() ? "" : ", ") + std::string(array);
        }
        return Unexpected<Error>{Error{.kind = ErrorKind::UnknownName,
                                       .place = "/data/dataset/" + std::string(parameter),
                                       .found = inQuotes(name),
                                       .allowed = filled("an array of {} ({})", file, all),
                                       .nearest = nearestWord(name, names)}};
    }
    COTERIE_TRY(const ByteSourcePointer content, archive.content(*member));
    return readNpy(*content);
}

constexpr CatalogEntry kNpySet =
    userSet(kNpyPart, "your own files, named by path and labels", &loadNpy);

constexpr CatalogEntry kNpzSet = userSet(kNpzPart, "your own file, named by path", &loadNpz);

} // namespace coterie
