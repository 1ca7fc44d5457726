#pragma once

#include <QString>
#include <QVariant>

#include <cstdint>
#include <string_view>
#include <vector>

namespace coterie {
struct RunRow;
struct Spread;
} // namespace coterie

namespace coterie::ui {

/// A run's cell in a table: its number, or of a run of another store "3 (cluster)".
[[nodiscard]] QVariant runCell(const RunRow& run);
[[nodiscard]] QVariant runCell(const std::vector<RunRow>& runs, std::int64_t run);
/// "Mean test error (%)": a metric with its unit, if it has one.
[[nodiscard]] QString metricText(std::string_view metric);
/// "meanTestError": its name in files, with the unit where the numbers on screen have another than
/// those in the store: "globalAccuracy (%)".
[[nodiscard]] QString metricInFiles(std::string_view metric);
/// The decimals of a metric's shown numbers in a column, which align the decimal points; 0: as
/// needed.
[[nodiscard]] int decimalsOf(std::string_view metric);
/// A number of such a column. Numbers too small for the decimals, and all with 0 decimals, get the
/// digits they need.
[[nodiscard]] QString columnText(double value, int decimals);
/// "%", or empty.
[[nodiscard]] QString metricUnit(std::string_view metric);
/// "20.14 ± 2.34": both with the same decimals, about four digits, and enough to show a deviation
/// above 0.
[[nodiscard]] QString meanText(double mean, double deviation);
/// With these decimals, or more if a deviation above 0 would read as 0.
[[nodiscard]] QString meanText(double mean, double deviation, int decimals);
/// Mean and deviation, or the value of a single run; 0 decimals: about four digits.
[[nodiscard]] QString spreadText(const Spread& spread, int decimals = 0);

} // namespace coterie::ui
