#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <functional>
#include <ostream>

namespace coterie {

/// Writes a whole file or nothing: into a temporary file beside it, flushed to disk, then renamed.
/// If the disk is full, the folder is read-only or `write` fails, the old file stays and no other
/// file remains.
[[nodiscard]] Result<void>
writeFileAtomically(const std::filesystem::path& file,
                    const std::function<Result<void>(std::ostream&)>& write);

/// The folder of the user's files: $XDG_DATA_HOME/coterie, else
/// $HOME/.local/share/coterie; empty where neither variable is set. By the base-directory
/// specification a relative XDG_DATA_HOME counts as unset.
[[nodiscard]] std::filesystem::path userDataFolder();

} // namespace coterie
