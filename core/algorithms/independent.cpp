#include "core/algorithms/independent.h"

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

} // namespace coterie
