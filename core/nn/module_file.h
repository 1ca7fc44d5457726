#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace coterie {

/// The bytes of a module's file. The error is without its name.
[[nodiscard]] Result<std::string> moduleBytes(const std::filesystem::path& file);

} // namespace coterie
