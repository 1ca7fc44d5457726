#include "core/algorithms/fed_per.h"

#include "core/algorithms/group_models.h"

#include <numeric>

namespace coterie {

void FedPer::start(Federation& federation)
{
    m_head.emplace(federation.network(), m_headLayers);
    m_models = federation.initialModels(federation.clients());
}

void FedPer::round(Federation& federation, RoundReport& report)
{
    const Trained trained = federation.train(m_models, report); // LOCAL((body, head_i))
    report.collaboration = identity(federation.clients());
    if (trained.clients.empty())
        return;
    ModelRows own = m_models.clone(); // the starts of this round are still to be looked at
    for (std::size_t j = 0; j < trained.clients.size(); ++j)
        own.copyRow(trained.clients[j], trained.ends, j);

    const std::vector<double> weights = participantWeights(federation, m_aggregation);
    std::vector<std::size_t> rows(trained.clients.size());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    ModelRows next = ModelRows::empty(federation.clients(), own);
    average(trained.ends, rows, weights, next, 0, federation.bufferMode()); // body = WAVG(bodies)
    for (std::size_t client = 1; client < federation.clients(); ++client)
        next.copyRow(client, next, 0);
    m_head->keep(next, own);
    m_models = next;
    if (!m_head->isEverything())
        report.collaboration = oneModelForAll(federation.clients(), trained.clients, weights);
    countExchange(
        federation, trained.clients, static_cast<double>(m_head->bodyParameters()), report);
}

ModelsInUse FedPer::models() const
{
    std::vector<std::size_t> own(m_models.count());
    std::iota(own.begin(), own.end(), std::size_t{0});
    return {.personal = &m_models, .personalRow = own};
}

State FedPer::state() const
{
    return {{.name = "models", .values = m_models.parameters},
            {.name = "modelBuffers", .values = m_models.buffers}};
}

void FedPer::restore(const State& state)
{
    m_models = {.parameters = statePart(state, "models").clone(),
                .buffers = statePart(state, "modelBuffers").clone()};
}

std::unique_ptr<Algorithm> makeFedPer(const RunPlan& plan)
{
    const ParameterSet& parameters = plan.algorithm.parameters;
    return std::make_unique<FedPer>(aggregationNamed(parameters.word("aggregation")),
                                    static_cast<std::size_t>(parameters.integer("headLayers")));
}

} // namespace coterie
