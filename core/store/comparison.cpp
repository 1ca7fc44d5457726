#include "core/store/comparison.h"

#include "core/base/try.h"
#include "core/metrics/metrics.h"

#include <algorithm>
#include <cmath>
#include <utility>

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

/// Deviations over seeds and over clients are never joined: they measure different things.
std::optional<double>
jointDeviation(const Spread& ours, const Reference::Value& paper, Reference::Over over)
{
    if (over != Reference::Over::Seeds || (ours.runs < 2 && !paper.deviation))
        return std::nullopt;
    return std::hypot(ours.runs < 2 ? 0.0 : ours.deviation, paper.deviation.value_or(0));
}

double unitFactor(const Reference& reference)
{
    const MetricInfo* info = findMetric(reference.metric);
    const bool percentWanted = reference.unit == "%" || reference.unit == "percent";
    return info != nullptr && info->unit == "share" && percentWanted ? 100.0 : 1.0;
}

/// Over clients and seeds together.
std::optional<double> clientDeviation(const ArmSummary& arm, std::string_view metric)
{
    const Spread* means = arm.find(metric);
    const auto deviations = arm.ofSeeds.find(deviationOverClients(metric));
    if (means == nullptr || deviations == arm.ofSeeds.end())
        return std::nullopt;
    std::vector<double> values;
    for (const SeedValue& deviation : deviations->second)
        values.push_back(deviation.value);
    return deviationOfClients(*means, values);
}

std::optional<Reference::Value> paperValue(const Reference& reference, const std::string& arm)
{
    const auto place = reference.values.find(arm);
    return place == reference.values.end() ? std::nullopt : std::optional(place->second);
}

Spread inUnit(const Spread& spread, double factor)
{
    return {
        .mean = factor * spread.mean, .deviation = factor * spread.deviation, .runs = spread.runs};
}

Result<void> addBestValues(RunStore& store,
                           std::vector<ComparisonRow>& rows,
                           const std::vector<ArmSummary>& summaries,
                           const Reference& reference)
{
    COTERIE_TRY(const std::vector<RunMetric> best,
                store.metricOfRuns({.metric = reference.metric, .when = MetricMoment::When::Best}));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::vector<double> values;
        for (const RunMetric& one : best)
            if (std::ranges::find(summaries[i].runs, one.run) != summaries[i].runs.end())
                values.push_back(one.value);
        if (const std::optional<Spread> spread = spreadOf(values))
            rows[i].best = inUnit(*spread, unitFactor(reference));
    }
    return {};
}

void addLastValues(std::vector<ComparisonRow>& rows,
                   const std::vector<ArmSummary>& summaries,
                   const Reference& reference)
{
    const double factor = unitFactor(reference);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        ComparisonRow& row = rows[i];
        if (const Spread* spread = summaries[i].find(reference.metric))
            row.ours = inUnit(*spread, factor);
        if (const auto deviation = clientDeviation(summaries[i], reference.metric))
            row.clientDeviation = factor * *deviation;
        if (row.ours && row.paper) {
            row.difference = row.ours->mean - row.paper->mean;
            row.jointDeviation = jointDeviation(*row.ours, *row.paper, reference.deviationOver);
        }
    }
}

void addRounds(std::vector<ComparisonRow>& rows, std::vector<ArmTarget> targets)
{
    for (std::size_t i = 0; i < targets.size(); ++i)
        if (targets[i].measured > 0)
            rows[i].rounds = std::move(targets[i]);
    for (ComparisonRow& row : rows) {
        if (!row.paper)
            continue;
        if (row.rounds && row.rounds->raw.median)
            row.difference = *row.rounds->raw.median - row.paper->mean;
        if (const std::optional<Reference::Value>& first = rows.front().paper)
            row.paperSpeedUp = first->mean / row.paper->mean;
    }
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
    // Indices in the list of all seeds, with those that never reached the target at its end.
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
        const auto add = [&](std::int64_t run, bool isFinished) -> Result<void> {
            COTERIE_TRY(const std::vector<MetricPoint> points, store.metrics(run));
            const std::vector<CurvePoint> curve = curveOf(points, metric);
            const std::optional<int> reached = roundsToTarget(curve, target, better);
            if (curve.empty() || (!isFinished && !reached))
                return {};
            raw.push_back(reached);
            smooth.push_back(roundsToTarget(smoothed(curve), target, better));
            return {};
        };
        for (const std::int64_t run : arm.runs)
            COTERIE_CHECK(add(run, true));
        for (const std::int64_t run : arm.farthestUnfinished)
            COTERIE_CHECK(add(run, false));
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

Result<std::vector<Comparison>> compare(RunStore& store,
                                        const std::vector<ArmSummary>& summaries,
                                        std::span<const Reference> references)
{
    std::vector<Comparison> comparisons;
    for (const Reference& reference : references) {
        const MetricInfo* info = findMetric(reference.metric);
        const Better better = info == nullptr ? Better::Neither : info->better;
        std::vector<ComparisonRow> rows;
        for (const ArmSummary& summary : summaries)
            rows.push_back({.arm = summary.arm,
                            .sweep = summary.sweep,
                            .paper = paperValue(reference, summary.arm)});
        if (!reference.target) {
            addLastValues(rows, summaries, reference);
            if (better != Better::Neither)
                COTERIE_CHECK(addBestValues(store, rows, summaries, reference));
        } else {
            // A metric that is neither better high nor low has no target: rows without ours.
            std::vector<ArmTarget> targets;
            if (better != Better::Neither) {
                COTERIE_TRY(
                    targets,
                    targetRounds(store, summaries, reference.metric, *reference.target, better));
            }
            addRounds(rows, std::move(targets));
        }
        for (const auto& [arm, value] : reference.values)
            if (std::ranges::find(summaries, arm, &ArmSummary::arm) == summaries.end())
                rows.push_back({.arm = arm, .paper = value});
        comparisons.push_back({.source = reference.source,
                               .metric = reference.metric,
                               .unit = reference.unit,
                               .deviationOver = reference.deviationOver,
                               .target = reference.target,
                               .better = better,
                               .rows = std::move(rows)});
    }
    return comparisons;
}

std::optional<bool> ComparisonRow::isWithin() const
{
    return difference && jointDeviation ? std::optional(std::abs(*difference) <= *jointDeviation)
                                        : std::nullopt;
}

} // namespace coterie
