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
/// With halves, for medians of an even number of seeds.
[[nodiscard]] std::string roundsText(double rounds);
/// "not measured" if no seed has the metric, "not reached" if the median has no value.
[[nodiscard]] std::string medianText(const ReachedRounds& rounds, std::size_t measured);
/// "3 of 5"; empty where nothing was measured.
[[nodiscard]] std::string reachedText(const ReachedRounds& rounds, std::size_t measured);
/// "2.50×", or nothing.
[[nodiscard]] std::string speedUpText(const std::optional<double>& speedUp);
[[nodiscard]] JsonNode reachedJson(const ReachedRounds& rounds,
                                   const std::optional<double>& speedUp);

/// Results of an experiment's finished runs by arm, beside the paper's numbers if the file has
/// some.
struct Results
{
    std::vector<ArmSummary> arms;
    std::vector<Comparison> comparisons;
};

[[nodiscard]] Result<Results> collectResults(RunStore& store,
                                             const std::vector<RunRow>& rows,
                                             std::span<const Reference> references);

/// For people, with a line that explains "±".
[[nodiscard]] std::string resultText(const Results& results);
[[nodiscard]] std::string resultMarkdown(const Results& results);
/// Every metric, its mean and deviation: for programs.
[[nodiscard]] JsonNode resultJson(const Results& results);

} // namespace coterie::cli
