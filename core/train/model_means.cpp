#include "core/train/model_means.h"

#include "core/train/federation.h"

#include <ATen/ATen.h>
#include <algorithm>

namespace coterie {

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
    for (const std::size_t client : everybody(federation, members).clients)
        if (std::ranges::binary_search(trained.everyone, client)) {
            const auto place = std::ranges::lower_bound(trained.clients, client);
            contributors.add(client,
                             static_cast<std::size_t>(place - trained.clients.begin()),
                             federation.sizes()[client]);
        }
    return contributors;
}

bool isOneModel(const ModelRows& rows, std::span<const std::size_t> ids)
{
    const ModelRows first = rows.row(ids.front());
    return std::ranges::all_of(ids.subspan(1),
                               [&](std::size_t id) {
                                   const ModelRows other = rows.row(id);
                                   return at::equal(first.parameters, other.parameters)
                                          && at::equal(first.buffers, other.buffers);
                               })
           && !hasNaN(first.parameters) && !hasNaN(first.buffers);
}

bool hasNaN(const at::Tensor& numbers)
{
    return at::isnan(numbers).any().item<bool>();
}

void giveMean(const ModelRows& from, const ModelMean& mean, ModelRows& to, BufferMode mode)
{
    if (mean.of.empty() || mean.takers.empty())
        return;
    const std::size_t first = mean.takers.front();
    if (keepsOneModel(mode) && isOneModel(from, mean.of.rows))
        to.copyRow(first, from, mean.of.rows.front());
    else
        average(from, mean.of.rows, mean.of.weights, to, first, mode);
    for (const std::size_t taker : std::span(mean.takers).subspan(1))
        to.copyRow(taker, to, first);
}

} // namespace coterie
