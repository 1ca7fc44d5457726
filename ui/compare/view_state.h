#pragma once

#include "ui/compare/compare_panes.h"
#include "ui/compare/compare_pictures.h"
#include "ui/compare/run_cells.h"
#include "ui/compare/run_tree.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace coterie::ui {

/// How the Compare page lists and compares runs: what a saved view keeps.
struct ViewState
{
    QString filter;                    ///< as typed
    std::optional<std::string> folder; ///< "": no folder; nothing: all runs
    RunGrouping grouping = RunGrouping::None;
    std::optional<ColumnIdentity> sortedBy;
    Qt::SortOrder order = Qt::DescendingOrder;
    std::vector<MetricMoment> metrics; ///< with a column
    bool allSettings = false;          ///< have a column, not only those that differ
    QString metric;                    ///< of the tabs below
    CurveView curves;                  ///< in the tab of curves
    ComparePanes::Pane pane = ComparePanes::Pane::Curves;

    bool operator==(const ViewState&) const = default;
};

[[nodiscard]] std::string writeViewState(const ViewState& state);
/// Whoever wrote it: what it lacks, or has in another form, is as in a new window.
[[nodiscard]] ViewState readViewState(const std::string& text);

} // namespace coterie::ui
