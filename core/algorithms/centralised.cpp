#include "core/algorithms/centralised.h"

#include "core/algorithms/aggregation.h"

namespace coterie {

void Centralised::start(Federation& federation)
{
    m_model = federation.initialModels();
    m_clients = federation.clients();
}

void Centralised::round(Federation& federation, RoundReport& report)
{
    const LocalJob everything{.client = federation.pooledClient()};
    m_model = federation.train({&everything, 1}, m_model, report).ends;
    report.collaboration = oneModelForAll(federation, participantWeights(federation, Aggregation::BySize));
}

ModelsInUse Centralised::models() const
{
    return {.personal = &m_model, .personalRow = std::vector<std::size_t>(m_clients, 0), .global = &m_model};
}

State Centralised::state() const
{
    return {{.name = "model", .values = m_model.parameters}, {.name = "modelBuffers", .values = m_model.buffers}};
}

void Centralised::restore(const State& state)
{
    m_model = {.parameters = statePart(state, "model").clone(), .buffers = statePart(state, "modelBuffers").clone()};
}

} // namespace coterie
