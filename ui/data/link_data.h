#pragma once

#include "core/data/catalog.h"

#include <filesystem>

namespace coterie::ui {

/// Makes a published set that lies in `folder` findable, for the window and the command line alike:
/// a link to it in the data folder, nothing is copied. Does nothing if it is found there already.
[[nodiscard]] Result<void> linkIntoDataFolder(const CatalogEntry& entry,
                                              const std::filesystem::path& folder,
                                              const DataFolders& folders);

} // namespace coterie::ui
