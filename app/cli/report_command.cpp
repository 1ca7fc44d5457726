#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/inputs.h"
#include "app/cli/output.h"
#include "app/cli/result_table.h"
#include "app/cli/table_printer.h"
#include "core/algorithms/registry.h"
#include "core/base/json_node.h"
#include "core/base/result.h"
#include "core/base/try.h"
#include "core/experiment/experiment_json.h"
#include "core/metrics/metric_infos.h"
#include "core/store/comparison.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coterie::cli {

namespace {

/// "--target 0.9 --metric globalAccuracy", read and checked.
struct TargetChoice
{
    std::string metric;
    double target = 0;
    Better better = Better::Higher;
};

/// Rounds each arm took to reach the target. An error if no run has the metric.
struct TargetResults
{
    TargetChoice choice;
    std::vector<ArmTarget> arms;
};

constexpr std::string_view kExplanation =
    "Median over seeds; a seed that never reaches it counts as later than any. Smoothed: "
    "Savitzky–Golay,\n13 points, order 3. Speed-up: the first arm's rounds over this one's.\n";

Unexpected<Error> wrongTarget(const std::string& word, std::string allowed)
{
    return notAllowed("--target", '"' + word + '"', std::move(allowed));
}

Result<const MetricInfo*> chosenMetric(const std::string& name)
{
    if (const MetricInfo* info = findMetric(name)) {
        if (info->better == Better::Neither)
            return fail("--metric", name + " has no target: neither higher nor lower is better");
        return info;
    }
    std::vector<std::string_view> names;
    for (const MetricInfo& info : metricInfos())
        names.push_back(info.name);
    return unknownName("--metric", name, names);
}

std::string titleOf(const TargetChoice& choice)
{
    return roundsUntil(choice.metric, choice.better, choice.target);
}

Table targetTable(const TargetResults& results)
{
    Table table({left("arm"),
                 right("rounds"),
                 right("reached by"),
                 right("speed-up"),
                 right("smoothed"),
                 right("reached by"),
                 right("speed-up")});
    for (const ArmTarget& arm : results.arms)
        table.add({arm.sweep.empty() ? arm.arm : arm.arm + ", " + arm.sweep,
                   medianText(arm.raw, arm.measured),
                   reachedText(arm.raw, arm.measured),
                   speedUpText(arm.speedUp),
                   medianText(arm.smoothed, arm.measured),
                   reachedText(arm.smoothed, arm.measured),
                   speedUpText(arm.smoothedSpeedUp)});
    return table;
}

/// Nothing without --target.
Result<std::optional<TargetChoice>> chosenTarget(const Arguments& arguments)
{
    const std::optional<std::string> word = arguments.value("--target");
    if (!word) {
        if (arguments.has("--metric"))
            return fail({}, "--metric needs --target");
        return std::optional<TargetChoice>();
    }
    const std::string name = arguments.value("--metric").value_or("globalAccuracy");
    COTERIE_TRY(const MetricInfo* metric, chosenMetric(name));
    double target = 0;
    const char* const end = word->data() + word->size();
    const auto [stop, status] = std::from_chars(word->data(), end, target);
    if (status != std::errc{} || stop != end || !std::isfinite(target))
        return wrongTarget(*word, "a number such as 0.9");
    if (metric->unit == "share" && (target < 0 || target > 1))
        return wrongTarget(*word, "a number from 0 to 1 because " + name + " is a share");
    return std::optional(TargetChoice{.metric = name, .target = target, .better = metric->better});
}

Result<TargetResults>
collectTargets(RunStore& store, const std::vector<ArmSummary>& arms, TargetChoice choice)
{
    COTERIE_TRY(std::vector<ArmTarget> targets,
                targetRounds(store, arms, choice.metric, choice.target, choice.better));
    if (std::ranges::all_of(targets, [](const ArmTarget& arm) { return arm.measured == 0; }))
        return fail("--metric", "no finished run of this experiment has " + choice.metric);
    return TargetResults{.choice = std::move(choice), .arms = std::move(targets)};
}

/// For people, with captions.
std::string targetText(const TargetResults& results)
{
    return titleOf(results.choice) + '\n' + targetTable(results).text() + '\n'
           + std::string(kExplanation);
}

std::string targetMarkdown(const TargetResults& results)
{
    return titleOf(results.choice) + "\n\n" + targetTable(results).markdown() + '\n'
           + std::string(kExplanation);
}

JsonNode targetJson(const TargetResults& results)
{
    const auto armJson = [](const ArmTarget& arm) {
        return jsonObject({{"arm", arm.arm},
                           {"sweep", arm.sweep},
                           {"seeds", arm.measured},
                           {"raw", reachedJson(arm.raw, arm.speedUp)},
                           {"smoothed", reachedJson(arm.smoothed, arm.smoothedSpeedUp)}});
    };
    return jsonObject({{"metric", results.choice.metric},
                       {"target", results.choice.target},
                       {"arms", jsonList(results.arms, armJson)}});
}

} // namespace

Outcome runReport(Arguments& arguments)
{
    COTERIE_TRY(const auto experiment, readExperimentInput(arguments));
    if (arguments.has("--json") && arguments.has("--markdown"))
        return refuse("report takes either --json or --markdown");
    COTERIE_TRY(const std::optional<TargetChoice> target, chosenTarget(arguments));
    COTERIE_TRY(const std::unique_ptr<RunStore> store, openStoredRuns(arguments));
    COTERIE_TRY(std::vector<RunRow> rows, store->runs());
    const std::string hash = canonicalHash(experiment, registry());
    std::erase_if(rows, [&hash](const RunRow& row) { return row.experimentHash != hash; });
    if (rows.empty())
        return refuse(fail(store->file().string(),
                           "has no run of this experiment; start one with `coterie-cli run "
                               + arguments.operands().front() + "`")
                          .error);
    COTERIE_TRY(const Results results, collectResults(*store, rows, experiment.references));
    std::optional<TargetResults> targets;
    if (target) {
        COTERIE_TRY(TargetResults collected, collectTargets(*store, results.arms, *target));
        targets = std::move(collected);
    }

    if (arguments.has("--json")) {
        JsonNode node = jsonObject(
            {{"experiment", experiment.name}, {"hash", hash}, {"results", resultJson(results)}});
        if (targets)
            node.add("target", targetJson(*targets));
        printJsonLine(node);
    } else if (arguments.has("--markdown")) {
        print("## " + experiment.name + "\n\n" + resultMarkdown(results)
              + (targets ? '\n' + targetMarkdown(*targets) : ""));
    } else {
        print(experiment.name + "\n\n" + resultText(results)
              + (targets ? '\n' + targetText(*targets) : ""));
    }
    return kDone;
}

} // namespace coterie::cli
