#include "ui/design/missing_data.h"

#include "core/data/download_catalog.h"
#include "core/data/sets/published_files.h"
#include "ui/say.h"
#include "ui/words.h"

#include <algorithm>

namespace coterie::ui {

QString MissingData::sentence() const
{
    return canFetch ? say("%1 is not on this machine. The Data page (Ctrl+4) can download it.")
                          .arg(title)
                    : say("%1 is not on this machine. The Data page (Ctrl+4) says how to get it.")
                          .arg(title);
}

std::optional<MissingData> missingData(const Part& dataset, const DataFolders& folders)
{
    const auto catalog = dataCatalog();
    const auto entry = std::ranges::find(
        catalog, dataset.name, [](const CatalogEntry& known) { return known.part.name; });
    if (entry == catalog.end() || entry->builtIn || entry->fromPath
        || !entry->find(folders).empty())
        return std::nullopt;
    // A set made of several may be content with those that are here.
    if (loadDataset(dataset, folders))
        return std::nullopt;
    return MissingData{.dataset = dataset,
                       .title = toQString(entry->part.title),
                       .canFetch = !downloadsOf(dataset.name).empty()};
}

QString troubleText(const Error& error, const QString& whileMissing)
{
    return saysFilesMissing(error) ? whileMissing : toQString(error.sentence());
}

} // namespace coterie::ui
