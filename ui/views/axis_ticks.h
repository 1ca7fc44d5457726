#pragma once

#include <vector>

namespace coterie::ui {

/// Round numbers (1, 2 or 5 times a power of ten) that cover low … high in at most `most` steps;
/// with `whole`, whole numbers only. Empty where the range is not finite.
[[nodiscard]] std::vector<double> axisTicks(double low, double high, int most, bool whole = false);

} // namespace coterie::ui
