#include "ui/data/link_data.h"

#include "core/data/download_catalog.h"

#include <string>
#include <vector>

namespace coterie::ui {

namespace {

namespace fs = std::filesystem;

/// Names under which the set's own search may look below a data folder, the usual one first.
std::vector<std::string> usualNames(const CatalogEntry& entry, const fs::path& folder)
{
    std::vector<std::string> names;
    for (const Download& download : downloadsOf(entry.part.name))
        names.push_back(fs::path(download.file).begin()->string());
    names.emplace_back(entry.part.title);
    names.emplace_back(entry.part.name);
    names.push_back(folder.filename().string());
    return names;
}

} // namespace

Result<void>
linkIntoDataFolder(const CatalogEntry& entry, const fs::path& folder, const DataFolders& folders)
{
    if (!entry.find(folders).empty())
        return {};
    if (folders.folders.empty())
        return fail({}, "no data folder is known: name one with --data or in COTERIE_DATA");
    const fs::path& home = folders.folders.front();
    std::error_code failed;
    fs::create_directories(home, failed);
    if (failed)
        return fail(home.string(), "the data folder cannot be made: " + failed.message());
    // The files may lie in the folder itself, or in one of their usual name below it.
    const fs::path place = entry.find({.folders = {folder}}).front().parent_path();
    for (const std::string& name : usualNames(entry, place)) {
        const fs::path link = home / name;
        if (fs::exists(fs::symlink_status(link, failed)))
            continue; // somebody's own
        fs::create_directory_symlink(place, link, failed);
        if (failed)
            return fail(link.string(), "the link cannot be made: " + failed.message());
        if (!entry.find({.folders = {home}}).empty())
            return {};
        fs::remove(link, failed);
    }
    return fail(home.string(),
                "the folder of " + std::string(entry.part.title)
                    + " cannot be linked there: its usual names are taken");
}

} // namespace coterie::ui
