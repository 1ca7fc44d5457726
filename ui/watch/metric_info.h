#pragma once

#include "ui/runs/round_measurements.h"

#include <QString>

#include <array>

namespace coterie::ui {

inline constexpr std::array kMetrics{Metric::TestError,
                                     Metric::TestAccuracy,
                                     Metric::TestLoss,
                                     Metric::TrainLoss,
                                     Metric::GlobalTestError};

/// "Test error", as a menu shows it.
[[nodiscard]] QString titleText(Metric metric);
/// "Test error (%)", as an axis shows it.
[[nodiscard]] QString axisLabel(Metric metric);
/// Its definition and how it is averaged, for a tooltip.
[[nodiscard]] QString explanation(Metric metric);
/// The column that stores it: accuracy is computed from the error.
[[nodiscard]] std::size_t storedIndex(Metric metric);

} // namespace coterie::ui
