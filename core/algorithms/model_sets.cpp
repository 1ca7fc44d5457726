#include "core/algorithms/model_sets.h"

#include "core/algorithms/aggregation.h"
#include "core/base/indices.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace coterie {

void PersonalModels::keep(std::span<const std::size_t> trained, const ModelRows& ends)
{
    if (trained.size() == rows.count()) { // ascending and distinct, so these are all
        rows = {.parameters = ends.parameters, .buffers = ends.buffers, .first = rows.first};
        return;
    }
    ModelRows next = rows.clone(); // the starts of this round are still read
    for (std::size_t j = 0; j < trained.size(); ++j)
        next.copyRow(trained[j], ends, j);
    rows = next;
}

ModelsInUse PersonalModels::inUse(const GlobalModel* global) const
{
    return {.personal = &rows,
            .personalRow = indices(clients),
            .global = global != nullptr ? &global->row : nullptr};
}

void ClientRows::start(const Federation& federation, const GlobalModel& like)
{
    const at::Tensor& row = like.row.parameters;
    first = federation.firstHere();
    rows = at::zeros({signedSize(federation.clientsHere()), row.size(1)}, row.options());
}

at::Tensor ClientRows::of(const LocalPoint& point) const
{
    if (point.weights.dim() == 1)
        return of(point.clients.front());
    std::vector<std::int64_t> places;
    for (const std::size_t client : point.clients)
        places.push_back(signedSize(client - first.value_or(0)));
    return rows.index_select(0, at::tensor(places, at::kLong).to(rows.device()));
}

Matrix identityMatrix(std::size_t clients)
{
    Matrix identity(clients, clients);
    for (std::size_t i = 0; i < clients; ++i)
        identity.at(i, i) = 1;
    return identity;
}

ModelMean meanFor(std::span<const int> members, Contributors of)
{
    return {.of = std::move(of), .takers = {members.begin(), members.end()}};
}

void shareMean(const ModelRows& from,
               const Contributors& contributors,
               ModelRows& models,
               std::span<const int> members,
               BufferMode mode)
{
    giveMean(from, meanFor(members, contributors), models, mode);
}

void fillBlock(Collaboration& collaboration,
               std::span<const int> members,
               const Contributors& contributors)
{
    if (contributors.empty())
        return;
    const std::uint32_t row =
        collaboration.addRow(normalisedRow(contributors.clients, contributors.weights));
    for (const int member : members)
        collaboration.giveRow(static_cast<std::size_t>(member), row);
}

double firstLearningRate(const Federation& federation)
{
    const LocalSettings& local = federation.plan().local;
    return makeSchedule(local.schedule)->rate(makeOptimizer(local.optimizer)->learningRate(), 0);
}

void ClusterModels::choose(Federation& federation,
                           std::size_t perClient,
                           std::vector<std::size_t>& chosen,
                           RoundReport& report) const
{
    const std::vector<std::size_t> clients = federation.participants();
    std::vector<EvaluationJob> jobs;
    for (const std::size_t client : clients)
        for (std::size_t model = 0; model < count(); ++model)
            jobs.push_back({.client = client, .modelRow = model, .set = SampleSet::Train});
    Matrix losses(clients.size(), count()); // L_ij
    std::ranges::transform(federation.evaluate(jobs, models), losses.values.begin(), &Score::loss);
    std::vector<NamedValues> ofModels(count());
    for (std::size_t model = 0; model < count(); ++model)
        ofModels[model] = {.name = "lossOfModel" + std::to_string(model + 1),
                           .values = std::vector<std::optional<double>>(federation.clients())};
    for (std::size_t row = 0; row < clients.size(); ++row) {
        std::ranges::copy(smallestLosses(losses.row(row), perClient),
                          chosen.begin() + signedSize(clients[row] * perClient));
        for (std::size_t model = 0; model < count(); ++model)
            ofModels[model].values[clients[row]] = losses.at(row, model);
    }
    std::ranges::move(ofModels, std::back_inserter(report.clientValues));
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

std::vector<std::size_t> smallestLosses(std::span<const double> losses, std::size_t count)
{
    const auto orLast = [losses](std::size_t model) {
        return std::isnan(losses[model]) ? std::numeric_limits<double>::infinity() : losses[model];
    };
    std::vector<std::size_t> models = indices(losses.size());
    std::ranges::stable_sort(models, {}, orLast);
    models.resize(std::min(count, models.size()));
    std::ranges::sort(models);
    return models;
}

} // namespace coterie
