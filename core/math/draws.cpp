#include "core/math/draws.h"

#include "core/base/indices.h"

#include <algorithm>
#include <cassert>
#include <tuple>

namespace coterie {

std::optional<std::size_t> drawOne(std::span<const double> weights, RandomStream& stream)
{
    double total = 0;
    for (const double weight : weights)
        total += weight;
    double ahead = stream.uniform() * total;
    std::optional<std::size_t> chosen;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (weights[i] <= 0)
            continue;
        chosen = i; // the last one with weight takes what rounding leaves over
        if (ahead < weights[i])
            break;
        ahead -= weights[i];
    }
    return chosen;
}

std::vector<std::size_t>
drawWithoutReplacement(std::span<const double> weights, std::size_t count, RandomStream& stream)
{
    std::vector<double> left(weights.begin(), weights.end());
    std::vector<std::size_t> drawn;
    while (drawn.size() < std::min(count, weights.size())) {
        const std::optional<std::size_t> chosen = drawOne(left, stream);
        if (!chosen)
            break; // no weight is left
        drawn.push_back(*chosen);
        left[*chosen] = 0;
    }
    return drawn;
}

std::vector<std::size_t> largestOf(std::span<const std::size_t> candidates,
                                   std::span<const double> values,
                                   std::size_t count)
{
    assert(candidates.size() == values.size());
    std::vector<std::size_t> order = indices(candidates.size());
    std::ranges::sort(
        order, {}, [&](std::size_t i) { return std::tuple(-values[i], candidates[i]); });
    order.resize(std::min(count, order.size()));
    for (std::size_t& place : order)
        place = candidates[place];
    return order;
}

} // namespace coterie
