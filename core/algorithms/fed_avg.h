#pragma once

#include "core/algorithms/aggregation.h"
#include "core/algorithms/algorithm.h"
#include "core/spec/descriptor.h"

#include <array>
#include <string_view>

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

    void start(Federation& federation) override;
    void round(Federation& federation, RoundReport& report) override;
    [[nodiscard]] ModelsInUse models() const override;
    [[nodiscard]] State state() const override;
    void restore(const State& state) override;

private:
    FedAvgParameters m_parameters;
    ModelRows m_model; ///< one row
    std::size_t m_clients = 0;
};

inline constexpr std::array<std::string_view, 2> kAggregationWords{"bySize", "uniform"};

inline constexpr std::array kFedAvgParameters{
    ParameterDescriptor{.name = "aggregation",
                        .type = ParameterType::Word,
                        .defaultWord = "bySize",
                        .words = kAggregationWords,
                        .meaning = "A participant counts for as much as it has samples, or all count alike",
                        .symbol = "aᵢ",
                        .equation = "FedAvg Algorithm 1"},
};

inline constexpr NamedPart kFedAvg{
    .name = "fedavg",
    .title = "FedAvg",
    .meaning = "Every participant trains the global model on its own data; the results are averaged into the next one.",
    .paper = "McMahan et al. 2017",
    .parameters = kFedAvgParameters};

} // namespace coterie
