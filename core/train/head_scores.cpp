#include "core/train/head_scores.h"

#include "core/collab/log_score.h"

#include <algorithm>
#include <cstddef>
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
    std::size_t numbers =
        0; // a client's work, roughly: what is known, squared, for all it is asked
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

} // namespace coterie
