#include "core/algorithms/ditto.h"

#include "core/algorithms/anchor_term.h"
#include "core/train/stepped_work.h"

namespace coterie {

void Ditto::start(Federation& federation)
{
    requirePlainObjective(federation); // else it would act on w_i and on v_i alike
    m_model.start(federation);
    m_personal.start(federation);
}

void Ditto::round(Federation& federation, RoundReport& report)
{
    const Trained trained = federation.train(m_model.row, report); // w_i = LOCAL(w, i)
    if (trained.clients.empty())
        return;
    const AnchorTerm pull({.pull = m_parameters.pull}, federation.clients());
    std::vector<LocalJob> jobs;
    for (const std::size_t client : trained.clients) {
        jobs.push_back({.client = client, .startRow = client});
        if (m_parameters.personalSteps > 0)
            jobs.back().steps = m_parameters.personalSteps;
    }
    // v_i ← v_i − η(∇F_i(v_i) + λ(v_i − w)), on the batches of w_i
    const LocalTask task{.term = &pull, .anchors = &m_model.row, .memory = &m_memory};
    m_personal.keep(trained.clients, federation.train(jobs, m_personal.rows, report, task).ends);
    // Samplers learn from the models that the server sees.
    federation.concludeTraining(
        trained.clients, m_model.row, trained.startRow, trained.ends, report);
    const std::vector<double> weights = participantWeights(federation, m_parameters.aggregation);
    m_model.row = averaged(federation, trained.ends, weights); // w = WAVG({w_i}, a, S)
    reportAverage(federation, report, trained.clients, weights);
}

} // namespace coterie
