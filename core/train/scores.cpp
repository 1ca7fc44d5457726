#include "core/train/scores.h"

#include "core/collaboration/gaussian_process.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

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

/// Sums over the samples of one model's clients.
struct Pooled
{
    double correct = 0;
    double loss = 0;
    double samples = 0;
    bool hasAccuracy = false;
};

bool anyPresent(const NamedValues& list)
{
    for (const std::optional<double>& value : list.values)
        if (value)
            return true;
    return false;
}

} // namespace

void addMiddleScores(const ModelsInUse& models,
                     std::span<const std::optional<Score>> scores,
                     RoundReport& report)
{
    const std::string name(models.middleName);
    NamedValues accuracy{.name = name + "TestAccuracy", .values = {}};
    NamedValues loss{.name = name + "TestLoss", .values = {}};
    std::vector<Pooled> rows(models.middle->count());
    for (std::size_t i = 0; i < scores.size(); ++i) {
        accuracy.values.push_back(scores[i] ? scores[i]->accuracy : std::nullopt);
        loss.values.push_back(scores[i] ? std::optional(scores[i]->loss) : std::nullopt);
        if (!scores[i])
            continue;
        Pooled& row = rows[models.middleRow[i]];
        const auto samples = static_cast<double>(scores[i]->samples);
        row.correct += scores[i]->accuracy.value_or(0) * samples;
        row.hasAccuracy = scores[i]->accuracy.has_value();
        row.loss += scores[i]->loss * samples;
        row.samples += samples;
    }
    const auto addTo = [](std::vector<NamedValues>& lists, NamedValues list) {
        if (anyPresent(list))
            lists.push_back(std::move(list));
    };
    if (rows.size() < scores.size()) {
        NamedValues rowAccuracy{.name = accuracy.name, .values = {}};
        NamedValues rowLoss{.name = loss.name, .values = {}};
        for (const Pooled& row : rows) {
            const bool measured = row.samples > 0;
            rowAccuracy.values.push_back(measured && row.hasAccuracy
                                             ? std::optional(row.correct / row.samples)
                                             : std::nullopt);
            rowLoss.values.push_back(measured ? std::optional(row.loss / row.samples)
                                              : std::nullopt);
        }
        addTo(report.groupValues, std::move(rowAccuracy));
        addTo(report.groupValues, std::move(rowLoss));
    }
    addTo(report.clientValues, std::move(accuracy));
    addTo(report.clientValues, std::move(loss));
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
