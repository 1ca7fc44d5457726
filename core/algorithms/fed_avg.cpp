#include "core/algorithms/fed_avg.h"

namespace coterie {

void FedAvg::round(Federation& federation, RoundReport& report)
{
    const Trained trained = federation.train(m_model.row, report); // w_i = LOCAL(w, i) for i in S
    const std::vector<std::size_t> participants = federation.participants();
    if (participants.empty())
        return;
    const std::vector<double> weights = participantWeights(federation, m_parameters.aggregation);
    m_model.row = averaged(federation, trained.ends, weights); // w = WAVG({w_i}, a, S)
    reportAverage(federation, report, participants, weights);
}

constexpr MadePart<Algorithm> kFedAvg = madeAs<Algorithm, FedAvg, FedAvgParameters>(
    {.name = "fedavg",
     .title = "FedAvg",
     .meaning = "Every participant trains the global model on its own data; the results are "
                "averaged into the next one.",
     .paper = "McMahan et al. 2017",
     .parameters = kFedAvgParameters});

} // namespace coterie
