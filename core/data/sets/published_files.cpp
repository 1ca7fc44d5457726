#include "core/data/sets/published_files.h"

namespace coterie {

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> placesOf(const PublishedFiles& set, const DataFolders& folders)
{
    std::vector<fs::path> places;
    for (const fs::path& folder : folders.folders) {
        for (const std::string_view below : set.folders)
            places.push_back(folder / below);
        if (set.mayHold == nullptr || set.mayHold(folder))
            places.push_back(folder);
    }
    return places;
}

/// The files in one folder, each plain or gzip; empty if one is missing.
std::vector<fs::path> filesIn(const PublishedFiles& set, const fs::path& folder)
{
    std::vector<fs::path> files;
    for (const std::string_view name : set.files) {
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

} // namespace

std::vector<fs::path> findFiles(const PublishedFiles& set, const DataFolders& folders)
{
    for (const fs::path& place : placesOf(set, folders))
        if (std::vector<fs::path> files = filesIn(set, place); !files.empty())
            return files;
    return {};
}

Error filesMissing(const PublishedFiles& set, const DataFolders& folders)
{
    std::string looked;
    for (const fs::path& folder : folders.folders)
        looked += (looked.empty() ? "" : ", ") + folder.string();
    std::string needed = std::string(set.title) + " was not found";
    needed += looked.empty() ? ": no data folder is known" : " in " + looked;
    needed += ". Download ";
    for (std::size_t i = 0; i < set.files.size(); ++i)
        needed += (i == 0 ? "" : ", ") + std::string(set.files[i]) + std::string(set.ending);
    needed += " from " + std::string(set.address) + " into DIR/" + std::string(set.folders[0])
              + " and name DIR with --data or in COTERIE_DATA";
    return {.place = "/data/dataset", .found = {}, .needed = std::move(needed), .nearest = {}};
}

} // namespace coterie
