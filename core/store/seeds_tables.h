#pragma once

#include "core/store/runs_tables.h"

#include <span>

namespace coterie {

// Tables over the seeds of each arm and sweep point. The newest finished run of each seed counts.
// Deviations are those of the population (ddof 0); one seed has none.

/// Each metric by round: mean and deviation over seeds, over clients and seeds together, and of
/// the smoothed curves.
[[nodiscard]] Result<void>
writeRoundsOverSeeds(RunStore& store, std::span<const ExportRun> runs, CsvWriter& csv);

/// The same of each client's numbers, and of the best that each seed had so far.
[[nodiscard]] Result<void>
writeClientsOverSeeds(RunStore& store, std::span<const ExportRun> runs, CsvWriter& csv);

} // namespace coterie
