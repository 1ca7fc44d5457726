#pragma once

#include "core/data/formats/bytes.h"
#include "core/data/formats/memory_limit.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace coterie {

/// A user's folder, or an archive of one, which then is as good as the folder: its files are
/// unpacked into memory and count against its limit, as do their names. Where an archive has a
/// single folder at its top that is none of those that data sets have there (train, test, data,
/// all_data), that folder is meant. Hidden files and folders, and those that macOS adds to a zip,
/// are left out; so are folders of an archive without a file.
class FileTree
{
public:
    /// Whether a file is needed, by its name without folders.
    using IsWanted = std::function<bool(const std::string& name)>;

    /// A folder is listed as it is asked for.
    [[nodiscard]] static Result<FileTree> open(const std::filesystem::path& path,
                                               const IsWanted& isWanted);
    /// The same of the names alone: the files of an archive are empty.
    [[nodiscard]] static Result<FileTree> list(const std::filesystem::path& path,
                                               const IsWanted& isWanted);

    // `folder` and `file` are below the tree: "train/cats"; empty: the tree itself.
    [[nodiscard]] bool hasFolder(const std::string& folder) const;
    /// The names of the folders in a folder, sorted.
    [[nodiscard]] Result<std::vector<std::string>> folders(const std::string& folder) const;
    /// The names of the wanted files in a folder, sorted.
    [[nodiscard]] Result<std::vector<std::string>> files(const std::string& folder) const;
    /// The path that messages name, which in an archive is no path on disk.
    [[nodiscard]] std::filesystem::path path(const std::string& below) const;
    [[nodiscard]] Result<std::shared_ptr<ByteStore>> file(const std::string& below) const;
    /// The unpacked file; none if the tree is a folder on disk, where path() can be opened.
    [[nodiscard]] std::shared_ptr<ByteStore> unpacked(const std::string& below) const;

private:
    FileTree(std::filesystem::path path, IsWanted isWanted)
        : m_path(std::move(path))
        , m_isWanted(std::move(isWanted))
    {}
    [[nodiscard]] Result<void> readAll(bool contents);
    /// Takes the single folder at the top for the tree.
    void enterSingleFolder();

    std::filesystem::path m_path;
    IsWanted m_isWanted;
    bool m_isArchive = false;
    std::map<std::string, std::shared_ptr<ByteStore>>
        m_files; // of an archive, by names in the tree
    std::set<std::string> m_folders;
    std::unique_ptr<MemoryHeld> m_held;
};

/// The name of something in a folder of a tree.
[[nodiscard]] inline std::string below(const std::string& folder, const std::string& name)
{
    return folder.empty() ? name : folder + '/' + name;
}

} // namespace coterie
