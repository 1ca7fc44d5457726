#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <functional>
#include <ostream>

namespace coterie {

/// Writes a file whole or not at all: into a file beside it, flushed to disk, then renamed over it.
/// When the disk is full, the folder read-only, or `write` fails, what was there before stays and
/// no other file is left behind.
[[nodiscard]] Result<void>
writeFileAtomically(const std::filesystem::path& file,
                    const std::function<Result<void>(std::ostream&)>& write);

/// Where this program keeps a user's files: $XDG_DATA_HOME/coterie, else
/// $HOME/.local/share/coterie; empty where neither variable is set. By the base-directory
/// specification a relative XDG_DATA_HOME counts as unset.
[[nodiscard]] std::filesystem::path userDataFolder();

} // namespace coterie
