#include "core/train/whole_gradients.h"

namespace coterie {

namespace {

constexpr std::size_t kJobSamples = 256; // the most samples of one gradient job

/// Where short last batches are left out, jobs are of equal size, so that hardly a sample is.
std::size_t jobSamples(const Federation& federation, std::size_t client)
{
    const auto samples = static_cast<std::size_t>(federation.sizes()[client]);
    if (!federation.plan().local.dropLast || samples == 0)
        return kJobSamples;
    const std::size_t jobs = (samples + kJobSamples - 1) / kJobSamples;
    return samples / jobs;
}

} // namespace

at::Tensor wholeGradients(Federation& federation,
                          std::span<const std::size_t> clients,
                          ModelRows& models,
                          const std::function<std::size_t(std::size_t)>& rowOf)
{
    std::vector<BatchSequence> batches; // owns the samples of the jobs
    for (const std::size_t client : clients)
        batches.push_back(federation.batches(client, client, jobSamples(federation, client)));
    std::vector<GradientJob> jobs;
    for (std::size_t place = 0; place < clients.size(); ++place) {
        const std::size_t first = jobs.size();
        double samples = 0; // fewer than the client has if short last batches are left out
        for (std::size_t left = batches[place].stepsPerEpoch(); left > 0; --left) {
            const std::span<const std::int32_t> batch = batches[place].next();
            jobs.push_back({.client = clients[place],
                            .modelRow = rowOf(clients[place]),
                            .samples = batch,
                            .target = place,
                            .weight = static_cast<double>(batch.size())});
            samples += jobs.back().weight;
        }
        for (GradientJob& job : std::span(jobs).subspan(first))
            job.weight /= samples;
    }
    return federation.gradients(jobs, models, clients.size());
}

} // namespace coterie
