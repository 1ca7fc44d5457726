#pragma once

#include "core/spec/experiment.h"
#include "core/spec/json_node.h"
#include "core/store/comparison.h"

#include <span>
#include <string>
#include <vector>

namespace coterie::cli {

/// What an experiment's finished runs came to, arm by arm, beside the paper's numbers where the
/// file has some.
struct Results
{
    std::vector<ArmSummary> arms;
    std::vector<Comparison> comparisons;
};

[[nodiscard]] Result<Results> collectResults(RunStore& store,
                                             const std::vector<RunRow>& rows,
                                             std::span<const Reference> references);

/// For people, with a line that says what "±" means.
[[nodiscard]] std::string resultText(const Results& results);
[[nodiscard]] std::string resultMarkdown(const Results& results);
/// Every metric, its mean and deviation: for programs.
[[nodiscard]] JsonNode resultJson(const Results& results);

} // namespace coterie::cli
