#pragma once

#include <QStringList>

#include <cstddef>
#include <span>
#include <vector>

namespace coterie::ui {

/// Round numbers (1, 2 or 5 times a power of ten) that cover low … high in at most `most` steps;
/// with `whole`, whole numbers only. Empty where the range is not finite.
[[nodiscard]] std::vector<double> axisTicks(double low, double high, int most, bool whole = false);

/// The same with one more at either end where the range does not end at a tick, for an axis that
/// begins and ends with one.
[[nodiscard]] std::vector<double> outerTicks(double low, double high, int most);
/// What stands beside the ticks of one axis: of each as many digits as tell it from its neighbours
/// and name its place, with a true minus.
[[nodiscard]] QStringList tickTexts(std::span<const double> ticks);
/// The least of 1, 2, 5, 10, 20, 50 … that is not below this one: of so many, one is named.
[[nodiscard]] std::size_t niceStep(double least);
/// For a logarithmic axis, of values above 0: the powers of ten between, and at the ends 1, 2 or 5
/// times a power, or, where the axis spans so much that those would crowd, powers too.
[[nodiscard]] std::vector<double> logarithmicOuterTicks(double low, double high);

} // namespace coterie::ui
