#pragma once

#include "core/base/json_node.h"
#include "core/experiment/experiment.h"
#include "core/store/statistics.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace coterie::cli {

/// One arm at one sweep point, compared seed by seed with the baseline at the same point.
struct PairedRow
{
    std::string arm;
    std::string sweep;
    PairedComparison paired; ///< arm − baseline
};

/// How much each arm differs from one of them in a metric. What a seed does to both arms alike,
/// such as an easy partition, cancels in the differences.
struct PairedDifferences
{
    std::string baseline;
    std::string metric;
    std::vector<PairedRow> rows; ///< those with a common seed
};

/// An arm that could not be compared.
struct UnpairedArm
{
    std::string arm;
    std::string sweep;
    bool hasPoint = false; ///< but shares no seed with the baseline's
};

struct PairedArms
{
    std::vector<PairedDifferences> differences; ///< by each of the metrics that has a common seed
    std::vector<UnpairedArm> unpaired;
};

/// An arm is compared with the baseline's point whose swept values it also has, whatever else it
/// sweeps. The summaries are of the experiment's runs.
[[nodiscard]] PairedArms pairedDifferences(const Experiment& experiment,
                                           std::span<const ArmSummary> arms,
                                           const std::string& baseline,
                                           std::span<const std::string> metrics);

/// What the paper's numbers measure, or else the error, or else the loss.
[[nodiscard]] std::vector<std::string> comparedMetrics(std::span<const Reference> references,
                                                       std::span<const ArmSummary> arms);

[[nodiscard]] std::string pairedText(std::span<const PairedDifferences> differences, bool markdown);
/// One sentence for each reason; empty without such arms.
[[nodiscard]] std::string unpairedText(std::span<const UnpairedArm> arms,
                                       const std::string& baseline);
[[nodiscard]] JsonNode pairedJson(std::span<const PairedDifferences> differences);
[[nodiscard]] JsonNode unpairedJson(std::span<const UnpairedArm> arms);

} // namespace coterie::cli
