#include "core/train/model_deal.h"

#include "core/base/packed_bytes.h"

#include <ATen/ATen.h>
#include <cassert>
#include <utility>

namespace coterie {

namespace {

/// Columns that travel together: 16 MB of sums.
constexpr std::int64_t kColumnsOfMessage = std::int64_t{2} << 20;

/// Calls use(rank, first, count) for each rank that has some of these ascending clients, in their
/// order.
template <typename Use>
void eachOwner(const ModelDeal& deal, std::span<const std::size_t> clients, Use use)
{
    for (std::size_t j = 0; j < clients.size();) {
        const std::size_t rank = deal.owner(clients[j]);
        const std::size_t first = j;
        while (j < clients.size() && deal.owner(clients[j]) == rank)
            ++j;
        use(rank, first, j - first);
    }
}

/// Each rank gets these bytes of one of them, of which no message has more than 16 MB.
void passOn(const ModelDeal& deal,
            std::size_t from,
            std::span<std::byte> bytes,
            const RankExchange& exchange)
{
    constexpr std::size_t kMessage = std::size_t{kColumnsOfMessage} * sizeof(double);
    for (std::size_t done = 0; done < bytes.size(); done += kMessage) {
        const auto piece = bytes.subspan(done, std::min(kMessage, bytes.size() - done));
        PackedBytes mine;
        if (from == deal.rank)
            mine.putRaw(piece.data(), piece.size());
        const std::vector<std::string> all = exchange(mine.take());
        if (from != deal.rank)
            UnpackedBytes(all[from]).getRaw(piece.data(), piece.size());
    }
}

/// Of one of the matrices of `ends`, into the only row of `mean`.
void averageDealtMatrix(const ModelDeal& deal,
                        const at::Tensor& ends,
                        std::span<const std::size_t> rows,
                        std::span<const std::size_t> clients,
                        std::span<const double> shares,
                        const RankExchange& exchange,
                        const at::Tensor& mean)
{
    for (std::int64_t from = 0; from < ends.size(1); from += kColumnsOfMessage) {
        const std::int64_t count = std::min(kColumnsOfMessage, ends.size(1) - from);
        const at::Tensor columns = ends.narrow(1, from, count);
        std::vector<double> sums(static_cast<std::size_t>(count), 0.0);
        eachOwner(deal, clients, [&](std::size_t rank, std::size_t first, std::size_t some) {
            for (std::size_t k = 0; rank == deal.rank && k < some; ++k)
                addShare(sums, columns, rows[k], shares[first + k]);
            passOn(deal, rank, std::as_writable_bytes(std::span(sums)), exchange);
        });
        roundSums(sums, mean.narrow(1, from, count));
    }
}

} // namespace

ModelRows averageDealt(const ModelDeal& deal,
                       const ModelRows& ends,
                       std::span<const std::size_t> rows,
                       std::span<const std::size_t> clients,
                       std::span<const double> weights,
                       const RankExchange& exchange)
{
    const std::vector<double> shares = sharesOfWeights(weights);
    ModelRows mean = ModelRows::empty(1, ends);
    averageDealtMatrix(deal, ends.parameters, rows, clients, shares, exchange, mean.parameters);
    averageDealtMatrix(deal, ends.buffers, rows, clients, shares, exchange, mean.buffers);
    return mean;
}

void sumDealt(const ModelDeal& deal,
              std::span<const std::size_t> clients,
              const at::Tensor& sum,
              const std::function<void(std::size_t)>& add,
              const RankExchange& exchange)
{
    assert(sum.is_contiguous() && sum.is_cpu());
    const std::span bytes(static_cast<std::byte*>(sum.data_ptr()), sum.nbytes());
    eachOwner(deal, clients, [&](std::size_t rank, std::size_t, std::size_t some) {
        for (std::size_t k = 0; rank == deal.rank && k < some; ++k)
            add(k);
        passOn(deal, rank, bytes, exchange);
    });
}

} // namespace coterie
