#include "core/experiment/design_of_run.h"

#include "core/base/try.h"
#include "core/experiment/experiment_json.h"
#include "core/experiment/set_in_experiment.h"

#include <algorithm>
#include <utility>

namespace coterie {

Result<std::string, Problems>
designOfRun(const std::string& experimentJson, const RunOfExperiment& run, const Registry& registry)
{
    std::string text = experimentJson;
    for (const SweepPoint& point : run.sweep) {
        COTERIE_TRY(text, setInExperiment(text, point.pointer, toText(point.value), registry));
    }
    COTERIE_TRY(Experiment experiment, parseExperiment(text, registry));
    if (run.arm >= experiment.arms.size())
        return PassedOn{
            fail("/arms", "the experiment has no arm " + std::to_string(run.arm + 1)).error};
    Arm arm = std::move(experiment.arms[run.arm]);
    for (Reference& reference : experiment.references)
        std::erase_if(reference.values, [&](const auto& value) { return value.first != arm.name; });
    std::erase_if(experiment.references,
                  [](const Reference& reference) { return reference.values.empty(); });
    std::erase_if(experiment.figures, [&](const FigureDesign& figure) {
        return !figure.arms.empty()
               && std::ranges::find(figure.arms, arm.name) == figure.arms.end();
    });
    for (FigureDesign& figure : experiment.figures)
        std::erase_if(figure.arms, [&](const std::string& name) { return name != arm.name; });
    experiment.arms.clear();
    experiment.arms.push_back(std::move(arm));
    experiment.seeds = {run.seed};
    experiment.name += " (from run " + std::to_string(run.number) + ')';
    return writeExperiment(experiment);
}

} // namespace coterie
