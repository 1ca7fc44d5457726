#include "ui/watch/seed_groups.h"

#include "ui/watch/curve_spread.h"
#include "ui/watch/metric_info.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace coterie::ui {

namespace {

using Names = std::tuple<QString, QString, QString, std::string>;
/// With the partition's seed, which is 0 where it is that of each run.
using Design = std::pair<Names, std::uint64_t>;

bool canBeGrouped(const RunCurves& run)
{
    return run.plan && !run.design.empty() && run.round >= 0 && run.toCome.empty()
           && std::ranges::none_of(run.events, &RunEvent::change);
}

bool followsSeed(const RunPlan& plan)
{
    return plan.partitionSeed == plan.seed;
}

/// The designs of runs that can be grouped; absent for others.
std::vector<std::optional<Design>> designsOf(const std::vector<RunCurves>& runs)
{
    std::vector<std::optional<Design>> designs(runs.size());
    std::set<Names> ofOnePartition; // one seed of a run may be that of the partition of all
    for (std::size_t number = 0; number < runs.size(); ++number) {
        const RunCurves& run = runs[number];
        if (!canBeGrouped(run))
            continue;
        Names names{run.title.experiment, run.title.arm, run.title.sweep, run.design};
        if (!followsSeed(*run.plan))
            ofOnePartition.insert(names);
        designs[number] = Design(std::move(names), run.plan->partitionSeed);
    }
    for (std::optional<Design>& design : designs)
        if (design && !ofOnePartition.contains(design->first))
            design->second = 0;
    return designs;
}

/// `of` chooses a curve of a run.
template <typename Choose>
CurveSpread overSeeds(const std::vector<RunCurves>& runs, const SeedGroup& group, const Choose& of)
{
    CurvePointers curves;
    for (const std::size_t run : group)
        curves.push_back(of(runs[run]));
    return spreadOf(curves, group.size());
}

RunProgress meanProgress(const std::vector<RunCurves>& runs, const SeedGroup& group)
{
    const auto mean = [&](const std::vector<double> RunProgress::*sums) {
        std::vector<Curve> curves;
        for (const std::size_t run : group)
            curves.push_back(
                {.rounds = runs[run].progress.rounds, .values = runs[run].progress.*sums});
        return spreadOf(pointersTo(curves), group.size()).mean;
    };
    Curve seconds = mean(&RunProgress::seconds);
    return {.rounds = std::move(seconds.rounds),
            .seconds = std::move(seconds.values),
            .steps = mean(&RunProgress::steps).values,
            .bits = mean(&RunProgress::bits).values};
}

} // namespace

std::vector<SeedGroup> seedGroups(const std::vector<RunCurves>& runs)
{
    const std::vector<std::optional<Design>> designs = designsOf(runs);
    std::map<Design, int> longest;
    for (std::size_t number = 0; number < runs.size(); ++number)
        if (designs[number]) {
            int& rounds = longest[*designs[number]];
            rounds = std::max(rounds, runs[number].round);
        }
    std::vector<SeedGroup> groups;
    std::map<Design, std::pair<std::size_t, std::set<std::uint64_t>>> known; // a group, its seeds
    for (std::size_t number = 0; number < runs.size(); ++number) {
        const std::optional<Design>& design = designs[number];
        if (!design || runs[number].round < longest[*design]) {
            groups.push_back({number});
            continue;
        }
        const auto [place, isNew] =
            known.try_emplace(*design, groups.size(), std::set<std::uint64_t>());
        auto& [group, seeds] = place->second;
        const bool isOtherSeed = seeds.insert(runs[number].title.seed).second;
        if (isNew || !isOtherSeed)
            groups.push_back({number});
        else
            groups[group].push_back(number);
    }
    return groups;
}

SeedMean
meanOverSeeds(const std::vector<RunCurves>& runs, const SeedGroup& group, const CurveChoice& choice)
{
    SeedMean mean;
    mean.run.title = runs[group.front()].title;
    mean.run.title.id = 0;
    mean.run.round = runs[group.front()].round;
    mean.run.progress = meanProgress(runs, group);
    const std::size_t chosen = storedIndex(choice.metric);
    const auto stored = [](std::size_t metric) {
        return [metric](const RunCurves& run) { return &run.metrics[metric].mean; };
    };
    CurveSpread spread = choice.named.empty()
                             ? overSeeds(runs, group, stored(chosen))
                             : overSeeds(runs, group, [&](const RunCurves& run) {
                                   static const Curve kNone;
                                   const auto named = run.named.find(choice.named);
                                   return named == run.named.end() ? &kNone : &named->second.mean;
                               });
    if (choice.globalModel) {
        constexpr auto kGlobal = std::size_t(Metric::GlobalTestError);
        mean.run.metrics[kGlobal].mean = overSeeds(runs, group, stored(kGlobal)).mean;
    }
    if (choice.named.empty())
        mean.run.metrics[chosen].mean = std::move(spread.mean);
    else
        mean.run.named[choice.named].mean = std::move(spread.mean);
    mean.deviation = std::move(spread.deviation);
    return mean;
}

} // namespace coterie::ui
