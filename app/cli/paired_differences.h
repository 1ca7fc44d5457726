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

/// By each of the metrics that has a common seed. An arm that is swept further than the baseline is
/// compared with the baseline's point that its own begins with.
[[nodiscard]] std::vector<PairedDifferences>
pairedDifferences(std::span<const ArmSummary> arms,
                  const std::string& baseline,
                  std::span<const std::string> metrics);

/// What the paper's numbers measure, or else the error, or else the loss.
[[nodiscard]] std::vector<std::string> comparedMetrics(std::span<const Reference> references,
                                                       std::span<const ArmSummary> arms);

[[nodiscard]] std::string pairedText(std::span<const PairedDifferences> differences, bool markdown);
[[nodiscard]] JsonNode pairedJson(std::span<const PairedDifferences> differences);

} // namespace coterie::cli
