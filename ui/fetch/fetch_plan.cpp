#include "ui/fetch/fetch_plan.h"

#include "core/data/parts.h"
#include "ui/words.h"

#include <algorithm>
#include <string>

namespace coterie::ui {

namespace {

Unexpected<Error> unknownName(const std::string& name)
{
    std::string names;
    std::vector<std::string_view> all;
    for (const CatalogEntry& entry : dataCatalog()) {
        all.push_back(entry.part.name);
        if (!downloadsOf(entry.part.name).empty())
            names += (names.empty() ? "" : ", ") + std::string(entry.part.name);
    }
    return {
        Error{.kind = ErrorKind::UnknownName,
              .message = "there is no data set \"" + name + "\"; these can be downloaded: " + names,
              .nearest = nearestWord(name, all)}};
}

/// Why a known data set has nothing to download.
std::string nothingToFetch(const CatalogEntry& entry)
{
    const std::string title(entry.part.title);
    if (entry.builtIn)
        return title + " is built in and needs no download";
    if (entry.fromPath)
        return title + " is your own file and needs no download";
    return title + " has no download address. Manual download: " + std::string(entry.origin);
}

FetchFile fetchFile(const Download& download, const std::filesystem::path& folder)
{
    return {.address = QUrl(toQString(download.address)),
            .target = pathText(folder / download.file),
            .name = toQString(download.file),
            .bytes = static_cast<qint64>(download.bytes),
            .sha256 = QByteArray(download.sha256.data(), qsizetype(download.sha256.size())),
            .md5 = QByteArray(download.md5.data(), qsizetype(download.md5.size()))};
}

} // namespace

qint64 FetchPlan::bytes() const
{
    qint64 sum = 0;
    for (const FetchFile& file : files)
        sum += file.bytes;
    return sum;
}

bool FetchPlan::knowsAllSizes() const
{
    return std::ranges::all_of(files, [](const FetchFile& file) { return file.bytes > 0; });
}

Result<FetchPlan> fetchPlan(const QString& dataset, const DataFolders& folders)
{
    const std::string name = dataset.toStdString();
    const CatalogEntry* entry = entryNamed(dataCatalog(), name);
    if (!entry)
        return unknownName(name);
    const std::vector<Download> downloads = downloadsOf(name);
    if (downloads.empty())
        return fail({}, nothingToFetch(*entry));
    if (folders.folders.empty())
        return fail({}, "no data folder is set; use --data or COTERIE_DATA, or set HOME");
    FetchPlan plan{.dataset = dataset,
                   .title = fromCore(entry->part.title),
                   .folder = pathText(folders.folders.front()),
                   .files = {},
                   .elsewhere = {}};
    for (const Download& download : downloads)
        plan.files.push_back(fetchFile(download, folders.folders.front()));
    const std::vector<std::filesystem::path> found = entry->find(folders);
    const auto isPlanned = [&plan](const std::filesystem::path& file) {
        return std::ranges::find(plan.files, pathText(file), &FetchFile::target)
               != plan.files.end();
    };
    if (!found.empty() && std::ranges::none_of(found, isPlanned))
        plan.elsewhere = pathText(found.front().parent_path());
    return plan;
}

} // namespace coterie::ui
