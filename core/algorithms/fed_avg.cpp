#include "core/algorithms/fed_avg.h"

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
    m_model.row = averaged(federation, trained.ends, weights); // w = WAVG({w_i}, a, S)

    report.collaboration = oneModelForAll(federation.clients(), trained.clients, weights);
    countExchange(
        federation, report, trained.clients, static_cast<double>(federation.facts().parameters));
}

std::unique_ptr<Algorithm> makeFedAvg(const RunPlan& plan)
{
    const ParameterSet& parameters = plan.algorithm.parameters;
    return std::make_unique<FedAvg>(
        FedAvgParameters{.aggregation = aggregationNamed(parameters.word("aggregation"))});
}

} // namespace coterie
