#pragma once

#include "ui/runs/round_measurements.h"

#include <span>

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
/// The column that stores it: accuracy is computed from the error.
[[nodiscard]] std::size_t storedIndex(Metric metric);

} // namespace coterie::ui
