#include "core/collab/metric_correlation.h"

#include "core/collab/metric_sheet.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <vector>

namespace coterie {

namespace {

/// Exactly: rounding in the mean must not turn equal values into a spread.
bool allEqual(std::span<const double> values)
{
    return std::ranges::all_of(values, [&](double value) { return value == values.front(); });
}

bool hasNaN(std::span<const double> values)
{
    return std::ranges::any_of(values, [](double value) { return std::isnan(value); });
}

/// From 1; equal values share the mean of the ranks they take together.
std::vector<double> ranksOf(std::span<const double> values)
{
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t index) { return values[index]; });
    std::vector<double> ranks(values.size());
    for (std::size_t first = 0; first < order.size();) {
        std::size_t end = first + 1;
        while (end < order.size() && values[order[end]] == values[order[first]])
            ++end;
        const double mean = (static_cast<double>(first + 1) + static_cast<double>(end)) / 2.0;
        for (; first < end; ++first)
            ranks[order[first]] = mean;
    }
    return ranks;
}

} // namespace

std::optional<double> pearson(std::span<const double> left, std::span<const double> right)
{
    assert(left.size() == right.size());
    if (left.size() < 2 || allEqual(left) || allEqual(right))
        return std::nullopt;
    const double leftMean = meanOf(left);
    const double rightMean = meanOf(right);
    double both = 0;
    double leftSquares = 0;
    double rightSquares = 0;
    for (std::size_t i = 0; i < left.size(); ++i) {
        both += (left[i] - leftMean) * (right[i] - rightMean);
        leftSquares += (left[i] - leftMean) * (left[i] - leftMean);
        rightSquares += (right[i] - rightMean) * (right[i] - rightMean);
    }
    const double correlation = both / (std::sqrt(leftSquares) * std::sqrt(rightSquares));
    // Rounding may lead a hair outside; clamp() hands NaN on.
    return std::clamp(correlation, -1.0, 1.0);
}

std::optional<double> spearman(std::span<const double> left, std::span<const double> right)
{
    assert(left.size() == right.size());
    if (left.size() < 2)
        return std::nullopt;
    if (hasNaN(left) || hasNaN(right)) // NaN has no place in an order
        return std::numeric_limits<double>::quiet_NaN();
    return pearson(ranksOf(left), ranksOf(right));
}

} // namespace coterie
