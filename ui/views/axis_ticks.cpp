#include "ui/views/axis_ticks.h"

#include <algorithm>
#include <cmath>

namespace coterie::ui {

namespace {

constexpr double kSame = 1e-9; ///< steps: nearer than that a value is a tick

/// 1, 2 or 5 times a power of ten, so that at most so many make the span.
double stepOver(double span, int most)
{
    const double rough = span / most;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= rough)
            return factor * power;
    return 10 * power;
}

std::vector<double> multiplesOf(double step, double first, double last)
{
    std::vector<double> multiples;
    for (auto number = static_cast<long long>(first); number <= static_cast<long long>(last);
         ++number)
        multiples.push_back(static_cast<double>(number) * step);
    return multiples;
}

/// The next 1, 2 or 5 times a power of ten at or below a value, or at or above it.
double niceBeside(double value, bool above)
{
    const double power = std::pow(10, std::floor(std::log10(value) + kSame));
    double nice = power;
    for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
        const double next = factor * power;
        if (above && next >= value * (1 - kSame))
            return next;
        if (next <= value * (1 + kSame))
            nice = next;
    }
    return nice;
}

} // namespace

std::vector<double> axisTicks(double low, double high, int most, bool whole)
{
    if (!std::isfinite(low) || !std::isfinite(high) || high < low || most < 1)
        return {};
    if (high == low)
        return {low};
    double step = stepOver(high - low, most);
    if (whole)
        step = std::max(1.0, std::ceil(step));
    return multiplesOf(step, std::ceil(low / step - kSame), std::floor(high / step + kSame));
}

std::size_t niceStep(double least)
{
    return least > 1 ? static_cast<std::size_t>(niceBeside(least, true)) : 1;
}

std::vector<double> outerTicks(double low, double high, int most)
{
    if (!std::isfinite(low) || !std::isfinite(high) || high < low || most < 1)
        return {};
    if (high == low)
        return {low};
    const double step = stepOver(high - low, most);
    return multiplesOf(step, std::floor(low / step + kSame), std::ceil(high / step - kSame));
}

std::vector<double> logarithmicOuterTicks(double low, double high)
{
    constexpr double kMostDecades = 4;
    double first = niceBeside(low, false);
    double last = niceBeside(high, true);
    if (std::log10(last / first) > kMostDecades) {
        first = std::pow(10, std::floor(std::log10(low) + kSame));
        last = std::pow(10, std::ceil(std::log10(high) - kSame));
    }
    std::vector<double> ticks{first};
    for (double exponent = std::floor(std::log10(first) + kSame) + 1;
         std::pow(10, exponent) < last * (1 - kSame);
         ++exponent)
        ticks.push_back(std::pow(10, exponent));
    ticks.push_back(last);
    return ticks;
}

} // namespace coterie::ui
