#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace coterie {

inline constexpr std::size_t kSavitzkyGolayWindow = 13; ///< points

/// Savitzky–Golay smoothing with a window of 13 points and order 3, as in the HiCS-FL figures: each
/// value becomes that of the cubic fitted by least squares to the 13 points around it (centre
/// coefficients −11, 0, 9, 16, 21, 24, 25, … over 143). The first and last six points are read off
/// the cubic through the first and last 13. A curve of fewer points gets one cubic through all of
/// them; up to four points are returned as they are.
[[nodiscard]] std::vector<double> savitzkyGolay(std::span<const double> values);

} // namespace coterie
