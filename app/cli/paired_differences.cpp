#include "app/cli/paired_differences.h"

#include "app/cli/output.h"
#include "app/cli/result_table.h"
#include "app/cli/table_printer.h"
#include "core/metrics/metric_infos.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace coterie::cli {

namespace {

/// The baseline's point that an arm's begins with: "N = 10" of "N = 10, K = 2".
const ArmSummary*
baselineOf(const ArmSummary& arm, std::span<const ArmSummary> arms, const std::string& baseline)
{
    const auto begins = [&arm](const std::string& sweep) {
        return sweep.empty() || arm.sweep == sweep || arm.sweep.starts_with(sweep + ", ");
    };
    const auto place = std::ranges::find_if(arms, [&](const ArmSummary& other) {
        return other.arm == baseline && begins(other.sweep);
    });
    return place == arms.end() ? nullptr : &*place;
}

std::string pText(const PairedTest& test)
{
    constexpr int kDecimals = 3;
    return test.p ? numberText(*test.p, kDecimals) : std::string();
}

} // namespace

std::vector<PairedDifferences> pairedDifferences(std::span<const ArmSummary> arms,
                                                 const std::string& baseline,
                                                 std::span<const std::string> metrics)
{
    std::vector<PairedDifferences> all;
    for (const std::string& metric : metrics) {
        PairedDifferences found{.baseline = baseline, .metric = metric, .rows = {}};
        for (const ArmSummary& arm : arms) {
            const ArmSummary* base = baselineOf(arm, arms, baseline);
            if (arm.arm == baseline || base == nullptr)
                continue;
            PairedComparison paired = comparePaired(arm, *base, metric);
            if (paired.seeds > 0)
                found.rows.push_back(
                    {.arm = arm.arm, .sweep = arm.sweep, .paired = std::move(paired)});
        }
        if (!found.rows.empty())
            all.push_back(std::move(found));
    }
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

} // namespace coterie::cli
