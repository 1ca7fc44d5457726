#pragma once

#include "ui/runs/run_view_model.h"

#include <QString>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coterie::ui {

/// The texts about a metric, to be translated.
struct MetricInfo
{
    Metric metric = Metric::TestError;
    const char* title = nullptr;       ///< "Test error", as a menu shows it
    const char* axis = nullptr;        ///< "Test error (%)", as an axis shows it
    const char* explanation = nullptr; ///< its definition and how it is averaged, for a tooltip
};

/// In the order of a menu.
[[nodiscard]] std::span<const MetricInfo> metricInfos();
[[nodiscard]] const MetricInfo& infoOf(Metric metric);
/// "Non-zero entries" for any metric or number of clients, as a menu shows it.
[[nodiscard]] QString titleOfMetric(std::string_view metric);
/// "Non-zero entries (%)": with its unit.
[[nodiscard]] QString axisOf(std::string_view metric);
/// What it means; empty if only its method knows.
[[nodiscard]] QString meaningOf(std::string_view metric);
/// Those of the runs that are none of the above, in the order of tables and exports.
[[nodiscard]] std::vector<std::string> otherMetrics(const RunViewModel& runs);
/// The column that stores it: accuracy is computed from the error.
[[nodiscard]] std::size_t storedIndex(Metric metric);

} // namespace coterie::ui
