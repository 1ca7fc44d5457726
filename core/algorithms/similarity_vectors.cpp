#include "core/algorithms/similarity_vectors.h"

#include <ATen/ATen.h>

namespace coterie {
namespace {

/// (start − end)/η of all running statistics and batch counters: a counter goes up by one with
/// every local step.
at::Tensor bufferUpdates(const Trained& trained, const ParamLayout& layout)
{
    const auto clients = static_cast<std::int64_t>(trained.clients.size());
    const auto statistics = static_cast<std::int64_t>(layout.bufferCount);
    const auto counters = static_cast<std::int64_t>(layout.batchNormLayers);
    at::Tensor updates =
        at::empty({clients, statistics + counters}, trained.ends.parameters.options());
    for (std::int64_t j = 0; j < clients; ++j) {
        const auto row = static_cast<std::size_t>(j);
        const double rate = trained.jobRates[row];
        const at::Tensor start =
            trained.starts.buffers.select(0, static_cast<std::int64_t>(trained.startRow[row]));
        updates[j].narrow(0, 0, statistics).copy_((start - trained.ends.buffers[j]) / rate);
        updates[j].narrow(0, statistics, counters).fill_(-trained.results[row].steps / rate);
    }
    return updates;
}

} // namespace

at::Tensor similarityVectors(const Trained& trained,
                             const HcctParameters& parameters,
                             const LayerColumns* layer,
                             const PersonalHead& head,
                             const ParamLayout& layout)
{
    at::Tensor updates = trained.updates();
    if (layer)
        updates = updates.narrow(1,
                                 static_cast<std::int64_t>(layer->first),
                                 static_cast<std::int64_t>(layer->last - layer->first));
    else if (parameters.comparesBodies)
        updates = updates.narrow(1, 0, static_cast<std::int64_t>(head.bodyParameters()));
    if (parameters.includesBuffers && layout.bufferCount > 0)
        updates = at::cat({updates, bufferUpdates(trained, layout)}, 1);
    return updates.to(at::kCPU).contiguous();
}

} // namespace coterie
