#include "core/algorithms/maxfl.h"

#include "core/algorithms/aggregation.h"
#include "core/algorithms/group_models.h"
#include "core/sampling/draw_log.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace coterie {
namespace {

/// Mean training loss of one model on each client.
std::vector<double> trainLosses(Federation& federation,
                                const ModelRows& models,
                                std::span<const std::size_t> clients,
                                bool ownRows)
{
    std::vector<EvaluationJob> jobs;
    for (const std::size_t client : clients)
        jobs.push_back(
            {.client = client, .modelRow = ownRows ? client : 0, .set = SampleSet::Train});
    std::vector<double> losses;
    for (const Score& score : federation.evaluate(jobs, models))
        losses.push_back(score.loss);
    return losses;
}

double squaredDistance(const at::Tensor& a, const at::Tensor& b)
{
    return (a.to(at::kDouble) - b.to(at::kDouble)).square().sum().item<double>();
}

} // namespace

std::vector<double> appealWeights(std::span<const double> lossesAboveThreshold)
{
    std::vector<double> weights;
    for (const double z : lossesAboveThreshold) {
        const double sigmoid = 1 / (1 + std::exp(-z));
        weights.push_back(sigmoid * (1 - sigmoid));
    }
    return weights;
}

void MaxFl::start(Federation& federation)
{
    m_global = federation.initialModels();
    m_models.start(federation);
    m_alone = m_models.rows.clone();
    m_thresholds.assign(federation.clients(), 0.0);
}

/// v_i = LOCAL(w⁰, i, E·T) or, canonical, ρ_i = F_i(LOCAL(w⁰, i, warm-up)).
void MaxFl::prepare(Federation& federation)
{
    const LocalSettings& local = federation.plan().local;
    std::vector<LocalJob> jobs;
    for (std::size_t client = 0; client < federation.clients(); ++client) {
        LocalJob job{.client = client, .startRow = 0};
        if (m_parameters.isCanonical)
            job.steps = m_parameters.warmupSteps;
        else if (local.localEpochs)
            job.epochs = *local.localEpochs * federation.plan().rounds;
        else
            job.steps = *local.localSteps * federation.plan().rounds;
        jobs.push_back(job);
    }
    m_alone = federation.rehearse(jobs, m_global).ends.clone();
    std::vector<std::size_t> everybody(federation.clients());
    std::iota(everybody.begin(), everybody.end(), std::size_t{0});
    if (m_parameters.isCanonical)
        m_thresholds = trainLosses(federation, m_alone, everybody, true);
}

void MaxFl::round(Federation& federation, RoundReport& report)
{
    if (federation.roundIndex() == 0)
        prepare(federation);
    if (m_parameters.isCanonical)
        canonicalRound(federation, report);
    else
        hcctRound(federation, report);
}

/// P = {i : F_i(w) < ‖v_i − w‖²}; in round 0 everybody.
std::vector<int> MaxFl::appealed(Federation& federation, RoundReport& report) const
{
    const std::vector<std::size_t> clients = federation.participants();
    if (federation.roundIndex() == 0)
        return {clients.begin(), clients.end()};
    const std::vector<double> losses = trainLosses(federation, m_global, clients, false);
    std::vector<double> thresholds;
    std::vector<int> appealed;
    for (std::size_t j = 0; j < clients.size(); ++j) {
        const auto row = static_cast<std::int64_t>(clients[j]);
        thresholds.push_back(m_parameters.thresholdFactor
                             * squaredDistance(m_alone.parameters[row], m_global.parameters[0]));
        if (losses[j] < thresholds.back())
            appealed.push_back(static_cast<int>(clients[j]));
    }
    report.clientValues.push_back(
        {.name = "globalTrainLoss", .values = valuesOf(federation.clients(), clients, losses)});
    report.clientValues.push_back(
        {.name = "appealThreshold", .values = valuesOf(federation.clients(), clients, thresholds)});
    return appealed;
}

