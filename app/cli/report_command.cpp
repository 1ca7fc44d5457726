#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/inputs.h"
#include "app/cli/output.h"
#include "app/cli/paired_differences.h"
#include "app/cli/result_table.h"
#include "app/cli/table_printer.h"
#include "core/algorithms/registry.h"
#include "core/base/json_node.h"
#include "core/base/result.h"
#include "core/base/try.h"
#include "core/experiment/experiment_json.h"
#include "core/metrics/metric_infos.h"
#include "core/run/known_runs.h"
#include "core/store/comparison.h"

#include <algorithm>
#include <cmath>
#include <iterator>
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
    "Median over seeds; a seed that does not reach it in its rounds counts as later than any. A "
    "run "
    "that was\nstopped counts if it had reached it. Smoothed: Savitzky–Golay, 13 points, order 3. "
    "Speed-up: the first arm's\nrounds over this one's.\n";

Unexpected<Error> wrongTarget(const std::string& word, std::string allowed)
{
    return notAllowed("--target", '"' + word + '"', std::move(allowed));
}

Result<const MetricInfo*> knownMetric(const std::string& name)
{
    if (const MetricInfo* info = findMetric(name))
        return info;
    std::vector<std::string_view> names;
    for (const MetricInfo& info : metricInfos())
        names.push_back(info.name);
    return unknownName("--metric", name, names);
}

Result<const MetricInfo*> metricWithTarget(const std::string& name)
{
    COTERIE_TRY(const MetricInfo* info, knownMetric(name));
    if (info->better == Better::Neither)
        return fail("--metric", name + " has no target: neither higher nor lower is better");
    return info;
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
    for (const ArmTarget& arm : results.arms) {
        std::vector<std::string> cells{armText(arm.arm, arm.sweep)};
        std::ranges::copy(reachedCells(arm.raw, arm.measured, arm.speedUp),
                          std::back_inserter(cells));
        std::ranges::copy(reachedCells(arm.smoothed, arm.measured, arm.smoothedSpeedUp),
                          std::back_inserter(cells));
        table.add(std::move(cells));
    }
    return table;
}

/// Nothing without --target.
Result<std::optional<TargetChoice>> chosenTarget(const Arguments& arguments)
{
    const std::optional<std::string> word = arguments.value("--target");
    if (!word) {
        if (arguments.has("--metric") && !arguments.has("--baseline"))
            return fail({}, "--metric needs --target or --baseline");
        return std::optional<TargetChoice>();
    }
    const std::string name = arguments.value("--metric").value_or("globalAccuracy");
    COTERIE_TRY(const MetricInfo* metric, metricWithTarget(name));
    const std::optional<double> target = numberIn<double>(*word);
    if (!target || !std::isfinite(*target))
        return wrongTarget(*word, "a number such as 0.9");
    if (metric->unit == "share" && (*target < 0 || *target > 1))
        return wrongTarget(*word, "a number from 0 to 1 because " + name + " is a share");
    return std::optional(TargetChoice{.metric = name, .target = *target, .better = metric->better});
}

Result<TargetResults>
collectTargets(RunStore& store, const std::vector<ArmSummary>& arms, TargetChoice choice)
{
    COTERIE_TRY(std::vector<ArmTarget> targets,
                targetRounds(store, arms, choice.metric, choice.target, choice.better));
    if (std::ranges::all_of(targets, [](const ArmTarget& arm) { return arm.measured == 0; }))
        return fail("--metric",
                    "no finished run of this experiment has " + choice.metric
                        + ", and no stopped one had reached the target");
    return TargetResults{.choice = std::move(choice), .arms = std::move(targets)};
}

