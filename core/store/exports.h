#pragma once

#include "core/base/result.h"
#include "core/store/csv_writer.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

class RunStore;
struct RoundReport;
struct RunRow;

struct ExportKind
{
    std::string_view name; ///< of "export --what rounds"
    std::string_view meaning;
    bool isBundled = true;    ///< a part of bundles: not computed from other tables, no times
    bool isOverSeeds = false; ///< of finished runs, one for each seed
};

/// The tables that can be exported, with one observation per row.
[[nodiscard]] std::span<const ExportKind> exportKinds();

/// The first line of a table, without its end; empty for an unknown kind and for one whose columns
/// depend on the runs.
[[nodiscard]] std::string exportHeader(std::string_view kind);

/// Columns of every table with one row per observation before `round`: they identify the run.
inline constexpr std::size_t kFieldsBeforeRound = 5;
/// The rows of such a table that one report gives, without what identifies the run and what the
/// report does not know.
[[nodiscard]] std::string exportRows(std::string_view kind, const RoundReport& report);

/// What the column `sweep` has.
enum class ExportNames
{
    Told,  ///< also what else tells runs of the same names apart; see designText()
    Stored ///< the sweep point alone
};

/// Writes one table of these runs (all, if none are given) as tidy CSV. Experiment, arm, seed and
/// sweep identify a run, and `repeat` counts equal ones, oldest first. Rows are ordered by these,
/// so equal runs give equal bytes whatever else is in the store. Times, host, run id and library
/// versions are in "timings" only.
[[nodiscard]] Result<void> exportCsv(RunStore& store,
                                     std::string_view kind,
                                     std::span<const std::int64_t> runs,
                                     std::ostream& out,
                                     CsvReader reader = CsvReader::Any,
                                     ExportNames names = ExportNames::Told);
/// The same of exactly these runs, which may go by other names than in the store.
[[nodiscard]] Result<void> exportRowsCsv(RunStore& store,
                                         std::string_view kind,
                                         std::vector<RunRow> runs,
                                         std::ostream& out,
                                         CsvReader reader = CsvReader::Any,
                                         ExportNames names = ExportNames::Told);
/// exportCsv() into a file, all or nothing.
[[nodiscard]] Result<void> exportCsvFile(RunStore& store,
                                         std::string_view kind,
                                         std::span<const std::int64_t> runs,
                                         const std::filesystem::path& file,
                                         CsvReader reader = CsvReader::Any);

} // namespace coterie
