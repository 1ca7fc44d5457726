#pragma once

#include "core/spec/experiment.h"
#include "core/spec/json_node.h"
#include "core/store/statistics.h"

#include <optional>
#include <string>
#include <vector>

namespace coterie::cli {

/// What an experiment's finished runs came to, arm by arm, beside the paper's numbers where the
/// file has some.
struct Results
{
    std::vector<ArmSummary> arms;
    std::optional<Comparison> comparison;
};

[[nodiscard]] Result<Results> collectResults(RunStore& store,
                                             const std::vector<RunRow>& rows,
                                             const std::optional<Reference>& reference);

/// For people, with a line that says what "±" means.
[[nodiscard]] std::string resultText(const Results& results);
[[nodiscard]] std::string resultMarkdown(const Results& results);
/// Every metric, its mean and deviation: for programs.
[[nodiscard]] JsonNode resultJson(const Results& results);

} // namespace coterie::cli
