#pragma once

#include "core/algorithms/aggregation.h"
#include "core/algorithms/algorithm.h"
#include "core/algorithms/personal_head.h"

#include <array>
#include <optional>

namespace coterie {

struct FedPerParameters
{
    std::size_t headLayers = 1;
    Aggregation aggregation = Aggregation::BySize;
};

inline constexpr std::array kFedPerParameters{
    bind<&FedPerParameters::headLayers>(kHeadLayersParameter),
    bind<&FedPerParameters::aggregation>(kAggregationParameter),
};

/// One body for all clients, a head for each: LOCAL((body, head_i)), then body = WAVG(bodies)
/// (ALGORITHMS §6.12). An empty head is FedAvg, a head of all layers is Independent.
class FedPer final : public Configured<PersonalModelsAlgorithm, FedPerParameters>
{
public:
    using Configured::Configured;

    void start(Federation& federation) override
    {
        m_head.emplace(federation.network(), m_parameters.headLayers);
        m_models.start(federation);
    }
    void round(Federation& federation, RoundReport& report) override;

private:
    std::optional<PersonalHead> m_head;
};

inline constexpr auto kFedPer = madeAs<Algorithm, FedPer, FedPerParameters>(
    {.name = "fedper",
     .title = "FedPer",
     .meaning = "FedAvg on all but the last layers, which stay with their clients.",
     .paper = "Arivazhagan et al. 2019",
     .parameters = kFedPerParameters});

} // namespace coterie
