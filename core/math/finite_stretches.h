#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace coterie {

/// Values that are not finite stay and split the curve; each part is smoothed by itself, with a
/// function of a span.
template <typename Smooth>
[[nodiscard]] std::vector<double> smoothedStretches(std::span<const double> values, Smooth smooth)
{
    std::vector<double> result(values.begin(), values.end());
    const auto isFinite = [](double value) { return std::isfinite(value); };
    auto begin = values.begin();
    while ((begin = std::find_if(begin, values.end(), isFinite)) != values.end()) {
        const auto end = std::find_if_not(begin, values.end(), isFinite);
        std::ranges::copy(smooth(std::span<const double>(begin, end)),
                          result.begin() + (begin - values.begin()));
        begin = end;
    }
    return result;
}

} // namespace coterie
