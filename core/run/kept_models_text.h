#pragma once

#include "core/experiment/experiment.h"

#include <cstdint>
#include <span>
#include <string>

namespace coterie {

class RunData;

/// "0.1 MB", rounded up.
[[nodiscard]] std::string megabytesText(std::uint64_t bytes);

/// A sentence about the models that these runs of an experiment keep: their largest network, with
/// the data and the clients of the first run. How many of a run's models are different shows only
/// at its end. Empty where the data are not there.
[[nodiscard]] std::string keptModelsText(std::span<const RunPlan> plans, RunData& data);

} // namespace coterie
