#pragma once

#include <string_view>

namespace coterie {

/// How a metric's numbers are shown to people. Accuracies are stored, exported and compared with
/// targets as shares, and shown in percent as errors are.
struct ShownMetric
{
    double factor = 1;          ///< of the stored number
    std::string_view unit = {}; ///< of the product, as MetricInfo has it
};

/// A name that is no metric has no unit and the factor 1.
[[nodiscard]] ShownMetric shownMetric(std::string_view metric);

} // namespace coterie
