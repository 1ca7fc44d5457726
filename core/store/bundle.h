#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <span>

namespace coterie {

class RunStore;

/// Writes a folder that another machine can rerun and hold its results against: of each experiment
/// of these runs its file, one CSV of each export kind but the timings, and a manifest that names
/// the runs, what they ran with and the SHA-256 of every file. Nothing in it depends on when, where
/// or under which number a run was made, so the bundle of equal runs has equal bytes. With one
/// experiment its files lie in `folder` itself, with several in a subfolder each. Runs that have
/// not finished are refused; so is a folder that is not empty, of which nothing is touched.
[[nodiscard]] Result<void> exportBundle(RunStore& store,
                                        std::span<const std::int64_t> runs,
                                        const std::filesystem::path& folder);

} // namespace coterie
