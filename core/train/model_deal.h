#pragma once

#include "core/train/model_rows.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace coterie {

/// Which rank has the models of which clients, where no rank has all of them: blocks of clients, so
/// that the order of the ranks is that of the clients.
struct ModelDeal
{
    std::size_t clients = 0;
    std::size_t ranks = 1;
    std::size_t rank = 0; ///< this one

    [[nodiscard]] std::size_t firstOf(std::size_t which) const { return clients * which / ranks; }
    [[nodiscard]] std::size_t first() const { return firstOf(rank); }
    [[nodiscard]] std::size_t count() const { return firstOf(rank + 1) - first(); }
    /// One that is none of them, such as a pseudo-client, belongs to the last rank.
    [[nodiscard]] std::size_t owner(std::size_t client) const
    {
        return std::min(((client + 1) * ranks - 1) / std::max<std::size_t>(1, clients), ranks - 1);
    }
    [[nodiscard]] bool isHere(std::size_t client) const { return owner(client) == rank; }
};

/// What every rank has to say, by rank; called by all of them together.
using RankExchange = std::function<std::vector<std::string>(std::string mine)>;

/// WAVG of models that are dealt: rows[k] of `ends` belongs to the k-th of these ascending clients
/// that is here, and `weights` has one for each of them, wherever it is. The sums travel from rank
/// to rank, and each adds its own rows to them. So the additions and their order are those of
/// average(), and each rank gets the same row.
[[nodiscard]] ModelRows averageDealt(const ModelDeal& deal,
                                     const ModelRows& ends,
                                     std::span<const std::size_t> rows,
                                     std::span<const std::size_t> clients,
                                     std::span<const double> weights,
                                     const RankExchange& exchange);

/// A sum over these ascending clients, whose terms are where their models are: add(k) adds that of
/// the k-th that is here to `sum`, a row on the CPU, which travels from rank to rank. So the
/// additions are those of one process in its order, and each rank gets the same sum.
void sumDealt(const ModelDeal& deal,
              std::span<const std::size_t> clients,
              const at::Tensor& sum,
              const std::function<void(std::size_t)>& add,
              const RankExchange& exchange);

} // namespace coterie
