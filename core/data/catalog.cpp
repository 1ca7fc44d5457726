#include "core/data/catalog.h"

#include "core/data/glyph_digits.h"
#include "core/data/idx.h"
#include "core/spec/completed.h"
#include "core/spec/nearest_word.h"
#include "core/spec/user_folders.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>

namespace coterie {

namespace {

using DatasetPointer = std::shared_ptr<const Dataset>;
namespace fs = std::filesystem;

constexpr std::array kGlyphParameters{
    ParameterDescriptor{.name = "samples",
                        .type = ParameterType::Integer,
                        .minimum = 10,
                        .maximum = 1'000'000,
                        .defaultNumber = 4000,
                        .unit = "samples",
                        .meaning = "how many digits are drawn; fewer are the beginning of more"},
    ParameterDescriptor{.name = "seed",
                        .type = ParameterType::Integer,
                        .minimum = 0,
                        .maximum =
                            9'007'199'254'740'992.0, // whole numbers a JSON reader keeps exact
                        .defaultNumber = 1,
                        .meaning = "which digits are drawn; the runs of an experiment share them"},
    ParameterDescriptor{.name = "noise",
                        .minimum = 0,
                        .maximum = 1,
                        .defaultNumber = GlyphDigitsParameters{}.noise,
                        .meaning = "standard deviation of the pixel noise, as a share of full ink"},
};

constexpr NamedPart kGlyphPart{.name = "glyphDigits",
                               .title = "Glyph digits",
                               .meaning = "28×28 grey pictures of the digits 0 to 9, drawn by a "
                                          "simulated pen: several ways to write each digit, random "
                                          "slant, size, place, line width and noise.",
                               .parameters = kGlyphParameters};
constexpr NamedPart kMnistPart{
    .name = "mnist",
    .title = "MNIST",
    .meaning = "60,000 handwritten digits and 10,000 official test digits, 28×28 grey.",
    .paper = "LeCun, Bottou, Bengio, Haffner: Gradient-based learning applied to document "
             "recognition (1998)"};
constexpr NamedPart kFashionPart{
    .name = "fashionMnist",
    .title = "Fashion-MNIST",
    .meaning = "60,000 articles of clothing in ten classes and 10,000 official test pictures, "
               "28×28 grey.",
    .paper = "Xiao, Rasul, Vollgraf: Fashion-MNIST (2017), arXiv 1708.07747"};

Result<DatasetPointer>
loadGlyphDigits(const ParameterSet& parameters, std::uint64_t seed, const DataFolders&)
{
    return std::make_shared<const Dataset>(
        makeGlyphDigits({.samples = static_cast<std::size_t>(parameters.integer("samples")),
                         .seed = seed,
                         .noise = parameters.real("noise")}));
}

std::vector<fs::path> nothingToFind(const DataFolders&)
{
    return {};
}

// --- MNIST and the sets published in its format -------------------------------------------------

constexpr std::array<std::string_view, 4> kIdxFiles{"train-images-idx3-ubyte",
                                                    "train-labels-idx1-ubyte",
                                                    "t10k-images-idx3-ubyte",
                                                    "t10k-labels-idx1-ubyte"};

/// A published set of four IDX files. All such sets use the same file names, so only the folder
/// tells them apart.
struct IdxSet
{
    const NamedPart& part;
    std::array<std::string_view, 3>
        folders; // below a data folder; the first is the one we recommend
    bool fashion = false;
    std::string_view address;
    std::array<std::string_view, 10> classNames;
};

constexpr IdxSet kMnist{.part = kMnistPart,
                        .folders = {"mnist", "MNIST", "MNIST/raw"},
                        .fashion = false,
                        .address = "https://ossci-datasets.s3.amazonaws.com/mnist/",
                        .classNames = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}};
constexpr IdxSet kFashion{.part = kFashionPart,
                          .folders = {"fashion-mnist", "FashionMNIST", "FashionMNIST/raw"},
                          .fashion = true,
                          .address = "http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/",
                          .classNames = {"T-shirt/top",
                                         "Trouser",
                                         "Pullover",
                                         "Dress",
                                         "Coat",
                                         "Sandal",
                                         "Shirt",
                                         "Sneaker",
                                         "Bag",
                                         "Ankle boot"}};

/// Whether a folder that itself holds the files may be taken for this set: FashionMNIST/raw is
/// never MNIST.
bool mayHold(const IdxSet& set, const fs::path& folder)
{
    std::error_code failed;
    const fs::path whole = (fs::absolute(folder, failed) / "").lexically_normal().parent_path();
    std::string name = whole.parent_path().filename().string() + '/' + whole.filename().string();
    for (char& letter : name)
        letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    const bool fashion =
        name.find("fashion") != std::string::npos || name.find("fmnist") != std::string::npos;
    return fashion == set.fashion;
}

std::vector<fs::path> placesOf(const IdxSet& set, const DataFolders& folders)
{
    std::vector<fs::path> places;
    for (const fs::path& folder : folders.folders) {
        for (const std::string_view below : set.folders)
            places.push_back(folder / below);
        if (mayHold(set, folder))
            places.push_back(folder);
    }
    return places;
}

/// The four files in one folder, each plain or gzip; empty if one is missing.
std::vector<fs::path> idxFilesIn(const fs::path& folder)
{
    std::vector<fs::path> files;
    for (const std::string_view name : kIdxFiles) {
        const fs::path plain = folder / name;
        fs::path packed = plain;
        packed += ".gz";
        std::error_code ignored; // a folder we may not read holds nothing for us
        if (fs::is_regular_file(plain, ignored))
            files.push_back(plain);
        else if (fs::is_regular_file(packed, ignored))
            files.push_back(packed);
        else
            return {};
    }
    return files;
}

std::vector<fs::path> findIdxSet(const IdxSet& set, const DataFolders& folders)
{
    for (const fs::path& place : placesOf(set, folders))
        if (std::vector<fs::path> files = idxFilesIn(place); !files.empty())
            return files;
    return {};
}

Error idxSetMissing(const IdxSet& set, const DataFolders& folders)
{
    std::string looked;
    for (const fs::path& folder : folders.folders)
        looked += (looked.empty() ? "" : ", ") + folder.string();
    std::string needed = std::string(set.part.title) + " was not found";
    needed += looked.empty() ? ": no data folder is known" : " in " + looked;
    needed += ". Download ";
    for (std::size_t i = 0; i < kIdxFiles.size(); ++i)
        needed += (i == 0 ? "" : ", ") + std::string(kIdxFiles[i]) + ".gz";
    needed += " from " + std::string(set.address) + " into DIR/" + std::string(set.folders[0])
              + " and name DIR with --data or in COTERIE_DATA";
    return {.place = "/data/dataset", .found = {}, .needed = std::move(needed), .nearest = {}};
}

Result<DatasetPointer> loadIdxSet(const IdxSet& set, const DataFolders& folders)
{
    const std::vector<fs::path> files = findIdxSet(set, folders);
    if (files.empty())
        return Unexpected<Error>{idxSetMissing(set, folders)};

    auto dataset = std::make_shared<Dataset>();
    dataset->name = set.part.name;
    dataset->title = set.part.title;
    dataset->classes = set.classNames.size();
    dataset->classNames.assign(set.classNames.begin(), set.classNames.end());
    Result<Samples> train = readIdxSamples(files[0], files[1], dataset->classes);
    if (!train)
        return Unexpected<Error>{train.error()};
    Result<Samples> test = readIdxSamples(files[2], files[3], dataset->classes);
    if (!test)
        return Unexpected<Error>{test.error()};
    if (train->shape != test->shape)
        return fail(files[2].string(),
                    "its pictures differ in size from those of " + files[0].string());
    dataset->train = std::move(*train);
    dataset->officialTest = std::move(*test);
    return DatasetPointer(std::move(dataset));
}

// --- the table ----------------------------------------------------------------------------------

constexpr std::array kCatalog{
    CatalogEntry{.part = kGlyphPart,
                 .builtIn = true,
                 .licence = "GPL-3.0-or-later, as the program",
                 .origin = "drawn by this program",
                 .load = &loadGlyphDigits,
                 .find = &nothingToFind},
    CatalogEntry{.part = kMnistPart,
                 .builtIn = false,
                 .licence = "none stated with the files",
                 .origin =
                     "Y. LeCun, C. Cortes, C. Burges. The four files train-images-idx3-ubyte.gz, "
                     "train-labels-idx1-ubyte.gz, t10k-images-idx3-ubyte.gz and "
                     "t10k-labels-idx1-ubyte.gz from "
                     "https://ossci-datasets.s3.amazonaws.com/mnist/ (mirror: "
                     "https://storage.googleapis.com/cvdf-datasets/mnist/) into DIR/mnist; DIR is "
                     "named by --data or "
                     "COTERIE_DATA.",
                 .load = [](const ParameterSet&, std::uint64_t, const DataFolders& folders)
                     -> Result<DatasetPointer> { return loadIdxSet(kMnist, folders); },
                 .find = [](const DataFolders& folders) { return findIdxSet(kMnist, folders); }},
    CatalogEntry{.part = kFashionPart,
                 .builtIn = false,
                 .licence = "MIT, Zalando SE",
                 .origin = "Zalando Research. The four files train-images-idx3-ubyte.gz, "
                           "train-labels-idx1-ubyte.gz, "
                           "t10k-images-idx3-ubyte.gz and t10k-labels-idx1-ubyte.gz from "
                           "http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/ into "
                           "DIR/fashion-mnist; DIR is named "
                           "by --data or COTERIE_DATA.",
                 .load = [](const ParameterSet&, std::uint64_t, const DataFolders& folders)
                     -> Result<DatasetPointer> { return loadIdxSet(kFashion, folders); },
                 .find = [](const DataFolders& folders) { return findIdxSet(kFashion, folders); }},
};

constexpr auto kParts = [] {
    std::array<NamedPart, kCatalog.size()> parts;
    for (std::size_t i = 0; i < parts.size(); ++i)
        parts[i] = kCatalog[i].part;
    return parts;
}();

} // namespace

