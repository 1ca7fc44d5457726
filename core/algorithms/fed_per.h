#pragma once

#include "core/algorithms/aggregation.h"
#include "core/algorithms/algorithm.h"
#include "core/algorithms/model_sets.h"
#include "core/algorithms/personal_head.h"

#include <array>
#include <optional>

namespace coterie {

/// One body for everybody, a head for each client: LOCAL((body, head_i)), then body = WAVG(bodies)
/// (ALGORITHMS §6.12). An empty head is FedAvg, a head of all layers is Independent.
class FedPer final : public Algorithm
{
public:
    FedPer(Aggregation aggregation, std::size_t headLayers)
        : m_aggregation(aggregation)
        , m_headLayers(headLayers)
    {}

    void start(Federation& federation) override;
    void round(Federation& federation, RoundReport& report) override;
    [[nodiscard]] ModelsInUse models() const override { return m_models.inUse(); }
    [[nodiscard]] State state() const override { return m_models.state(); }
    void restore(const State& state) override { m_models.restore(state); }

private:
    Aggregation m_aggregation;
    std::size_t m_headLayers;
    std::optional<PersonalHead> m_head;
    PersonalModels m_models; ///< (body, head_i)
};

[[nodiscard]] std::unique_ptr<Algorithm> makeFedPer(const RunPlan& plan);

inline constexpr std::array kFedPerParameters{kHeadLayersParameter, kAggregationParameter};

inline constexpr NamedPart kFedPer{
    .name = "fedper",
    .title = "FedPer",
    .meaning = "FedAvg on all but the last layers, which stay with their clients.",
    .paper = "Arivazhagan et al. 2019",
    .parameters = kFedPerParameters};

} // namespace coterie
