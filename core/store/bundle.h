#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <span>

namespace coterie {

class RunStore;

/// The manifest's "bundle". Format 1 had no details.jsonl.
inline constexpr int kBundleFormat = 2;

/// Writes a folder to import, rerun and compare on another machine: for each experiment of these
/// runs its file, one CSV per export kind except timings, what these lack of the reports, and a
/// manifest with the runs, their environment and the SHA-256 of every file. Nothing in it depends
/// on when, where or under which number a run was made, so equal runs give equal bytes. The files
/// of one experiment lie in `folder`, those of several in a subfolder each. Unfinished runs and a
/// folder that is not empty are refused.
[[nodiscard]] Result<void> exportBundle(RunStore& store,
                                        std::span<const std::int64_t> runs,
                                        const std::filesystem::path& folder);

} // namespace coterie
