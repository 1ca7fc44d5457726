#include "core/algorithms/ditto.h"

#include "core/algorithms/anchor_term.h"
#include "core/train/stepped_work.h"

namespace coterie {

Ditto::Ditto(const DittoParameters& parameters)
    : m_parameters(parameters)
{}

void Ditto::start(Federation& federation)
{
    requirePlainObjective(federation); // else it would act on w_i and on v_i alike
    m_global.start(federation);
    m_personal.start(federation);
}

void Ditto::round(Federation& federation, RoundReport& report)
{
    const Trained trained = federation.train(m_global.row, report); // w_i = LOCAL(w, i)
    if (trained.clients.empty())
        return;
    const AnchorTerm pull({.pull = m_parameters.pull}, federation.clients());
    std::vector<LocalJob> jobs;
    for (const std::size_t client : trained.clients)
        jobs.push_back({.client = client, .startRow = client, .steps = m_parameters.personalSteps});
    // v_i ← v_i − η(∇F_i(v_i) + λ(v_i − w)), on the batches of w_i
    const LocalTask task{.term = &pull, .anchors = &m_global.row, .memory = &m_memory};
    m_personal.keep(trained.clients, federation.train(jobs, m_personal.rows, report, task).ends);
    // Samplers learn from the models that the server sees.
    federation.concludeTraining(
        trained.clients, m_global.row, trained.startRow, trained.ends, report);
    const std::vector<double> weights = participantWeights(federation, m_parameters.aggregation);
    m_global.row = averaged(federation, trained.ends, weights); // w = WAVG({w_i}, a, S)

    report.collaboration = oneModelForAll(federation.clients(), trained.clients, weights);
    countExchange(
        federation, report, trained.clients, static_cast<double>(federation.facts().parameters));
}

ModelsInUse Ditto::models() const
{
    ModelsInUse models = m_personal.inUse();
    models.global = &m_global.row;
    return models;
}

State Ditto::state() const
{
    return joined(joined(m_global.state(), m_personal.state("personal/")),
                  m_memory.state("personal/"));
}

void Ditto::restore(const State& state)
{
    m_global.restore(state);
    m_personal.restore(state, "personal/");
    m_memory.restore(state, "personal/");
}

std::unique_ptr<Algorithm> makeDitto(const RunPlan& plan)
{
    const ParameterSet& parameters = plan.algorithm.parameters;
    DittoParameters chosen{.aggregation = aggregationNamed(parameters.word("aggregation")),
                           .pull = parameters.real("lambda"),
                           .personalSteps = {}};
    if (const auto steps = parameters.integer("personalSteps"); steps > 0)
        chosen.personalSteps = static_cast<int>(steps);
    return std::make_unique<Ditto>(chosen);
}

} // namespace coterie
