#include "core/algorithms/ditto.h"

#include "core/train/stepped_work.h"

#include <ATen/ATen.h>

namespace coterie {

Ditto::Ditto(const DittoParameters& parameters)
    : m_parameters(parameters)
{}

void Ditto::start(Federation& federation)
{
    m_global.start(federation);
    m_personal.start(federation);
    m_optimizer.start(federation, federation.clients());
}

void Ditto::round(Federation& federation, RoundReport& report)
{
    const Trained trained = federation.train(m_global.row, report); // w_i = LOCAL(w, i)
    if (trained.clients.empty())
        return;
    const ModelRows starts = m_personal.rows.clone();
    const at::Tensor& v = m_personal.rows.parameters;
    SteppedWork work(federation, m_parameters.personalSteps);
    m_optimizer.beginRound();
    for (; !work.done(); work.advance()) {
        at::Tensor gradients = work.ownGradients(m_personal.rows); // ∇F_i(v_i)
        if (m_parameters.pull > 0)
            gradients.add_(v - m_global.row.parameters, m_parameters.pull); // + λ(v_i − w)
        m_optimizer.step(federation, v, gradients, work.active());
    }
    const std::vector<double> weights = participantWeights(federation, m_parameters.aggregation);
    m_global.row = averaged(federation, trained.ends, weights); // w = WAVG({w_i}, a, S)

    work.conclude(starts, m_personal.rows, report);
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
                  m_optimizer.state("optimizer/"));
}

void Ditto::restore(const State& state)
{
    m_global.restore(state);
    m_personal.restore(state, "personal/");
    m_optimizer.restore(state, "optimizer/");
}

std::unique_ptr<Algorithm> makeDitto(const RunPlan& plan)
{
    const ParameterSet& parameters = plan.algorithm.parameters;
    DittoParameters chosen{.aggregation = aggregationNamed(parameters.word("aggregation")),
                           .pull = parameters.real("lambda"),
                           .personalSteps = {}};
    if (const auto steps = parameters.integer("personalSteps"); steps > 0)
        chosen.personalSteps = static_cast<std::size_t>(steps);
    return std::make_unique<Ditto>(chosen);
}

} // namespace coterie
