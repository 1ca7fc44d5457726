#include "core/collab/largest_of.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <tuple>

namespace coterie {

std::vector<std::size_t> largestOf(std::span<const std::size_t> candidates,
                                   std::span<const double> values,
                                   std::size_t count)
{
    assert(candidates.size() == values.size());
    std::vector<std::size_t> order(candidates.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(
        order, {}, [&](std::size_t i) { return std::tuple(-values[i], candidates[i]); });
    order.resize(std::min(count, order.size()));
    for (std::size_t& place : order)
        place = candidates[place];
    return order;
}

} // namespace coterie
