#include "core/data/sets/mnist.h"

#include "core/data/catalog.h"
#include "core/data/formats/archives.h"
#include "core/data/formats/idx.h"
#include "core/data/formats/inflate_source.h"
#include "core/data/sets/make_dataset.h"
#include "core/data/sets/published_files.h"
#include "core/data/sets/sets.h"
#include "core/data/sets/user_files.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace coterie {

namespace {

/// A set published as MNIST is: four IDX files, whose names are the same for all such sets, so that
/// only the folder tells them apart.
struct IdxSet
{
    std::string_view name;
    std::string_view title;
    std::span<const std::string_view> folders; ///< below a data folder; the first is recommended
    bool fashion = false;                      ///< FashionMNIST/raw is never MNIST
    std::string_view address;
    std::span<const std::string_view> classNames;
};

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 4> kFiles{"train-images-idx3-ubyte",
                                                 "train-labels-idx1-ubyte",
                                                 "t10k-images-idx3-ubyte",
                                                 "t10k-labels-idx1-ubyte"};

bool isNamedAfterFashion(const fs::path& folder)
{
    std::error_code failed;
    const fs::path whole = (fs::absolute(folder, failed) / "").lexically_normal().parent_path();
    std::string name = whole.parent_path().filename().string() + '/' + whole.filename().string();
    for (char& letter : name)
        letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return name.find("fashion") != std::string::npos || name.find("fmnist") != std::string::npos;
}

bool isNotNamedAfterFashion(const fs::path& folder)
{
    return !isNamedAfterFashion(folder);
}

PublishedFiles published(const IdxSet& set)
{
    return {.title = set.title,
            .folders = set.folders,
            .files = kFiles,
            .address = set.address,
            .ending = ".gz",
            .mayHold = set.fashion ? &isNamedAfterFashion : &isNotNamedAfterFashion};
}

std::vector<std::filesystem::path> findIdxSet(const IdxSet& set, const DataFolders& folders)
{
    return findFiles(published(set), folders);
}

Result<std::shared_ptr<const Dataset>> loadIdxSet(const IdxSet& set, const DataFolders& folders)
{
    const std::vector<fs::path> files = findIdxSet(set, folders);
    if (files.empty())
        return Unexpected<Error>{filesMissing(published(set), folders)};

    return makeDataset({.name = set.name, .title = set.title},
                       {.classNames = set.classNames},
                       readIdxSamples(files[0], files[1], set.classNames.size()),
                       readIdxSamples(files[2], files[3], set.classNames.size()));
}

constexpr std::array<std::string_view, 3> kMnistFolders{"mnist", "MNIST", "MNIST/raw"};
constexpr IdxSet kMnist{.name = "mnist",
                        .title = "MNIST",
                        .folders = kMnistFolders,
                        .fashion = false,
                        .address = "https://ossci-datasets.s3.amazonaws.com/mnist/",
                        .classNames = kDigitNames};

} // namespace

constexpr CatalogEntry kMnistSet{
    .part = {.name = kMnist.name,
             .title = kMnist.title,
             .meaning = "60,000 handwritten digits and 10,000 official test digits, 28×28 grey.",
             .paper = "LeCun, Bottou, Bengio, Haffner: Gradient-based learning applied to "
                      "document recognition (1998)"},
    .builtIn = false,
    .licence = "none stated with the files",
    .origin = "Y. LeCun, C. Cortes, C. Burges. The four files train-images-idx3-ubyte.gz, "
              "train-labels-idx1-ubyte.gz, t10k-images-idx3-ubyte.gz and "
              "t10k-labels-idx1-ubyte.gz from https://ossci-datasets.s3.amazonaws.com/mnist/ "
              "(mirror: https://storage.googleapis.com/cvdf-datasets/mnist/) into DIR/mnist; DIR "
              "is named by --data or COTERIE_DATA.",
    .load = [](const ParameterSet&, std::uint64_t, const DataFolders& folders)
        -> Result<std::shared_ptr<const Dataset>> { return loadIdxSet(kMnist, folders); },
    .find = [](const DataFolders& folders) { return findIdxSet(kMnist, folders); }};

namespace {

constexpr std::array<std::string_view, 3> kFashionMnistFolders{
    "fashion-mnist", "FashionMNIST", "FashionMNIST/raw"};
constexpr std::array<std::string_view, 10> kClassNames{"T-shirt/top",
                                                       "Trouser",
                                                       "Pullover",
                                                       "Dress",
                                                       "Coat",
                                                       "Sandal",
                                                       "Shirt",
                                                       "Sneaker",
                                                       "Bag",
                                                       "Ankle boot"};
constexpr IdxSet kFashionMnist{.name = "fashionMnist",
                               .title = "Fashion-MNIST",
                               .folders = kFashionMnistFolders,
                               .fashion = true,
                               .address =
                                   "http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/",
                               .classNames = kClassNames};

} // namespace

