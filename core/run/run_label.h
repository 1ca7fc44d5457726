#pragma once

#include "core/spec/experiment.h"

#include <string>

namespace coterie {

/// What a person calls a run: "FedAvg, seed 1, alpha = 10".
[[nodiscard]] std::string runLabel(const RunPlan& plan);
/// The sweep alone: "alpha = 10, rounds = 5"; empty without one.
[[nodiscard]] std::string sweepLabel(const RunPlan& plan);

} // namespace coterie
