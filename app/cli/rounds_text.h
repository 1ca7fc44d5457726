#pragma once

#include "core/collab/metric_infos.h"
#include "core/spec/json_node.h"
#include "core/store/target_rounds.h"

#include <cstddef>
#include <optional>
#include <string>

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

} // namespace coterie::cli
