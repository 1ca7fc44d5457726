#include "core/data/formats/idx.h"
#include "core/data/formats/inflate_source.h"
#include "core/data/formats/zip.h"
#include "core/data/sets/make_dataset.h"
#include "core/data/sets/published_files.h"
#include "core/data/sets/sets.h"

#include <algorithm>
#include <array>

namespace coterie {

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
constexpr std::array kParameters{ParameterDescriptor{
    .name = "split",
    .title = "Which of the sets",
    .type = ParameterType::Word,
    .defaultWord = "balanced",
    .words = kSplitWords,
    .meaning = "which of the six sets: balanced, byMerge (47 classes), byClass (62), letters (26), "
               "digits or mnist (10)"}};

constexpr NamedPart kPart{
    .name = "emnist",
    .title = "EMNIST",
    .meaning = "Handwritten digits and letters, 28×28 grey, in six selections; turned upright, "
               "which the published files are not.",
    .paper = "Cohen, Afshar, Tapson, van Schaik: EMNIST (2017), arXiv 1702.05373",
    .parameters = kParameters};

constexpr std::array<std::string_view, 3> kFolders{"emnist", "EMNIST", "EMNIST/raw"};

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
    return use(PublishedFiles{.title = kPart.title,
                              .folders = kFolders,
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
        return fail(archiveName, "gzip/" + name + ".gz needed in it");
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
load(const ParameterSet& parameters, std::uint64_t, const DataFolders& folders)
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
            return makeDataset(kPart,
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
        return makeDataset(kPart,
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
    .part = kPart,
    .builtIn = false,
    .licence = "none stated with the files; NIST Special Database 19",
    .origin = "G. Cohen, S. Afshar, J. Tapson, A. van Schaik. gzip.zip from "
              "https://biometrics.nist.gov/cs_links/EMNIST/ into DIR/emnist, where it is read in "
              "place, or its emnist-SPLIT-… files unpacked there; DIR is named by --data or "
              "COTERIE_DATA.",
    .load = &load,
    .find = &find,
    .isHere = &isHere};

} // namespace coterie
