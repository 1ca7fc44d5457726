#include "core/algorithms/group_models.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <numeric>

namespace coterie {
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

Contributors Contributors::everybody(const Federation& federation, std::span<const int> members)
{
    Contributors contributors;
    for (const int member : members) {
        const auto client = static_cast<std::size_t>(member);
        if (federation.sizes()[client] <= 0)
            continue;
        contributors.clients.push_back(client);
        contributors.rows.push_back(client);
        contributors.weights.push_back(federation.sizes()[client]);
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
        if (place == trained.clients.end() || *place != client)
            continue;
        contributors.clients.push_back(client);
        contributors.rows.push_back(static_cast<std::size_t>(place - trained.clients.begin()));
        contributors.weights.push_back(federation.sizes()[client]);
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

} // namespace coterie
