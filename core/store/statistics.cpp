#include "core/store/statistics.h"

#include "core/collab/metric_infos.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace coterie {

namespace {

using ArmKey = std::tuple<std::size_t, std::string, std::string>; // arm's place, arm, sweep

struct ArmRuns
{
    std::map<std::uint64_t, std::int64_t> finished; ///< newest run of each seed
    std::size_t unfinished = 0;
    std::int64_t oldest = 0; ///< the sweep points of an arm are listed in the order they were made
};

std::optional<double> jointDeviation(const Spread& ours, const Reference::Value& paper)
{
    if (ours.runs < 2 && !paper.deviation)
        return std::nullopt;
    return std::hypot(ours.runs < 2 ? 0.0 : ours.deviation, paper.deviation.value_or(0));
}

double unitFactor(const Reference& reference)
{
    const MetricInfo* info = findMetric(reference.metric);
    const bool percentWanted = reference.unit == "%" || reference.unit == "percent";
    return info != nullptr && info->unit == "share" && percentWanted ? 100.0 : 1.0;
}

} // namespace

std::optional<Spread> spreadOf(std::span<const double> values)
{
    if (values.empty())
        return std::nullopt;
    const auto count = static_cast<double>(values.size());
    double sum = 0;
    for (const double value : values)
        sum += value;
    const double mean = sum / count;
    double squares = 0;
    for (const double value : values)
        squares += (value - mean) * (value - mean);
    return Spread{.mean = mean, .deviation = std::sqrt(squares / count), .runs = values.size()};
}

const Spread* ArmSummary::find(std::string_view metric) const
{
    const auto place = values.find(metric);
    return place == values.end() ? nullptr : &place->second;
}

Result<std::vector<ArmSummary>> summarise(RunStore& store, const std::vector<RunRow>& runs)
{
    std::map<ArmKey, ArmRuns> arms;
    for (const RunRow& row : runs) {
        const auto [place, isNew] = arms.try_emplace(ArmKey{row.armIndex, row.arm, row.sweep});
        ArmRuns& arm = place->second;
        arm.oldest = isNew ? row.id : std::min(arm.oldest, row.id);
        if (row.status != RunStatus::Finished) {
            ++arm.unfinished;
            continue;
        }
        std::int64_t& newest = arm.finished[row.seed];
        newest = std::max(newest, row.id);
    }

    std::vector<std::pair<std::tuple<std::size_t, std::int64_t>, ArmSummary>> ordered;
    for (const auto& [key, arm] : arms) {
        ArmSummary summary;
        std::tie(summary.armIndex, summary.arm, summary.sweep) = key;
        summary.unfinished = arm.unfinished;
        std::map<std::string, std::vector<double>> values;
        for (const auto& [seed, run] : arm.finished) {
            const Result<std::vector<MetricPoint>> metrics = store.lastMetrics(run);
            if (!metrics)
                return Unexpected<Error>{metrics.error()};
            for (const MetricPoint& point : *metrics) {
                values[point.name].push_back(point.value);
                summary.ofSeeds[point.name].push_back({.seed = seed, .value = point.value});
            }
            summary.seeds.push_back(seed);
            summary.runs.push_back(run);
        }
        for (const auto& [metric, list] : values)
            summary.values.emplace(metric, *spreadOf(list));
        ordered.emplace_back(std::tuple(summary.armIndex, arm.oldest), std::move(summary));
    }
    std::ranges::stable_sort(ordered, {}, [](const auto& entry) { return entry.first; });
    std::vector<ArmSummary> summaries;
    for (auto& entry : ordered)
        summaries.push_back(std::move(entry.second));
    return summaries;
}

Comparison compare(const std::vector<ArmSummary>& summaries, const Reference& reference)
{
    Comparison comparison{
        .source = reference.source, .metric = reference.metric, .unit = reference.unit, .rows = {}};
    const double factor = unitFactor(reference);
    for (const ArmSummary& summary : summaries) {
        ComparisonRow row{
            .arm = summary.arm, .sweep = summary.sweep, .ours = {}, .paper = {}, .difference = {}};
        if (const Spread* spread = summary.find(reference.metric)) {
            row.ours = Spread{.mean = factor * spread->mean,
                              .deviation = factor * spread->deviation,
                              .runs = spread->runs};
        }
        if (const auto paper = reference.values.find(summary.arm); paper != reference.values.end())
            row.paper = paper->second;
        if (row.ours && row.paper) {
            row.difference = row.ours->mean - row.paper->mean;
            row.jointDeviation = jointDeviation(*row.ours, *row.paper);
        }
        comparison.rows.push_back(std::move(row));
    }
    for (const auto& [arm, value] : reference.values) {
        if (std::ranges::find(summaries, arm, &ArmSummary::arm) == summaries.end())
            comparison.rows.push_back(
                {.arm = arm, .paper = value});
    }
    return comparison;
}

std::optional<bool> ComparisonRow::isWithin() const
{
    return difference && jointDeviation ? std::optional(std::abs(*difference) <= *jointDeviation)
                                        : std::nullopt;
}

PairedComparison
comparePaired(const ArmSummary& one, const ArmSummary& other, std::string_view metric)
{
    PairedComparison result;
    const auto ours = one.ofSeeds.find(metric);
    const auto theirs = other.ofSeeds.find(metric);
    std::vector<double> differences;
    if (ours != one.ofSeeds.end() && theirs != other.ofSeeds.end())
        for (const SeedValue& mine : ours->second) {
            const auto pair = std::ranges::find(theirs->second, mine.seed, &SeedValue::seed);
            if (pair != theirs->second.end())
                differences.push_back(mine.value - pair->value);
        }
    result.seeds = differences.size();
    result.difference = spreadOf(differences);
    result.wilcoxon = wilcoxonSignedRank(differences);
    result.student = pairedT(differences);
    return result;
}

} // namespace coterie
