#include "core/base/lower_case.h"
#include "core/data/formats/idx.h"
#include "core/data/formats/numbers.h"
#include "core/data/sets/published_files.h"
#include "core/data/sets/user_files.h"

#include <algorithm>
#include <array>

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
    const std::string name =
        lowerCase(whole.parent_path().filename().string() + '/' + whole.filename().string());
    return name.find("fashion") != std::string::npos || name.find("fmnist") != std::string::npos;
}

bool isNotNamedAfterFashion(const fs::path& folder)
{
    return !isNamedAfterFashion(folder);
}

/// Pictures and labels of the training or the test part, whose files follow each other.
Result<Samples>
readFiles(const OpenFile& open, std::size_t part, std::size_t classes, std::size_t firstLabel = 0)
{
    COTERIE_TRY(const ByteSourcePointer labels, open(2 * part + 1));
    COTERIE_TRY(const ByteSourcePointer images, open(2 * part));
    return readIdxSamples(*images, *labels, classes, firstLabel);
}

/// A set published as MNIST is: four IDX files, whose names are the same for all such sets, so that
/// only the folder tells them apart.
template <const PublishedFiles& kSet, const auto& kClassNames>
Result<DatasetPointer> loadIdxSet(const ParameterSet&, const DataFolders& folders)
{
    return loadPublished(
        kSet, folders, {.classNames = kClassNames}, [](const OpenFile& open, std::size_t part) {
            return readFiles(open, part, kClassNames.size());
        });
}

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
constexpr PublishedFiles kMnist{
    .part = {.name = "mnist",
             .title = "MNIST",
             .meaning = "60,000 handwritten digits and 10,000 official test digits, 28×28 grey.",
             .paper = "LeCun, Bottou, Bengio, Haffner: Gradient-based learning applied to document "
                      "recognition (1998)"},
    .folders = {"mnist", "MNIST", "MNIST/raw"},
    .files = kFiles,
    .address = "https://ossci-datasets.s3.amazonaws.com/mnist/",
    .ending = ".gz",
    .mayHold = &isNotNamedAfterFashion,
    .downloads = kMnistDownloads};

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
    .part = {.name = "fashionMnist",
             .title = "Fashion-MNIST",
             .meaning = "60,000 articles of clothing in ten classes and 10,000 official test "
                        "pictures, 28×28 grey.",
             .paper = "Xiao, Rasul, Vollgraf: Fashion-MNIST (2017), arXiv 1708.07747"},
    .folders = {"fashion-mnist", "FashionMNIST", "FashionMNIST/raw"},
    .files = kFiles,
    .address = "http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/",
    .ending = ".gz",
    .mayHold = &isNamedAfterFashion,
    .downloads = kFashionDownloads};

constexpr std::array kIdxFilesParameters{
    kPathParameter,
    required(textParameter("labels", "Label file", "the IDX file of labels")),
    textParameter("testPath", "Test file", "the IDX file of test pictures; empty: none"),
    textParameter("testLabels", "Test label file", "the IDX file of their labels"),
};

constexpr NamedPart kIdxFilesPart{.name = "idx",
                                  .title = "Pictures and labels (IDX)",
                                  .meaning = "Pictures of your own in MNIST's format, plain or "
                                             "gzip: a file of pictures and a file of labels.",
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
    COTERIE_TRY(Samples test, readBeside(memoryOf(train), [&] {
                    return parameters.word("testPath").empty()
                               ? Samples{}
                               : readPair(parameters, "testPath", "testLabels", folders);
                }));
    return userDataset(kIdxFilesPart, parameters.word("path"), std::move(train), std::move(test));
}

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
constexpr std::array kEmnistParameters{
    ParameterDescriptor{.name = "split",
                        .title = "Which of the sets",
                        .type = ParameterType::Word,
                        .defaultWord = "balanced",
                        .words = kSplitWords,
                        .meaning = "which of the six sets: balanced, byMerge (47 classes), byClass "
                                   "(62), letters (26), digits or mnist (10)"}};

constexpr std::array kEmnistDownloads{PublishedFile{
    .name = "gzip.zip",
    .bytes = 561753746,
    .sha256 = "fb9bb67e33772a9cc0b895e4ecf36d2cf35be8b709693c3564cea2a019fcda8e",
    .md5 = "58c8d27c78d21e728a6bc7b3cc06412e",
    .note = "size and SHA-256 as several public programs have them, MD5 as torchvision checks it"}};
