#include "core/algorithms/local_rounds.h"

#include <ATen/ATen.h>
#include <numeric>

namespace coterie {

std::vector<LocalJob> jobsFromOneModel(const Federation& federation)
{
    std::vector<LocalJob> jobs;
    for (const std::size_t client : federation.participants())
        jobs.push_back({.client = client});
    return jobs;
}

ModelRows averageOf(const Trained& trained, std::span<const double> weights, BufferMode mode)
{
    std::vector<std::size_t> rows(trained.clients.size());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    ModelRows mean = ModelRows::empty(1, trained.ends);
    average(trained.ends, rows, weights, mean, 0, mode);
    return mean;
}

void countModelTraffic(const Federation& federation,
                       std::span<const std::size_t> clients,
                       double models,
                       RoundReport& report)
{
    const double scalars = models * static_cast<double>(federation.facts().parameters);
    for (const std::size_t client : clients) {
        federation.countTraffic(report, Link::ServerToClient, static_cast<int>(client), scalars);
        federation.countTraffic(report, Link::ClientToServer, static_cast<int>(client), scalars);
    }
}

at::Tensor rowsAt(const LocalPoint& point, const at::Tensor& ofClients)
{
    if (point.weights.dim() == 1)
        return ofClients.select(0, static_cast<std::int64_t>(point.clients.front()));
    const std::vector<std::int64_t> places(point.clients.begin(), point.clients.end());
    return ofClients.index_select(0, at::tensor(places, at::kLong).to(ofClients.device()));
}

} // namespace coterie
