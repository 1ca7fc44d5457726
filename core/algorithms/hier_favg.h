#pragma once

#include "core/algorithms/aggregation.h"
#include "core/algorithms/algorithm.h"
#include "core/algorithms/edges.h"

#include <array>

namespace coterie {

struct HierFavgParameters
{
    int edgeRounds = 20; ///< κ2
    Aggregation aggregation = Aggregation::BySize;
};

inline constexpr std::array kHierFavgParameters{
    bind<&HierFavgParameters::edgeRounds>(
        {.name = "edgeRounds",
         .minimum = 1,
         .maximum = 1000000,
         .unit = "edge rounds",
         .meaning = "Averages at the edge servers before the cloud averages them; κ₁, the local "
                    "work before each, is the arm's",
         .symbol = "κ₂",
         .equation = "HierFAVG Algorithm 1"}),
    bind<&HierFavgParameters::aggregation>(kAggregationParameter),
};

/// FedAvg on two levels: edge servers average their clients κ2 times, then the cloud averages the
/// edges (Liu et al. 2020, Algorithm 1; ALGORITHMS §6.7). κ1 is the arm's local work.
class HierFavg final : public Configured<GlobalModelAlgorithm, HierFavgParameters>
{
public:
    explicit HierFavg(const HierFavgParameters& parameters)
        : Configured(parameters)
    {
        keeps("edgeModels", m_edgeModels);
    }

    void start(Federation& federation) override
    {
        m_edges = Edges(federation);
        m_model.start(federation);
        m_edgeModels = federation.initialModels(m_edges.count());
    }
    void round(Federation& federation, RoundReport& report) override;
    [[nodiscard]] ModelsInUse models() const override
    {
        return m_edges.inUse(m_model.inUse(), m_edgeModels);
    }

private:
    Edges m_edges;
    ModelRows m_edgeModels; ///< w_e as the edges last sent them, one row per edge server
};

inline constexpr auto kHierFavg = madeAs<Algorithm, HierFavg, HierFavgParameters>(
    {.name = "hierfavg",
     .title = "HierFAVG",
     .meaning =
         "Edge servers average their clients several times, then the cloud averages the edge "
         "servers. Without edge servers, one serves all clients.",
     .paper = "Liu et al. 2020",
     .parameters = kHierFavgParameters});

} // namespace coterie
