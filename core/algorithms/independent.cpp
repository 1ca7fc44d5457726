#include "core/algorithms/independent.h"

#include "core/algorithms/aggregation.h"

#include <numeric>

namespace coterie {

void Independent::round(Federation& federation, RoundReport& report)
{
    ModelRows& models = m_models.rows;
    const Trained trained = federation.train(models, report); // w_i = LOCAL(w_i, i)
    if (trained.clients.size() == models.count())
        models = trained.ends;
    else {
        ModelRows next = models.clone(); // the starts of this round are still to be looked at
        for (std::size_t j = 0; j < trained.clients.size(); ++j)
            next.copyRow(trained.clients[j], trained.ends, j);
        models = next;
    }
    report.collaboration = identityMatrix(models.count());
}

State Independent::state() const
{
    State all = m_models.state();
    for (StatePart& part : all)
        part.lasting = true; // a round replaces the models, it never writes to them
    return all;
}

std::unique_ptr<Algorithm> makeIndependent(const RunPlan&)
{
    return std::make_unique<Independent>();
}

void Centralised::round(Federation& federation, RoundReport& report)
{
    const LocalJob everything{.client = federation.pooledClient()};
    m_model.row = federation.train({&everything, 1}, m_model.row, report).ends;

    std::vector<std::size_t> everybody(federation.clients());
    std::iota(everybody.begin(), everybody.end(), std::size_t{0});
    report.participants.assign(everybody.begin(), everybody.end());
    report.collaboration = oneModelForAll(federation.clients(), everybody, federation.sizes());
}

std::unique_ptr<Algorithm> makeCentralised(const RunPlan&)
{
    return std::make_unique<Centralised>();
}

} // namespace coterie
