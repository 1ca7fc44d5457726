#include "core/data/formats/npy.h"

#include "core/data/formats/inflate_source.h"
#include "core/data/sets/array_samples.h"
#include "core/data/sets/sets.h"
#include "core/data/sets/user_files.h"

namespace coterie {

namespace {

constexpr std::array kParameters{
    kPathParameter,
    ParameterDescriptor{.name = "labels",
                        .title = "Label file",
                        .type = ParameterType::Text,
                        .meaning = "the .npy file with a label for each sample",
                        .required = true},
    ParameterDescriptor{.name = "testPath",
                        .title = "Test file",
                        .type = ParameterType::Text,
                        .meaning = "the .npy file with test samples; empty: none"},
    ParameterDescriptor{.name = "testLabels",
                        .title = "Test label file",
                        .type = ParameterType::Text,
                        .meaning = "the .npy file with their labels"},
    kChannelsParameter,
    kTaskParameter,
};

constexpr NamedPart kPart{.name = "npy",
                          .title = "NumPy arrays (.npy)",
                          .meaning = "Arrays of your own: samples in one file, labels in another, "
                                     "plain or gzip.",
                          .parameters = kParameters};

Result<NpyArray>
readArray(const ParameterSet& parameters, std::string_view parameter, const DataFolders& folders)
{
    const Result<std::filesystem::path> file = userPath(parameters, parameter, folders);
    if (!file)
        return Unexpected<Error>{file.error()};
    const Result<ByteSourcePointer> source = openUnpacked(*file);
    if (!source)
        return Unexpected<Error>{source.error()};
    return readNpy(**source);
}

Result<Samples> readPair(const ParameterSet& parameters,
                         std::string_view samples,
                         std::string_view labels,
                         const DataFolders& folders)
{
    Result<NpyArray> x = readArray(parameters, samples, folders);
    if (!x)
        return Unexpected<Error>{x.error()};
    const Result<NpyArray> y = readArray(parameters, labels, folders);
    if (!y)
        return Unexpected<Error>{y.error()};
    return samplesOf(std::move(*x), *y, parameters.word(samples), parameters);
}

Result<DatasetPointer>
load(const ParameterSet& parameters, std::uint64_t, const DataFolders& folders)
{
    Result<Samples> train = readPair(parameters, "path", "labels", folders);
    if (!train)
        return Unexpected<Error>{train.error()};
    Result<Samples> test = namesFile(parameters, "testPath")
                               ? readPair(parameters, "testPath", "testLabels", folders)
                               : Result<Samples>(Samples{});
    if (!test)
        return Unexpected<Error>{test.error()};
    std::vector<std::string> classes =
        train->labels.empty() ? std::vector<std::string>() : numberedClasses(*train, *test);
    return userDataset(
        kPart, parameters.word("path"), std::move(classes), std::move(*train), std::move(*test));
}

} // namespace

constexpr CatalogEntry kNpySet{.part = kPart,
                               .builtIn = false,
                               .fromPath = true,
                               .licence = kUserLicence,
                               .origin = "your own files, named by path and labels",
                               .load = &load,
                               .find = &nothingToFind};

} // namespace coterie
