#include "ui/views/axis_ticks.h"

#include <algorithm>
#include <cmath>

namespace coterie::ui {

std::vector<double> axisTicks(double low, double high, int most, bool whole)
{
    std::vector<double> ticks;
    if (!std::isfinite(low) || !std::isfinite(high) || high < low || most < 1)
        return ticks;
    if (high == low)
        return {low};
    const double rough = (high - low) / most;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    double step = 10 * power;
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= rough) {
            step = factor * power;
            break;
        }
    if (whole)
        step = std::max(1.0, std::ceil(step));
    const auto first = static_cast<long long>(std::ceil(low / step - 1e-9));
    const auto last = static_cast<long long>(std::floor(high / step + 1e-9));
    for (long long tick = first; tick <= last; ++tick)
        ticks.push_back(static_cast<double>(tick) * step);
    return ticks;
}

} // namespace coterie::ui