/// For people, with captions.
std::string targetText(const TargetResults& results, bool markdown)
{
    const auto& [metric, target, better] = results.choice;
    return titled(roundsUntil(metric, better, target), targetTable(results), markdown) + '\n'
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

/// Nothing without --baseline; the metrics are those of --metric, if it is given.
struct BaselineChoice
{
    std::string arm;
    std::vector<std::string> metrics;
};

Result<std::optional<BaselineChoice>> chosenBaseline(const Arguments& arguments,
                                                     const Experiment& experiment)
{
    const std::optional<std::string> arm = arguments.value("--baseline");
    if (!arm)
        return std::optional<BaselineChoice>();
    std::vector<std::string_view> names;
    for (const Arm& known : experiment.arms)
        names.push_back(known.name);
    if (std::ranges::find(names, *arm) == names.end())
        return unknownName("--baseline", *arm, names);
    BaselineChoice choice{.arm = *arm, .metrics = {}};
    if (const std::optional<std::string> metric = arguments.value("--metric")) {
        COTERIE_TRY(const MetricInfo* info, knownMetric(*metric));
        choice.metrics.emplace_back(info->name);
    }
    return std::optional(std::move(choice));
}

Result<PairedArms> collectDifferences(const BaselineChoice& choice,
                                      const Experiment& experiment,
                                      const Results& results)
{
    PairedArms found = pairedDifferences(experiment,
                                         results.arms,
                                         choice.arm,
                                         choice.metrics.empty()
                                             ? comparedMetrics(experiment.references, results.arms)
                                             : choice.metrics);
    if (!found.differences.empty())
        return found;
    if (std::ranges::any_of(found.unpaired, [](const UnpairedArm& arm) { return !arm.hasPoint; }))
        return fail("--baseline",
                    "no arm can be compared with " + choice.arm + ". "
                        + unpairedText(found.unpaired, choice.arm));
    return fail("--baseline",
                "no other arm has a finished run with a seed of " + choice.arm
                    + " and this metric");
}

/// Runs that count although something changed on their way.
std::vector<std::int64_t> changedRuns(const Results& results)
{
    std::vector<std::int64_t> changed;
    for (const ArmSummary& arm : results.arms)
        changed.insert(changed.end(), arm.changed.begin(), arm.changed.end());
    std::ranges::sort(changed);
    return changed;
}

/// A paragraph on these runs, if there are any.
std::string noteOn(const std::vector<std::int64_t>& runs,
                   std::string (*text)(const std::vector<std::int64_t>&))
{
    return runs.empty() ? std::string() : '\n' + text(runs) + '\n';
}

std::optional<JsonNode> listOrNothing(const std::vector<std::int64_t>& runs)
{
    return runs.empty() ? std::nullopt : std::optional(jsonList(runs));
}

} // namespace

Outcome runReport(Arguments& arguments)
{
    COTERIE_TRY(const Experiment named, readExperimentFile(arguments));
    if (arguments.has("--json") && arguments.has("--markdown"))
        return refuse("report takes either --json or --markdown");
    COTERIE_TRY(const std::optional<TargetChoice> target, chosenTarget(arguments));
    COTERIE_TRY(const std::optional<BaselineChoice> baseline, chosenBaseline(arguments, named));
    COTERIE_TRY(const std::unique_ptr<RunStore> store, openStoredRuns(arguments));
    COTERIE_TRY(const Experiment experiment, readStoredExperiment(*store, arguments));
    COTERIE_TRY(std::vector<RunRow> rows, runsOfExperiment(*store, arguments));
    COTERIE_TRY(const std::vector<std::int64_t> leftOut,
                takeOutChanged(*store, experiment.name, rows));
    const std::string hash = canonicalHash(experiment, registry());
    COTERIE_TRY(const Results results, collectResults(*store, rows, experiment.references));
    std::optional<TargetResults> targets;
    if (target) {
        COTERIE_TRY(targets, collectTargets(*store, results.arms, *target));
    }
    PairedArms paired;
    if (baseline) {
        COTERIE_TRY(paired, collectDifferences(*baseline, experiment, results));
    }

    if (arguments.has("--json")) {
        printJsonLine(jsonObject(
            {{"experiment", experiment.name},
             {"hash", hash},
             {"results", resultJson(results)},
             {"leftOut", listOrNothing(leftOut)},
             {"changed", listOrNothing(changedRuns(results))},
             {"paired", baseline ? std::optional(pairedJson(paired.differences)) : std::nullopt},
             {"unpaired",
              paired.unpaired.empty() ? std::nullopt
                                      : std::optional(unpairedJson(paired.unpaired))},
             {"target", targets ? std::optional(targetJson(*targets)) : std::nullopt}}));
        return kDone;
    }
    const bool markdown = arguments.has("--markdown");
    const std::string notPaired =
        baseline ? unpairedText(paired.unpaired, baseline->arm) : std::string();
    return printed((markdown ? "## " : "") + experiment.name + "\n\n"
                   + resultText(results, markdown) + noteOn(leftOut, &leftOutText)
                   + noteOn(changedRuns(results), &changedText)
                   + pairedText(paired.differences, markdown)
                   + (notPaired.empty() ? "" : '\n' + notPaired + '\n')
                   + (targets ? '\n' + targetText(*targets, markdown) : ""));
}

} // namespace coterie::cli
