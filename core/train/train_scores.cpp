#include "core/train/train_scores.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace coterie {
namespace {

std::vector<std::int32_t> evenlySpread(std::span<const std::int32_t> samples, std::size_t most)
{
    const std::size_t count = std::min(most, samples.size());
    std::vector<std::int32_t> chosen(count);
    for (std::size_t i = 0; i < count; ++i)
        chosen[i] = samples[i * samples.size() / count];
    return chosen;
}

} // namespace

std::size_t trainEvaluationSamples(const RunPlan& plan)
{
    return static_cast<std::size_t>(plan.trainEvaluationBatches)
           * static_cast<std::size_t>(plan.local.batch);
}

void addTrainScores(Federation& federation,
                    const ModelsInUse& models,
                    std::size_t most,
                    RoundReport& report)
{
    if (models.personal == nullptr)
        return;
    std::vector<std::vector<std::int32_t>> samples(federation.clients());
    std::vector<EvaluationJob> jobs;
    for (std::size_t client = 0; client < federation.clients(); ++client) {
        if (!federation.isPresent(client) || models.unscored == client)
            continue;
        samples[client] = evenlySpread(federation.trainSamples(client), most);
        if (!samples[client].empty())
            jobs.push_back({.client = client,
                            .modelRow = models.personalRow[client],
                            .set = SampleSet::Train,
                            .samples = samples[client]});
    }
    if (jobs.empty())
        return;
    const std::vector<Score> scores = federation.evaluate(jobs, *models.personal, models.head);
    NamedValues loss{.name = "trainSetLoss", .values = {}};
    NamedValues accuracy{.name = "trainSetAccuracy", .values = {}};
    loss.values.resize(federation.clients());
    accuracy.values.resize(federation.clients());
    for (std::size_t j = 0; j < jobs.size(); ++j) {
        loss.values[jobs[j].client] = scores[j].loss;
        accuracy.values[jobs[j].client] = scores[j].accuracy;
    }
    const bool hasClasses = scores.front().accuracy.has_value();
    report.clientValues.push_back(std::move(loss));
    if (hasClasses)
        report.clientValues.push_back(std::move(accuracy));
}

} // namespace coterie