constexpr CatalogEntry kFashionMnistSet{
    .part = {.name = kFashionMnist.name,
             .title = kFashionMnist.title,
             .meaning = "60,000 articles of clothing in ten classes and 10,000 official test "
                        "pictures, 28×28 grey.",
             .paper = "Xiao, Rasul, Vollgraf: Fashion-MNIST (2017), arXiv 1708.07747"},
    .builtIn = false,
    .licence = "MIT, Zalando SE",
    .origin = "Zalando Research. The four files train-images-idx3-ubyte.gz, "
              "train-labels-idx1-ubyte.gz, t10k-images-idx3-ubyte.gz and "
              "t10k-labels-idx1-ubyte.gz from "
              "http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/ into "
              "DIR/fashion-mnist; DIR is named by --data or COTERIE_DATA.",
    .load = [](const ParameterSet&, std::uint64_t, const DataFolders& folders)
        -> Result<std::shared_ptr<const Dataset>> { return loadIdxSet(kFashionMnist, folders); },
    .find = [](const DataFolders& folders) { return findIdxSet(kFashionMnist, folders); }};

namespace {

constexpr std::array kIdxFilesParameters{
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

constexpr NamedPart kIdxFilesPart{.name = "idx",
                                  .title = "Pictures and labels (IDX)",
                                  .meaning =
                                      "Pictures of your own in MNIST's format, plain or gzip: a "
                                      "file of pictures and a file of labels.",
                                  .parameters = kIdxFilesParameters};

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
loadIdxFiles(const ParameterSet& parameters, std::uint64_t, const DataFolders& folders)
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
    return userDataset(kIdxFilesPart,
                       parameters.word("path"),
                       std::move(classes),
                       std::move(*train),
                       std::move(*test));
}

} // namespace

constexpr CatalogEntry kIdxSet{.part = kIdxFilesPart,
                               .builtIn = false,
                               .fromPath = true,
                               .licence = kUserLicence,
                               .origin = "your own files, named by path and labels",
                               .load = &loadIdxFiles,
                               .find = &nothingToFind};

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLetters =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
// Where upper and lower case look alike they are one class; these lower ones do not.
constexpr std::string_view kMerged = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabdefghnqrt";

struct Split
{
    std::string_view word;     // as a parameter
    std::string_view fileWord; // in the files' names
    std::string_view letters;  // of the classes, in order
    std::size_t firstLabel = 0;
};

constexpr std::array kSplits{Split{"balanced", "balanced", kMerged},
                             Split{"byClass", "byclass", kLetters},
                             Split{"byMerge", "bymerge", kMerged},
                             Split{"letters", "letters", kLetters.substr(10, 26), 1},
                             Split{"digits", "digits", kLetters.substr(0, 10)},
                             Split{"mnist", "mnist", kLetters.substr(0, 10)}};
constexpr std::array<std::string_view, 6> kSplitWords{
    "balanced", "byClass", "byMerge", "letters", "digits", "mnist"};
constexpr std::array kEmnistParameters{ParameterDescriptor{
    .name = "split",
    .title = "Which of the sets",
    .type = ParameterType::Word,
    .defaultWord = "balanced",
    .words = kSplitWords,
    .meaning = "which of the six sets: balanced, byMerge (47 classes), byClass (62), letters (26), "
               "digits or mnist (10)"}};

constexpr NamedPart kEmnistPart{
    .name = "emnist",
    .title = "EMNIST",
    .meaning = "Handwritten digits and letters, 28×28 grey, in six selections; turned upright, "
               "which the published files are not.",
    .paper = "Cohen, Afshar, Tapson, van Schaik: EMNIST (2017), arXiv 1702.05373",
    .parameters = kEmnistParameters};

constexpr std::array<std::string_view, 3> kEmnistFolders{"emnist", "EMNIST", "EMNIST/raw"};

std::array<std::string, 4> fileNames(const Split& split)
{
    const std::string start = "emnist-" + std::string(split.fileWord);
    return {start + "-train-images-idx3-ubyte",
            start + "-train-labels-idx1-ubyte",
            start + "-test-images-idx3-ubyte",
            start + "-test-labels-idx1-ubyte"};
}

/// Calls `use` with what describes the files of a split.
template <typename Use>
auto withFiles(const Split& split, Use&& use)
{
    const std::array<std::string, 4> names = fileNames(split);
    const std::array<std::string_view, 4> files{names[0], names[1], names[2], names[3]};
    return use(PublishedFiles{.title = kEmnistPart.title,
                              .folders = kEmnistFolders,
                              .files = files,
                              .archive = "gzip.zip",
                              .address = "https://biometrics.nist.gov/cs_links/EMNIST/"});
}

