#pragma once

#include "core/store/csv_writer.h"
#include "core/store/runs_tables.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace coterie {

/// Every setting that a sweep of one of these runs sets, as a column: its place in the plan is the
/// name ("algorithm/alpha"), its value a number or a text. A run that has the setting without a
/// sweep has its value too, so that it stands beside the others in a figure.
class SweptColumns
{
public:
    explicit SweptColumns(std::span<const ExportRun> runs);

    void writeNames(CsvWriter& csv) const;
    void writeValues(const RunRow& run, CsvWriter& csv) const;

private:
    /// Equal arms share their runs.
    using Key = std::tuple<std::int64_t, std::size_t, std::string>; // run, arm's place, sweep

    std::vector<std::string> m_places;                ///< ascending
    std::map<Key, std::vector<std::string>> m_values; ///< for each place
};

/// What the runs of one arm and sweep point have in common, whatever their seeds: the plan without
/// names, seeds and settings of the machine.
[[nodiscard]] std::string settingsBesideSeed(std::string_view planJson);

} // namespace coterie
