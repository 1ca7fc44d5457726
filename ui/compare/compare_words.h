#pragma once

#include <QString>

#include <string_view>

namespace coterie {
struct Spread;
}

namespace coterie::ui {

/// "Mean test error (%)": a metric with its unit, where it has one.
[[nodiscard]] QString metricText(std::string_view metric);
/// How many decimals the numbers of a metric are given in a column, so that their points stand in
/// line; 0: they have nothing in common.
[[nodiscard]] int decimalsOf(std::string_view metric);
/// A number of such a column: one that so few decimals do not tell has as many digits as it needs;
/// 0 decimals: each as it comes.
[[nodiscard]] QString columnText(double value, int decimals);
/// "%", or empty.
[[nodiscard]] QString metricUnit(std::string_view metric);
/// "20.14 ± 2.34": both with as many decimals, four digits or so and enough for a deviation other
/// than 0 to show one. Each pair has decimals of its own; those of two rows may differ.
[[nodiscard]] QString meanText(double mean, double deviation);
/// With this many decimals, and more where a deviation other than 0 would read as 0.
[[nodiscard]] QString meanText(double mean, double deviation, int decimals);
/// Mean and deviation, of a single run its value; 0 decimals: four digits or so.
[[nodiscard]] QString spreadText(const Spread& spread, int decimals = 0);

} // namespace coterie::ui
