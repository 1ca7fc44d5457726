#include "core/train/stepped_work.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <stdexcept>

namespace coterie {

void requirePlainObjective(const Federation& federation)
{
    const std::string& objective = federation.plan().local.objective.name;
    if (objective != "plain")
        throw std::invalid_argument("the algorithm \"" + federation.plan().algorithm.name
                                    + "\" puts its gradients together itself, so the local "
                                      "objective must be \"plain\", not \""
                                    + objective + '"');
}

SteppedWork::SteppedWork(Federation& federation, std::optional<std::size_t> steps)
    : m_federation(federation)
    , m_batch(static_cast<std::size_t>(federation.plan().local.batch))
    , m_clients(federation.clients())
{
    const LocalSettings& settings = federation.plan().local;
    requirePlainObjective(federation);
    for (const std::size_t i : federation.participants()) {
        if (federation.facts().trainSamples[i] == 0)
            continue;
        const std::size_t epoch = federation.batches(i, i, m_batch).stepsPerEpoch();
        Client& client = m_clients[i];
        client.steps = steps.value_or(roundSteps(settings, epoch));
        client.measuredFrom = client.steps > epoch ? client.steps - epoch : 0;
        if (client.steps > 0)
            m_active.push_back(i);
    }
    m_workers = m_active;
}

void SteppedWork::advance()
{
    ++m_step;
    std::erase_if(m_active, [this](std::size_t i) { return m_clients[i].steps <= m_step; });
}

std::span<const std::int32_t> SteppedWork::batch(std::size_t client, std::size_t owner)
{
    const std::size_t stream = m_sharesBatches ? client : owner;
    Pair& pair = m_pairs[client * m_clients.size() + stream];
    if (!pair.sequence)
        pair.sequence = m_federation.batches(client, stream, m_batch);
    if (pair.drawnFor != m_step + 1) {
        pair.batch = pair.sequence->next();
        pair.drawnFor = m_step + 1;
    }
    return pair.batch;
}

GradientJob SteppedWork::job(std::size_t client, std::size_t owner, double weight)
{
    return {.client = client,
            .modelRow = owner,
            .samples = batch(client, owner),
            .target = owner,
            .weight = weight,
            .pass = client == owner ? GradientPass::Training : GradientPass::Probing,
            .owner = owner,
            .step = static_cast<std::uint32_t>(m_step)};
}

at::Tensor SteppedWork::gradients(std::span<const GradientJob> jobs, ModelRows& models)
{
    m_tallies.assign(jobs.size(), {});
    at::Tensor sums = m_federation.gradients(jobs, models, m_clients.size(), m_tallies);
    for (std::size_t j = 0; j < jobs.size(); ++j) {
        Client& client = m_clients[jobs[j].client];
        if (jobs[j].pass == GradientPass::Training && m_step >= client.measuredFrom)
            client.tally.add(m_tallies[j]);
    }
    return sums;
}

at::Tensor SteppedWork::ownGradients(ModelRows& models)
{
    std::vector<GradientJob> jobs;
    for (const std::size_t i : m_active)
        jobs.push_back(job(i, i));
    return gradients(jobs, models);
}

void SteppedWork::conclude(const ModelRows& starts,
                           const ModelRows& ends,
                           RoundReport& report) const
{
    for (const std::size_t i : m_workers) {
        const Client& client = m_clients[i];
        const Score score = client.tally.score(m_federation.task());
        ClientReport& told = report.clients[i];
        told.steps += static_cast<int>(std::min(m_step, client.steps));
        if (score.samples == 0)
            continue;
        told.trainLoss = score.loss;
        told.trainAccuracy = score.accuracy;
    }
    const std::vector<std::size_t> workers = here(m_workers);
    const bool everybody = workers.size() == ends.count();
    m_federation.concludeTraining(
        workers, starts, workers, everybody ? ends : ends.select(workers), report);
}

std::vector<std::size_t> SteppedWork::here(std::vector<std::size_t> clients) const
{
    std::erase_if(clients, [this](std::size_t i) { return !m_federation.isHere(i); });
    return clients;
}

} // namespace coterie
