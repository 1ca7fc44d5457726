#include "core/algorithms/pfedme.h"

#include "core/algorithms/anchor_term.h"

#include <ATen/ATen.h>

namespace coterie {

void PFedMe::round(Federation& federation, RoundReport& report)
{
    const std::vector<std::size_t> clients = federation.participants();
    if (clients.empty())
        return;
    const AnchorTerm prox({.pull = m_parameters.pull,
                           .decay = m_parameters.weightDecayTheta,
                           .steps = m_parameters.innerSteps},
                          federation.clients());
    const std::vector<std::size_t> fromServer(clients.size(), 0);
    ModelRows local = m_model.row.select(fromServer); // w_i = w
    ModelRows thetas = local;                         // θ_i = w
    for (int r = 0; r < m_parameters.localRounds; ++r) {
        std::vector<LocalJob> jobs;
        for (std::size_t row = 0; row < clients.size(); ++row)
            jobs.push_back({.client = clients[row],
                            .startRow = row,
                            .steps = m_parameters.innerSteps,
                            .firstStep = static_cast<std::size_t>(r),
                            .anchorRow = row});
        const LocalTask solve{
            .term = &prox, .anchors = &local, .stepsPerBatch = m_parameters.innerSteps};
        thetas = federation.train(jobs, m_parameters.restarts ? local : thetas, report, solve).ends;
        const at::Tensor& w = local.parameters; // w_i − ηλ(w_i − θ_i)
        local = {.parameters =
                     w - (w - thetas.parameters).mul_(m_parameters.modelRate * m_parameters.pull),
                 .buffers = thetas.buffers};
    }
    const std::vector<double> weights = participantWeights(federation, m_parameters.aggregation);
    const ModelRows before = m_model.row;
    const ModelRows mean = averaged(federation, local, weights);
    m_model.row = mixedBy(m_parameters.beta, before, mean); // w = (1−β)w + β·WAVG({w_i}, a, S)
    m_personal.keep(clients, thetas);
    m_local.keep(clients, local);
    federation.concludeTraining(clients, before, fromServer, local, report);
    reportAverage(federation, report, clients, weights);
}

ModelsInUse PFedMe::models() const
{
    ModelsInUse models = m_personal.inUse(&m_model);
    models.middle = &m_local.rows;
    models.middleRow = models.personalRow;
    models.middleName = "localModel";
    return models;
}

} // namespace coterie
