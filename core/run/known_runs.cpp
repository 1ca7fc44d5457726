#include "core/run/known_runs.h"

#include "core/algorithms/registry.h"
#include "core/base/try.h"
#include "core/data/catalog.h"
#include "core/experiment/experiment_json.h"
#include "core/experiment/external_command.h"
#include "core/experiment/module_settings.h"
#include "core/experiment/sweep_text.h"
#include "core/run/card_ranks.h"
#include "core/run/environment.h"
#include "core/run/plan_size.h"
#include "core/run/prepare_run.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace coterie {

namespace {

/// Nothing for a plan that this version cannot read.
std::optional<std::string> identityOf(const RunRow& row)
{
    const Result<RunPlan, Problems> plan = parsePlan(row.planJson, registry());
    return plan ? std::optional(runIdentity(*plan)) : std::nullopt;
}

bool isAsPlanned(const RunRow& row)
{
    return !row.isMixed && row.origin.empty();
}

/// What would compute a run of this plan here. On the processor its bits depend on no number of
/// ranks.
Environment environmentHere(const RunPlan& plan, const std::string& wantedDevice, int ranks)
{
    const std::string& asked = deviceFor(plan, wantedDevice);
    const std::string device = asked == "auto" ? automaticDevice() : asked;
    return environmentOf(
        plan, device, usesCard(device) ? ranksOfRun(plan, wantedDevice, ranks).count : 1);
}

bool isComputedAsHere(const RunRow& row,
                      const RunPlan& plan,
                      const std::string& wantedDevice,
                      int ranks)
{
    if (differences(row.environment, environmentHere(plan, wantedDevice, ranks)).empty())
        return true;
    // A module that computes by itself does so on the processor, whatever the device, which is
    // known only once it is loaded. To go on, it has to be known.
    return row.status == RunStatus::Finished && !modulePath(plan.model).empty()
           && differences(row.environment, environmentOf(plan, "cpu")).empty();
}

/// For each plan the newest of these runs with such a status, as planned, of the program and
/// libraries of this process.
std::vector<std::optional<std::int64_t>> sameHere(std::span<const RunPlan> plans,
                                                  std::span<const RunRow> rows,
                                                  const std::string& device,
                                                  int ranks,
                                                  bool (*counts)(RunStatus status))
{
    std::map<std::uint64_t, std::map<std::string, const RunRow*>> newest; // by seed
    for (const RunPlan& plan : plans)
        newest.try_emplace(plan.seed);
    for (const RunRow& row : rows) {
        const auto ofSeed = newest.find(row.seed);
        if (ofSeed == newest.end() || !counts(row.status) || !isAsPlanned(row))
            continue;
        if (std::optional<std::string> identity = identityOf(row))
            ofSeed->second.insert_or_assign(std::move(*identity), &row);
    }
    std::vector<std::optional<std::int64_t>> runs;
    for (const RunPlan& plan : plans) {
        std::optional<std::int64_t>& run = runs.emplace_back();
        const auto& ofSeed = newest[plan.seed];
        const auto same = ofSeed.find(runIdentity(plan));
        if (same == ofSeed.end())
            continue;
        const RunRow& row = *same->second;
        if (row.status != RunStatus::Finished && !row.hasRounds) { // nothing is computed yet
            run = row.id;
            continue;
        }
        if (isComputedAsHere(row, plan, device, ranks))
            run = row.id;
    }
    return runs;
}

struct Place
{
    RunPlan plan;
    std::string sweep;
    bool hasOwn = false; ///< a finished run of its name that was not changed by hand

    [[nodiscard]] bool isNamedBy(const RunRow& row) const
    {
        return plan.armName == row.arm && sweep == row.sweep;
    }
};

using PlacesByIdentity = std::map<std::string, std::vector<Place>>;

PlacesByIdentity placesOf(Experiment experiment, std::uint64_t seed)
{
    experiment.seeds = {seed};
    PlacesByIdentity places;
    for (RunPlan& plan : expand(experiment, registry())) {
        std::string sweep = sweepText(plan.sweep);
        places[runIdentity(plan)].push_back({.plan = std::move(plan), .sweep = std::move(sweep)});
    }
    return places;
}

} // namespace

