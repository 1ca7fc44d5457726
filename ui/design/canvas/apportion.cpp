#include "ui/design/canvas/apportion.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace coterie::ui {

KindCounts apportioned(std::span<const std::int64_t> proportions, std::int64_t total)
{
    const std::int64_t all =
        std::accumulate(proportions.begin(), proportions.end(), std::int64_t{0});
    KindCounts counts(proportions.size(), 0);
    if (all == 0 || total <= 0)
        return counts;
    // Exact for less than three thousand million samples, more than an index can count.
    std::vector<std::pair<std::int64_t, std::size_t>> remainders;
    std::int64_t given = 0;
    for (std::size_t i = 0; i < proportions.size(); ++i) {
        counts[i] = proportions[i] * total / all;
        given += counts[i];
        remainders.emplace_back(proportions[i] * total % all, i);
    }
    std::ranges::stable_sort(
        remainders, std::ranges::greater{}, &std::pair<std::int64_t, std::size_t>::first);
    for (std::size_t i = 0; given < total; ++i, ++given)
        ++counts[remainders[i].second];
    return counts;
}

KindCounts apportionedWithin(std::span<const std::int64_t> proportions,
                             std::span<const std::int64_t> limits,
                             std::int64_t total)
{
    KindCounts counts(proportions.size(), 0);
    KindCounts weights(proportions.begin(), proportions.end());
    std::int64_t left =
        std::min(total, std::accumulate(limits.begin(), limits.end(), std::int64_t{0}));
    while (left > 0) {
        if (sumOf(weights) == 0) // whoever still has room, however little it asked for
            for (std::size_t i = 0; i < weights.size(); ++i)
                weights[i] = limits[i] - counts[i];
        const KindCounts shares = apportioned(weights, left);
        for (std::size_t i = 0; i < counts.size(); ++i) {
            const std::int64_t taken = std::min(shares[i], limits[i] - counts[i]);
            counts[i] += taken;
            left -= taken;
            if (counts[i] == limits[i])
                weights[i] = 0;
        }
    }
    return counts;
}

} // namespace coterie::ui
