#pragma once

#include "core/report/matrix.h"
#include "core/train/federation.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace coterie {

/// What a participant counts for in an average (ALGORITHMS §1.2).
enum class Aggregation { BySize, Uniform };

[[nodiscard]] Aggregation aggregationNamed(std::string_view word); ///< "bySize", "uniform"

/// Weight of each participant, in the order of Federation::participants(): what the sampler says, else by `aggregation`.
/// A client drawn twice counts twice.
[[nodiscard]] std::vector<double> participantWeights(const Federation& federation, Aggregation aggregation);

/// The collaboration matrix of a single global model: every row is the participants' normalised weights.
[[nodiscard]] Matrix oneModelForAll(const Federation& federation, const std::vector<double>& weights);

} // namespace coterie
