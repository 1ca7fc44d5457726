#include "ui/runs/run_names.h"

#include "core/experiment/experiment_json.h"
#include "core/experiment/sweep_text.h"
#include "core/store/design_points.h"
#include "core/store/plan_settings.h"
#include "ui/design_point_words.h"
#include "ui/numbers.h"

#include <algorithm>

namespace coterie::ui {

namespace {

/// By hand: those that a round has had, and those to come.
std::vector<RecordedChange> changesOf(const RunCurves& run)
{
    std::vector<RecordedChange> changes;
    for (const RunEvent& event : run.events)
        if (const SettingChanged* change = event.change())
            changes.push_back(
                {.round = event.round, .change = {.place = change->place, .value = change->to}});
    for (const RecordedChange& change : run.toCome)
        if (std::ranges::find(changes, change) == changes.end())
            changes.push_back(change);
    return changes;
}

/// As the store would list it; `id` is its place on the screen, as a run may be there twice.
RunRow rowOf(const RunCurves& run, std::size_t id)
{
    RunRow row;
    row.id = static_cast<std::int64_t>(id);
    row.seed = run.title.seed;
    if (!run.begun)
        return row;
    row.sweep = sweepText(run.begun->sweep);
    row.rounds = run.begun->rounds;
    row.planJson = writePlan(*run.begun);
    row.changes = changesOf(run);
    return row;
}

/// Usually they are seeds of one design.
bool areOneDesign(const std::vector<RunCurves>& runs, const std::vector<std::size_t>& alike)
{
    const RunCurves& first = runs[alike.front()];
    const auto isLikeFirst = [&](std::size_t place) {
        return runs[place].design == first.design && runs[place].toCome.empty()
               && std::ranges::none_of(runs[place].events, &RunEvent::change);
    };
    const auto followsSeed = [&](std::size_t place) {
        const RunPlan* plan = runs[place].begun.get();
        return !plan || plan->partitionSeed == plan->seed;
    };
    const auto hasPartitionOfFirst = [&](std::size_t place) {
        const RunPlan* plan = runs[place].begun.get();
        return plan && first.begun && plan->partitionSeed == first.begun->partitionSeed;
    };
    return std::ranges::all_of(alike, isLikeFirst)
           && (std::ranges::all_of(alike, followsSeed)
               || std::ranges::all_of(alike, hasPartitionOfFirst));
}

} // namespace

std::vector<std::size_t> tellApart(std::vector<RunCurves>& runs,
                                   const std::vector<std::size_t>& alike)
{
    std::vector<QString> designs(alike.size());
    std::vector<QString> plainDesigns(alike.size());
    if (!alike.empty() && !areOneDesign(runs, alike)) {
        std::vector<RunRow> rows;
        for (const std::size_t place : alike)
            rows.push_back(rowOf(runs[place], place));
        const RunSettings settings(rows);
        for (std::size_t i = 0; i < alike.size(); ++i) {
            const auto points = designPoints(rows[i], settings);
            designs[i] = designWords(points);
            const PlainNumbers inFiles;
            plainDesigns[i] = designWords(points);
        }
    }
    std::vector<std::size_t> renamed;
    for (std::size_t i = 0; i < alike.size(); ++i) {
        RunTitle& title = runs[alike[i]].title;
        if (title.design == designs[i])
            continue;
        title.design = designs[i];
        title.plainDesign = plainDesigns[i];
        renamed.push_back(alike[i]);
    }
    return renamed;
}

} // namespace coterie::ui
