#include "core/data/formats/idx.h"
#include "core/data/sets/sets.h"
#include "core/data/sets/user_files.h"

#include <array>

namespace coterie {

namespace {

constexpr std::array kParameters{
    kPathParameter,
    ParameterDescriptor{.name = "labels",
                        .title = "Label file",
                        .type = ParameterType::Text,
                        .meaning = "the IDX file of labels",
                        .required = true},
    ParameterDescriptor{.name = "testPath",
                        .title = "Test file",
                        .type = ParameterType::Text,
                        .meaning = "the IDX file of test pictures; empty: none"},
    ParameterDescriptor{.name = "testLabels",
                        .title = "Test label file",
                        .type = ParameterType::Text,
                        .meaning = "the IDX file of their labels"},
};

constexpr NamedPart kPart{.name = "idx",
                          .title = "Pictures and labels (IDX)",
                          .meaning = "Pictures of your own in MNIST's format, plain or gzip: a "
                                     "file of pictures and a file of labels.",
                          .parameters = kParameters};

Result<Samples> readPair(const ParameterSet& parameters,
                         std::string_view pictures,
                         std::string_view labels,
                         const DataFolders& folders)
{
    constexpr std::size_t kMostClasses = 256; // labels are bytes
    const Result<std::filesystem::path> pictureFile = userPath(parameters, pictures, folders);
    if (!pictureFile)
        return Unexpected<Error>{pictureFile.error()};
    const Result<std::filesystem::path> labelFile = userPath(parameters, labels, folders);
    if (!labelFile)
        return Unexpected<Error>{labelFile.error()};
    return readIdxSamples(*pictureFile, *labelFile, kMostClasses);
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
    std::vector<std::string> classes = numberedClasses(*train, *test);
    return userDataset(
        kPart, parameters.word("path"), std::move(classes), std::move(*train), std::move(*test));
}

} // namespace

constexpr CatalogEntry kIdxSet{.part = kPart,
                               .builtIn = false,
                               .fromPath = true,
                               .licence = kUserLicence,
                               .origin = "your own files, named by path and labels",
                               .load = &load,
                               .find = &nothingToFind};

} // namespace coterie
