#include "core/store/target_rounds.h"

#include "core/collab/metric_curve.h"

#include <algorithm>

namespace coterie {

namespace {

std::vector<CurvePoint> curveOf(const std::vector<MetricPoint>& points, std::string_view metric)
{
    std::vector<CurvePoint> curve;
    for (const MetricPoint& point : points) {
        if (point.name == metric)
            curve.push_back({.round = point.round, .value = point.value});
    }
    return curve;
}

std::optional<double> ratio(const std::optional<double>& first, const std::optional<double>& other)
{
    return first && other ? std::optional(*first / *other) : std::nullopt;
}

} // namespace

ReachedRounds reachedRounds(std::span<const std::optional<int>> ofSeeds)
{
    std::vector<int> rounds;
    for (const std::optional<int>& round : ofSeeds) {
        if (round)
            rounds.push_back(*round);
    }
    std::ranges::sort(rounds);
    ReachedRounds result{.median = {}, .reached = rounds.size()};
    // Places in the list of all seeds, those that never arrived at its end.
    const std::size_t upper = ofSeeds.size() / 2;
    const std::size_t lower = ofSeeds.size() % 2 == 1 ? upper : upper - 1;
    if (!ofSeeds.empty() && upper < rounds.size())
        result.median = (rounds[lower] + rounds[upper]) / 2.0;
    return result;
}

Result<std::vector<ArmTarget>> targetRounds(RunStore& store,
                                            const std::vector<ArmSummary>& arms,
                                            std::string_view metric,
                                            double target,
                                            Better better)
{
    std::vector<ArmTarget> targets;
    for (const ArmSummary& arm : arms) {
        std::vector<std::optional<int>> raw;
        std::vector<std::optional<int>> smooth;
        for (const std::int64_t run : arm.runs) {
            const Result<std::vector<MetricPoint>> points = store.metrics(run);
            if (!points)
                return Unexpected<Error>{points.error()};
            const std::vector<CurvePoint> curve = curveOf(*points, metric);
            if (curve.empty())
                continue;
            raw.push_back(roundsToTarget(curve, target, better));
            smooth.push_back(roundsToTarget(smoothed(curve), target, better));
        }
        ArmTarget entry{.arm = arm.arm,
                        .sweep = arm.sweep,
                        .measured = raw.size(),
                        .raw = reachedRounds(raw),
                        .smoothed = reachedRounds(smooth),
                        .speedUp = {},
                        .smoothedSpeedUp = {}};
        const ArmTarget& first = targets.empty() ? entry : targets.front();
        entry.speedUp = ratio(first.raw.median, entry.raw.median);
        entry.smoothedSpeedUp = ratio(first.smoothed.median, entry.smoothed.median);
        targets.push_back(std::move(entry));
    }
    return targets;
}

} // namespace coterie
