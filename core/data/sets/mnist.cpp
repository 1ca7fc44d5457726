#include "core/base/try.h"
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

/// A set published as MNIST is: four IDX files, whose names are the same for all such sets, so that
/// only the folder tells them apart.
Result<DatasetPointer> loadIdxSet(const NamedPart& part,
                                  const PublishedFiles& set,
                                  std::span<const std::string_view> classNames,
                                  const DataFolders& folders)
{
    COTERIE_TRY(const std::vector<fs::path> files, neededFiles(set, folders));
    return makeDataset(part,
                       {.classNames = classNames},
                       readIdxSamples(files[0], files[1], classNames.size()),
                       readIdxSamples(files[2], files[3], classNames.size()));
}

constexpr NamedPart kMnistPart{
    .name = "mnist",
    .title = "MNIST",
    .meaning = "60,000 handwritten digits and 10,000 official test digits, 28×28 grey.",
    .paper = "LeCun, Bottou, Bengio, Haffner: Gradient-based learning applied to document "
             "recognition (1998)"};
constexpr std::array<std::string_view, 3> kMnistFolders{"mnist", "MNIST", "MNIST/raw"};
constexpr std::array kMnistDownloads{
    PublishedFile{.name = "train-images-idx3-ubyte.gz",
                  .bytes = 9912422,
                  .sha256 = "440fcabf73cc546fa21475e81ea370265605f56be210a4024d2ca8f203523609",
                  .md5 = "f68b3c2dcbeaaa9fbdd348bbdeb94873"},
    PublishedFile{.name = "train-labels-idx1-ubyte.gz",
                  .bytes = 28881,
                  .sha256 = "3552534a0a558bbed6aed32b30c495cca23d567ec52cac8be1a0730e8010255c",
                  .md5 = "d53e105ee54ea40749a09fcbcd1e9432"},
    PublishedFile{.name = "t10k-images-idx3-ubyte.gz",
                  .bytes = 1648877,
                  .sha256 = "8d422c7b0a1c1c79245a5bcf07fe86e33eeafee792b84584aec276f5a2dbc4e6",
                  .md5 = "9fb629c4189551a2d022fa330f9573f3"},
    PublishedFile{.name = "t10k-labels-idx1-ubyte.gz",
                  .bytes = 4542,
                  .sha256 = "f7ae60f92e00ec6debd23a6088c31dbd2371eca3ffa0defaefb259924204aec6",
                  .md5 = "ec29112dd5afa0611ce80d1b7f02629c"}};
constexpr PublishedFiles kMnist{.title = "MNIST",
                                .folders = kMnistFolders,
                                .files = kFiles,
                                .address = "https://ossci-datasets.s3.amazonaws.com/mnist/",
                                .ending = ".gz",
                                .mayHold = &isNotNamedAfterFashion,
                                .downloads = kMnistDownloads};

constexpr NamedPart kFashionMnistPart{
    .name = "fashionMnist",
    .title = "Fashion-MNIST",
    .meaning = "60,000 articles of clothing in ten classes and 10,000 official test pictures, "
               "28×28 grey.",
    .paper = "Xiao, Rasul, Vollgraf: Fashion-MNIST (2017), arXiv 1708.07747"};
constexpr std::array<std::string_view, 3> kFashionMnistFolders{
    "fashion-mnist", "FashionMNIST", "FashionMNIST/raw"};
constexpr std::array<std::string_view, 10> kClothes{"T-shirt/top",
                                                    "Trouser",
                                                    "Pullover",
                                                    "Dress",
                                                    "Coat",
                                                    "Sandal",
                                                    "Shirt",
                                                    "Sneaker",
                                                    "Bag",
                                                    "Ankle boot"};
constexpr std::array kFashionDownloads{
    PublishedFile{.name = "train-images-idx3-ubyte.gz",
                  .bytes = 26421880,
                  .sha256 = "3aede38d61863908ad78613f6a32ed271626dd12800ba2636569512369268a84",
                  .md5 = "8d4fb7e6c68d591d4c3dfef9ec88bf0d"},
    PublishedFile{.name = "train-labels-idx1-ubyte.gz",
                  .bytes = 29515,
                  .sha256 = "a04f17134ac03560a47e3764e11b92fc97de4d1bfaf8ba1a3aa29af54cc90845",
                  .md5 = "25c81989df183df01b3e8a0aad5dffbe"},
    PublishedFile{.name = "t10k-images-idx3-ubyte.gz",
                  .bytes = 4422102,
                  .sha256 = "346e55b948d973a97e58d2351dde16a484bd415d4595297633bb08f03db6a073",
                  .md5 = "bef4ecab320f06d8554ea6380940ec79"},
    PublishedFile{.name = "t10k-labels-idx1-ubyte.gz",
                  .bytes = 5148,
                  .sha256 = "67da17c76eaffca5446c3361aaab5c3cd6d1c2608764d35dfb1850b086bf8dd5",
                  .md5 = "bb300cfdad3c16e7a12a480ee83cd310"}};
constexpr PublishedFiles kFashionMnist{
    .title = "Fashion-MNIST",
    .folders = kFashionMnistFolders,
    .files = kFiles,
    .address = "http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/",
    .ending = ".gz",
    .mayHold = &isNamedAfterFashion,
    .downloads = kFashionDownloads};

} // namespace

