#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>

namespace coterie {

class RunStore;

/// Where the command of a run started in its earlier rounds, as its newest state has it: a
/// suggestion of where it could go on. Empty: it has no state, or starts no command.
[[nodiscard]] Result<std::filesystem::path> commandFolderOf(RunStore& store, std::int64_t run);

} // namespace coterie
