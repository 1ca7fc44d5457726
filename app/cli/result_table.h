#pragma once

#include "core/base/json_node.h"
#include "core/experiment/experiment.h"
#include "core/metrics/metric_infos.h"
#include "core/store/comparison.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace coterie::cli {

/// "Rounds until globalAccuracy is at least 0.9"
[[nodiscard]] std::string roundsUntil(const std::string& metric, Better better, double target);
/// Halves are told, for medians of an even number of seeds.
[[nodiscard]] std::string roundsText(double rounds);
/// "not measured" without a seed that has the metric, "not reached" where the median has no value.
[[nodiscard]] std::string medianText(const ReachedRounds& rounds, std::size_t measured);
/// "3 of 5"; empty where nothing was measured.
[[nodiscard]] std::string reachedText(const ReachedRounds& rounds, std::size_t measured);
/// "2.50×", or nothing.
[[nodiscard]] std::string speedUpText(const std::optional<double>& speedUp);
[[nodiscard]] JsonNode reachedJson(const ReachedRounds& rounds,
                                   const std::optional<double>& speedUp);

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
