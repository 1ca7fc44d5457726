#include "core/data/formats/png.h"
#include "core/data/sets/user_files.h"

#include <algorithm>
#include <array>

namespace coterie {

namespace {

namespace fs = std::filesystem;

constexpr std::array kParameters{required(textParameter(
    "path", "Folder", "the folder: absolute, or below a data folder or the working directory"))};

constexpr NamedPart kPart{
    .name = "imageFolder",
    .title = "Folder of pictures",
    .meaning = "PNG pictures of your own, all of one size, in a folder for each class; folders "
               "named train and test may stand above the classes.",
    .parameters = kParameters};

/// The content of a folder, sorted by name: folders or PNG files.
Result<std::vector<fs::path>> entriesOf(const fs::path& folder, bool directories)
{
    std::error_code error;
    std::vector<fs::path> entries;
    fs::directory_iterator at(folder, error);
    for (; !error && at != fs::directory_iterator(); at.increment(error)) {
        const fs::path& path = at->path();
        std::error_code ignored;
        const bool wanted = directories
                                ? at->is_directory(ignored)
                                : at->is_regular_file(ignored)
                                      && (path.extension() == ".png" || path.extension() == ".PNG");
        if (wanted && !path.filename().string().starts_with("."))
            entries.push_back(path);
    }
    if (error)
        return fail(folder.string(), "cannot be listed: " + error.message());
    std::ranges::sort(entries);
    return entries;
}

Result<std::vector<std::string>> classesIn(const fs::path& folder)
{
    COTERIE_TRY(const std::vector<fs::path> folders, entriesOf(folder, true));
    if (folders.empty())
        return fail(folder.string(), "must contain a folder for each class");
    std::vector<std::string> names;
    for (const fs::path& path : folders)
        names.push_back(path.filename().string());
    return names;
}

Result<Samples> readClasses(const fs::path& folder, const std::vector<std::string>& classes)
{
    std::vector<std::pair<fs::path, std::int32_t>> pictures; // with their labels
    for (std::size_t label = 0; label < classes.size(); ++label) {
        std::error_code ignored;
        if (!fs::is_directory(folder / classes[label], ignored)) // there can be no test pictures
            continue;
        COTERIE_TRY(const std::vector<fs::path> files, entriesOf(folder / classes[label], false));
        for (const fs::path& file : files)
            pictures.emplace_back(file, static_cast<std::int32_t>(label));
    }
    if (pictures.empty())
        return fail(folder.string(), "must contain PNG pictures in the folders of the classes");
    PictureList list(pictures.size());
    for (const auto& [file, label] : pictures) {
        COTERIE_TRY(const std::shared_ptr<ByteStore> store, openStore(file));
        const ByteSourcePointer source = sourceOf(store, 0, store->size());
        COTERIE_CHECK(list.append(*source, label));
    }
    return list.take();
}

Result<DatasetPointer> load(const ParameterSet& parameters, const DataFolders& folders)
{
    COTERIE_TRY(const fs::path folder, userPath(parameters, "path", folders));
    std::error_code ignored;
    const bool parts = fs::is_directory(folder / "train", ignored);
    const fs::path trainFolder = parts ? folder / "train" : folder;
    COTERIE_TRY(std::vector<std::string> classes, classesIn(trainFolder));
    COTERIE_TRY(Samples train, readClasses(trainFolder, classes));
    COTERIE_TRY(Samples test, readBeside(memoryOf(train), [&] {
                    return parts && fs::is_directory(folder / "test", ignored)
                               ? readClasses(folder / "test", classes)
                               : Samples{};
                }));
    return userDataset(
        kPart, folder, std::move(train), std::move(test), {.classNames = std::move(classes)});
}

} // namespace

constexpr CatalogEntry kImageFolderSet = userSet(kPart, "your own folder, named by path", &load);

} // namespace coterie
