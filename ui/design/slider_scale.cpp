#include "ui/design/slider_scale.h"

#include <algorithm>
#include <cmath>

namespace coterie::ui {

namespace {

/// A slider for a parameter without upper limit ends at this multiple of its default.
constexpr double kSpan = 100;

/// A value above 0.
double rounded(double value, int digits)
{
    const double unit = std::pow(10.0, std::floor(std::log10(value)) - digits + 1);
    // Dividing by a power of ten gives the nearest double to the short decimal; multiplying by its
    // inverse does not.
    return unit < 1 ? std::round(value / unit) / std::round(1 / unit)
                    : std::round(value / unit) * unit;
}

} // namespace

std::optional<SliderScale> SliderScale::of(const ParameterDescriptor& descriptor)
{
    const bool whole = descriptor.type == ParameterType::Integer;
    if ((!whole && descriptor.type != ParameterType::Real) || descriptor.range.minimum < 0)
        return std::nullopt;
    SliderScale scale{
        .low = descriptor.range.minimum, .high = descriptor.range.maximum, .whole = whole};
    const double usual = std::max(descriptor.defaultNumber, whole ? 1.0 : 0.01);
    if (scale.high > usual * kSpan) {
        scale.high = usual * kSpan;
        scale.logarithmic = true;
        scale.low = whole ? std::max(1.0, scale.low) : std::max(usual / kSpan, scale.low);
    } else if (descriptor.range.minimumExcluded) {
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
    const double share = double(step) / kSteps;
    const double value =
        logarithmic ? low * std::pow(high / low, share) : low + (high - low) * share;
    return whole ? std::round(value) : rounded(value, logarithmic ? 2 : 3);
}

int SliderScale::stepOf(double value) const
{
    const double inside = std::clamp(value, low, high);
    const double share =
        logarithmic ? std::log(inside / low) / std::log(high / low) : (inside - low) / (high - low);
    return int(std::lround(share * kSteps));
}

} // namespace coterie::ui
