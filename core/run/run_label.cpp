#include "core/run/run_label.h"

namespace coterie {

std::string sweepLabel(const RunPlan& plan)
{
    std::string label;
    for (const SweepPoint& point : plan.sweep) {
        if (!label.empty())
            label += ", ";
        label += point.pointer.substr(point.pointer.rfind('/') + 1) + " = " + toText(point.value);
    }
    return label;
}

std::string runLabel(const RunPlan& plan)
{
    std::string label = plan.armName + ", seed " + std::to_string(plan.seed);
    const std::string sweep = sweepLabel(plan);
    if (!sweep.empty())
        label += ", " + sweep;
    return label;
}

} // namespace coterie
