#include "ui/design/slider_scale.h"

#include <algorithm>
#include <cmath>

namespace coterie::ui {

namespace {

/// A parameter without an upper limit is offered this many times its default.
constexpr double kSpan = 100;

double rounded(double value, int digits)
{
    if (value == 0)
        return 0;
    const double unit = std::pow(10.0, std::floor(std::log10(std::abs(value))) - digits + 1);
    // Dividing by a power of ten gives the nearest double to the short decimal; multiplying by its
    // inverse does not.
    return unit < 1 ? std::round(value / unit) / std::round(1 / unit)
                    : std::round(value / unit) * unit;
}

} // namespace

std::optional<SliderScale> SliderScale::of(const ParameterDescriptor& descriptor)
{
    const bool whole = descriptor.type == ParameterType::Integer;
    if ((!whole && descriptor.type != ParameterType::Real) || descriptor.minimum < 0
        || descriptor.minimum == -kNoLimit)
        return std::nullopt;
    SliderScale scale{.low = descriptor.minimum, .high = descriptor.maximum, .whole = whole};
    const double usual = std::max(descriptor.defaultNumber, whole ? 1.0 : 0.01);
    if (scale.high > usual * kSpan) {
        scale.high = usual * kSpan;
        scale.logarithmic = true;
        scale.low = whole ? std::max(1.0, scale.low) : std::max(usual / kSpan, scale.low);
    } else if (descriptor.minimumExcluded) {
        scale.low += (scale.high - scale.low) / kSteps;
    }
    return scale.low < scale.high ? std::optional(scale) : std::nullopt;
}

double SliderScale::valueAt(int step) const
{
    if (step <= 0)
        return low;
    if (step >= kSteps)
        return high;
    const double share = static_cast<double>(step) / kSteps;
    const double value =
        logarithmic ? low * std::pow(high / low, share) : low + (high - low) * share;
    return whole ? std::round(value) : rounded(value, 2 + (logarithmic ? 0 : 1));
}

int SliderScale::stepOf(double value) const
{
    const double inside = std::clamp(value, low, high);
    const double share =
        logarithmic ? std::log(inside / low) / std::log(high / low) : (inside - low) / (high - low);
    return static_cast<int>(std::lround(share * kSteps));
}

} // namespace coterie::ui
