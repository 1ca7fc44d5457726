#include "core/algorithms/local_rounds.h"

#include <ATen/ATen.h>

namespace coterie {

std::vector<LocalJob> jobsFromOneModel(const Federation& federation)
{
    std::vector<LocalJob> jobs;
    for (const std::size_t client : federation.participants())
        jobs.push_back({.client = client});
    return jobs;
}

at::Tensor rowsAt(const LocalPoint& point, const at::Tensor& ofClients)
{
    if (point.weights.dim() == 1)
        return ofClients.select(0, static_cast<std::int64_t>(point.clients.front()));
    const std::vector<std::int64_t> places(point.clients.begin(), point.clients.end());
    return ofClients.index_select(0, at::tensor(places, at::kLong).to(ofClients.device()));
}

} // namespace coterie
