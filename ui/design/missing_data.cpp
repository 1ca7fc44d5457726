#include "ui/design/missing_data.h"

#include "core/data/download_catalog.h"
#include "core/data/sets/published_files.h"
#include "ui/say.h"
#include "ui/words.h"

namespace coterie::ui {

QString MissingData::sentence() const
{
    return canFetch ? say("%1 is not on this machine. It can be downloaded among the data sets "
                          "(Ctrl+4).")
                          .arg(title)
                    : say("%1 is not on this machine. How to get it is said among the data sets "
                          "(Ctrl+4).")
                          .arg(title);
}

std::optional<MissingData> missingData(const Part& dataset, const DataFolders& folders)
{
    const NamedPart* part = findPart(datasetParts(), dataset.name);
    if (!part || hasFiles(dataset, folders))
        return std::nullopt;
    return MissingData{.dataset = dataset,
                       .title = toQString(part->title),
                       .canFetch = !downloadsOf(dataset.name).empty()};
}

QString troubleText(const Error& error, const QString& whileMissing)
{
    return saysFilesMissing(error) ? whileMissing : toQString(error.sentence());
}

} // namespace coterie::ui