void MaxFl::hcctRound(Federation& federation, RoundReport& report)
{
    const std::vector<int> together = appealed(federation, report);
    ModelRows starts = m_models.rows.clone();
    shareMean(m_models.rows,
              Contributors::everybody(federation, together),
              starts,
              together,
              federation.bufferMode()); // P starts from WAVG({w_i}, D, P)
    const Trained trained = federation.train(starts, report);
    m_models.keep(trained.clients, trained.ends); // the others train alone
    m_models.rows = m_models.rows.clone();
    const Contributors members = Contributors::trainedOnes(federation, trained, together);
    shareMean(trained.ends, members, m_models.rows, together, federation.bufferMode());
    report.collaboration = identityMatrix(federation.clients());
    if (!members.empty()) {
        m_global = m_global.clone();
        m_global.copyRow(0, m_models.rows, members.clients.front());
        fillBlock(*report.collaboration, together, members);
    }

    Grouping grouping;
    grouping.stopReason = "Those who find the global model appealing train together.";
    if (!together.empty())
        grouping.groups.push_back(together);
    for (std::size_t client = 0; client < federation.clients(); ++client)
        if (federation.isPresent(client)
            && !std::ranges::binary_search(together, static_cast<int>(client)))
            grouping.groups.push_back({static_cast<int>(client)});
    std::ranges::sort(grouping.groups);
    report.grouping = std::move(grouping);
    const auto scalars = static_cast<double>(federation.facts().parameters);
    for (const std::size_t client : trained.clients)
        federation.countTraffic(report, Link::ServerToClient, static_cast<int>(client), scalars);
    countExchange(federation, report, members.clients, scalars);
}

/// w += η_g Σ q_i Δ_i / (Σ q_i + ε)
void MaxFl::canonicalRound(Federation& federation, RoundReport& report)
{
    const std::vector<std::size_t> clients = federation.participants();
    const std::vector<double> losses = trainLosses(federation, m_global, clients, false);
    const Trained trained = federation.train(m_global, report);
    report.collaboration = identityMatrix(federation.clients());
    if (trained.clients.empty())
        return;
    std::vector<double> above;
    for (std::size_t j = 0; j < clients.size(); ++j)
        above.push_back(losses[j] - m_thresholds[clients[j]]);
    const std::vector<double> weights = appealWeights(above);
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    const bool appeals = total > 0; // far above every threshold, each q is zero to the last bit
    const double step = m_parameters.globalRate * total / (total + m_parameters.epsilon);
    if (appeals) {
        const ModelRows next = averaged(federation, trained.ends, weights);
        next.parameters.sub_(m_global.parameters).mul_(step).add_(m_global.parameters);
        m_global = next;
    }
    m_models.rows = m_models.rows.clone();
    Matrix a(federation.clients(), federation.clients());
    for (std::size_t client = 0; client < federation.clients(); ++client) {
        m_models.rows.copyRow(client, m_global, 0);
        for (std::size_t j = 0; appeals && j < clients.size(); ++j)
            a.at(client, clients[j]) = weights[j] / total;
    }
    report.collaboration = a;
    report.clientValues.push_back(
        {.name = "globalTrainLoss", .values = valuesOf(federation.clients(), clients, losses)});
    report.clientValues.push_back(
        {.name = "appeal", .values = valuesOf(federation.clients(), clients, weights)});
    countExchange(federation, report, clients, static_cast<double>(federation.facts().parameters));
}

ModelsInUse MaxFl::models() const
{
    ModelsInUse inUse = m_models.inUse();
    inUse.global = &m_global;
    return inUse;
}

State MaxFl::state() const
{
    return joined(m_models.state(),
                  {{.name = "global", .values = m_global.parameters},
                   {.name = "globalBuffers", .values = m_global.buffers},
                   {.name = "alone", .values = m_alone.parameters},
                   {.name = "thresholds", .values = at::tensor(m_thresholds, at::kDouble)}});
}

void MaxFl::restore(const State& state)
{
    m_models.restore(state);
    m_global = {.parameters = statePart(state, "global").clone(),
                .buffers = statePart(state, "globalBuffers").clone()};
    m_alone = {.parameters = statePart(state, "alone").clone(), .buffers = m_models.rows.buffers};
    const at::Tensor thresholds = statePart(state, "thresholds").to(at::kCPU);
    for (std::size_t client = 0; client < m_thresholds.size(); ++client)
        m_thresholds[client] = thresholds[static_cast<std::int64_t>(client)].item<double>();
}

std::unique_ptr<Algorithm> makeMaxFl(const RunPlan& plan)
{
    const ParameterSet& parameters = plan.algorithm.parameters;
    return std::make_unique<MaxFl>(
        MaxFlParameters{.isCanonical = parameters.word("mode") == "canonical",
                        .thresholdFactor = parameters.real("thresholdFactor"),
                        .warmupSteps = static_cast<int>(parameters.integer("warmupSteps")),
                        .epsilon = parameters.real("epsilon"),
                        .globalRate = parameters.real("globalRate")});
}

} // namespace coterie
