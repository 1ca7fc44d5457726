#pragma once

#include "core/data/detect_data.h"
#include "core/data/formats/file_tree.h"

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string_view>

namespace coterie {

// What detectData() knows of files that belong to several clients.

/// Whether a file can be that of a client, or one of LEAF, by its ending.
[[nodiscard]] bool isNamedAsFederation(std::string_view name);

/// A folder with a file for each client, or one with files of LEAF.
[[nodiscard]] std::optional<DetectedData> federationIn(const std::filesystem::path& folder);
/// The same of an archive, judged by the names in it.
[[nodiscard]] std::optional<DetectedData> federationIn(const std::filesystem::path& archive,
                                                       const FileTree& tree);
/// A file of LEAF, judged by its first bytes.
[[nodiscard]] std::optional<DetectedData> leafFile(const std::filesystem::path& file,
                                                   std::span<const std::uint8_t> begin);
/// One client's archive of PFLlib, judged by the names of its arrays: the data set is its folder's.
[[nodiscard]] std::optional<DetectedData> clientArchive(const std::filesystem::path& file,
                                                        const std::set<std::string>& arrays);

} // namespace coterie
