#include "core/run/run_label.h"

#include "core/spec/sweep_text.h"

namespace coterie {

std::string sweepLabel(const RunPlan& plan)
{
    return sweepText(plan.sweep);
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
