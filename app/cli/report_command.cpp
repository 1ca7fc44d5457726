#include "app/cli/commands.h"
#include "app/cli/experiment_input.h"
#include "app/cli/output.h"
#include "app/cli/result_table.h"
#include "app/cli/store_input.h"
#include "app/cli/target_table.h"
#include "core/algorithms/registry.h"
#include "core/spec/experiment_json.h"

#include <algorithm>

namespace coterie::cli {

int runReport(Arguments& arguments)
{
    const Result<Experiment, Problems> experiment = readExperimentInput(arguments);
    if (!experiment)
        return refuse(experiment.error());
    if (arguments.has("--json") && arguments.has("--markdown"))
        return refuse(fail({}, "report takes either --json or --markdown").error);
    const Result<std::optional<TargetChoice>> target = chosenTarget(arguments);
    if (!target)
        return refuse(target.error());
    const Result<std::unique_ptr<RunStore>> store = openStoredRuns(arguments);
    if (!store)
        return refuse(store.error());
    Result<std::vector<RunRow>> rows = (*store)->runs();
    if (!rows)
        return refuse(rows.error());
    const std::string hash = canonicalHash(*experiment, registry());
    std::erase_if(*rows, [&hash](const RunRow& row) { return row.experimentHash != hash; });
    if (rows->empty())
        return refuse(fail((*store)->file().string(),
                           "it has no run of this experiment; `coterie-cli run "
                               + arguments.operands().front() + "` makes them")
                          .error);
    const Result<Results> results = collectResults(**store, *rows, experiment->references);
    if (!results)
        return refuse(results.error());
    std::optional<TargetResults> targets;
    if (*target) {
        Result<TargetResults> collected = collectTargets(**store, results->arms, **target);
        if (!collected)
            return refuse(collected.error());
        targets = std::move(*collected);
    }

    if (arguments.has("--json")) {
        JsonNode node = JsonNode::object();
        node.add("experiment", JsonNode::fromText(experiment->name));
        node.add("hash", JsonNode::fromText(hash));
        node.add("results", resultJson(*results));
        if (targets)
            node.add("target", targetJson(*targets));
        printJsonLine(node);
    } else if (arguments.has("--markdown")) {
        print("## " + experiment->name + "\n\n" + resultMarkdown(*results)
              + (targets ? '\n' + targetMarkdown(*targets) : ""));
    } else {
        print(experiment->name + "\n\n" + resultText(*results)
              + (targets ? '\n' + targetText(*targets) : ""));
    }
    return kDone;
}

} // namespace coterie::cli
