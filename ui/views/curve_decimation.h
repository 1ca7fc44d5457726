#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace coterie::ui {

struct ScreenPoint
{
    double x = 0;
    double y = 0; ///< NaN: a gap

    bool operator==(const ScreenPoint&) const = default;
};

/// Keeps what a screen of `pixels` columns can show of the part of a curve in [low, high]: of each
/// column the first, lowest, highest and last value in their order, so no spike disappears. One
/// sample on either side is kept, so lines run off the screen. A stretch of non-finite values
/// becomes one gap. `x` ascends.
[[nodiscard]] std::vector<ScreenPoint> decimate(std::span<const double> x,
                                                std::span<const double> y,
                                                double low,
                                                double high,
                                                std::size_t pixels);

/// Where in [low, high] the values are not finite: the places of the markers, at most one per
/// column.
[[nodiscard]] std::vector<double> nonFinitePlaces(std::span<const double> x,
                                                  std::span<const double> y,
                                                  double low,
                                                  double high,
                                                  std::size_t pixels);

/// How far the round axis reaches: over all planned rounds of a short run. Of a long one it grows
/// with the newest round, a quarter at a time, so that it neither crawls nor stands mostly empty.
[[nodiscard]] double shownRounds(int newest, int planned);

/// The axis range that shows [lowest, highest] with some air. Never empty, never infinite; on a
/// logarithmic axis positive. Absent if there is nothing to show.
[[nodiscard]] std::optional<std::pair<double, double>>
paddedRange(double lowest, double highest, bool logarithmic);

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
