#pragma once

#include "core/data/catalog.h"

namespace coterie {

/// A file that a program can download, as the publisher offers it: perhaps packed.
struct PublishedFile
{
    std::string_view name;
    std::uint64_t bytes = 0; ///< 0: not known
    std::string_view sha256 = {};
    std::string_view md5 = {};
    std::string_view note = {};    ///< where size and digest come from, if not from the publisher
    std::string_view address = {}; ///< empty: the set's address and the name
};

/// Where the files of a published data set usually are, and where they come from.
struct PublishedFiles
{
    std::string_view title;
    std::span<const std::string_view> folders;    ///< below a data folder; the first is recommended
    std::span<const std::string_view> files = {}; ///< all are needed, each as it is or with .gz
    std::string_view archive = {}; ///< one file with all of them, read in place instead
    std::string_view address;      ///< where they are published
    std::string_view ending = {};  ///< of the files at that address: ".gz"
    /// Whether a data folder may itself hold the files; null: it may.
    bool (*mayHold)(const std::filesystem::path& folder) = nullptr;
    std::span<const PublishedFile> downloads = {};
};

/// The files, in their order, or the archive alone, from the first folder that has either; empty if
/// none has.
[[nodiscard]] std::vector<std::filesystem::path> findFiles(const PublishedFiles& set,
                                                           const DataFolders& folders);
/// For CatalogEntry::find.
template <const PublishedFiles& kSet>
[[nodiscard]] std::vector<std::filesystem::path> found(const DataFolders& folders)
{
    return findFiles(kSet, folders);
}

/// The same for loading: an error if they are not on this machine.
[[nodiscard]] Result<std::vector<std::filesystem::path>> neededFiles(const PublishedFiles& set,
                                                                     const DataFolders& folders);
/// Whether what was found is the archive.
[[nodiscard]] bool isArchive(const PublishedFiles& set,
                             std::span<const std::filesystem::path> found);
/// The error of a data set whose files are not on this machine: its title, and more about it.
[[nodiscard]] Error notFound(std::string_view title, std::string_view more);
/// Whether an error is one of those: the experiment is right, but its data are not here.
[[nodiscard]] bool saysFilesMissing(const Error& error);

} // namespace coterie
