#include "core/algorithms/fed_amp.h"

#include "core/algorithms/aggregation.h"
#include "core/algorithms/anchor_term.h"
#include "core/collaboration/collaboration_weights.h"
#include "core/math/similarity.h"
#include "core/sampling/kept_updates.h"

namespace coterie {

void FedAmp::round(Federation& federation, RoundReport& report)
{
    const std::vector<std::size_t> clients = federation.participants();
    if (clients.empty())
        return;
    const Matrix xi = weights(federation);
    const ModelRows mixed = federation.mix(xi, m_models.rows); // u_i = Σ_j ξ_ij w_j
    const AnchorTerm near({.pull = m_parameters.pull / m_parameters.step}, federation.clients());
    std::vector<LocalJob> jobs;
    for (const std::size_t client : clients)
        jobs.push_back({.client = client, .startRow = client, .anchorRow = client});
    const Trained trained =
        federation.train(jobs, mixed, report, {.term = &near, .anchors = &mixed});
    m_models.keep(trained.clients, trained.ends);

    report.collaboration = xi;
    countExchange(federation, report, clients);
}

Matrix FedAmp::weights(const Federation& federation) const
{
    const std::vector<std::size_t> here = federation.present();
    const Matrix products = gramOfRows(m_models.rows.select(here).parameters);
    Matrix among = m_parameters.selfWeight ? cosineMatrix(products) : distancesFromGram(products);
    if (m_parameters.selfWeight) {
        among = heuristicAttention(among, *m_parameters.selfWeight, m_parameters.sharpness);
    } else {
        for (double& value : among.values)
            value *= value;
        among = attention(among, m_parameters.sigma, m_parameters.step);
    }
    Matrix xi = identityMatrix(federation.clients());
    for (std::size_t i = 0; i < here.size(); ++i)
        for (std::size_t j = 0; j < here.size(); ++j)
            xi.at(here[i], here[j]) = among.at(i, j);
    return xi;
}

} // namespace coterie
