#include "core/algorithms/cluster_models.h"

#include "core/train/state_parts.h"

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

void ClusterModels::countChoice(const Federation& federation,
                                std::span<const std::size_t> clients,
                                RoundReport& report) const
{
    const auto scalars = static_cast<double>(federation.facts().parameters);
    const double all = scalars * static_cast<double>(count());
    for (const std::size_t client : clients) {
        federation.countTraffic(report, Link::ServerToClient, static_cast<int>(client), all);
        federation.countTraffic(report, Link::ClientToServer, static_cast<int>(client), scalars);
    }
}

State ClusterModels::state() const
{
    return rowsState("models", "modelBuffers", models);
}

void ClusterModels::restore(const State& state)
{
    models = rowsOfState(state, "models", "modelBuffers");
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

Matrix takenThrough(std::span<const std::vector<std::size_t>> modelsOfClient, const Matrix& makeUp)
{
    Matrix a(modelsOfClient.size(), makeUp.columns);
    for (std::size_t client = 0; client < a.rows; ++client)
        for (const std::size_t model : modelsOfClient[client]) {
            const double share = 1.0 / static_cast<double>(modelsOfClient[client].size());
            const std::span<const double> parts = makeUp.row(model);
            if (std::ranges::all_of(parts, [](double part) { return part == 0; }))
                a.at(client, client) += share;
            for (std::size_t other = 0; other < parts.size(); ++other)
                a.at(client, other) += share * parts[other];
        }
    return a;
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
