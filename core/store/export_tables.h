#pragma once

#include "core/store/csv_writer.h"
#include "core/store/exports.h"
#include "core/store/run_store.h"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace coterie {

/// One run that is being exported.
struct ExportRun
{
    RunRow row;
    std::string identity; ///< the fields every row of the run begins with
    FederationFacts facts;
    std::map<int, std::map<std::string, double, std::less<>>>
        metrics; ///< by round; only if the table wants them
};

/// How one table is made: its own columns, and the rows one report gives.
struct ExportTable
{
    ExportKind kind;
    std::vector<std::string> (*columns)() = nullptr; ///< after those that identify the run
    void (*write)(const ExportRun& run, const RoundReport& report, CsvWriter& csv) = nullptr;
    bool wantsMatrices = false;
    bool wantsMetrics = false;
};

[[nodiscard]] std::span<const ExportTable> exportTables();

} // namespace coterie