constexpr CatalogEntry kMnistSet{
    .part = kMnistPart,
    .builtIn = false,
    .licence = "none stated with the files",
    .origin = "Y. LeCun, C. Cortes, C. Burges. The four files train-images-idx3-ubyte.gz, "
              "train-labels-idx1-ubyte.gz, t10k-images-idx3-ubyte.gz and "
              "t10k-labels-idx1-ubyte.gz from https://ossci-datasets.s3.amazonaws.com/mnist/ "
              "(mirror: https://storage.googleapis.com/cvdf-datasets/mnist/) into DIR/mnist; DIR "
              "is named by --data or COTERIE_DATA.",
    .load =
        [](const ParameterSet&, const DataFolders& folders) {
            return loadIdxSet(kMnistPart, kMnist, kDigitNames, folders);
        },
    .find = &found<kMnist>,
    .published = &kMnist};

constexpr CatalogEntry kFashionMnistSet{
    .part = kFashionMnistPart,
    .builtIn = false,
    .licence = "MIT, Zalando SE",
    .origin = "Zalando Research. The four files train-images-idx3-ubyte.gz, "
              "train-labels-idx1-ubyte.gz, t10k-images-idx3-ubyte.gz and "
              "t10k-labels-idx1-ubyte.gz from "
              "http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/ into "
              "DIR/fashion-mnist; DIR is named by --data or COTERIE_DATA.",
    .load =
        [](const ParameterSet&, const DataFolders& folders) {
            return loadIdxSet(kFashionMnistPart, kFashionMnist, kClothes, folders);
        },
    .find = &found<kFashionMnist>,
    .published = &kFashionMnist};

namespace {

constexpr std::array kIdxFilesParameters{
    kPathParameter,
    required(textParameter("labels", "Label file", "the IDX file of labels")),
    textParameter("testPath", "Test file", "the IDX file of test pictures; empty: none"),
    textParameter("testLabels", "Test label file", "the IDX file of their labels"),
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
    COTERIE_TRY(const std::filesystem::path pictureFile, userPath(parameters, pictures, folders));
    COTERIE_TRY(const std::filesystem::path labelFile, userPath(parameters, labels, folders));
    return readIdxSamples(pictureFile, labelFile, kMostClasses);
}

Result<DatasetPointer> loadIdxFiles(const ParameterSet& parameters, const DataFolders& folders)
{
    COTERIE_TRY(Samples train, readPair(parameters, "path", "labels", folders));
    COTERIE_TRY(Samples test,
                !namesFile(parameters, "testPath")
                    ? Samples{}
                    : readPair(parameters, "testPath", "testLabels", folders));
    return userDataset(kIdxFilesPart, parameters.word("path"), std::move(train), std::move(test));
}

} // namespace

constexpr CatalogEntry kIdxSet =
    userSet(kIdxFilesPart, "your own files, named by path and labels", &loadIdxFiles);

namespace {

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

constexpr std::array kEmnistDownloads{PublishedFile{
    .name = "gzip.zip",
    .bytes = 561753746,
    .sha256 = "fb9bb67e33772a9cc0b895e4ecf36d2cf35be8b709693c3564cea2a019fcda8e",
    .md5 = "58c8d27c78d21e728a6bc7b3cc06412e",
    .note = "size and SHA-256 as several public programs have them, MD5 as torchvision checks it"}};
constexpr PublishedFiles kEmnist{.title = kEmnistPart.title,
                                 .folders = kEmnistFolders,
                                 .archive = "gzip.zip",
                                 .address = "https://biometrics.nist.gov/cs_links/EMNIST/",
                                 .downloads = kEmnistDownloads};

/// Calls `use` with what describes the files of a split.
template <typename Use>
auto withFiles(const Split& split, Use&& use)
{
    const std::array<std::string, 4> names = fileNames(split);
    const std::array<std::string_view, 4> files{names[0], names[1], names[2], names[3]};
    PublishedFiles set = kEmnist;
    set.files = files;
    return use(set);
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

Result<DatasetPointer> loadEmnist(const ParameterSet& parameters, const DataFolders& folders)
{
    const Split& split = *std::ranges::find(kSplits, parameters.word("split"), &Split::word);
    std::vector<std::string_view> classNames;
    for (std::size_t i = 0; i < split.letters.size(); ++i)
        classNames.push_back(split.letters.substr(i, 1));
    return withFiles(split, [&](const PublishedFiles& set) -> Result<DatasetPointer> {
        COTERIE_TRY(const std::vector<fs::path> files, neededFiles(set, folders));
        if (!isArchive(set, files))
            return makeDataset(kEmnistPart,
                               {.classNames = classNames},
                               readPair(openUnpacked(files[0]), openUnpacked(files[1]), split),
                               readPair(openUnpacked(files[2]), openUnpacked(files[3]), split));
        COTERIE_TRY(const ZipArchive archive, ZipArchive::open(files[0]));
        const auto member = [&](std::size_t i) {
            return fromArchive(archive, files[0].string(), std::string(set.files[i]));
        };
        return makeDataset(kEmnistPart,
                           {.classNames = classNames},
                           readPair(member(0), member(1), split),
                           readPair(member(2), member(3), split));
    });
}

/// The files of the chosen split must exist.
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
    .isHere = &isHere,
    .published = &kEmnist};

} // namespace coterie
