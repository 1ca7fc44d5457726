#include "core/algorithms/independent.h"

#include <numeric>

namespace coterie {

void Independent::start(Federation& federation)
{
    m_models = federation.initialModels(federation.clients());
}

void Independent::round(Federation& federation, RoundReport& report)
{
    const Trained trained = federation.train(m_models, report); // w_i = LOCAL(w_i, i)
    if (trained.clients.size() == m_models.count())
        m_models = trained.ends;
    else {
        ModelRows next = m_models.clone(); // the starts of this round are still to be looked at
        for (std::size_t j = 0; j < trained.clients.size(); ++j)
            next.copyRow(trained.clients[j], trained.ends, j);
        m_models = next;
    }

    Matrix identity(m_models.count(), m_models.count());
    for (std::size_t i = 0; i < identity.rows; ++i)
        identity.at(i, i) = 1;
    report.collaboration = identity;
}

ModelsInUse Independent::models() const
{
    std::vector<std::size_t> own(m_models.count());
    std::iota(own.begin(), own.end(), std::size_t{0});
    return {.personal = &m_models, .personalRow = own};
}

State Independent::state() const
{
    return {{.name = "models", .values = m_models.parameters, .lasting = true},
            {.name = "modelBuffers", .values = m_models.buffers, .lasting = true}};
}

void Independent::restore(const State& state)
{
    // Never written to, so they may be shared.
    m_models = {.parameters = statePart(state, "models"),
                .buffers = statePart(state, "modelBuffers")};
}

std::unique_ptr<Algorithm> makeIndependent(const RunPlan&)
{
    return std::make_unique<Independent>();
}

} // namespace coterie
