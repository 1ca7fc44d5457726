#pragma once

#include "core/algorithms/aggregation.h"
#include "core/algorithms/algorithm.h"

#include <array>

namespace coterie {

struct FedAvgParameters
{
    Aggregation aggregation = Aggregation::BySize;
};

inline constexpr std::array kFedAvgParameters{
    bind<&FedAvgParameters::aggregation>(kAggregationParameter),
};

/// One model for all clients: w ← Σ_{i∈S} a_i w_i / Σ a_i, each w_i trained from w (ALGORITHMS
/// §6.2).
class FedAvg : public Configured<GlobalModelAlgorithm, FedAvgParameters>
{
public:
    using Configured::Configured;

    void round(Federation& federation, RoundReport& report) override;
};

} // namespace coterie