std::vector<fs::path> find(const DataFolders& folders)
{
    for (const Split& split : kSplits)
        if (std::vector<fs::path> files = withFiles(
                split, [&](const PublishedFiles& set) { return findFiles(set, folders); });
            !files.empty())
            return files;
    return {};
}

/// The files hold pictures column by column.
void turnUpright(Samples& samples)
{
    auto& values = std::get<std::vector<std::uint8_t>>(samples.values);
    const std::size_t height = samples.shape.width; // and the other way round
    const std::size_t width = samples.shape.height;
    std::vector<std::uint8_t> turned(height * width);
    for (std::size_t start = 0; start < values.size(); start += turned.size()) {
        for (std::size_t row = 0; row < height; ++row)
            for (std::size_t column = 0; column < width; ++column)
                turned[row * width + column] = values[start + column * height + row];
        std::ranges::copy(turned, values.begin() + static_cast<std::ptrdiff_t>(start));
    }
    samples.shape = {.channels = 1, .height = height, .width = width};
}

Result<ByteSourcePointer>
fromArchive(const ZipArchive& archive, const std::string& archiveName, const std::string& name)
{
    const ZipMember* member = archive.find("gzip/" + name + ".gz");
    if (member == nullptr)
        return fail(archiveName, "must contain gzip/" + name + ".gz");
    Result<ByteSourcePointer> content = archive.content(*member);
    return content ? unpackedIfGzip(std::move(*content)) : std::move(content);
}

Result<Samples> readPair(const Result<ByteSourcePointer>& images,
                         const Result<ByteSourcePointer>& labels,
                         const Split& split)
{
    for (const Result<ByteSourcePointer>* source : {&images, &labels})
        if (!*source)
            return Unexpected<Error>{source->error()};
    Result<Samples> samples =
        readIdxSamples(**images, **labels, split.letters.size(), split.firstLabel);
    if (samples)
        turnUpright(*samples);
    return samples;
}

Result<DatasetPointer>
loadEmnist(const ParameterSet& parameters, std::uint64_t, const DataFolders& folders)
{
    const Split& split = *std::ranges::find(kSplits, parameters.word("split"), &Split::word);
    std::vector<std::string_view> classNames;
    for (std::size_t i = 0; i < split.letters.size(); ++i)
        classNames.push_back(split.letters.substr(i, 1));
    return withFiles(split, [&](const PublishedFiles& set) -> Result<DatasetPointer> {
        const std::vector<fs::path> files = findFiles(set, folders);
        if (files.empty())
            return Unexpected<Error>{filesMissing(set, folders)};
        if (!isArchive(set, files))
            return makeDataset(kEmnistPart,
                               {.classNames = classNames},
                               readPair(openUnpacked(files[0]), openUnpacked(files[1]), split),
                               readPair(openUnpacked(files[2]), openUnpacked(files[3]), split));
        Result<std::shared_ptr<ByteStore>> store = openStore(files[0]);
        if (!store)
            return Unexpected<Error>{store.error()};
        const Result<ZipArchive> archive = ZipArchive::open(*store);
        if (!archive)
            return Unexpected<Error>{archive.error()};
        const auto member = [&](std::size_t i) {
            return fromArchive(*archive, files[0].string(), std::string(set.files[i]));
        };
        return makeDataset(kEmnistPart,
                           {.classNames = classNames},
                           readPair(member(0), member(1), split),
                           readPair(member(2), member(3), split));
    });
}

/// The files of the split that is asked for; another's are no help.
bool isHere(const ParameterSet& parameters, const DataFolders& folders)
{
    const Split& split = *std::ranges::find(kSplits, parameters.word("split"), &Split::word);
    return withFiles(split,
                     [&](const PublishedFiles& set) { return !findFiles(set, folders).empty(); });
}

} // namespace

constexpr CatalogEntry kEmnistSet{
    .part = kEmnistPart,
    .builtIn = false,
    .licence = "none stated with the files; NIST Special Database 19",
    .origin = "G. Cohen, S. Afshar, J. Tapson, A. van Schaik. gzip.zip from "
              "https://biometrics.nist.gov/cs_links/EMNIST/ into DIR/emnist, where it is read in "
              "place, or its emnist-SPLIT-… files unpacked there; DIR is named by --data or "
              "COTERIE_DATA.",
    .load = &loadEmnist,
    .find = &find,
    .isHere = &isHere};

} // namespace coterie
