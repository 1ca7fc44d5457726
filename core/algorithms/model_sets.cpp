#include "core/algorithms/model_sets.h"

#include "core/base/indices.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace coterie {

void GlobalModel::start(Federation& federation)
{
    row = federation.initialModels();
    clients = federation.clients();
}

ModelsInUse GlobalModel::inUse() const
{
    return {.personal = &row, .personalRow = std::vector<std::size_t>(clients, 0), .global = &row};
}

void PersonalModels::start(Federation& federation)
{
    rows = federation.initialModels(federation.clients());
}

void PersonalModels::keep(std::span<const std::size_t> clients, const ModelRows& ends)
{
    if (clients.size() == rows.count()) { // ascending and distinct, so these are all clients
        rows = ends;
        return;
    }
    ModelRows next = rows.clone(); // the starts of this round are still read
    for (std::size_t j = 0; j < clients.size(); ++j)
        next.copyRow(clients[j], ends, j);
    rows = next;
}

ModelsInUse PersonalModels::inUse(const GlobalModel* global) const
{
    return {.personal = &rows,
            .personalRow = indices(rows.count()),
            .global = global != nullptr ? &global->row : nullptr};
}

Matrix identityMatrix(std::size_t clients)
{
    Matrix identity(clients, clients);
    for (std::size_t i = 0; i < clients; ++i)
        identity.at(i, i) = 1;
    return identity;
}

namespace {

bool isOneModel(const ModelRows& rows, std::span<const std::size_t> ids)
{
    return std::ranges::all_of(ids, [&](std::size_t id) {
        const ModelRows first = rows.row(ids.front());
        const ModelRows other = rows.row(id);
        return at::equal(first.parameters, other.parameters)
               && at::equal(first.buffers, other.buffers);
    });
}

} // namespace

void Contributors::add(std::size_t client, std::size_t row, double weight)
{
    clients.push_back(client);
    rows.push_back(row);
    weights.push_back(weight);
}

Contributors Contributors::everybody(const Federation& federation, std::span<const int> members)
{
    Contributors contributors;
    for (const int member : members) {
        const auto client = static_cast<std::size_t>(member);
        if (federation.sizes()[client] > 0)
            contributors.add(client, client, federation.sizes()[client]);
    }
    return contributors;
}

Contributors Contributors::trainedOnes(const Federation& federation,
                                       const Trained& trained,
                                       std::span<const int> members)
{
    Contributors contributors;
    for (const std::size_t client : everybody(federation, members).clients) {
        const auto place = std::ranges::lower_bound(trained.clients, client);
        if (place != trained.clients.end() && *place == client)
            contributors.add(client,
                             static_cast<std::size_t>(place - trained.clients.begin()),
                             federation.sizes()[client]);
    }
    return contributors;
}

void shareMean(const ModelRows& from,
               const Contributors& contributors,
               ModelRows& models,
               std::span<const int> members,
               BufferMode mode)
{
    if (contributors.empty() || members.empty())
        return;
    const auto first = static_cast<std::size_t>(members.front());
    const bool averages = mode == BufferMode::OfficialHcct || !isOneModel(from, contributors.rows);
    if (averages)
        average(from, contributors.rows, contributors.weights, models, first, mode);
    else
        models.copyRow(first, from, contributors.rows.front());
    for (const int member : members.subspan(1))
        models.copyRow(static_cast<std::size_t>(member), models, first);
}

void fillBlock(Matrix& collaboration,
               std::span<const int> members,
               const Contributors& contributors)
{
    if (contributors.empty())
        return;
    const double total =
        std::accumulate(contributors.weights.begin(), contributors.weights.end(), 0.0);
    for (const int member : members) {
        const std::span<double> row = collaboration.row(static_cast<std::size_t>(member));
        std::ranges::fill(row, 0.0);
        for (std::size_t j = 0; j < contributors.clients.size(); ++j)
            row[contributors.clients[j]] = contributors.weights[j] / total;
    }
}

double firstLearningRate(const Federation& federation)
{
    const LocalSettings& local = federation.plan().local;
    return makeSchedule(local.schedule)->rate(makeOptimizer(local.optimizer)->learningRate(), 0);
}

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

void reportLosses(const Matrix& losses,
                  std::span<const std::size_t> clients,
                  std::size_t allClients,
                  RoundReport& report)
{
    for (std::size_t model = 0; model < losses.columns; ++model) {
        std::vector<double> ofModel;
        for (std::size_t row = 0; row < clients.size(); ++row)
            ofModel.push_back(losses.at(row, model));
        report.clientValues.push_back(
            namedValues("lossOfModel" + std::to_string(model + 1), allClients, clients, ofModel));
    }
}

} // namespace coterie
