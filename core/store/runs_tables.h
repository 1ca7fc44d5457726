#pragma once

#include "core/report/run_record.h"
#include "core/store/exports.h"
#include "core/store/run_store.h"

#include <span>
#include <string>
#include <string_view>

namespace coterie {

inline constexpr std::string_view kRunFields = "experiment,arm,seed,sweep,repeat";

struct ExportRun
{
    RunRow row;
    std::string identity; ///< kRunFields of this run, as every row of it begins
    FederationFacts facts = {};
};

/// A table of several runs at once, for one figure: its columns depend on the runs.
struct RunsTable
{
    ExportKind kind;
    /// With the header. The runs are ordered by their identity.
    Result<void> (*write)(RunStore& store, std::span<const ExportRun> runs, CsvWriter& csv);
};

[[nodiscard]] std::span<const RunsTable> runsTables();

} // namespace coterie
