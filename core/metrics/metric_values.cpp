#include "core/metrics/metric_values.h"

#include "core/math/statistics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <map>
#include <ranges>
#include <utility>
#include <vector>

namespace coterie {

double meanOf(std::span<const double> values)
{
    double sum = 0;
    for (const double value : values)
        sum += value;
    return sum / static_cast<double>(values.size());
}

double deviationOf(std::span<const double> values)
{
    const double mean = meanOf(values);
    double sum = 0;
    for (const double value : values)
        sum += (value - mean) * (value - mean);
    return std::sqrt(sum / static_cast<double>(values.size()));
}

double errorOf(double accuracy)
{
    return 100.0 * (1.0 - accuracy);
}

namespace {

/// Pairs among `count` things.
double pairs(double count)
{
    return count * (count - 1.0) / 2.0;
}

/// Exactly, because rounding in the mean would turn equal values into a spread.
bool allEqual(std::span<const double> values)
{
    return std::ranges::all_of(values, [&](double value) { return value == values.front(); });
}

bool hasNaN(std::span<const double> values)
{
    return std::ranges::any_of(values, [](double value) { return std::isnan(value); });
}

} // namespace

double adjustedRandIndex(std::span<const int> found, std::span<const int> truth)
{
    assert(found.size() == truth.size());
    std::map<std::pair<int, int>, double> both;
    std::map<int, double> rows;
    std::map<int, double> columns;
    for (std::size_t i = 0; i < found.size(); ++i) {
        both[{found[i], truth[i]}] += 1.0;
        rows[found[i]] += 1.0;
        columns[truth[i]] += 1.0;
    }
    double together = 0;
    double togetherFound = 0;
    double togetherTrue = 0;
    for (const auto& [cell, count] : both)
        together += pairs(count);
    for (const auto& [group, count] : rows)
        togetherFound += pairs(count);
    for (const auto& [group, count] : columns)
        togetherTrue += pairs(count);
    const double all = pairs(static_cast<double>(found.size()));
    const double expected = all == 0.0 ? 0.0 : togetherFound * togetherTrue / all;
    const double largest = (togetherFound + togetherTrue) / 2.0;
    return largest == expected ? 1.0 : (together - expected) / (largest - expected);
}

double purity(std::span<const int> found, std::span<const int> truth)
{
    assert(found.size() == truth.size());
    if (found.empty())
        return 1.0;
    std::map<int, std::map<int, std::size_t>> counts;
    for (std::size_t i = 0; i < found.size(); ++i)
        ++counts[found[i]][truth[i]];
    std::size_t agreeing = 0;
    for (const auto& [group, members] : counts)
        agreeing += std::ranges::max(members | std::views::values);
    return static_cast<double>(agreeing) / static_cast<double>(found.size());
}

namespace {

/// ‖A_i − A*_i‖², client by client.
double squaredByCell(const Collaboration& a,
                     std::size_t i,
                     std::span<const int> trueGroup,
                     double inside,
                     double squares)
{
    std::vector<double> row(trueGroup.size());
    a.eachShare(i, [&row](std::size_t k, double weight) { row[k] = weight; });
    for (std::size_t k = 0; k < row.size(); ++k) {
        const double oracle = trueGroup[k] == trueGroup[i] ? inside : 0.0;
        const double difference = row[k] - oracle;
        squares += difference * difference;
    }
    return squares;
}

/// The same without a look at the clients that are neither in the row nor differ from each other. A
/// sum of squares, which rounding cannot make negative.
double squaredByShare(const Collaboration& a,
                      std::size_t i,
                      std::span<const int> trueGroup,
                      double members)
{
    const double inside = 1.0 / members;
    double squares = 0;
    double seen = 0; // of the client's true group
    a.eachShare(i, [&](std::size_t k, double weight) {
        const bool isInside = trueGroup[k] == trueGroup[i];
        const double difference = weight - (isInside ? inside : 0.0);
        squares += difference * difference;
        seen += isInside ? 1.0 : 0.0;
    });
    return squares + (members - seen) * inside * inside;
}

} // namespace

std::optional<double> oracleDistance(const Collaboration& collaboration,
                                     std::span<const int> trueGroup,
                                     bool excludesLast)
{
    const std::size_t clients = trueGroup.size();
    if (collaboration.rows() != clients || collaboration.columns() != clients)
        return std::nullopt;
    std::map<int, double> sizes;
    for (const int group : trueGroup) {
        if (group >= 0)
            sizes[group] += 1.0;
    }
    if (sizes.empty())
        return std::nullopt;
    // Few clients are summed cell by cell: a stored number must come out with the same bits.
    const bool byCell = collaboration.matrix() || clients <= kMostPairedClients;
    std::map<std::pair<std::uint32_t, int>, double> known; // by row and true group
    double squares = 0;
    for (std::size_t i = 0; i < clients - (excludesLast ? 1 : 0); ++i) {
        if (trueGroup[i] < 0)
            continue;
        const double members = sizes.at(trueGroup[i]);
        const std::uint32_t row = collaboration.rowOf(i);
        if (byCell) {
            squares = squaredByCell(collaboration, i, trueGroup, 1.0 / members, squares);
        } else if (row == Collaboration::kOwnModel) {
            squares += squaredByShare(collaboration, i, trueGroup, members);
        } else {
            const auto [place, isNew] = known.try_emplace({row, trueGroup[i]}, 0.0);
            if (isNew)
                place->second = squaredByShare(collaboration, i, trueGroup, members);
            squares += place->second;
        }
    }
    return std::sqrt(squares);
}

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
    // Rounding may exceed the range; clamp() keeps NaN.
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

std::size_t edgeCount(std::span<const EdgeServer> named, std::size_t clients)
{
    std::size_t belonging = 0;
    for (const EdgeServer& edge : named)
        belonging += edge.clients.size();
    return named.size() + (belonging < clients ? 1 : 0);
}

} // namespace coterie
