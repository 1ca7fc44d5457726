#include "core/algorithms/train_losses.h"

namespace coterie {

std::vector<double>
trainLosses(Federation& federation, const ModelRows& models, std::span<const std::size_t> clients)
{
    std::vector<EvaluationJob> jobs;
    for (const std::size_t client : clients)
        jobs.push_back({.client = client,
                        .modelRow = models.count() == 1 ? 0 : client,
                        .set = SampleSet::Train});
    std::vector<double> losses;
    for (const Score& score : federation.evaluate(jobs, models))
        losses.push_back(score.loss);
    return losses;
}

} // namespace coterie
