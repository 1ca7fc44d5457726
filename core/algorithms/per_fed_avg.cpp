#include "core/algorithms/per_fed_avg.h"

#include <ATen/ATen.h>

namespace coterie {

namespace {

/// δ of w ± δv, row by row: a move of a thousandth of ‖w‖, or of 1 if that is longer.
at::Tensor probeLength(const at::Tensor& w, const at::Tensor& v)
{
    const auto norm = [](const at::Tensor& rows) { return rows.norm(2, -1, /*keepdim=*/true); };
    return norm(w).clamp_min(1).mul_(1e-3) / norm(v).clamp_min(1e-12);
}

} // namespace

void MetaStep::step(at::Tensor weights,
                    at::Tensor gradient,
                    std::span<at::Tensor> memory,
                    std::int64_t stepIndex,
                    double learningRate) const
{
    const at::Tensor& w = memory[0];
    const std::int64_t phase = stepIndex % (batches() * stepsPerBatch());
    if (phase == 0) {
        w.copy_(weights);
        weights.sub_(gradient, m_innerRate); // u = w − α∇F(w; D₁)
        return;
    }
    if (!m_hessian) {
        weights.copy_(w).sub_(gradient, learningRate); // w − β∇F(u; D₂)
        return;
    }
    const at::Tensor& v = memory[1];
    if (phase == 2) {
        v.copy_(gradient); // ∇F(u; D₂)
    } else if (phase == 3) {
        weights.copy_(w).add_(v * probeLength(w, v)); // w + δv, for D₃
    } else if (phase == 4) {
        memory[2].copy_(gradient);
        weights.copy_(w).sub_(v * probeLength(w, v)); // w − δv
    } else if (phase == 5) {
        const at::Tensor product = memory[2].sub_(gradient).div_(probeLength(w, v) * 2); // Hv
        weights.copy_(w).sub_(v - product * m_innerRate, learningRate);
    } // phase 1: D₁ is not used again
}

void PerFedAvg::round(Federation& federation, RoundReport& report)
{
    const LocalSettings& local = federation.plan().local;
    std::vector<LocalJob> jobs;
    for (const std::size_t client : federation.participants()) {
        LocalJob job{.client = client}; // several batches for each of the arm's steps
        if (local.localSteps)
            job.steps = m_step.batches() * m_step.stepsPerBatch() * *local.localSteps;
        else
            job.epochs = m_step.batches() * local.localEpochs.value_or(1);
        jobs.push_back(job);
    }
    if (jobs.empty())
        return;
    const Trained trained = federation.train(
        jobs, m_model.row, report, {.stepsPerBatch = m_step.stepsPerBatch(), .optimizer = &m_step});
    const std::vector<double> weights = participantWeights(federation, m_parameters.aggregation);
    m_model.row = averaged(federation, trained.ends, weights); // w = WAVG({w_i}, a, S)
    adapt(federation);
    reportAverage(federation, report, federation.participants(), weights);
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
                       .buffers = m_model.row.buffers.repeat({gradients.size(0), 1}),
                       .first = m_personal.rows.first}; // u_i
}

constexpr MadePart<Algorithm> kPerFedAvg = madeAs<Algorithm, PerFedAvg, PerFedAvgParameters>(
    {.name = "perfedavg",
     .title = "Per-FedAvg",
     .meaning =
         "The clients search for a common model that one step on a client's own data makes "
         "good for that client. The method steps by the arm's learning rate alone: momentum, "
         "Adam and weight decay do not count.",
     .paper = "Fallah et al. 2020",
     .parameters = kPerFedAvgParameters});

} // namespace coterie
