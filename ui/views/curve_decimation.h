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

/// The part of a curve in [low, high] as `pixels` columns of a screen can show it: the first,
/// lowest, highest and last value of each column in their order, so that no spike disappears. One
/// sample on either side is kept, so that lines run off the screen. Non-finite values in a row
/// become one gap. `x` ascends.
[[nodiscard]] std::vector<ScreenPoint> decimate(std::span<const double> x,
                                                std::span<const double> y,
                                                double low,
                                                double high,
                                                std::size_t pixels);

/// Where in [low, high] the values are not finite, at most once per column: the places of the
/// markers.
[[nodiscard]] std::vector<double> nonFinitePlaces(std::span<const double> x,
                                                  std::span<const double> y,
                                                  double low,
                                                  double high,
                                                  std::size_t pixels);

/// How far the round axis reaches: over all planned rounds of a short run. For a long run it grows
/// with the newest round, by a quarter at a time, so that it neither crawls nor stays mostly empty.
[[nodiscard]] double shownRounds(int newest, int planned);

/// The axis range that shows [lowest, highest] with a margin. Never empty or infinite, and positive
/// on a logarithmic axis. Absent if there is nothing to show.
[[nodiscard]] std::optional<std::pair<double, double>>
paddedRange(double lowest, double highest, bool logarithmic);

enum class Smoothing
{
    None,
    SavitzkyGolay, ///< 13 points, order 3, as in the HiCS-FL figures
    Exponential    ///< kRemembered times the value before plus the rest of the new one
};

inline constexpr double kRemembered = 0.8;

/// Values that are not finite stay and split the curve; each part is smoothed by itself.
[[nodiscard]] std::vector<double> smoothedValues(std::span<const double> values, Smoothing kind);

} // namespace coterie::ui