constexpr PublishedFiles kEmnist{
    .part = {.name = "emnist",
             .title = "EMNIST",
             .meaning = "Handwritten digits and letters, 28×28 grey, in six selections; turned "
                        "upright, which the published files are not.",
             .paper = "Cohen, Afshar, Tapson, van Schaik: EMNIST (2017), arXiv 1702.05373",
             .parameters = kEmnistParameters},
    .folders = {"emnist", "EMNIST", "EMNIST/raw"},
    .archive = "gzip.zip",
    .archiveFolder = "gzip/",
    .address = "https://biometrics.nist.gov/cs_links/EMNIST/",
    .ending = ".gz",
    .downloads = kEmnistDownloads};

/// Calls `use` with what describes the files of a split.
template <typename Use>
auto withFiles(const Split& split, Use&& use)
{
    const std::string start = "emnist-" + std::string(split.fileWord);
    const std::array names{start + "-train-images-idx3-ubyte",
                           start + "-train-labels-idx1-ubyte",
                           start + "-test-images-idx3-ubyte",
                           start + "-test-labels-idx1-ubyte"};
    const std::vector<std::string_view> files(names.begin(), names.end());
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

Result<DatasetPointer> loadEmnist(const ParameterSet& parameters, const DataFolders& folders)
{
    const Split& split = *std::ranges::find(kSplits, parameters.word("split"), &Split::word);
    std::vector<std::string_view> classNames;
    for (std::size_t i = 0; i < split.letters.size(); ++i)
        classNames.push_back(split.letters.substr(i, 1));
    const auto read = [&split](const OpenFile& open, std::size_t part) {
        Result<Samples> samples = readFiles(open, part, split.letters.size(), split.firstLabel);
        if (samples) { // the files hold pictures column by column
            SampleShape& shape = samples->shape;
            std::swap(shape.height, shape.width);
            transposeBlocks(
                std::get<std::vector<std::uint8_t>>(samples->values), shape.height, shape.width);
        }
        return samples;
    };
    return withFiles(split, [&](const PublishedFiles& set) {
        return loadPublished(set, folders, {.classNames = classNames}, read);
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

constexpr CatalogEntry kMnistSet = withSamples(
    publishedSet<kMnist>(
        "none stated with the files",
        "Y. LeCun, C. Cortes, C. Burges. The four files train-images-idx3-ubyte.gz, "
        "train-labels-idx1-ubyte.gz, t10k-images-idx3-ubyte.gz and t10k-labels-idx1-ubyte.gz from "
        "https://ossci-datasets.s3.amazonaws.com/mnist/ (mirror: "
        "https://storage.googleapis.com/cvdf-datasets/mnist/) into DIR/mnist; DIR is named by "
        "--data "
        "or COTERIE_DATA.",
        &loadIdxSet<kMnist, kDigitNames>),
    pictures(1, 28, 10));

constexpr CatalogEntry kFashionMnistSet = withSamples(
    publishedSet<kFashionMnist>(
        "MIT, Zalando SE",
        "Zalando Research. The four files train-images-idx3-ubyte.gz, train-labels-idx1-ubyte.gz, "
        "t10k-images-idx3-ubyte.gz and t10k-labels-idx1-ubyte.gz from "
        "http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/ into DIR/fashion-mnist; DIR "
        "is "
        "named by --data or COTERIE_DATA.",
        &loadIdxSet<kFashionMnist, kClothes>),
    pictures(1, 28, 10));

constexpr CatalogEntry kIdxSet =
    userSet(kIdxFilesPart, "your own files, named by path and labels", &loadIdxFiles);

constexpr CatalogEntry kEmnistSet{
    .part = kEmnist.part,
    .builtIn = false,
    .licence = "none stated with the files; NIST Special Database 19",
    .origin =
        "G. Cohen, S. Afshar, J. Tapson, A. van Schaik. gzip.zip from "
        "https://biometrics.nist.gov/cs_links/EMNIST/ into DIR/emnist, where it is read in place, "
        "or its emnist-SPLIT-… files unpacked there; DIR is named by --data or COTERIE_DATA.",
    .load = &loadEmnist,
    .find = &find,
    .isHere = &isHere,
    .published = &kEmnist,
    .samples = pictures(1, 28, kMerged.size())};

} // namespace coterie
