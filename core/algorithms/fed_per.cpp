#include "core/algorithms/fed_per.h"

namespace coterie {

void FedPer::round(Federation& federation, RoundReport& report)
{
    const Trained trained = federation.train(m_models.rows, report); // LOCAL((body, head_i))
    report.collaboration = identityMatrix(federation.clients());
    m_models.keep(trained.clients, trained.ends);
    if (trained.clients.empty() || m_head->isEverything())
        return;
    const std::vector<double> weights = participantWeights(federation, m_parameters.aggregation);
    const ModelRows mean = averaged(federation, trained.ends, weights); // body = WAVG(bodies)
    ModelRows next = ModelRows::empty(federation.clients(), mean);
    for (std::size_t client = 0; client < federation.clients(); ++client)
        next.copyRow(client, mean, 0);
    m_head->keep(next, m_models.rows);
    m_models.rows = next;
    const auto body = static_cast<double>(m_head->bodyParameters());
    reportAverage(federation, report, trained.clients, weights, body);
}

} // namespace coterie
