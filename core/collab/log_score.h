#pragma once

#include <algorithm>
#include <cmath>

namespace coterie {

/// −log of a probability; one below 1e-12 counts as that. NaN stays NaN.
[[nodiscard]] inline double negativeLog(double probability)
{
    constexpr double kSmallest = 1e-12;
    return -std::log(std::isnan(probability) ? probability : std::max(probability, kSmallest));
}

} // namespace coterie
