#pragma once

#include <filesystem>

namespace coterie {

/// Where this program keeps a user's files: $XDG_DATA_HOME/coterie, else
/// $HOME/.local/share/coterie; empty where neither variable is set. By the base-directory
/// specification a relative XDG_DATA_HOME counts as unset.
[[nodiscard]] std::filesystem::path userDataFolder();

} // namespace coterie
