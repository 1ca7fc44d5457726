#pragma once

#include "core/base/result.h"
#include "core/data/detect_data.h"

#include <filesystem>
#include <optional>

namespace coterie {

class FileTree;

// What detectData() knows of pictures.

/// A folder with a folder of pictures for each class, perhaps for training and tests apart.
[[nodiscard]] Result<std::optional<DetectedData>> picturesIn(const std::filesystem::path& folder);
/// The same of an archive, judged by the names in it.
[[nodiscard]] Result<std::optional<DetectedData>> picturesIn(const std::filesystem::path& archive,
                                                             const FileTree& tree);
/// The folder of classes that a picture is in.
[[nodiscard]] Result<DetectedData> foldersOfPicture(const std::filesystem::path& file);

} // namespace coterie
