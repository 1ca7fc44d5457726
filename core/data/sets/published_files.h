#pragma once

#include "core/data/catalog.h"

#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace coterie {

/// Where the files of a published data set usually lie, and where they come from.
struct PublishedFiles
{
    std::string_view title;
    std::span<const std::string_view> folders; ///< below a data folder; the first is recommended
    std::span<const std::string_view> files;   ///< all are needed, each as it is or with .gz
    std::string_view archive = {}; ///< one file that holds them all, read in place instead of them
    std::string_view address;      ///< where they are published
    std::string_view ending = {};  ///< of the files at that address: ".gz"
    /// Whether a data folder may itself hold the files; null: it may.
    bool (*mayHold)(const std::filesystem::path& folder) = nullptr;
};

/// The files, in their order, or the archive alone, from the first folder that has either; empty if
/// none has.
[[nodiscard]] std::vector<std::filesystem::path> findFiles(const PublishedFiles& set,
                                                           const DataFolders& folders);
/// Whether what was found is the archive.
[[nodiscard]] bool isArchive(const PublishedFiles& set,
                             std::span<const std::filesystem::path> found);
/// The error of a data set whose files are not on this machine: its title, and what more there is
/// to say of it.
[[nodiscard]] Error notFound(std::string_view title, std::string_view more);
/// What to download, and where to put it.
[[nodiscard]] Error filesMissing(const PublishedFiles& set, const DataFolders& folders);
/// Whether an error is one of those: the file asks rightly for what is not on this machine.
[[nodiscard]] bool saysFilesMissing(const Error& error);

} // namespace coterie
