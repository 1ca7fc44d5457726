#include "core/data/formats/cifar.h"

#include "core/data/formats/inflate_source.h"
#include "core/data/sets/published_files.h"
#include "core/data/sets/user_files.h"

#include <algorithm>
#include <array>

namespace coterie {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kTestRecords = 10000;

Samples roomFor(std::size_t records)
{
    Samples samples;
    std::get<std::vector<std::uint8_t>>(samples.values).reserve(records * kCifarShape.size());
    samples.labels.reserve(records);
    return samples;
}

/// Collects the training and test samples, each in memory that is reserved once: pictures are never
/// moved. The last file is the official test set.
class Incoming
{
public:
    /// `layout.records` are those of one training file.
    Incoming(const CifarLayout& layout, std::size_t files)
        : m_layout(layout)
        , m_files(files)
        , train(roomFor(layout.records * (files - 1)))
        , test(roomFor(kTestRecords))
    {}

    Result<void> append(std::size_t file, ByteSource& source)
    {
        CifarLayout layout = m_layout;
        if (file + 1 == m_files) {
            layout.records = kTestRecords;
            return appendCifar(source, layout, test);
        }
        m_order.push_back(file);
        return appendCifar(source, layout, train);
    }

    /// Sorts the training files by their names.
    void sort()
    {
        for (std::size_t place = 0; place < m_order.size(); ++place) {
            const auto held =
                static_cast<std::size_t>(std::ranges::find(m_order, place) - m_order.begin());
            if (held == place)
                continue;
            std::swap(m_order[held], m_order[place]);
            const std::size_t records = m_layout.records;
            swapBlocks(std::get<std::vector<std::uint8_t>>(train.values),
                       place,
                       held,
                       records * kCifarShape.size());
            swapBlocks(train.labels, place, held, records);
        }
    }

private:
    template <typename T>
    static void swapBlocks(std::vector<T>& values, std::size_t a, std::size_t b, std::size_t size)
    {
        const auto block = [&](std::size_t i) {
            return values.begin() + static_cast<std::ptrdiff_t>(i * size);
        };
        std::swap_ranges(block(a), block(a + 1), block(b));
    }

