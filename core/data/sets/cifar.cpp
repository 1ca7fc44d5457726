#include "core/data/formats/cifar.h"

#include "core/data/formats/archives.h"
#include "core/data/formats/bytes.h"
#include "core/data/formats/inflate_source.h"
#include "core/data/sets/make_dataset.h"
#include "core/data/sets/published_files.h"
#include "core/data/sets/sets.h"
#include "core/data/sets/user_files.h"

#include <algorithm>
#include <array>

namespace coterie {

namespace {

/// CIFAR's binary version: files of records, the last of them the official test set; or the
/// official .tar.gz, read in place.
struct CifarSet
{
    const NamedPart& part;
    PublishedFiles files;
    CifarLayout layout; ///< its `records` are those of one training file
    std::size_t testRecords = 10000;
    std::span<const std::string_view> classNames;
};

namespace fs = std::filesystem;

/// The training and test samples while the files come in, each into room that is reserved at once:
/// pictures are held once and never moved.
class Incoming
{
public:
    explicit Incoming(const CifarSet& set)
        : m_set(set)
        , train(roomFor(set.layout.records * (set.files.files.size() - 1)))
        , test(roomFor(set.testRecords))
    {}

    Result<void> append(std::size_t file, ByteSource& source)
    {
        CifarLayout layout = m_set.layout;
        if (file + 1 == m_set.files.files.size()) {
            layout.records = m_set.testRecords;
            return appendCifar(source, layout, test);
        }
        m_order.push_back(file);
        return appendCifar(source, layout, train);
    }

    /// Brings the training files into the order of their names, whatever order they came in.
    void sort()
    {
        for (std::size_t place = 0; place < m_order.size(); ++place) {
            const auto held =
                static_cast<std::size_t>(std::ranges::find(m_order, place) - m_order.begin());
            if (held == place)
                continue;
            std::swap(m_order[held], m_order[place]);
            const std::size_t records = m_set.layout.records;
            swapBlocks(std::get<std::vector<std::uint8_t>>(train.values),
                       place,
                       held,
                       records * kCifarShape.size());
            swapBlocks(train.labels, place, held, records);
        }
    }

private:
    static Samples roomFor(std::size_t records)
    {
        Samples samples;
        std::vector<std::uint8_t> values;
        values.reserve(records * kCifarShape.size());
        samples.values = std::move(values);
        samples.labels.reserve(records);
        return samples;
    }

    template <typename T>
    static void swapBlocks(std::vector<T>& values, std::size_t a, std::size_t b, std::size_t size)
    {
        const auto block = [&](std::size_t i) {
            return values.begin() + static_cast<std::ptrdiff_t>(i * size);
        };
        std::swap_ranges(block(a), block(a + 1), block(b));
    }

