#include "ui/runs/plan_at.h"

#include "core/algorithms/registry.h"
#include "core/experiment/live_change.h"
#include "ui/runs/run_view_model.h"

#include <algorithm>

namespace coterie::ui {

namespace {

/// The last change up to the round says what held in it, else the first one after it.
std::optional<double>
valueAt(const std::vector<RunEvent>& events, const std::string& place, int round)
{
    std::optional<double> value;
    for (const RunEvent& event : events) {
        const SettingChanged* change = event.change();
        if (!change || change->place != place)
            continue;
        if (event.round > round)
            return value ? value : change->from;
        value = change->to;
    }
    return value;
}

} // namespace

std::shared_ptr<const RunPlan> planAt(const RunCurves& run, int round)
{
    if (!run.plan || std::ranges::none_of(run.events, &RunEvent::change))
        return run.plan;
    auto plan = std::make_shared<RunPlan>(*run.plan);
    for (const LiveSetting& setting : liveSettings(*run.plan, registry()))
        if (const std::optional<double> value = valueAt(run.events, setting.place, round))
            makeChange({.place = setting.place, .value = *value}, *plan);
    return plan;
}

} // namespace coterie::ui
