#pragma once

#include "core/base/result.h"

#include <filesystem>

namespace coterie {

/// Loads a library in a process of its own and looks for a symbol. Initialisers of a library run
/// as it loads: one that throws would leave the loader locked, and one that crashes would end the
/// program. The error says what happened.
[[nodiscard]] Result<void> checkLoads(const std::filesystem::path& library, const char* symbol);

} // namespace coterie
