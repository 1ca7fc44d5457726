#include "core/algorithms/aggregation.h"
#include "core/algorithms/algorithm.h"
#include "core/algorithms/edges.h"
#include "core/base/indices.h"

#include <array>

namespace coterie {
namespace {

struct HierFavgParameters
{
    int edgeRounds = 20; ///< κ2
    Aggregation aggregation = Aggregation::BySize;
};

constexpr std::array kHierFavgParameters{
    bind<&HierFavgParameters::edgeRounds>(
        {.name = "edgeRounds",
         .range = between(1, 1000000),
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
    void round(Federation& federation, RoundReport& report) override
    {
        const EdgeRound edges(m_edges,
                              federation.participants(),
                              participantWeights(federation, m_parameters.aggregation));
        if (edges.clients.empty())
            return;
        std::vector<LocalJob> jobs = edges.jobs();
        ModelRows models = m_model.row.select(std::vector<std::size_t>(edges.edges.size(), 0));
        ModelRows ends;
        for (int k = 0; k < m_parameters.edgeRounds; ++k) {
            const Trained trained = federation.train(jobs, models, report); // w_i = LOCAL(w_e, i)
            ends = trained.ends;
            models = edgeAverages(federation, edges, ends);
            std::size_t j = 0; // the next one whose result is here
            for (LocalJob& job : jobs)
                if (j < trained.clients.size() && trained.clients[j] == job.client)
                    job.firstStep += static_cast<std::size_t>(trained.results[j++].steps);
        }
        const std::vector<double> totals = edges.totals();
        const ModelRows before = m_model.row;
        ModelRows next = ModelRows::empty(1, models);
        average(models, indices(models.count()), totals, next, 0, federation.bufferMode());
        m_model.row = next; // w = WAVG({w_e}, data of e)
        const std::vector<std::size_t> here = federation.participantsHere();
        federation.concludeTraining(
            here, before, std::vector<std::size_t>(here.size(), 0), ends, report);

        m_edgeModels = edges.replaced(m_edgeModels, models);
        report.groupValues.push_back(namedValues(
            "distanceToCloud",
            m_edges.count(),
            edges.edges,
            rowDistances(models.parameters, m_model.row.parameters.expand_as(models.parameters))));
        report.collaboration = twoLevels(federation.clients(), edges, totals);
        countEdgeTraffic(federation, edges, m_parameters.edgeRounds, report);
    }

    [[nodiscard]] ModelsInUse models() const override
    {
        return m_edges.inUse(m_model.inUse(), m_edgeModels);
    }

private:
    Edges m_edges;
    ModelRows m_edgeModels; ///< w_e as the edges last sent them, one row per edge server
};

} // namespace

constexpr MadePart<Algorithm> kHierFavg = madeAs<Algorithm, HierFavg, HierFavgParameters>(
    {.name = "hierfavg",
     .title = "HierFAVG",
     .meaning =
         "Edge servers average their clients several times, then the cloud averages the edge "
         "servers. Without edge servers, one serves all clients.",
     .paper = "Liu et al. 2020",
     .parameters = kHierFavgParameters});

} // namespace coterie
