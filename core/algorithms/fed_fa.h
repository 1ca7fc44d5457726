#pragma once

#include "core/algorithms/algorithm.h"

#include <span>
#include <vector>

namespace coterie {

/// a_i = −log₂(max(A_i, 1e−7)): the less accurate the global model is on a client's training data,
/// the more the client counts (FedFA as HCCT uses it, ALGORITHMS §6.4).
[[nodiscard]] std::vector<double> inaccuracyWeights(std::span<const double> accuracies);

/// w ← Σ a_i w_i / Σ a_i; by size where the model is always right and all a_i are 0.
class FedFa final : public GlobalModelAlgorithm
{
public:
    void round(Federation& federation, RoundReport& report) override;
};

} // namespace coterie
