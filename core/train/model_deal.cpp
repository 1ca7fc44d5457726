#include "core/train/model_deal.h"

#include "core/base/packed_bytes.h"

#include <ATen/ATen.h>
#include <utility>

namespace coterie {

namespace {

/// Columns that travel together: 16 MB of sums.
constexpr std::int64_t kColumnsOfMessage = std::int64_t{2} << 20;

/// Of one of the matrices of `ends`, into the only row of `mean`.
void averageDealtMatrix(const ModelDeal& deal,
                        const at::Tensor& ends,
                        std::span<const std::size_t> clients,
                        std::span<const double> shares,
                        const RankExchange& exchange,
                        const at::Tensor& mean)
{
    for (std::int64_t from = 0; from < ends.size(1); from += kColumnsOfMessage) {
        const std::int64_t count = std::min(kColumnsOfMessage, ends.size(1) - from);
        const at::Tensor columns = ends.narrow(1, from, count);
        std::vector<double> sums(static_cast<std::size_t>(count), 0.0);
        for (std::size_t j = 0; j < clients.size();) {
            const std::size_t rank = deal.owner(clients[j]);
            const std::size_t first = j;
            while (j < clients.size() && deal.owner(clients[j]) == rank)
                ++j;
            PackedBytes mine;
            if (rank == deal.rank) {
                for (std::size_t k = first; k < j; ++k)
                    addShare(sums, columns, k - first, shares[k]);
                mine.putRaw(sums.data(), sums.size() * sizeof(double));
            }
            const std::vector<std::string> all = exchange(mine.take());
            UnpackedBytes(all[rank]).getRaw(sums.data(), sums.size() * sizeof(double));
        }
        roundSums(sums, mean.narrow(1, from, count));
    }
}

} // namespace

ModelRows averageDealt(const ModelDeal& deal,
                       const ModelRows& ends,
                       std::span<const std::size_t> clients,
                       std::span<const double> weights,
                       const RankExchange& exchange)
{
    const std::vector<double> shares = sharesOfWeights(weights);
    ModelRows mean = ModelRows::empty(1, ends);
    averageDealtMatrix(deal, ends.parameters, clients, shares, exchange, mean.parameters);
    averageDealtMatrix(deal, ends.buffers, clients, shares, exchange, mean.buffers);
    return mean;
}

} // namespace coterie
