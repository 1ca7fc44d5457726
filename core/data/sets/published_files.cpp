#include "core/data/sets/published_files.h"

#include "core/data/formats/archive_reader.h"
#include "core/data/formats/archives.h"
#include "core/data/formats/inflate_source.h"

#include <algorithm>

namespace coterie {

namespace {

namespace fs = std::filesystem;

/// The files in one folder, each plain or gzip; the archive or nothing if one is missing.
std::vector<fs::path> filesIn(const PublishedFiles& set, const fs::path& folder)
{
    std::error_code ignored; // an unreadable folder counts as empty
    std::vector<fs::path> files;
    for (const std::string_view name : set.files)
        for (const std::string& file : {std::string(name), std::string(name) + ".gz"})
            if (fs::is_regular_file(folder / file, ignored)) {
                files.push_back(folder / file);
                break;
            }
    if (files.size() == set.files.size())
        return files;
    files.clear();
    if (!set.archive.empty() && fs::is_regular_file(folder / set.archive, ignored))
        files.push_back(folder / set.archive);
    return files;
}

/// The file that the archive holds, in the folder given for it, or in any where none is given.
Result<ByteSourcePointer>
openMember(const PublishedFiles& set, const fs::path& file, std::string_view name)
{
    COTERIE_TRY(const ZipArchive archive, ZipArchive::open(file));
    const std::string wanted = std::string(set.archiveFolder).append(name).append(set.ending);
    for (const ZipMember& member : archive.members())
        if (member.name == wanted
            || (set.archiveFolder.empty() && member.name.ends_with('/' + wanted))) {
            COTERIE_TRY(ByteSourcePointer content, archive.content(member));
            if (set.ending != ".gz")
                return content;
            return unpackedIfGzip(std::move(content));
        }
    return fail(file.string(), "must contain " + wanted);
}

} // namespace

std::vector<fs::path> findFiles(const PublishedFiles& set, const DataFolders& folders)
{
    for (const fs::path& folder : folders.folders) {
        std::vector<fs::path> places;
        for (const std::string_view below : set.folders)
            if (!below.empty())
                places.push_back(folder / below);
        if (set.mayHold == nullptr || set.mayHold(folder))
            places.push_back(folder);
        for (const fs::path& place : places)
            if (std::vector<fs::path> files = filesIn(set, place); !files.empty())
                return files;
    }
    return {};
}

bool isArchive(const PublishedFiles& set, std::span<const fs::path> found)
{
    return found.size() == 1 && !set.archive.empty() && found.front().filename() == set.archive;
}

Result<DatasetPointer>
loadPublished(const PublishedFiles& set,
              const DataFolders& folders,
              const DatasetFacts& facts,
              const std::function<Result<Samples>(const OpenFile& open, std::size_t part)>& read)
{
    COTERIE_TRY(const std::vector<fs::path> files, neededFiles(set, folders));
    const OpenFile open = [&](std::size_t file) {
        return isArchive(set, files) ? openMember(set, files[0], set.files[file])
                                     : openUnpacked(files[file]);
    };
    COTERIE_TRY(Samples train, read(open, 0));
    COTERIE_TRY(Samples test, readBeside(memoryOf(train), [&] { return read(open, 1); }));
    return makeDataset(set.part, facts, std::move(train), std::move(test));
}

Result<void>
readEach(const PublishedFiles& set,
         std::span<const fs::path> found,
         const std::function<Result<void>(std::size_t file, ByteSource& content)>& read)
{
    if (!isArchive(set, found)) {
        for (std::size_t file = 0; file < found.size(); ++file) {
            COTERIE_TRY(const ByteSourcePointer source, openUnpacked(found[file]));
            COTERIE_CHECK(read(file, *source));
        }
        return {};
    }
    std::vector<bool> done(set.files.size(), false);
    COTERIE_CHECK(
        readArchive(found[0], [&](const std::string& name, ByteSource& content) -> Result<bool> {
            const auto known = std::ranges::find(set.files, fs::path(name).filename().string());
            const auto file = static_cast<std::size_t>(known - set.files.begin());
            if (known == set.files.end() || done[file])
                return true;
            COTERIE_CHECK(read(file, content));
            done[file] = true;
            return std::ranges::find(done, false) != done.end();
        }));
    for (std::size_t file = 0; file < done.size(); ++file)
        if (!done[file])
            return fail(found[0].string(), "must contain " + std::string(set.files[file]));
    return {};
}

Unexpected<Error> notFound(std::string_view title, std::string_view more)
{
    return fail("/data/dataset",
                std::string(title).append(" was not found").append(more),
                ErrorKind::NotFound);
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
    return notFound(set.part.title, advice);
}

bool saysFilesMissing(const Error& error)
{
    return error.kind == ErrorKind::NotFound;
}

} // namespace coterie
