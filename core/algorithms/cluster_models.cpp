#include "core/algorithms/cluster_models.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace coterie {

void ClusterModels::start(const Federation& federation, std::size_t count, bool distinct)
{
    models = federation.initialModels(count, distinct);
}

Matrix ClusterModels::trainLosses(Federation& federation,
                                  std::span<const std::size_t> clients) const
{
    std::vector<EvaluationJob> jobs;
    for (const std::size_t client : clients)
        for (std::size_t model = 0; model < count(); ++model)
            jobs.push_back({.client = client, .modelRow = model, .set = SampleSet::Train});
    const std::vector<Score> scores = federation.evaluate(jobs, models);
    Matrix losses(clients.size(), count());
    std::ranges::transform(scores, losses.values.begin(), &Score::loss);
    return losses;
}

State ClusterModels::state() const
{
    return {{.name = "models", .values = models.parameters},
            {.name = "modelBuffers", .values = models.buffers}};
}

void ClusterModels::restore(const State& state)
{
    models = {.parameters = statePart(state, "models").clone(),
              .buffers = statePart(state, "modelBuffers").clone()};
}

std::vector<std::size_t> smallestLosses(std::span<const double> losses, std::size_t count)
{
    const auto orLast = [losses](std::size_t model) {
        return std::isnan(losses[model]) ? std::numeric_limits<double>::infinity() : losses[model];
    };
    std::vector<std::size_t> models(losses.size());
    std::iota(models.begin(), models.end(), std::size_t{0});
    std::ranges::stable_sort(models, {}, orLast);
    models.resize(std::min(count, models.size()));
    std::ranges::sort(models);
    return models;
}

void reportLosses(const Matrix& losses,
                  std::span<const std::size_t> clients,
                  std::size_t allClients,
                  RoundReport& report)
{
    for (std::size_t model = 0; model < losses.columns; ++model) {
        NamedValues values{.name = "lossOfModel" + std::to_string(model + 1), .values = {}};
        values.values.resize(allClients);
        for (std::size_t row = 0; row < clients.size(); ++row)
            values.values[clients[row]] = losses.at(row, model);
        report.clientValues.push_back(std::move(values));
    }
}

} // namespace coterie
