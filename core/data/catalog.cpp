#include "core/data/catalog.h"

#include "core/base/files.h"
#include "core/data/parts.h"
#include "core/data/sets/published_files.h"
#include "core/experiment/plan.h"

#include <algorithm>
#include <cstdlib>

namespace coterie {

namespace fs = std::filesystem;

std::span<const CatalogEntry> dataCatalog()
{
    static const std::array all{COTERIE_DATA_SETS};
    return all;
}

std::span<const NamedPart> datasetParts()
{
    static const std::vector<NamedPart> all = partsIn(dataCatalog());
    return all;
}

Result<DatasetPointer> loadDataset(const Part& dataset, const DataFolders& folders)
{
    const CatalogEntry* entry = entryNamed(dataCatalog(), dataset.name);
    if (!entry)
        return unknownEntry("/data/dataset", dataset.name, dataCatalog());
    return entry->load(completed(dataset.parameters, entry->part.parameters), folders);
}

bool hasFiles(const Part& dataset, const DataFolders& folders)
{
    const CatalogEntry* entry = entryNamed(dataCatalog(), dataset.name);
    if (!entry || entry->builtIn || entry->fromPath)
        return true;
    if (!entry->isHere)
        return !entry->find(folders).empty();
    return entry->isHere(completed(dataset.parameters, entry->part.parameters), folders);
}

bool hasFixedContents(const Part& dataset)
{
    const CatalogEntry* entry = entryNamed(dataCatalog(), dataset.name);
    if (!entry || entry->fromPath)
        return false;
    return !entry->takesWhatIsThere
           || !entry->takesWhatIsThere(completed(dataset.parameters, entry->part.parameters));
}

DataFolders defaultDataFolders(const fs::path& named)
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

std::vector<Download> downloadsOf(std::string_view dataset)
{
    std::vector<Download> found;
    const CatalogEntry* entry = entryNamed(dataCatalog(), dataset);
    if (entry == nullptr || entry->published == nullptr)
        return found;
    const PublishedFiles& set = *entry->published;
    for (const PublishedFile& file : set.downloads)
        found.push_back({.dataset = entry->part.name,
                         .file = std::string(set.folders[0]) + '/' + std::string(file.name),
                         .address = file.address.empty()
                                        ? std::string(set.address) + std::string(file.name)
                                        : std::string(file.address),
                         .bytes = file.bytes,
                         .sha256 = file.sha256,
                         .md5 = file.md5,
                         .note = file.note});
    return found;
}

} // namespace coterie