    CifarLayout m_layout;
    std::size_t m_files;
    std::vector<std::size_t> m_order; // which file each block of `train` is

public:
    Samples train;
    Samples test;
};

template <const PublishedFiles& kSet,
          const auto& kClassNames,
          std::size_t kLabelBytes,
          std::size_t kRecords>
Result<DatasetPointer> loadCifarSet(const ParameterSet&, const DataFolders& folders)
{
    COTERIE_TRY(const std::vector<fs::path> files, neededFiles(kSet, folders));
    Incoming incoming(
        {.labelBytes = kLabelBytes, .classes = kClassNames.size(), .records = kRecords},
        kSet.files.size());
    COTERIE_CHECK(readEach(kSet, files, [&](std::size_t file, ByteSource& source) {
        return incoming.append(file, source);
    }));
    incoming.sort(); // an archive has its own order of files
    return makeDataset(kSet.part,
                       {.classNames = kClassNames},
                       std::move(incoming.train),
                       std::move(incoming.test));
}

constexpr std::array<std::string_view, 10> kCifar10ClassNames{
    "airplane", "automobile", "bird", "cat", "deer", "dog", "frog", "horse", "ship", "truck"};
constexpr std::array<std::string_view, 6> kCifar10Files{"data_batch_1.bin",
                                                        "data_batch_2.bin",
                                                        "data_batch_3.bin",
                                                        "data_batch_4.bin",
                                                        "data_batch_5.bin",
                                                        "test_batch.bin"};
constexpr std::array kCifar10Downloads{
    PublishedFile{.name = "cifar-10-binary.tar.gz",
                  .bytes = 170052171,
                  .sha256 = "c4a38c50a1bc5f3a1c5537f2155ab9d68f9f25eb1ed8d9ddda3db29a59bca1dd",
                  .md5 = "c32a1d4ab5d03f1284b67883e8d87530",
                  .note = "MD5 is the publisher's; SHA-256 as several public programs have it"}};
constexpr PublishedFiles kCifar10Published{
    .part = {.name = "cifar10",
             .title = "CIFAR-10",
             .meaning = "50,000 photographs of ten kinds of things and 10,000 official test "
                        "pictures, 32×32 in colour.",
             .paper = "Krizhevsky: Learning multiple layers of features from tiny images (2009)"},
    .folders = {"cifar-10", "cifar-10-batches-bin", "cifar-10/cifar-10-batches-bin", "CIFAR10"},
    .files = kCifar10Files,
    .archive = "cifar-10-binary.tar.gz",
    .address = "https://www.cs.toronto.edu/~kriz/",
    .downloads = kCifar10Downloads};

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
constexpr std::array<std::string_view, 2> kCifar100Files{"train.bin", "test.bin"};
constexpr std::array kCifar100Downloads{PublishedFile{
    .name = "cifar-100-binary.tar.gz",
    .bytes = 168513733,
    .sha256 = "58a81ae192c23a4be8b1804d68e518ed807d710a4eb253b1f2a199162a40d8ec",
    .md5 = "03b5dce01913d631647c71ecec9e9cb8",
    .note = "MD5 is the publisher's; size and SHA-256 as several public programs have them"}};
constexpr PublishedFiles kCifar100Published{
    .part = {.name = "cifar100",
             .title = "CIFAR-100",
             .meaning = "50,000 photographs of a hundred kinds of things and 10,000 official test "
                        "pictures, 32×32 in colour.",
             .paper = "Krizhevsky: Learning multiple layers of features from tiny images (2009)"},
    .folders = {"cifar-100", "cifar-100-binary", "cifar-100/cifar-100-binary", "CIFAR100"},
    .files = kCifar100Files,
    .archive = "cifar-100-binary.tar.gz",
    .address = "https://www.cs.toronto.edu/~kriz/",
    .downloads = kCifar100Downloads};

namespace fs = std::filesystem;

constexpr std::array kParameters{
    kPathParameter,
    textParameter("testPath", "Test file", "the file of test pictures; empty: none"),
    ParameterDescriptor{.name = "classes",
                        .type = ParameterType::Integer,
                        .range = between(2, 256),
                        .defaultNumber = 10,
                        .unit = "classes",
                        .meaning = "labels go from 0 to one less"},
    ParameterDescriptor{.name = "labelBytes",
                        .title = "Bytes before a picture",
                        .type = ParameterType::Integer,
                        .range = between(1, 2),
                        .defaultNumber = 1,
                        .unit = "bytes",
                        .meaning = "before each picture, the last of which is its label: 1 as in "
                                   "CIFAR-10, 2 as in CIFAR-100"},
};

constexpr NamedPart kCifarFilePart{.name = "cifarFile",
                                   .title = "Colour pictures (CIFAR binary)",
                                   .meaning =
                                       "Pictures of your own, 32×32 in colour, in CIFAR's binary "
                                       "version: labels and planes in one file, plain or gzip.",
                                   .parameters = kParameters};

Result<Samples> read(const fs::path& file, const ParameterSet& parameters)
{
    CifarLayout layout{.labelBytes = static_cast<std::size_t>(parameters.integer("labelBytes")),
                       .classes = static_cast<std::size_t>(parameters.integer("classes")),
                       .records = 0};
    COTERIE_TRY(const std::uint64_t size, unpackedSize(file));
    const std::uint64_t record = layout.labelBytes + kCifarShape.size();
    if (size == 0 || size % record != 0)
        return fail(file.string(),
                    filled("its {} bytes are not whole records of {} bytes", size, record));
    layout.records = static_cast<std::size_t>(size / record);
    COTERIE_TRY(const ByteSourcePointer source, openUnpacked(file));
    Samples samples = roomFor(layout.records); // held once
    COTERIE_CHECK(appendCifar(*source, layout, samples));
    return samples;
}

Result<DatasetPointer> load(const ParameterSet& parameters, const DataFolders& folders)
{
    COTERIE_TRY(const fs::path file, userPath(parameters, "path", folders));
    COTERIE_TRY(Samples train, read(file, parameters));
    Samples test;
    if (!parameters.word("testPath").empty()) {
        COTERIE_TRY(const fs::path testFile, userPath(parameters, "testPath", folders));
        COTERIE_TRY(test, readBeside(memoryOf(train), [&] { return read(testFile, parameters); }));
    }
    std::vector<std::string> classes;
    for (std::int64_t label = 0; label < parameters.integer("classes"); ++label)
        classes.push_back(std::to_string(label));
    return userDataset(kCifarFilePart,
                       file,
                       std::move(train),
                       std::move(test),
                       {.classNames = std::move(classes)});
}

} // namespace

constexpr CatalogEntry kCifar10Set = withSamples(
    publishedSet<kCifar10Published>(
        "none stated; cite the 2009 technical report",
        "A. Krizhevsky. cifar-10-binary.tar.gz from https://www.cs.toronto.edu/~kriz/ into "
        "DIR/cifar-10, where it is read in place, or its six .bin files (.bin.gz will do) unpacked "
        "there; DIR is named by --data or COTERIE_DATA.",
        &loadCifarSet<kCifar10Published, kCifar10ClassNames, 1, 10000>),
    pictures(3, 32, 10));

constexpr CatalogEntry kCifar100Set = withSamples(
    publishedSet<kCifar100Published>(
        "none stated; cite the 2009 technical report",
        "A. Krizhevsky. cifar-100-binary.tar.gz from https://www.cs.toronto.edu/~kriz/ into "
        "DIR/cifar-100, where it is read in place, or its train.bin and test.bin (.bin.gz will do) "
        "unpacked there; DIR is named by --data or COTERIE_DATA.",
        &loadCifarSet<kCifar100Published, kCifar100ClassNames, 2, 50000>),
    pictures(3, 32, 100));

constexpr CatalogEntry kCifarFileSet =
    userSet(kCifarFilePart, "your own file, named by path", &load);

} // namespace coterie
