#include "core/run/fork.h"

#include "core/algorithms/registry.h"
#include "core/base/json_parse.h"
#include "core/base/json_values.h"
#include "core/base/result.h"
#include "core/base/try.h"
#include "core/experiment/experiment_json.h"
#include "core/run/checkpoint.h"
#include "core/run/environment.h"
#include "core/run/prepare_run.h"
#include "core/run/run.h"
#include "core/run/verify.h"
#include "core/train/federation.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <utility>
#include <variant>

namespace coterie {

namespace {

std::string nameOf(std::int64_t run)
{
    return "run " + std::to_string(run);
}

/// The parent's plan as it was for the round after this one, but for what that one changed.
Result<RunPlan> planAfter(const RunRow& parent, int round)
{
    const Result<RunPlan, Problems> stored = parsePlan(parent.planJson, registry());
    if (!stored)
        return Unexpected<Error>{stored.error().front()};
    RunPlan plan = *stored;
    for (const RecordedChange& change : parent.changes)
        if (change.round <= round)
            makeChange(change.change, plan);
    return plan;
}

/// Why a setting keeps its value in a fork: the first of these that its place begins with.
struct FixedSettings
{
    std::string_view begin;
    std::string_view reason;
};

constexpr std::array kFixed{
    FixedSettings{"/data", "the rounds that a fork repeats depend on the data"},
    FixedSettings{"/clients", "the rounds that a fork repeats depend on the clients"},
    FixedSettings{"/seed", "the rounds that a fork repeats depend on the seed"},
    FixedSettings{"/partitionSeed", "the rounds that a fork repeats depend on the partition"},
    FixedSettings{"/model", "the stored state has the weights of this model"},
    FixedSettings{"/algorithm/name", "the stored state is that of the parent's algorithm"},
    FixedSettings{"/sampler/name", "the stored state is that of the parent's sampler"},
    FixedSettings{"", "a stored state cannot be continued with another value"}};

Unexpected<Error> cannotChange(std::string_view place, const std::vector<LiveSetting>& settings)
{
    const auto fixed = std::ranges::find_if(
        kFixed, [&](const FixedSettings& each) { return place.starts_with(each.begin); });
    std::vector<std::string_view> places;
    std::string listed;
    for (const LiveSetting& setting : settings) {
        places.push_back(setting.place);
        listed += (listed.empty() ? "" : ", ") + setting.place;
    }
    Error error = fail(std::string(place),
                       "this setting cannot change in a fork: " + std::string(fixed->reason)
                           + ". These can: " + listed)
                      .error;
    error.nearest = nearestWord(place, places);
    return Unexpected<Error>{std::move(error)};
}

/// The parent's changes up to the round, and those of the fork that change anything.
std::vector<RecordedChange> changesOf(const RunRow& parent,
                                      int round,
                                      std::vector<LiveSetting> settings,
                                      std::span<const LiveChange> changes)
{
    std::vector<RecordedChange> all;
    std::ranges::copy_if(parent.changes, std::back_inserter(all), [&](const RecordedChange& each) {
        return each.round <= round;
    });
    for (const LiveChange& change : changes)
        if (findSetting(settings, change.place)->value != change.value)
            all.push_back({.round = round + 1, .change = change});
    return all;
}

/// "HCCT, seed 1, /algorithm/alpha = 40 from round 12"
std::string parentName(const RunPlan& plan, const std::vector<RecordedChange>& changes, int round)
{
    std::string name = runLabel(plan);
    for (const RecordedChange& each : changes)
        if (each.round <= round)
            name += ", " + each.change.place + " = " + shortestText(each.change.value)
                    + " from round " + std::to_string(each.round);
    return name;
}

/// A lock of another program can pass: some attempts, each of which waits for the store, then the
/// run is stopped, so that it can be resumed.
Result<std::vector<RoundReport>> parentsRound(RunStore& store, std::int64_t parent, int round)
{
    constexpr int kAttempts = 6;
    std::string refusal;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        auto stored = store.reports(parent, round, round);
        if (stored || !canPass(stored.error()))
            return stored;
        refusal = stored.error().sentence();
    }
    throw RunStopped{.cause = "Round " + std::to_string(round) + " of its parent, " + nameOf(parent)
                              + ", could not be read (" + refusal + ")."};
}

/// With these changes instead of the parent's, which may wait for a later round.
void setChanges(CheckpointDelta& state, const std::vector<RecordedChange>& changes)
{
    const StateAmendment part = changesPart(changes);
    std::erase_if(state.changed,
                  [&](const StateChunk& chunk) { return chunk.part == part.part.name; });
    CheckpointDelta amended = CheckpointEncoder().amended(state.round, part);
    std::ranges::move(amended.changed, std::back_inserter(state.changed));
}

} // namespace

