#include "core/algorithms/per_fed_avg.h"

#include <ATen/ATen.h>

namespace coterie {

void MetaStep::step(at::Tensor weights,
                    at::Tensor gradient,
                    std::span<at::Tensor> memory,
                    std::int64_t stepIndex,
                    double learningRate) const
{
    if (stepIndex % 2 == 0) {
        memory[0].copy_(weights);
        weights.sub_(gradient, m_innerRate); // u = w − α∇F(w; D₁)
    } else {
        weights.copy_(memory[0]).sub_(gradient, learningRate); // w − β∇F(u; D₂)
    }
}

PerFedAvg::PerFedAvg(const PerFedAvgParameters& parameters)
    : m_parameters(parameters)
    , m_step(parameters.innerRate)
{}

void PerFedAvg::start(Federation& federation)
{
    m_model.start(federation);
    m_personal.start(federation);
    adapt(federation);
}

void PerFedAvg::round(Federation& federation, RoundReport& report)
{
    const LocalSettings& local = federation.plan().local;
    std::vector<LocalJob> jobs;
    for (const std::size_t client : federation.participants()) {
        LocalJob job{.client = client}; // two gradients, and batches, for each of the arm's steps
        if (local.localSteps)
            job.steps = 2 * *local.localSteps;
        else
            job.epochs = 2 * local.localEpochs.value_or(1);
        jobs.push_back(job);
    }
    if (jobs.empty())
        return;
    const Trained trained = federation.train(jobs, m_model.row, report, {.optimizer = &m_step});
    const std::vector<double> weights = participantWeights(federation, m_parameters.aggregation);
    m_model.row = averaged(federation, trained.ends, weights); // w = WAVG({w_i}, a, S)
    adapt(federation);

    report.collaboration = oneModelForAll(federation.clients(), trained.clients, weights);
    countExchange(
        federation, report, trained.clients, static_cast<double>(federation.facts().parameters));
}

void PerFedAvg::adapt(Federation& federation)
{
    std::vector<BatchSequence> sequences; // they own the batches
    std::vector<GradientJob> jobs;
    for (std::size_t i = 0; i < federation.clients(); ++i)
        sequences.push_back(
            federation.batches(i, i, static_cast<std::size_t>(federation.plan().local.batch)));
    for (std::size_t i = 0; i < federation.clients(); ++i)
        if (federation.sizes()[i] > 0)
            jobs.push_back(
                {.client = i, .modelRow = 0, .samples = sequences[i].next(), .target = i});
    const at::Tensor gradients = federation.gradients(jobs, m_model.row, federation.clients());
    m_personal.rows = {.parameters = m_model.row.parameters - gradients * m_parameters.innerRate,
                       .buffers = m_model.row.buffers.repeat(
                           {static_cast<std::int64_t>(federation.clients()), 1})}; // u_i
}

ModelsInUse PerFedAvg::models() const
{
    ModelsInUse models = m_personal.inUse();
    models.global = &m_model.row;
    return models;
}

State PerFedAvg::state() const
{
    return joined(m_model.state(), m_personal.state("personal/"));
}

void PerFedAvg::restore(const State& state)
{
    m_model.restore(state);
    m_personal.restore(state, "personal/");
}

std::unique_ptr<Algorithm> makePerFedAvg(const RunPlan& plan)
{
    const ParameterSet& parameters = plan.algorithm.parameters;
    return std::make_unique<PerFedAvg>(
        PerFedAvgParameters{.innerRate = parameters.real("innerRate"),
                            .aggregation = aggregationNamed(parameters.word("aggregation"))});
}

} // namespace coterie
