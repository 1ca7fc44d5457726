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

std::vector<fs::path> archiveIn(const PublishedFiles& set, const fs::path& folder)
{
    std::error_code ignored; // an unreadable folder counts as empty
    const fs::path archive = folder / set.archive;
    if (set.archive.empty() || !fs::is_regular_file(archive, ignored))
        return {};
    return {archive};
}

/// The files in one folder, each plain or gzip; the archive or nothing if one is missing.
std::vector<fs::path> filesIn(const PublishedFiles& set, const fs::path& folder)
{
    std::vector<fs::path> files;
    for (const std::string_view name : set.files) {
        const fs::path plain = folder / name;
        fs::path packed = plain;
        packed += ".gz";
        std::error_code ignored;
        if (fs::is_regular_file(plain, ignored))
            files.push_back(plain);
        else if (fs::is_regular_file(packed, ignored))
            files.push_back(packed);
        else
            return archiveIn(set, folder);
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

bool isArchive(const PublishedFiles& set, std::span<const fs::path> found)
{
    return found.size() == 1 && !set.archive.empty() && found.front().filename() == set.archive;
}

Error notFound(std::string_view title, std::string_view more)
{
    return {.kind = ErrorKind::NotFound,
            .place = "/data/dataset",
            .message = std::string(title).append(" was not found").append(more)};
}

Result<std::vector<fs::path>> neededFiles(const PublishedFiles& set, const DataFolders& folders)
{
    if (std::vector<fs::path> files = findFiles(set, folders); !files.empty())
        return files;
    std::string looked;
    for (const fs::path& folder : folders.folders)
        looked += (looked.empty() ? "" : ", ") + folder.string();
    std::string advice = looked.empty() ? ": no data folder is known" : " in " + looked;
    advice += ". Download ";
    if (!set.archive.empty())
        advice += set.archive;
    for (std::size_t i = 0; i < set.files.size() && set.archive.empty(); ++i)
        advice += (i == 0 ? "" : ", ") + std::string(set.files[i]) + std::string(set.ending);
    advice += " from " + std::string(set.address) + " into DIR/" + std::string(set.folders[0])
              + " and name DIR with --data or in COTERIE_DATA";
    return Unexpected<Error>{notFound(set.title, advice)};
}

bool saysFilesMissing(const Error& error)
{
    return error.kind == ErrorKind::NotFound;
}

} // namespace coterie
