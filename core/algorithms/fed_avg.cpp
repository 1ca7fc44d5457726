#include "core/algorithms/fed_avg.h"

#include <numeric>

namespace coterie {

FedAvg::FedAvg(const FedAvgParameters& parameters)
    : m_parameters(parameters)
{}

void FedAvg::round(Federation& federation, RoundReport& report)
{
    const Trained trained = federation.train(m_model.row, report); // w_i = LOCAL(w, i) for i in S
    if (trained.clients.empty())
        return;
    const std::vector<double> weights = participantWeights(federation, m_parameters.aggregation);
    std::vector<std::size_t> rows(trained.clients.size());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    ModelRows next = ModelRows::empty(1, m_model.row);
    average(trained.ends, rows, weights, next, 0, federation.bufferMode()); // w = WAVG({w_i}, a, S)
    m_model.row = next;

    report.collaboration = oneModelForAll(federation.clients(), trained.clients, weights);
    const auto scalars = static_cast<double>(federation.facts().parameters);
    for (const std::size_t client : trained.clients) {
        federation.countTraffic(report, Link::ServerToClient, static_cast<int>(client), scalars);
        federation.countTraffic(report, Link::ClientToServer, static_cast<int>(client), scalars);
    }
}

std::unique_ptr<Algorithm> makeFedAvg(const RunPlan& plan)
{
    const ParameterSet& parameters = plan.algorithm.parameters;
    return std::make_unique<FedAvg>(
        FedAvgParameters{.aggregation = aggregationNamed(parameters.word("aggregation"))});
}

} // namespace coterie
