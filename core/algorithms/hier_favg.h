#pragma once

#include "core/algorithms/aggregation.h"
#include "core/algorithms/algorithm.h"
#include "core/algorithms/edges.h"
#include "core/algorithms/model_sets.h"
#include "core/experiment/parameters.h"

#include <array>

namespace coterie {

struct HierFavgParameters
{
    int edgeRounds = 20; ///< κ2
    Aggregation aggregation = Aggregation::BySize;
};

/// FedAvg twice over: edge servers average their clients κ2 times, then the cloud averages the
/// edges (Liu et al. 2020, Algorithm 1; ALGORITHMS §6.7). κ1 is the arm's local work.
class HierFavg final : public KeepingAlgorithm
{
public:
    explicit HierFavg(const HierFavgParameters& parameters);

    void start(Federation& federation) override;
    void round(Federation& federation, RoundReport& report) override;
    [[nodiscard]] ModelsInUse models() const override;

private:
    HierFavgParameters m_parameters;
    Edges m_edges;
    GlobalModel m_model;    ///< w
    ModelRows m_edgeModels; ///< w_e as the edges last sent them, one row per edge server
};

[[nodiscard]] std::unique_ptr<Algorithm> makeHierFavg(const RunPlan& plan);

inline constexpr std::array kHierFavgParameters{
    ParameterDescriptor{.name = "edgeRounds",
                        .type = ParameterType::Integer,
                        .minimum = 1,
                        .maximum = 1000000,
                        .defaultNumber = 20,
                        .unit = "edge rounds",
                        .meaning = "Averages at the edge servers before the cloud averages them; "
                                   "κ₁ before each is the arm's local work",
                        .symbol = "κ₂",
                        .equation = "HierFAVG Algorithm 1"},
    kAggregationParameter,
};

inline constexpr NamedPart kHierFavg{
    .name = "hierfavg",
    .title = "HierFAVG",
    .meaning = "Clients are averaged at their edge servers several times, then the edge servers at "
               "the cloud. Without edge servers there is one, everybody's.",
    .paper = "Liu et al. 2020",
    .parameters = kHierFavgParameters};

} // namespace coterie
