#pragma once

#include "core/store/plan_settings.h"
#include "ui/compare/compare_data.h"
#include "ui/views/plain_table.h"
#include "ui/views/plot_picture.h"

#include <optional>
#include <string>
#include <vector>

namespace coterie::ui {

/// What points can be drawn over: a setting in which the runs differ and that is a number, or
/// another metric.
struct PointAxis
{
    QString title;
    std::optional<std::size_t> setting; ///< in RunSettings; absent: it is a metric
    std::string metric;

    bool operator==(const PointAxis&) const = default;
};

/// Settings first, those that tell most at the front; then metrics that some of the runs have. A
/// method's parameter has its name in Design.
[[nodiscard]] std::vector<PointAxis> pointAxes(const CompareData& data,
                                               const RunSettings& settings);

/// The last value of the data's metric over a setting: each method a line through the means of its
/// runs at each value, with a band of ± 1 sd over seeds. Over a metric: each run a point in its
/// method's colour and, where both metrics can be good or bad, the Pareto front of the runs, a
/// dotted staircase in the colour of no arm. Runs of an arm with different values of another
/// setting than the axis are methods of their own, named with these values.
[[nodiscard]] PlotPicture
pointPicture(const CompareData& data, const RunSettings& settings, const PointAxis& axis);

/// The numbers behind it: one row per run.
[[nodiscard]] PlainTable
pointTable(const CompareData& data, const RunSettings& settings, const PointAxis& axis);

/// "Traffic: not recorded for 4 runs": those that have no place on the axis, or that repeat another
/// one there; empty for none.
[[nodiscard]] QString
leftOutOfPoints(const CompareData& data, const RunSettings& settings, const PointAxis& axis);

/// How much of the metric's variance over the runs goes with each setting in which they differ, the
/// largest first: ω², which takes from the sum of squares between its values what chance would put
/// there, (SSb − (k − 1) MSw) / (SSt + MSw) of k values, and at least 0. Settings with a value of
/// its own for each run are left out, as nothing tells them from chance. Settings that change
/// together each count what goes with them, so the shares may add up to more than one.
struct SettingImportance
{
    QString title;
    std::size_t values = 0; ///< different ones
    double share = 0;       ///< 0 to 1
};
[[nodiscard]] std::vector<SettingImportance> importances(const CompareData& data,
                                                         const RunSettings& settings);

/// Which points no other one dominates, in the order of x. `xBetter` and `yBetter` are Higher or
/// Lower.
[[nodiscard]] std::vector<std::size_t>
paretoFront(std::span<const double> x, std::span<const double> y, Better xBetter, Better yBetter);

} // namespace coterie::ui
