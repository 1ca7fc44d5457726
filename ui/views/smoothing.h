#pragma once

#include <span>
#include <vector>

namespace coterie::ui {

enum class Smoothing
{
    None,
    SavitzkyGolay, ///< 13 points, order 3, as in the HiCS-FL figures
    Exponential    ///< kRemembered of the value before, the rest of the new one
};

inline constexpr double kRemembered = 0.8;

/// Values that are not finite stay as they are and part the curve: each stretch between them is
/// smoothed by itself.
[[nodiscard]] std::vector<double> smoothedValues(std::span<const double> values, Smoothing kind);

} // namespace coterie::ui
