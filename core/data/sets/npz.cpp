#include "core/data/formats/npy.h"
#include "core/data/formats/zip.h"
#include "core/data/sets/array_samples.h"
#include "core/data/sets/sets.h"
#include "core/data/sets/user_files.h"
#include "core/spec/nearest_word.h"

namespace coterie {

namespace {

constexpr std::array kParameters{
    kPathParameter,
    ParameterDescriptor{.name = "x",
                        .title = "Array of samples",
                        .type = ParameterType::Text,
                        .defaultWord = "x",
                        .meaning = "the name of the array of samples"},
    ParameterDescriptor{.name = "y",
                        .title = "Array of labels",
                        .type = ParameterType::Text,
                        .defaultWord = "y",
                        .meaning = "the name of the array of labels"},
    ParameterDescriptor{.name = "xTest",
                        .title = "Array of test samples",
                        .type = ParameterType::Text,
                        .meaning = "the name of the array of test samples; empty: none"},
    ParameterDescriptor{.name = "yTest",
                        .title = "Array of test labels",
                        .type = ParameterType::Text,
                        .meaning = "the name of the array of their labels"},
    kChannelsParameter,
    kTaskParameter,
};

constexpr NamedPart kPart{
    .name = "npz",
    .title = "NumPy arrays (.npz)",
    .meaning = "Arrays of your own in one file, as numpy.savez and savez_compressed write it.",
    .parameters = kParameters};

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
        return Unexpected<Error>{Error{.place = "/data/dataset/" + std::string(parameter),
                                       .found = name,
                                       .needed = "an array of " + file + " needed (" + all + ")",
                                       .nearest = nearestWord(name, names)}};
    }
    const Result<ByteSourcePointer> content = archive.content(*member);
    if (!content)
        return Unexpected<Error>{content.error()};
    return readNpy(**content);
}

Result<Samples> readPair(const ZipArchive& archive,
                         const std::string& file,
                         const ParameterSet& parameters,
                         std::string_view samples,
                         std::string_view labels)
{
    Result<NpyArray> x = readArray(archive, file, parameters, samples);
    if (!x)
        return Unexpected<Error>{x.error()};
    const Result<NpyArray> y = readArray(archive, file, parameters, labels);
    if (!y)
        return Unexpected<Error>{y.error()};
    return samplesOf(std::move(*x), *y, file, parameters);
}

Result<DatasetPointer>
load(const ParameterSet& parameters, std::uint64_t, const DataFolders& folders)
{
    const Result<std::filesystem::path> file = userPath(parameters, "path", folders);
    if (!file)
        return Unexpected<Error>{file.error()};
    const Result<std::shared_ptr<ByteStore>> store = openStore(*file);
    if (!store)
        return Unexpected<Error>{store.error()};
    const Result<ZipArchive> archive = ZipArchive::open(*store);
    if (!archive)
        return Unexpected<Error>{archive.error()};
    Result<Samples> train = readPair(*archive, file->string(), parameters, "x", "y");
    if (!train)
        return Unexpected<Error>{train.error()};
    Result<Samples> test = namesFile(parameters, "xTest")
                               ? readPair(*archive, file->string(), parameters, "xTest", "yTest")
                               : Result<Samples>(Samples{});
    if (!test)
        return Unexpected<Error>{test.error()};
    std::vector<std::string> classes =
        train->labels.empty() ? std::vector<std::string>() : numberedClasses(*train, *test);
    return userDataset(kPart, *file, std::move(classes), std::move(*train), std::move(*test));
}

} // namespace

constexpr CatalogEntry kNpzSet{.part = kPart,
                               .builtIn = false,
                               .fromPath = true,
                               .licence = kUserLicence,
                               .origin = "your own file, named by path",
                               .load = &load,
                               .find = &nothingToFind};

} // namespace coterie
