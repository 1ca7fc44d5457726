#pragma once

#include "core/base/result.h"

#include <filesystem>

namespace coterie {

/// A folder with coterie.py, the module for methods in Python, as this program brings it: in the
/// user's cache ($XDG_CACHE_HOME, else $HOME/.cache), written where it is not there yet.
[[nodiscard]] Result<std::filesystem::path> shippedPythonFolder();

} // namespace coterie
