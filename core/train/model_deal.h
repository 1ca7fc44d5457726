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

/// WAVG of models that are dealt: row j of `ends` belongs to the j-th of these ascending clients
/// that is here, and `weights` has one for each of them, wherever it is. The sums travel from rank
/// to rank, and each adds its own rows to them. So the additions and their order are those of
/// average(), and each rank gets the same row.
[[nodiscard]] ModelRows averageDealt(const ModelDeal& deal,
                                     const ModelRows& ends,
                                     std::span<const std::size_t> clients,
                                     std::span<const double> weights,
                                     const RankExchange& exchange);

} // namespace coterie
