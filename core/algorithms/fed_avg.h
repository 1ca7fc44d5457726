#pragma once

#include "core/algorithms/aggregation.h"
#include "core/algorithms/algorithm.h"
#include "core/algorithms/model_sets.h"
#include "core/experiment/parameters.h"

#include <array>

namespace coterie {

struct FedAvgParameters
{
    Aggregation aggregation = Aggregation::BySize;
};

/// One model for everybody: w ← Σ_{i∈S} a_i w_i / Σ a_i, each w_i trained from w (ALGORITHMS §6.2).
class FedAvg final : public Algorithm
{
public:
    explicit FedAvg(const FedAvgParameters& parameters);

    void start(Federation& federation) override { m_model.start(federation); }
    void round(Federation& federation, RoundReport& report) override;
    [[nodiscard]] ModelsInUse models() const override { return m_model.inUse(); }
    [[nodiscard]] State state() const override { return m_model.state(); }
    void restore(const State& state) override { m_model.restore(state); }

private:
    FedAvgParameters m_parameters;
    GlobalModel m_model;
};

[[nodiscard]] std::unique_ptr<Algorithm> makeFedAvg(const RunPlan& plan);

inline constexpr std::array kFedAvgParameters{kAggregationParameter};

inline constexpr NamedPart kFedAvg{.name = "fedavg",
                                   .title = "FedAvg",
                                   .meaning =
                                       "Every participant trains the global model on its own data; "
                                       "the results are averaged into the next one.",
                                   .paper = "McMahan et al. 2017",
                                   .parameters = kFedAvgParameters};

} // namespace coterie
