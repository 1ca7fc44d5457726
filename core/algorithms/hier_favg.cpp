#include "core/algorithms/hier_favg.h"

namespace coterie {

void HierFavg::round(Federation& federation, RoundReport& report)
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
        models = edgeAverages(edges, ends, federation.bufferMode());
        for (std::size_t row = 0; row < jobs.size(); ++row)
            jobs[row].firstStep += static_cast<std::size_t>(trained.results[row].steps);
    }
    const std::vector<double> totals = edges.totals();
    const ModelRows before = m_model.row;
    m_model.row = averaged(federation, models, totals); // w = WAVG({w_e}, data of e)
    federation.concludeTraining(
        edges.clients, before, std::vector<std::size_t>(edges.clients.size(), 0), ends, report);

    m_edgeModels = edges.replaced(m_edgeModels, models);
    report.groupValues.push_back(namedValues(
        "distanceToCloud",
        m_edges.count(),
        edges.edges,
        rowDistances(models.parameters, m_model.row.parameters.expand_as(models.parameters))));
    report.collaboration = twoLevels(federation.clients(), edges, totals);
    countEdgeTraffic(federation, edges, m_parameters.edgeRounds, report);
}

} // namespace coterie