std::span<const CatalogEntry> dataCatalog()
{
    return kCatalog;
}

std::span<const NamedPart> datasetParts()
{
    return kParts;
}

Result<std::shared_ptr<const Dataset>> loadDataset(const Part& dataset, const DataFolders& folders)
{
    const auto entry = std::ranges::find(
        kCatalog, dataset.name, [](const CatalogEntry& known) { return known.part.name; });
    if (entry == kCatalog.end()) {
        std::vector<std::string_view> names;
        for (const NamedPart& part : kParts)
            names.push_back(part.name);
        return Unexpected<Error>{Error{.place = "/data/dataset",
                                       .found = dataset.name,
                                       .needed = "the name of a known data set needed",
                                       .nearest = nearestWord(dataset.name, names)}};
    }
    const ParameterSet parameters = completed(dataset.parameters, entry->part.parameters);
    const bool seeded = parameters.find("seed") != nullptr;
    const std::uint64_t seed = seeded ? static_cast<std::uint64_t>(parameters.integer("seed")) : 0;
    return entry->load(parameters, seed, folders);
}

DataFolders defaultDataFolders(const std::filesystem::path& named)
{
    DataFolders result;
    const auto add = [&result](const fs::path& folder) {
        if (!folder.empty() && std::ranges::find(result.folders, folder) == result.folders.end())
            result.folders.push_back(folder);
    };
    add(named);
    if (const char* data = std::getenv("COTERIE_DATA"))
        add(data);
    if (const fs::path user = userDataFolder(); !user.empty())
        add(user / "data");
    return result;
}

} // namespace coterie
