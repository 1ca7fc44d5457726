#pragma once

#include "app/cli/arguments.h"
#include "core/spec/json_node.h"
#include "core/store/target_rounds.h"

#include <optional>
#include <string>
#include <vector>

namespace coterie::cli {

/// "--target 0.9 --metric globalAccuracy", read and checked.
struct TargetChoice
{
    std::string metric;
    double target = 0;
    Better better = Better::Higher;
};

/// Nothing if no target was asked for.
[[nodiscard]] Result<std::optional<TargetChoice>> chosenTarget(const Arguments& arguments);

/// How soon the arms got there. An error if no run has the metric.
struct TargetResults
{
    TargetChoice choice;
    std::vector<ArmTarget> arms;
};

[[nodiscard]] Result<TargetResults>
collectTargets(RunStore& store, const std::vector<ArmSummary>& arms, TargetChoice choice);

/// For people, with lines that say what is compared with what.
[[nodiscard]] std::string targetText(const TargetResults& results);
[[nodiscard]] std::string targetMarkdown(const TargetResults& results);
[[nodiscard]] JsonNode targetJson(const TargetResults& results);

} // namespace coterie::cli
