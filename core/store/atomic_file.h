#pragma once

#include "core/spec/result.h"

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

} // namespace coterie
