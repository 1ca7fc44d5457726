#include "core/algorithms/aggregation.h"

#include "core/base/indices.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <numeric>

namespace coterie {

std::vector<double> participantWeights(const Federation& federation, Aggregation aggregation)
{
    const Draw& draw = federation.draw();
    const std::vector<std::size_t> participants = federation.participants();
    std::vector<double> weights(participants.size(), 0.0);
    for (std::size_t d = 0; d < draw.clients.size(); ++d) {
        const std::size_t client = draw.clients[d];
        const auto place = std::ranges::lower_bound(participants, client) - participants.begin();
        double weight = aggregation == Aggregation::BySize ? federation.sizes()[client] : 1.0;
        if (!draw.weights.empty())
            weight = draw.weights[d];
        weights[static_cast<std::size_t>(place)] += weight;
    }
    return weights;
}

ModelRows
averaged(const Federation& federation, const ModelRows& ends, std::span<const double> weights)
{
    return federation.average(ends, weights);
}

ModelRows mixedBy(double beta, const ModelRows& before, const ModelRows& mean)
{
    return {.parameters = before.parameters * (1 - beta) + mean.parameters * beta,
            .buffers = mean.buffers};
}

void reportAverage(const Federation& federation,
                   RoundReport& report,
                   std::span<const std::size_t> members,
                   std::span<const double> weights,
                   std::optional<double> scalars)
{
    report.collaboration = oneModelForAll(federation.clients(), members, weights);
    countExchange(federation, report, members, scalars);
}

void countExchange(const Federation& federation,
                   RoundReport& report,
                   std::span<const std::size_t> clients,
                   std::optional<double> scalars)
{
    const double sent = scalars.value_or(static_cast<double>(federation.facts().parameters));
    for (const std::size_t client : clients)
        for (const Link link : {Link::ServerToClient, Link::ClientToServer})
            federation.countTraffic(report, link, static_cast<int>(client), sent);
}

void countPeerExchange(const Federation& federation,
                       RoundReport& report,
                       std::span<const double> sent)
{
    const auto scalars = static_cast<double>(federation.facts().parameters);
    for (std::size_t i = 0; i < sent.size(); ++i)
        if (sent[i] > 0)
            federation.countTraffic(
                report, Link::ClientToClient, static_cast<int>(i), sent[i] * scalars);
}

std::vector<Collaboration::Share> normalisedRow(std::span<const std::size_t> clients,
                                                std::span<const double> weights)
{
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    std::vector<Collaboration::Share> row;
    for (std::size_t j = 0; j < clients.size(); ++j)
        row.push_back(
            {.client = static_cast<std::uint32_t>(clients[j]), .weight = weights[j] / total});
    std::ranges::sort(row, {}, &Collaboration::Share::client);
    return row;
}

Collaboration oneModelForAll(std::size_t clients,
                             std::span<const std::size_t> members,
                             std::span<const double> weights)
{
    Collaboration a = Collaboration::identity(clients);
    a.giveAll(a.addRow(normalisedRow(members, weights)));
    return a;
}

std::vector<LocalJob> jobsFromOneModel(const Federation& federation)
{
    std::vector<LocalJob> jobs;
    for (const std::size_t client : federation.participants())
        jobs.push_back({.client = client});
    return jobs;
}

std::vector<LocalJob> jobsFromOwnModels(const Federation& federation)
{
    std::vector<LocalJob> jobs = jobsFromOneModel(federation);
    std::size_t row = 0;
    for (LocalJob& job : jobs)
        if (federation.isHere(job.client)) {
            job.startRow = row;
            job.anchorRow = row++;
        }
    return jobs;
}

std::vector<double>
trainLosses(Federation& federation, const ModelRows& models, std::span<const std::size_t> clients)
{
    std::vector<EvaluationJob> jobs;
    for (const std::size_t client : clients)
        jobs.push_back(
            {.client = client, .modelRow = models.rowOf(client), .set = SampleSet::Train});
    std::vector<double> losses;
    for (const Score& score : federation.evaluate(jobs, models))
        losses.push_back(score.loss);
    return losses;
}

} // namespace coterie
