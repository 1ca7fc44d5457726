#include "app/cli/paired_differences.h"

#include "app/cli/output.h"
#include "app/cli/result_table.h"
#include "app/cli/table_printer.h"
#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/experiment/sweep_text.h"
#include "core/metrics/metric_infos.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

namespace coterie::cli {

namespace {

/// "/algorithm/alpha = 10" of every swept value, sorted. Settings of an arm's own are called as
/// those that it has from the experiment.
using Point = std::vector<std::string>;

/// By arm and by what its summary calls the sweep point.
using Points = std::map<std::pair<std::string, std::string>, Point>;

Points pointsOf(Experiment experiment)
{
    constexpr std::string_view kArms = "/arms/";
    experiment.seeds = {1}; // all have the same points
    Points points;
    for (const RunPlan& plan : expand(experiment, registry())) {
        Point& point = points[{plan.armName, sweepText(plan.sweep)}];
        point.clear();
        for (const SweepPoint& value : plan.sweep) {
            std::string_view place = value.pointer;
            if (place.starts_with(kArms))
                place.remove_prefix(std::min(place.find('/', kArms.size()), place.size()));
            point.push_back(std::string(place) + " = " + toText(value.value));
        }
        std::ranges::sort(point);
    }
    return points;
}

const ArmSummary* baselineOf(const ArmSummary& arm,
                             std::span<const ArmSummary> arms,
                             const std::string& baseline,
                             const Points& points)
{
    const auto own = points.find({arm.arm, arm.sweep});
    const auto place = std::ranges::find_if(arms, [&](const ArmSummary& other) {
        const auto its = points.find({other.arm, other.sweep});
        return other.arm == baseline && own != points.end() && its != points.end()
               && std::ranges::includes(own->second, its->second);
    });
    return place == arms.end() ? nullptr : &*place;
}

std::string pText(const PairedTest& test)
{
    constexpr int kDecimals = 3;
    return test.p ? numberText(*test.p, kDecimals) : std::string();
}

} // namespace

PairedArms pairedDifferences(const Experiment& experiment,
                             std::span<const ArmSummary> arms,
                             const std::string& baseline,
                             std::span<const std::string> metrics)
{
    const Points points = pointsOf(experiment);
    PairedArms all;
    for (const std::string& metric : metrics)
        all.differences.push_back({.baseline = baseline, .metric = metric, .rows = {}});
    for (const ArmSummary& arm : arms) {
        if (arm.arm == baseline)
            continue;
        const ArmSummary* base = baselineOf(arm, arms, baseline, points);
        bool isPaired = false;
        for (PairedDifferences& found : all.differences) {
            if (base == nullptr)
                continue;
            PairedComparison paired = comparePaired(arm, *base, found.metric);
            if (paired.seeds == 0)
                continue;
            isPaired = true;
            found.rows.push_back({.arm = arm.arm, .sweep = arm.sweep, .paired = std::move(paired)});
        }
        if (!isPaired)
            all.unpaired.push_back(
                {.arm = arm.arm, .sweep = arm.sweep, .hasPoint = base != nullptr});
    }
    std::erase_if(all.differences,
                  [](const PairedDifferences& found) { return found.rows.empty(); });
    return all;
}

std::vector<std::string> comparedMetrics(std::span<const Reference> references,
                                         std::span<const ArmSummary> arms)
{
    std::vector<std::string> metrics;
    for (const Reference& reference : references)
        if (!reference.target && std::ranges::find(metrics, reference.metric) == metrics.end())
            metrics.push_back(reference.metric);
    if (!metrics.empty())
        return metrics;
    for (const std::string_view name : {"meanTestError", "meanTestLoss"})
        if (std::ranges::any_of(
                arms, [name](const ArmSummary& arm) { return arm.find(name) != nullptr; }))
            return {std::string(name)};
    return {};
}

std::string pairedText(std::span<const PairedDifferences> differences, bool markdown)
{
    std::string text;
    for (const PairedDifferences& difference : differences) {
        const MetricInfo* info = findMetric(difference.metric);
        const bool isPercent = info != nullptr && info->unit == "percent";
        const int decimals = isPercent ? 2 : 4;
        Table table({left("arm"),
                     right("seeds"),
                     right("difference"),
                     right("p (t)"),
                     right("p (Wilcoxon)")});
        for (const PairedRow& row : difference.rows) {
            const Spread& spread = *row.paired.difference;
            std::string cell = (spread.mean > 0 ? "+" : "") + numberText(spread.mean, decimals);
            if (spread.runs > 1)
                cell += " ± " + numberText(spread.deviation, decimals);
            table.add({armText(row.arm, row.sweep),
                       std::to_string(row.paired.seeds),
                       std::move(cell),
                       pText(row.paired.student),
                       pText(row.paired.wilcoxon)});
        }
        text += '\n'
                + titled("Each arm minus " + difference.baseline + ", paired by seed: "
                             + difference.metric + (isPercent ? " in percentage points" : ""),
                         table,
                         markdown);
    }
    if (!differences.empty())
        text += "\n± is the sd of the differences over seeds (ddof 0). p is two-sided and not "
                "corrected for multiple tests.\n";
    return text;
}

std::string unpairedText(std::span<const UnpairedArm> arms, const std::string& baseline)
{
    std::string text;
    for (const bool hasPoint : {false, true}) {
        std::vector<std::string> names;
        for (const UnpairedArm& arm : arms)
            if (arm.hasPoint == hasPoint)
                names.push_back(armText(arm.arm, arm.sweep));
        if (!names.empty())
            text += (text.empty() ? "Not compared, because " : " Not compared, because ")
                    + (hasPoint ? "they share no finished seed with " + baseline
                                : "their swept values are those of no run of " + baseline)
                    + ": " + joined(names, "; ") + '.';
    }
    return text;
}

JsonNode pairedJson(std::span<const PairedDifferences> differences)
{
    const auto rowJson = [](const PairedRow& row) {
        return jsonObject({{"arm", row.arm},
                           {"sweep", row.sweep},
                           {"seeds", row.paired.seeds},
                           {"mean", row.paired.difference->mean},
                           {"deviation", row.paired.difference->deviation},
                           {"pStudent", row.paired.student.p},
                           {"pWilcoxon", row.paired.wilcoxon.p}});
    };
    const auto metricJson = [&rowJson](const PairedDifferences& difference) {
        return jsonObject({{"baseline", difference.baseline},
                           {"metric", difference.metric},
                           {"rows", jsonList(difference.rows, rowJson)}});
    };
    return jsonList(std::vector(differences.begin(), differences.end()), metricJson);
}

JsonNode unpairedJson(std::span<const UnpairedArm> arms)
{
    const auto armJson = [](const UnpairedArm& arm) {
        return jsonObject({{"arm", arm.arm},
                           {"sweep", arm.sweep},
                           {"because", arm.hasPoint ? "noCommonSeed" : "otherSweptValues"}});
    };
    return jsonList(std::vector(arms.begin(), arms.end()), armJson);
}

} // namespace coterie::cli
