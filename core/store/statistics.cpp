#include "core/store/statistics.h"

#include "core/base/try.h"
#include "core/metrics/metric_values.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <tuple>

namespace coterie {

namespace {

using ArmKey = std::tuple<std::size_t, std::string, std::string>; // arm's place, arm, sweep

struct ArmRuns
{
    std::map<std::uint64_t, const RunRow*> finished;   ///< the run of each seed that counts
    std::map<std::uint64_t, const RunRow*> unfinished; ///< the farthest of each seed
    std::int64_t oldest = 0; ///< the sweep points of an arm are listed in the order they were made
    ArmSummary summary;
};

bool isFarther(const RunRow& one, const RunRow& other)
{
    const auto rank = [](const RunRow& row) {
        return std::tuple(row.roundsDone > 0 && !row.isMixed, row.roundsDone);
    };
    return rank(one) == rank(other) ? isNewer(one, other) : rank(one) > rank(other);
}

} // namespace

std::optional<Spread> spreadOf(std::span<const double> values)
{
    if (values.empty())
        return std::nullopt;
    // Rounding in the mean would turn equal values into a spread.
    if (std::ranges::all_of(values, [&](double value) { return value == values.front(); }))
        return Spread{.mean = values.front(), .deviation = 0, .runs = values.size()};
    return Spread{.mean = meanOf(values), .deviation = deviationOf(values), .runs = values.size()};
}

std::optional<double> deviationOfClients(const Spread& means, std::span<const double> deviations)
{
    if (deviations.empty() || deviations.size() != means.runs)
        return std::nullopt;
    double squares = 0;
    for (const double deviation : deviations)
        squares += deviation * deviation;
    return std::hypot(std::sqrt(squares / static_cast<double>(means.runs)), means.deviation);
}

const Spread* ArmSummary::find(std::string_view metric) const
{
    const auto place = values.find(metric);
    return place == values.end() ? nullptr : &place->second;
}

bool isNewer(const RunRow& one, const RunRow& other)
{
    const auto rank = [](const RunRow& row) {
        const bool isOwn = row.store.empty();
        return std::tuple(isOwn, isOwn ? std::string_view() : row.created, row.id);
    };
    return rank(one) > rank(other);
}

bool countsBefore(const RunRow& one, const RunRow& other)
{
    return one.isMixed == other.isMixed ? isNewer(one, other) : !one.isMixed;
}

bool standsBefore(const RunRow& one, const RunRow& other)
{
    const bool isFinished = one.status == RunStatus::Finished;
    if (isFinished != (other.status == RunStatus::Finished))
        return isFinished;
    return isFinished ? countsBefore(one, other) : isFarther(one, other);
}

Result<std::vector<ArmSummary>> summarise(RunStore& store, const std::vector<RunRow>& runs)
{
    std::map<ArmKey, ArmRuns> arms;
    for (const RunRow& row : runs) {
        const auto [place, isNew] = arms.try_emplace(ArmKey{row.armIndex, row.arm, row.sweep});
        ArmRuns& arm = place->second;
        arm.oldest = isNew ? row.id : std::min(arm.oldest, row.id);
        arm.summary.look = row.look;
        arm.summary.sweepPlace = row.sweepPlace;
        if (row.status != RunStatus::Finished) {
            ++arm.summary.unfinished;
            const RunRow*& farthest = arm.unfinished[row.seed];
            if (farthest == nullptr || isFarther(row, *farthest))
                farthest = &row;
            continue;
        }
        const RunRow*& counting = arm.finished[row.seed];
        if (counting == nullptr || countsBefore(row, *counting))
            counting = &row;
    }

    std::vector<std::pair<std::tuple<std::size_t, std::int64_t>, ArmSummary>> ordered;
    for (auto& [key, arm] : arms) {
        ArmSummary& summary = arm.summary;
        std::tie(summary.armIndex, summary.arm, summary.sweep) = key;
        std::map<std::string, std::vector<double>> values;
        for (const auto& [seed, run] : arm.unfinished)
            if (!arm.finished.contains(seed))
                summary.farthestUnfinished.push_back(run->id);
        for (const auto& [seed, run] : arm.finished) {
            if (run->isMixed)
                summary.changed.push_back(run->id);
            COTERIE_TRY(const std::vector<MetricPoint> metrics, store.lastMetrics(run->id));
            for (const MetricPoint& point : metrics) {
                values[point.name].push_back(point.value);
                summary.ofSeeds[point.name].push_back({.seed = seed, .value = point.value});
            }
            summary.seeds.push_back(seed);
            summary.runs.push_back(run->id);
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
    if (result.difference
        && result.difference->deviation <= kAlike * std::abs(result.difference->mean))
        result.difference->deviation = 0;
    result.wilcoxon = wilcoxonSignedRank(differences);
    result.student = pairedT(differences);
    return result;
}

} // namespace coterie
