#pragma once

#include <QStringList>

#include <cstddef>
#include <span>
#include <vector>

namespace coterie::ui {

/// Multiples of 1, 2 or 5 times a power of ten within low … high, with at most `most` steps between
/// them; with `whole`, whole numbers only. Empty for a range that is not finite.
[[nodiscard]] std::vector<double> axisTicks(double low, double high, int most, bool whole = false);
/// The same with one more at either end where the range does not end at a tick.
[[nodiscard]] std::vector<double> outerTicks(double low, double high, int most);
/// The labels of the ticks of one axis, with as many digits as tell neighbours apart and a true
/// minus; from a million on in M, G or T: "16.5 M".
[[nodiscard]] QStringList tickTexts(std::span<const double> ticks);
/// A value on the axis with these ticks, in their unit.
[[nodiscard]] QString valueOnAxis(double value, std::span<const double> ticks);
/// Values that stand below each other: in M, G or T as ticks are, and with equally many decimals
/// where these show about four digits and hide none of them.
[[nodiscard]] QStringList alikeTexts(std::span<const double> values);
/// The least of 1, 2, 5, 10, 20, 50 … that is not below this number: the step between labels.
[[nodiscard]] std::size_t niceStep(double least);
/// For a logarithmic axis of values above 0: powers of ten, and at the ends 1, 2 or 5 times a
/// power. Over more than four decades the ends are powers too.
[[nodiscard]] std::vector<double> logarithmicOuterTicks(double low, double high);

} // namespace coterie::ui
