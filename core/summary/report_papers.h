#pragma once

#include "core/metrics/metrics.h"
#include "core/store/comparison.h"

#include <optional>
#include <string>
#include <vector>

namespace coterie {

/// A number of a report: four digits, with a true minus.
[[nodiscard]] std::string numberWord(double value);
/// With so many decimals, so that a column's numbers align; as numberWord() without them. What is 0
/// with so many has no minus.
[[nodiscard]] std::string alignedNumber(double value, std::optional<int> places);
/// The decimals of a column of measured numbers: four digits of the largest one. Absent where that
/// would hide a small one.
[[nodiscard]] std::optional<int> measuredPlaces(const std::vector<double>& values);
/// "Mean test error (%)"
[[nodiscard]] std::string metricWord(const MetricInfo& info);

/// The results beside the papers' numbers: a table for each of them with what it is of. The numbers
/// of a column have equally many decimals, the paper's as many as numberWord() gives any of them,
/// unless one of them has an exponent.
[[nodiscard]] std::string paperTables(const std::vector<Comparison>& papers);

} // namespace coterie