std::vector<RunRow> runsOf(const Experiment& experiment, std::vector<RunRow> rows)
{
    std::map<std::uint64_t, PlacesByIdentity> ofSeeds;
    std::vector<std::pair<const RunRow*, std::vector<Place>*>> computed;
    for (const RunRow& row : rows) {
        auto ofSeed = ofSeeds.find(row.seed);
        if (ofSeed == ofSeeds.end())
            ofSeed = ofSeeds.emplace(row.seed, placesOf(experiment, row.seed)).first;
        const std::optional<std::string> identity = identityOf(row);
        const auto same = identity ? ofSeed->second.find(*identity) : ofSeed->second.end();
        if (same == ofSeed->second.end())
            continue;
        computed.emplace_back(&row, &same->second);
        if (row.status == RunStatus::Finished && !row.isMixed)
            for (Place& place : same->second)
                place.hasOwn = place.hasOwn || place.isNamedBy(row);
    }
    std::vector<RunRow> found;
    for (const auto& [row, places] : computed)
        for (const Place& place : *places) {
            if (place.hasOwn && !place.isNamedBy(*row))
                continue;
            RunRow& shown = found.emplace_back(*row);
            shown.arm = place.plan.armName;
            shown.armIndex = place.plan.armIndex;
            shown.sweep = place.sweep;
            shown.planJson = writePlan(place.plan);
        }
    return found;
}

Result<std::vector<std::int64_t>>
takeOutChanged(RunStore& store, const std::string& experiment, std::vector<RunRow>& rows)
{
    const auto place = [](const RunRow& row) { return std::tuple(row.arm, row.sweep, row.seed); };
    std::set<std::tuple<std::string, std::string, std::uint64_t>> unchanged;
    for (const RunRow& row : rows)
        if (row.status == RunStatus::Finished && !row.isMixed)
            unchanged.insert(place(row));
    std::vector<std::int64_t> taken;
    for (const RunRow& row : rows) {
        if (row.status != RunStatus::Finished || !row.isMixed || !unchanged.contains(place(row)))
            continue;
        COTERIE_TRY(const RunRow stored, store.run(row.id)); // the row may have another's name
        if (stored.experimentName != experiment)
            taken.push_back(row.id);
    }
    std::ranges::sort(taken);
    taken.erase(std::ranges::unique(taken).begin(), taken.end()); // of several arms
    std::erase_if(
        rows, [&taken](const RunRow& row) { return std::ranges::binary_search(taken, row.id); });
    return taken;
}

void leaveOutRepeated(std::vector<RunPlan>& plans)
{
    std::set<std::string> seen;
    std::erase_if(plans,
                  [&seen](const RunPlan& plan) { return !seen.insert(runIdentity(plan)).second; });
}

bool isFullyTold(const RunPlan& plan)
{
    return hasFixedContents(plan.data.dataset) && commandOf(plan.algorithm).empty();
}

std::vector<std::optional<std::int64_t>> knownRuns(std::span<const RunPlan> plans,
                                                   std::span<const RunRow> rows,
                                                   const std::string& device,
                                                   int ranks)
{
    std::vector<std::optional<std::int64_t>> known = sameHere(
        plans, rows, device, ranks, [](RunStatus status) { return status == RunStatus::Finished; });
    for (std::size_t i = 0; i < plans.size(); ++i)
        if (!isFullyTold(plans[i]))
            known[i].reset();
    return known;
}

std::vector<std::optional<std::int64_t>> unfinishedRuns(std::span<const RunPlan> plans,
                                                        std::span<const RunRow> rows,
                                                        const std::string& device,
                                                        int ranks)
{
    return sameHere(plans, rows, device, ranks, [](RunStatus status) {
        return status != RunStatus::Finished && status != RunStatus::Failed;
    });
}

std::set<std::string> identitiesOf(std::span<const RunRow> rows, RunStatus status)
{
    std::set<std::string> identities;
    for (const RunRow& row : rows)
        if (row.status == status && isAsPlanned(row))
            if (std::optional<std::string> identity = identityOf(row))
                identities.insert(std::move(*identity));
    return identities;
}

} // namespace coterie
