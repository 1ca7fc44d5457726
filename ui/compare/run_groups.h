#pragma once

#include "ui/compare/run_cells.h"

#include <span>

namespace coterie::ui {

/// What the runs of the table are put under.
enum class RunGrouping
{
    None,
    Experiment,
    Arm ///< and its sweep point: the runs differ by their seed
};

/// Runs that stand under one line.
struct RunGroup
{
    QString experiment;
    QString arm;     ///< of a group by arm only
    std::string sweep = {}; ///< likewise
    std::size_t look = 0;   ///< RunRow::look, likewise
    std::size_t sweepPlace = 0;    ///< RunRow::sweepPlace, if they are grouped by arm
    std::vector<std::size_t> rows; ///< places among the runs

    bool operator==(const RunGroup&) const = default;
};

/// By the experiments' content, in the order in which the groups' first runs were made; none where
/// the runs are not grouped.
[[nodiscard]] std::vector<RunGroup> groupRuns(std::span<const RunRow> runs, RunGrouping grouping);

/// What a group's line says: what its runs share, and mean ± sd of what they came to.
[[nodiscard]] QString
groupText(const RunGroup& group, std::span<const RunRow> runs, const RunCells& cells, int column);
/// What groups are sorted by: the means.
[[nodiscard]] QVariant groupSortValue(const RunGroup& group,
                                      std::span<const RunRow> runs,
                                      const RunCells& cells,
                                      int column);

} // namespace coterie::ui
