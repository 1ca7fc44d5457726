#pragma once

#include "core/base/result.h"

#include <filesystem>

namespace coterie {

/// Refuses a file that is no TorchScript module, judged by its first bytes and the names in its
/// archive. A quick look that runs nothing of the file; only loading it tells whether it is valid.
[[nodiscard]] Result<void> checkTorchScript(const std::filesystem::path& file);

} // namespace coterie
