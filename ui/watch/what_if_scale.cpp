#include "ui/watch/what_if_scale.h"

#include <algorithm>
#include <cmath>

namespace coterie::ui {

namespace {

double baseOf(double recorded)
{
    return recorded > 0 ? recorded : 1.0;
}

} // namespace

double valueAtStep(double recorded, int step)
{
    return step == 0 ? recorded : baseOf(recorded) * std::pow(10.0, double(step) / kStepsPerDecade);
}

int stepOfValue(double recorded, double value)
{
    if (value == recorded)
        return 0;
    if (!(value > 0))
        return -kLargestStep;
    const double steps = kStepsPerDecade * std::log10(value / baseOf(recorded));
    return static_cast<int>(
        std::clamp(std::round(steps), double(-kLargestStep), double(kLargestStep)));
}

} // namespace coterie::ui
