#include "ui/views/smoothing.h"

#include "core/collab/savitzky_golay.h"

#include <algorithm>
#include <cmath>

namespace coterie::ui {

namespace {

std::vector<double> exponential(std::span<const double> values)
{
    std::vector<double> result(values.begin(), values.end());
    for (std::size_t i = 1; i < result.size(); ++i)
        result[i] = kRemembered * result[i - 1] + (1 - kRemembered) * values[i];
    return result;
}

} // namespace

std::vector<double> smoothedValues(std::span<const double> values, Smoothing kind)
{
    std::vector<double> result(values.begin(), values.end());
    if (kind == Smoothing::None)
        return result;
    const auto isFinite = [](double value) { return std::isfinite(value); };
    auto begin = values.begin();
    while ((begin = std::find_if(begin, values.end(), isFinite)) != values.end()) {
        const auto end = std::find_if_not(begin, values.end(), isFinite);
        const std::span<const double> stretch(begin, end);
        const std::vector<double> smooth =
            kind == Smoothing::SavitzkyGolay ? savitzkyGolay(stretch) : exponential(stretch);
        std::ranges::copy(smooth, result.begin() + (begin - values.begin()));
        begin = end;
    }
    return result;
}

} // namespace coterie::ui
