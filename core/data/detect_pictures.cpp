#include "core/data/detect_pictures.h"

#include "core/base/try.h"
#include "core/data/formats/file_tree.h"
#include "core/data/formats/picture_reader.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace coterie {

namespace {

namespace fs = std::filesystem;

constexpr const char* kNeedsClasses = "must have a folder of pictures for each class";

bool holdsAny(const fs::path& folder, bool (*isWanted)(const fs::path& path))
{
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
        if (isWanted(at->path()))
            return true;
    return false;
}

bool holdsPictures(const fs::path& folder)
{
    return holdsAny(folder, &isNamedAsPicture);
}

bool holdsFoldersOfPictures(const fs::path& folder)
{
    return holdsAny(folder, [](const fs::path& path) {
        std::error_code ignored;
        return fs::is_directory(path, ignored) && holdsPictures(path);
    });
}

DetectedData pictures(const fs::path& place, std::string meaning)
{
    return {.dataset = partAt("imageFolder", place), .meaning = std::move(meaning)};
}

DetectedData pictureFolder(const fs::path& folder)
{
    return pictures(folder, "A folder of pictures, a folder for each class.");
}

} // namespace

Result<std::optional<DetectedData>> picturesIn(const fs::path& folder)
{
    if (holdsFoldersOfPictures(folder) || holdsFoldersOfPictures(folder / "train"))
        return std::optional(pictureFolder(folder));
    if (holdsPictures(folder))
        return fail(folder.string(), kNeedsClasses);
    return std::optional<DetectedData>();
}

Result<std::optional<DetectedData>> picturesIn(const fs::path& archive, const FileTree& tree)
{
    const auto holdsPicturesAt = [&tree](const std::string& folder) {
        const Result<std::vector<std::string>> names = tree.files(folder);
        return names && std::ranges::any_of(*names, &isNamedAsPicture);
    };
    for (const std::string folder : {"", "train"}) {
        COTERIE_TRY(const std::vector<std::string> classes, tree.folders(folder));
        if (std::ranges::any_of(classes, [&](const std::string& name) {
                return holdsPicturesAt(below(folder, name));
            }))
            return std::optional(
                pictures(archive, "An archive of pictures, a folder for each class."));
    }
    if (holdsPicturesAt(""))
        return fail(archive.string(), kNeedsClasses);
    return std::optional<DetectedData>();
}

Result<DetectedData> foldersOfPicture(const fs::path& file)
{
    const fs::path folder = file.parent_path().parent_path();
    if (folder.filename() == "train" || folder.filename() == "test")
        return pictureFolder(folder.parent_path());
    if (folder.empty())
        return fail(file.string(), "must be in a folder with pictures of its class");
    return pictureFolder(folder);
}

} // namespace coterie