StateKeeping keepingOf(const RunPlan& plan)
{
    constexpr std::uint64_t kMegabyte = 1'000'000;
    return {.every = plan.keepStates,
            .budget = static_cast<std::uint64_t>(plan.keepStatesMegabytes) * kMegabyte};
}

Result<std::vector<LiveSetting>> forkSettings(const RunRow& parent, int round)
{
    const std::string name = nameOf(parent.id);
    if (parent.status == RunStatus::Running || parent.status == RunStatus::Paused)
        return fail(name, "it is being computed; stop it, or wait until it has finished");
    if (parent.status == RunStatus::Queued)
        return fail(name, "it waits in a queue; wait until it has finished");
    if (!parent.hasRounds)
        return fail(name, "it has no round that a fork could begin after");
    if (round < 0 || round > parent.roundsDone)
        return notAllowed(name + ", round",
                          std::to_string(round),
                          "from 0 to " + std::to_string(parent.roundsDone)
                              + ", the last round that is stored");
    COTERIE_TRY(const RunPlan plan, planAfter(parent, round));
    return liveSettings(plan, registry());
}

Result<LiveChange>
forkChange(const RunRow& parent, int round, std::string_view place, std::string_view typed)
{
    COTERIE_TRY(std::vector<LiveSetting> settings, forkSettings(parent, round));
    const LiveSetting* setting = findSetting(settings, place);
    if (setting == nullptr)
        return cannotChange(place, settings);
    const Result<ParsedJson> parsed = parseJson(typed);
    return liveChange(*setting, parsed ? parsed->root : json(std::string(typed)), round + 1);
}

Result<std::int64_t>
addFork(RunStore& store, std::int64_t parent, int round, std::span<const LiveChange> changes)
{
    COTERIE_TRY(const RunRow row, store.run(parent));
    COTERIE_TRY(std::vector<LiveSetting> settings, forkSettings(row, round));
    for (const LiveChange& change : changes)
        if (findSetting(settings, change.place) == nullptr)
            return cannotChange(change.place, settings);
    COTERIE_TRY(RunPlan plan, planAfter(row, round));
    NewBranch made{.branch = {.parent = parent,
                              .round = round,
                              .changes = changesOf(row, round, settings, changes)}};
    made.branch.name = parentName(plan, made.branch.changes, round);
    for (const RecordedChange& change : made.branch.changes)
        makeChange(change.change, plan);
    if (plan.rounds <= round)
        return fail(std::string(kRoundsPlace),
                    "must be at least " + std::to_string(round + 1) + " to go on after round "
                        + std::to_string(round) + " (is " + std::to_string(plan.rounds) + ")");
    made.rounds = plan.rounds;
    COTERIE_TRY(made.state, store.stateUpTo(parent, round));
    if (made.state.round >= 0)
        setChanges(made.state, made.branch.changes);
    COTERIE_TRY(made.environment, environmentAfter(store, row, made.state.round));
    return store.addBranch(made);
}

RoundRefusal parentComparison(RunStore& store, const Branch& branch)
{
    // What else computes now may be why they differ.
    return [&store, branch, elsewhere = std::string()](
               const RoundReport& again) mutable -> std::optional<std::string> {
        for (const Event& event : again.events)
            if (std::holds_alternative<EnvironmentChanged>(event.what)
                && elsewhere.find(event.sentence) == elsewhere.npos)
                elsewhere += ' ' + event.sentence;
        if (again.round > branch.round)
            return std::nullopt;
        const std::string round = std::to_string(again.round);
        if (!branch.parent)
            return "Round " + round + " cannot be compared with its parent's, which was deleted.";
        const std::string parent = nameOf(*branch.parent);
        const Result<std::vector<RoundReport>> stored =
            parentsRound(store, *branch.parent, again.round);
        if (!stored)
            return stored.error().sentence();
        if (stored->size() != 1)
            return "Round " + round + " of " + parent + " is no longer in the run store.";
        if (const auto difference = firstDifferenceOfKept(stored->front(), again))
            return "It cannot branch off " + parent
                   + ", whose rounds are not the same when they are computed again: "
                   + differenceText(again.round, *difference, "in " + parent, "now") + '.'
                   + elsewhere;
        return std::nullopt;
    };
}

} // namespace coterie