    const CifarSet& m_set;
    std::vector<std::size_t> m_order; // which file each block of `train` is

public:
    Samples train;
    Samples test;
};

Result<void> readFiles(const std::vector<fs::path>& files, Incoming& incoming)
{
    for (std::size_t file = 0; file < files.size(); ++file) {
        const Result<ByteSourcePointer> source = openUnpacked(files[file]);
        if (!source)
            return Unexpected<Error>{source.error()};
        if (const Result<void> done = incoming.append(file, **source); !done)
            return done;
    }
    return {};
}

/// The files lie in the archive in an order of their own.
Result<void> readArchive(const CifarSet& set, const fs::path& archive, Incoming& incoming)
{
    const std::span<const std::string_view> names = set.files.files;
    std::vector<bool> found(names.size(), false);
    const Result<ByteSourcePointer> source = openUnpacked(archive);
    if (!source)
        return Unexpected<Error>{source.error()};
    const Result<void> done =
        readTar(**source, [&](const std::string& name, ByteSource& content) -> Result<bool> {
            const auto known = std::ranges::find(names, fs::path(name).filename().string());
            const auto file = static_cast<std::size_t>(known - names.begin());
            if (known == names.end() || found[file])
                return true;
            found[file] = true;
            if (const Result<void> read = incoming.append(file, content); !read)
                return Unexpected<Error>{read.error()};
            return std::ranges::find(found, false) != found.end();
        });
    if (!done)
        return done;
    for (std::size_t file = 0; file < names.size(); ++file)
        if (!found[file])
            return fail(archive.string(), "must contain " + std::string(names[file]));
    incoming.sort();
    return {};
}

Result<DatasetPointer> loadCifarSet(const CifarSet& set, const DataFolders& folders)
{
    const std::vector<fs::path> files = findFiles(set.files, folders);
    if (files.empty())
        return Unexpected<Error>{filesMissing(set.files, folders)};
    Incoming incoming(set);
    const Result<void> done = isArchive(set.files, files)
                                  ? readArchive(set, files.front(), incoming)
                                  : readFiles(files, incoming);
    if (!done)
        return Unexpected<Error>{done.error()};
    return makeDataset(set.part,
                       {.classNames = set.classNames},
                       std::move(incoming.train),
                       std::move(incoming.test));
}

constexpr NamedPart kCifar10Part{
    .name = "cifar10",
    .title = "CIFAR-10",
    .meaning = "50,000 photographs of ten kinds of things and 10,000 official test pictures, 32×32 "
               "in colour.",
    .paper = "Krizhevsky: Learning multiple layers of features from tiny images (2009)"};
constexpr std::array<std::string_view, 10> kCifar10ClassNames{
    "airplane", "automobile", "bird", "cat", "deer", "dog", "frog", "horse", "ship", "truck"};
constexpr std::array<std::string_view, 4> kCifar10Folders{
    "cifar-10", "cifar-10-batches-bin", "cifar-10/cifar-10-batches-bin", "CIFAR10"};
constexpr std::array<std::string_view, 6> kCifar10Files{"data_batch_1.bin",
                                                        "data_batch_2.bin",
                                                        "data_batch_3.bin",
                                                        "data_batch_4.bin",
                                                        "data_batch_5.bin",
                                                        "test_batch.bin"};
constexpr CifarSet kCifar10{.part = kCifar10Part,
                            .files = {.title = "CIFAR-10",
                                      .folders = kCifar10Folders,
                                      .files = kCifar10Files,
                                      .archive = "cifar-10-binary.tar.gz",
                                      .address = "https://www.cs.toronto.edu/~kriz/"},
                            .layout = {.labelBytes = 1, .classes = 10, .records = 10000},
                            .testRecords = 10000,
                            .classNames = kCifar10ClassNames};

} // namespace

constexpr CatalogEntry kCifar10Set{
    .part = kCifar10Part,
    .builtIn = false,
    .licence = "none stated; cite the 2009 technical report",
    .origin = "A. Krizhevsky. cifar-10-binary.tar.gz from https://www.cs.toronto.edu/~kriz/ into "
              "DIR/cifar-10, where it is read in place, or its six .bin files (.bin.gz will do) "
              "unpacked there; DIR is named by --data or COTERIE_DATA.",
    .load = [](const ParameterSet&,
               std::uint64_t,
               const DataFolders& folders) { return loadCifarSet(kCifar10, folders); },
    .find = [](const DataFolders& folders) { return findFiles(kCifar10.files, folders); }};

namespace {

constexpr NamedPart kCifar100Part{
    .name = "cifar100",
    .title = "CIFAR-100",
    .meaning = "50,000 photographs of a hundred kinds of things and 10,000 official test pictures, "
               "32×32 in colour.",
    .paper = "Krizhevsky: Learning multiple layers of features from tiny images (2009)"};
constexpr std::array<std::string_view, 100> kCifar100ClassNames{
    "apple",       "aquarium fish", "baby",      "bear",       "beaver",       "bed",
    "bee",         "beetle",        "bicycle",   "bottle",     "bowl",         "boy",
    "bridge",      "bus",           "butterfly", "camel",      "can",          "castle",
    "caterpillar", "cattle",        "chair",     "chimpanzee", "clock",        "cloud",
    "cockroach",   "couch",         "crab",      "crocodile",  "cup",          "dinosaur",
    "dolphin",     "elephant",      "flatfish",  "forest",     "fox",          "girl",
    "hamster",     "house",         "kangaroo",  "keyboard",   "lamp",         "lawn mower",
    "leopard",     "lion",          "lizard",    "lobster",    "man",          "maple tree",
    "motorcycle",  "mountain",      "mouse",     "mushroom",   "oak tree",     "orange",
    "orchid",      "otter",         "palm tree", "pear",       "pickup truck", "pine tree",
    "plain",       "plate",         "poppy",     "porcupine",  "possum",       "rabbit",
    "raccoon",     "ray",           "road",      "rocket",     "rose",         "sea",
    "seal",        "shark",         "shrew",     "skunk",      "skyscraper",   "snail",
    "snake",       "spider",        "squirrel",  "streetcar",  "sunflower",    "sweet pepper",
    "table",       "tank",          "telephone", "television", "tiger",        "tractor",
    "train",       "trout",         "tulip",     "turtle",     "wardrobe",     "whale",
    "willow tree", "wolf",          "woman",     "worm"};
constexpr std::array<std::string_view, 4> kCifar100Folders{
    "cifar-100", "cifar-100-binary", "cifar-100/cifar-100-binary", "CIFAR100"};
constexpr std::array<std::string_view, 2> kCifar100Files{"train.bin", "test.bin"};
constexpr CifarSet kCifar100{.part = kCifar100Part,
                             .files = {.title = "CIFAR-100",
                                       .folders = kCifar100Folders,
                                       .files = kCifar100Files,
                                       .archive = "cifar-100-binary.tar.gz",
                                       .address = "https://www.cs.toronto.edu/~kriz/"},
                             .layout = {.labelBytes = 2, .classes = 100, .records = 50000},
                             .testRecords = 10000,
                             .classNames = kCifar100ClassNames};

} // namespace

constexpr CatalogEntry kCifar100Set{
    .part = kCifar100Part,
    .builtIn = false,
    .licence = "none stated; cite the 2009 technical report",
    .origin = "A. Krizhevsky. cifar-100-binary.tar.gz from https://www.cs.toronto.edu/~kriz/ into "
              "DIR/cifar-100, where it is read in place, or its train.bin and test.bin (.bin.gz "
              "will do) unpacked there; DIR is named by --data or COTERIE_DATA.",
    .load = [](const ParameterSet&,
               std::uint64_t,
               const DataFolders& folders) { return loadCifarSet(kCifar100, folders); },
    .find = [](const DataFolders& folders) { return findFiles(kCifar100.files, folders); }};

namespace {

namespace fs = std::filesystem;

constexpr std::array kParameters{
    kPathParameter,
    ParameterDescriptor{.name = "testPath",
                        .title = "Test file",
                        .type = ParameterType::Text,
                        .meaning = "the file of test pictures; empty: none"},
    ParameterDescriptor{.name = "classes",
                        .type = ParameterType::Integer,
                        .minimum = 2,
                        .maximum = 256,
                        .defaultNumber = 10,
                        .unit = "classes",
                        .meaning = "labels go from 0 to one less"},
    ParameterDescriptor{.name = "labelBytes",
                        .title = "Bytes before a picture",
                        .type = ParameterType::Integer,
                        .minimum = 1,
                        .maximum = 2,
                        .defaultNumber = 1,
                        .unit = "bytes",
                        .meaning = "before each picture, the last of which is its label: 1 as in "
                                   "CIFAR-10, 2 as in CIFAR-100"},
};

constexpr NamedPart kCifarFilePart{
    .name = "cifarFile",
    .title = "Colour pictures (CIFAR binary)",
    .meaning = "Pictures of your own, 32×32 in colour, in CIFAR's binary version: labels and "
               "planes in one file, plain or gzip.",
    .parameters = kParameters};

/// The format has no header: what the file unpacks to says how many records there are.
Result<std::uint64_t> unpackedSize(const fs::path& file)
{
    const Result<ByteSourcePointer> source = openUnpacked(file);
    if (!source)
        return Unexpected<Error>{source.error()};
    std::vector<std::uint8_t> buffer(64 << 10);
    for (;;) {
        const Result<std::size_t> count = (*source)->read(buffer);
        if (!count)
            return Unexpected<Error>{count.error()};
        if (*count < buffer.size())
            return (*source)->offset();
        if ((*source)->offset() > kMostBytes)
            return failAt(**source, kMostBytes, "the file goes on after 8 GiB");
    }
}

Result<Samples> read(const fs::path& file, const ParameterSet& parameters)
{
    CifarLayout layout{.labelBytes = static_cast<std::size_t>(parameters.integer("labelBytes")),
                       .classes = static_cast<std::size_t>(parameters.integer("classes")),
                       .records = 0};
    const Result<std::uint64_t> size = unpackedSize(file);
    if (!size)
        return Unexpected<Error>{size.error()};
    const std::uint64_t record = layout.labelBytes + kCifarShape.size();
    if (*size == 0 || *size % record != 0)
        return fail(file.string(),
                    "its " + std::to_string(*size) + " bytes are not whole records of "
                        + std::to_string(record) + " bytes");
    layout.records = static_cast<std::size_t>(*size / record);
    const Result<ByteSourcePointer> source = openUnpacked(file);
    if (!source)
        return Unexpected<Error>{source.error()};
    std::vector<std::uint8_t> room;
    room.reserve(layout.records * kCifarShape.size()); // held once
    Samples samples;
    samples.values = std::move(room);
    if (const Result<void> done = appendCifar(**source, layout, samples); !done)
        return Unexpected<Error>{done.error()};
    return samples;
}

Result<DatasetPointer>
load(const ParameterSet& parameters, std::uint64_t, const DataFolders& folders)
{
    const Result<fs::path> file = userPath(parameters, "path", folders);
    if (!file)
        return Unexpected<Error>{file.error()};
    Result<Samples> train = read(*file, parameters);
    if (!train)
        return Unexpected<Error>{train.error()};
    Samples test;
    if (namesFile(parameters, "testPath")) {
        const Result<fs::path> testFile = userPath(parameters, "testPath", folders);
        if (!testFile)
            return Unexpected<Error>{testFile.error()};
        Result<Samples> found = read(*testFile, parameters);
        if (!found)
            return Unexpected<Error>{found.error()};
        test = std::move(*found);
    }
    std::vector<std::string> classes;
    for (std::int64_t label = 0; label < parameters.integer("classes"); ++label)
        classes.push_back(std::to_string(label));
    return userDataset(
        kCifarFilePart, *file, std::move(classes), std::move(*train), std::move(test));
}

} // namespace

constexpr CatalogEntry kCifarFileSet{.part = kCifarFilePart,
                                     .builtIn = false,
                                     .fromPath = true,
                                     .licence = kUserLicence,
                                     .origin = "your own file, named by path",
                                     .load = &load,
                                     .find = &nothingToFind};

} // namespace coterie
