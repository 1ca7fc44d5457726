#include "core/train/scores.h"

#include "core/collaboration/gaussian_process.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

namespace coterie {

namespace {

/// Jobs [first, end) of one client.
struct Asked
{
    std::size_t first = 0;
    std::size_t end = 0;
};

std::vector<Asked> byClient(std::span<const EvaluationJob> jobs)
{
    std::vector<Asked> clients;
    for (std::size_t j = 0; j < jobs.size(); ++j) {
        if (clients.empty() || jobs[clients.back().first].client != jobs[j].client)
            clients.push_back({.first = j});
        clients.back().end = j + 1;
    }
    return clients;
}

Matrix stacked(std::span<const LabelledRows> parts)
{
    Matrix all(0, parts.front().rows.columns);
    for (const LabelledRows& part : parts) {
        all.rows += part.rows.rows;
        all.values.insert(all.values.end(), part.rows.values.begin(), part.rows.values.end());
    }
    return all;
}

/// Mean −log P(label) and the share of samples whose label is the likeliest class, of the rows from
/// `first` on.
Score scoreOf(const Matrix& probabilities,
              std::size_t first,
              const std::vector<std::int32_t>& labels)
{
    Tally tally;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const std::span<const double> row = probabilities.row(first + i);
        const auto label = static_cast<std::size_t>(labels[i]);
        const auto best = static_cast<std::size_t>(std::ranges::max_element(row) - row.begin());
        tally.add(negativeLog(row[label]), best == label ? 1.0 : 0.0, 1);
    }
    return tally.score(Task::Classes);
}

} // namespace

std::vector<Score> headScores(const FeatureHead& head,
                              std::span<const EvaluationJob> jobs,
                              const ModelRows& models,
                              std::size_t classes,
                              const RoundContext& context,
                              Executor& executor)
{
    const std::vector<Asked> clients = byClient(jobs);
    std::vector<EvaluationJob> training;
    for (const Asked& asked : clients)
        training.push_back({.client = jobs[asked.first].client,
                            .modelRow = jobs[asked.first].modelRow,
                            .set = SampleSet::Train});
    const std::vector<LabelledRows> known = executor.features(training, models, context);
    const std::vector<LabelledRows> wanted = executor.features(jobs, models, context);
    std::vector<Score> scores(jobs.size());
    if (context.stop.stop_requested())
        return scores;
    std::size_t numbers = 0; // roughly a client's work: known samples squared, times predicted ones
    for (std::size_t c = 0; c < clients.size(); ++c)
        numbers = std::max(numbers, known[c].labels.size() * known[c].labels.size());
    executor.forEach(clients.size(), numbers, [&](std::size_t c) {
        if (context.stop.stop_requested())
            return;
        const auto [first, end] = clients[c];
        const Matrix probabilities =
            head.probabilities(known[c],
                               stacked(std::span(wanted).subspan(first, end - first)),
                               classes,
                               headStream(context.seed, context.round, training[c].client));
        std::size_t row = 0;
        for (std::size_t j = first; j < end; ++j) {
            scores[j] = scoreOf(probabilities, row, wanted[j].labels);
            row += wanted[j].labels.size();
        }
    });
    return scores;
}

namespace {

using Scores = std::vector<std::optional<Score>>;

/// One number of each score, unless there is none at all.
template <typename Number>
void addValues(std::vector<NamedValues>& lists,
               std::string name,
               std::span<const std::optional<Score>> scores,
               Number Score::*part)
{
    NamedValues list{.name = std::move(name), .values = {}};
    for (const std::optional<Score>& score : scores)
        list.values.push_back(score ? std::optional<double>((*score).*part) : std::nullopt);
    if (std::ranges::any_of(list.values, &std::optional<double>::has_value))
        lists.push_back(std::move(list));
}

/// Over all samples of each model's clients.
Scores pooledByModel(const ModelsInUse& models, std::span<const std::optional<Score>> scores)
{
    struct Sums
    {
        double correct = 0;
        double loss = 0;
        double samples = 0;
        bool hasAccuracy = false;
    };
    std::vector<Sums> sums(models.middle->count());
    for (std::size_t i = 0; i < scores.size(); ++i) {
        if (!scores[i])
            continue;
        Sums& row = sums[models.middleRow[i]];
        const auto samples = static_cast<double>(scores[i]->samples);
        row.correct += scores[i]->accuracy.value_or(0) * samples;
        row.hasAccuracy = scores[i]->accuracy.has_value();
        row.loss += scores[i]->loss * samples;
        row.samples += samples;
    }
    Scores pooled;
    for (const Sums& row : sums) {
        std::optional<Score>& score = pooled.emplace_back();
        if (row.samples > 0)
            score = Score{.loss = row.loss / row.samples, .accuracy = {}};
        if (score && row.hasAccuracy)
            score->accuracy = row.correct / row.samples;
    }
    return pooled;
}

} // namespace

void addMiddleScores(const ModelsInUse& models,
                     std::span<const std::optional<Score>> scores,
                     RoundReport& report)
{
    const std::string name(models.middleName);
    const bool areShared = !models.middle->first && models.middle->count() < scores.size();
    if (areShared) {
        const Scores rows = pooledByModel(models, scores);
        addValues(report.groupValues, name + "TestAccuracy", rows, &Score::accuracy);
        addValues(report.groupValues, name + "TestLoss", rows, &Score::loss);
    }
    addValues(report.clientValues, name + "TestAccuracy", scores, &Score::accuracy);
    addValues(report.clientValues, name + "TestLoss", scores, &Score::loss);
}

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
    std::vector<std::vector<std::int32_t>> samples(federation.clients());
    for (const std::size_t client : federation.present())
        samples[client] = evenlySpread(federation.trainSamples(client), most);
    if (std::ranges::all_of(samples, &std::vector<std::int32_t>::empty))
        return;
    const auto scoresOf =
        [&](const ModelRows& rows, const std::vector<std::size_t>& rowOf, const FeatureHead* head) {
            std::vector<EvaluationJob> jobs;
            for (std::size_t client = 0; client < samples.size(); ++client)
                if (!samples[client].empty())
                    jobs.push_back({.client = client,
                                    .modelRow = rowOf[client],
                                    .set = SampleSet::Train,
                                    .samples = samples[client]});
            const std::vector<Score> scores = federation.evaluate(jobs, rows, head);
            Scores ofClients(samples.size());
            for (std::size_t j = 0; j < jobs.size(); ++j)
                ofClients[jobs[j].client] = scores[j];
            return ofClients;
        };
    Scores own;
    if (models.personal != nullptr) {
        own = scoresOf(*models.personal, models.personalRow, models.head);
        addValues(report.clientValues, "trainSetLoss", own, &Score::loss);
        addValues(report.clientValues, "trainSetAccuracy", own, &Score::accuracy);
    }
    if (models.global != nullptr) {
        const std::vector<std::size_t> same(samples.size(), models.globalRow);
        const bool isOwn = models.personal == models.global && models.personalRow == same
                           && models.head == nullptr;
        addValues(report.clientValues,
                  "globalTrainSetLoss",
                  isOwn ? own : scoresOf(*models.global, same, nullptr),
                  &Score::loss);
    }
}

} // namespace coterie
