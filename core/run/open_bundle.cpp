#include "core/run/open_bundle.h"

#include "core/base/try.h"
#include "core/data/formats/archives.h"
#include "core/data/formats/bytes.h"
#include "core/run/program.h"
#include "core/store/bundle_manifest.h"

#include <memory>
#include <system_error>
#include <utility>

namespace coterie {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFiles = 100'000;
constexpr int kDeepest = 8; ///< folders below the bundle's; ours has one at most

ReadBytes readerOf(ByteSourcePointer source)
{
    return [source = std::shared_ptr<ByteSource>(std::move(source))](std::span<char> out) {
        return source->read({reinterpret_cast<std::uint8_t*>(out.data()), out.size()});
    };
}

/// "bundle" of "results/bundle/".
std::string leafOf(const fs::path& file)
{
    const fs::path plain = file.lexically_normal();
    return (plain.has_filename() ? plain : plain.parent_path()).filename().string();
}

/// Whether a link leads to something that is not in the folder, whose path has no links.
bool leadsOut(const fs::path& link, const fs::path& folder)
{
    std::error_code problem;
    const fs::path target = fs::weakly_canonical(link, problem);
    if (problem)
        return true;
    const fs::path inside = target.lexically_relative(folder);
    return inside.empty() || *inside.begin() == "..";
}

Result<BundleFiles> openFolder(const fs::path& folder)
{
    BundleFiles bundle{.name = folder.string(),
                       .origin = leafOf(fs::absolute(folder)),
                       .files = {},
                       .open = {},
                       .reader = programName()};
    while (bundle.name.size() > 1 && bundle.name.ends_with('/'))
        bundle.name.pop_back();
    std::error_code problem;
    const fs::path place = fs::canonical(folder, problem);
    if (problem)
        return fail(bundle.name, "cannot be read (" + problem.message() + ")", ErrorKind::File);
    auto entry = fs::recursive_directory_iterator(folder, problem);
    for (; !problem && entry != fs::recursive_directory_iterator(); entry.increment(problem)) {
        if (entry.depth() > kDeepest || bundle.files.size() >= kMostFiles)
            return fail(bundle.name,
                        "has more files or deeper folders than any bundle",
                        ErrorKind::TooMuch);
        std::error_code unreadable;
        if (entry->is_symlink(unreadable) && leadsOut(entry->path(), place))
            return fail(bundle.name,
                        "has a link that leads out of the bundle, "
                            + inQuotes(entry->path().lexically_relative(folder).string())
                            + "; nothing was read");
        if (entry->is_regular_file(unreadable))
            bundle.files.push_back({.path = entry->path().lexically_relative(folder).string(),
                                    .size = entry->file_size(unreadable)});
    }
    if (problem)
        return fail(bundle.name, "cannot be read (" + problem.message() + ")", ErrorKind::File);
    bundle.open = [folder](const std::string& path) -> Result<ReadBytes> {
        COTERIE_TRY(std::shared_ptr<ByteStore> store, openStore(folder / path));
        const std::uint64_t size = store->size();
        return readerOf(sourceOf(std::move(store), 0, size));
    };
    return bundle;
}

Result<BundleFiles> openArchive(const fs::path& file)
{
    const Result<ZipArchive> opened = ZipArchive::open(file);
    if (!opened)
        return fail(opened.error().place,
                    "is neither the folder of a bundle nor a zip archive of one: "
                        + opened.error().message);
    const auto archive = std::make_shared<const ZipArchive>(*opened);
    BundleFiles bundle{.name = file.string(),
                       .origin = leafOf(file),
                       .files = {},
                       .open = {},
                       .reader = programName()};
    for (const ZipMember& member : archive->members())
        if (!member.name.ends_with('/')) // else a folder
            bundle.files.push_back({.path = member.name, .size = member.size});
    bundle.open = [archive, name = bundle.name](const std::string& path) -> Result<ReadBytes> {
        const ZipMember* member = archive->find(path);
        if (member == nullptr)
            return fail(name, path + " is missing");
        COTERIE_TRY(ByteSourcePointer content, archive->content(*member));
        return readerOf(std::move(content));
    };
    return bundle;
}

} // namespace

Result<BundleFiles> openBundle(const fs::path& file)
{
    std::error_code problem;
    if (!fs::exists(file, problem))
        return fail(file.string(), "there is no such file or folder", ErrorKind::NotFound);
    if (fs::is_directory(file, problem))
        return openFolder(file);
    if (file.filename() == kManifestFile)
        return openFolder(file.has_parent_path() ? file.parent_path() : fs::path("."));
    return openArchive(file);
}

} // namespace coterie
