#include "core/data/catalog.h"

#include "core/base/files.h"
#include "core/base/result.h"
#include "core/data/sets/sets.h"
#include "core/experiment/plan.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace coterie {

namespace {

namespace fs = std::filesystem;

/// The only list of data sets in the program.
constexpr std::array kCatalog{
    &kGlyphDigitsSet,
    &kGlyphDomainsSet,
    &kShapes10Set,
    &kShapes100Set,
    &kSyntheticRegressionSet,
    &kTabularClinicsSet,
    &kVolumesSet,
    &kMnistSet,
    &kFashionMnistSet,
    &kEmnistSet,
    &kCifar10Set,
    &kCifar100Set,
    &kSvhnSet,
    &kUspsSet,
    &kSynthDigitsSet,
    &kMnistMSet,
    &kDigitDomainsSet,
    &kHeartDiseaseSet,
    &kIxiTinySet,
    &kCsvSet,
    &kNpySet,
    &kNpzSet,
    &kIdxSet,
    &kCifarFileSet,
    &kImageFolderSet,
};

const std::vector<CatalogEntry>& entries()
{
    static const std::vector<CatalogEntry> all = [] {
        std::vector<CatalogEntry> result;
        for (const CatalogEntry* entry : kCatalog)
            result.push_back(*entry);
        return result;
    }();
    return all;
}

const std::vector<NamedPart>& parts()
{
    static const std::vector<NamedPart> all = [] {
        std::vector<NamedPart> result;
        for (const CatalogEntry* entry : kCatalog)
            result.push_back(entry->part);
        return result;
    }();
    return all;
}

const CatalogEntry* entryNamed(std::string_view name)
{
    const auto entry = std::ranges::find(
        kCatalog, name, [](const CatalogEntry* known) { return known->part.name; });
    return entry == kCatalog.end() ? nullptr : *entry;
}

} // namespace

std::vector<fs::path> nothingToFind(const DataFolders&)
{
    return {};
}

std::span<const CatalogEntry> dataCatalog()
{
    return entries();
}

std::span<const NamedPart> datasetParts()
{
    return parts();
}

Result<std::shared_ptr<const Dataset>> loadDataset(const Part& dataset, const DataFolders& folders)
{
    const CatalogEntry* entry = entryNamed(dataset.name);
    if (!entry) {
        std::vector<std::string_view> names;
        for (const NamedPart& part : parts())
            names.push_back(part.name);
        return unknownName("/data/dataset", dataset.name, names);
    }
    const ParameterSet parameters = completed(dataset.parameters, entry->part.parameters);
    const bool seeded = parameters.find("seed") != nullptr;
    const std::uint64_t seed = seeded ? static_cast<std::uint64_t>(parameters.integer("seed")) : 0;
    return entry->load(parameters, seed, folders);
}

bool hasFiles(const Part& dataset, const DataFolders& folders)
{
    const CatalogEntry* entry = entryNamed(dataset.name);
    if (!entry || entry->builtIn || entry->fromPath)
        return true;
    if (!entry->isHere)
        return !entry->find(folders).empty();
    return entry->isHere(completed(dataset.parameters, entry->part.parameters), folders);
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
