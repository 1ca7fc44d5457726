#include "core/algorithms/independent.h"

#include "core/algorithms/aggregation.h"
#include "core/base/indices.h"

namespace coterie {

void Independent::round(Federation& federation, RoundReport& report)
{
    const Trained trained = federation.train(m_models.rows, report); // w_i = LOCAL(w_i, i)
    m_models.keep(trained.clients, trained.ends);
    report.collaboration = identityMatrix(federation.clients());
}

State Independent::state() const
{
    State all = Algorithm::state();
    for (StatePart& part : all)
        part.lasting = true; // a round replaces the models and never writes to them
    return all;
}

void Centralised::round(Federation& federation, RoundReport& report)
{
    const LocalJob everything{.client = federation.pooledClient()};
    m_model.row = federation.train({&everything, 1}, m_model.row, report).ends;

    const std::vector<std::size_t> everybody = indices(federation.clients());
    report.participants.assign(everybody.begin(), everybody.end());
    report.collaboration = oneModelForAll(federation.clients(), everybody, federation.sizes());
}

} // namespace coterie
