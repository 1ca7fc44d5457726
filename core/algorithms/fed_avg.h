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

inline constexpr auto kFedAvg = madeAs<Algorithm, FedAvg, FedAvgParameters>(
    {.name = "fedavg",
     .title = "FedAvg",
     .meaning = "Every participant trains the global model on its own data; the results are "
                "averaged into the next one.",
     .paper = "McMahan et al. 2017",
     .parameters = kFedAvgParameters});

} // namespace coterie
