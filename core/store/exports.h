#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <ostream>
#include <span>
#include <string_view>
#include <vector>

namespace coterie {

class RunStore;

struct ExportKind
{
    std::string_view name; ///< as in "export --what rounds"
    std::string_view meaning;
};

/// What can be exported, each as one table with one observation per row.
[[nodiscard]] std::span<const ExportKind> exportKinds();

/// Writes one table of these runs (all of them if none are named) as tidy CSV. A run is identified
/// by what was asked for: experiment, arm, seed and sweep, and `repeat`, which counts runs that
/// were asked for alike, oldest first. Rows are ordered by these, so equal runs give equal bytes
/// whatever else is in the store; times, host, run id and library versions are in "timings" only.
[[nodiscard]] Result<void> exportCsv(RunStore& store,
                                     std::string_view kind,
                                     std::span<const std::int64_t> runs,
                                     std::ostream& out);
/// The same into a file, which is written whole or not at all.
[[nodiscard]] Result<void> exportCsvFile(RunStore& store,
                                         std::string_view kind,
                                         std::span<const std::int64_t> runs,
                                         const std::filesystem::path& file);

} // namespace coterie
