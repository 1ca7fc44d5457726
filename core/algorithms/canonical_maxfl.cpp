#include "core/algorithms/canonical_maxfl.h"

#include "core/algorithms/aggregation.h"
#include "core/algorithms/personal_models.h"
#include "core/algorithms/train_losses.h"
#include "core/sampling/draw_log.h"

#include <ATen/ATen.h>
#include <cmath>
#include <numeric>

namespace coterie {

std::vector<double> appealWeights(std::span<const double> lossesAboveThreshold)
{
    std::vector<double> weights;
    for (const double z : lossesAboveThreshold) {
        const double sigmoid = 1 / (1 + std::exp(-z));
        weights.push_back(sigmoid * (1 - sigmoid));
    }
    return weights;
}

void CanonicalMaxFl::start(Federation& federation)
{
    m_model.start(federation);
    m_thresholds.assign(federation.clients(), 0.0);
}

/// ρ_i = F_i(LOCAL(w⁰, i, warm-up))
void CanonicalMaxFl::prepare(Federation& federation)
{
    std::vector<std::size_t> everybody(federation.clients());
    std::iota(everybody.begin(), everybody.end(), std::size_t{0});
    std::vector<LocalJob> jobs;
    for (const std::size_t client : everybody)
        jobs.push_back({.client = client, .startRow = 0, .steps = m_parameters.warmupSteps});
    m_thresholds = trainLosses(federation, federation.rehearse(jobs, m_model.row).ends, everybody);
}

/// w += η_g Σ q_i Δ_i / (Σ q_i + ε)
void CanonicalMaxFl::round(Federation& federation, RoundReport& report)
{
    if (federation.roundIndex() == 0)
        prepare(federation);
    const std::vector<std::size_t> clients = federation.participants();
    const std::vector<double> losses = trainLosses(federation, m_model.row, clients); // F_i(w)
    const Trained trained = federation.train(m_model.row, report);
    report.collaboration = identityMatrix(federation.clients());
    if (trained.clients.empty())
        return;
    std::vector<double> above; // z_i
    for (std::size_t j = 0; j < clients.size(); ++j)
        above.push_back(losses[j] - m_thresholds[clients[j]]);
    const std::vector<double> weights = appealWeights(above); // q_i
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    if (total > 0) { // far above every threshold, each q is zero to the last bit
        const double step = m_parameters.globalRate * total / (total + m_parameters.epsilon);
        ModelRows next = averaged(federation, trained.ends, weights);
        next.parameters.sub_(m_model.row.parameters).mul_(step).add_(m_model.row.parameters);
        m_model.row = next;
        report.collaboration = oneModelForAll(federation.clients(), clients, weights);
    }
    report.clientValues.push_back(
        {.name = "globalTrainLoss", .values = valuesOf(federation.clients(), clients, losses)});
    report.clientValues.push_back(
        {.name = "appeal", .values = valuesOf(federation.clients(), clients, weights)});
    countExchange(federation, report, clients, static_cast<double>(federation.facts().parameters));
}

State CanonicalMaxFl::state() const
{
    return joined(m_model.state(), numbersState("thresholds", m_thresholds));
}

void CanonicalMaxFl::restore(const State& state)
{
    m_model.restore(state);
    m_thresholds = numbersOfState(state, "thresholds");
}

} // namespace coterie
