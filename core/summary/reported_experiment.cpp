#include "core/summary/reported_experiment.h"

#include <algorithm>

namespace coterie {

std::string armWord(const std::string& arm, const std::string& sweep)
{
    return sweep.empty() ? arm : arm + " (" + sweep + ')';
}

std::string nameOf(const RunRow& row)
{
    return armWord(row.arm, row.sweep) + ", seed " + std::to_string(row.seed);
}

const std::vector<std::int64_t>& countedRuns(const ArmSummary& arm)
{
    return arm.runs.empty() ? arm.farthestUnfinished : arm.runs;
}

std::vector<const RunRow*> firstRuns(const ReportedExperiment& experiment)
{
    std::vector<const RunRow*> first;
    for (const ArmSummary& arm : experiment.arms) {
        const std::vector<std::int64_t>& counted = countedRuns(arm);
        const auto found = counted.empty()
                               ? experiment.runs.end()
                               : std::ranges::find(experiment.runs, counted.front(), &RunRow::id);
        if (found != experiment.runs.end() && found->hasRounds)
            first.push_back(&*found);
    }
    return first;
}

} // namespace coterie
