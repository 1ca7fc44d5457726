#include "core/math/label_distributions.h"

#include "core/math/linear_algebra.h"
#include "core/math/similarity.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>

namespace coterie {

std::vector<double> softmax(std::span<const double> values, double temperature)
{
    assert(temperature > 0);
    std::vector<double> shares(values.begin(), values.end());
    if (shares.empty())
        return shares;
    const double highest = *std::ranges::max_element(shares);
    double total = 0;
    for (double& share : shares) {
        share = std::exp((share - highest) / temperature);
        total += share;
    }
    for (double& share : shares)
        share /= total;
    return shares;
}

double entropyOf(std::span<const double> distribution)
{
    double entropy = 0;
    for (const double share : distribution)
        if (share != 0) // a NaN stays one
            entropy -= share * std::log(share);
    return entropy;
}

double estimatedEntropy(std::span<const double> update, double temperature)
{
    return entropyOf(softmax(update, temperature));
}

std::vector<double> labelShares(std::span<const std::int64_t> classCounts)
{
    const auto total = static_cast<double>(
        std::accumulate(classCounts.begin(), classCounts.end(), std::int64_t{0}));
    std::vector<double> shares;
    for (const std::int64_t count : classCounts)
        shares.push_back(total > 0 ? static_cast<double>(count) / total : 0.0);
    return shares;
}

double labelEntropy(std::span<const std::int64_t> classCounts)
{
    return entropyOf(labelShares(classCounts));
}

Matrix labelSharesOfGradients(const Matrix& biasGradients)
{
    const std::size_t classes = biasGradients.columns;
    std::vector<double> answer(classes, -std::numeric_limits<double>::infinity()); // p̄
    for (std::size_t k = 0; k < biasGradients.rows; ++k)
        for (std::size_t c = 0; c < classes; ++c)
            answer[c] = std::max(answer[c], biasGradients.at(k, c));
    const double missing = 1 - std::accumulate(answer.begin(), answer.end(), 0.0);
    for (double& share : answer)
        share += missing / static_cast<double>(classes);
    Matrix shares(biasGradients.rows, classes);
    for (std::size_t k = 0; k < shares.rows; ++k) {
        double total = 0;
        for (std::size_t c = 0; c < classes; ++c)
            total += shares.at(k, c) = std::max(0.0, answer[c] - biasGradients.at(k, c));
        for (double& share : shares.row(k))
            share /= total; // Σ (p̄ − g) = 1, so the positive part is at least 1
    }
    return shares;
}

Matrix mixedDistances(const Matrix& updates,
                      std::span<const double> entropies,
                      double lambda,
                      double zeroNormAngle)
{
    assert(entropies.size() == updates.rows);
    Matrix distances = angleMatrix(gram(updates), zeroNormAngle);
    for (std::size_t u = 0; u < distances.rows; ++u)
        for (std::size_t k = 0; k < distances.columns; ++k)
            distances.at(u, k) =
                lambda * distances.at(u, k) + (1 - lambda) * std::abs(entropies[u] - entropies[k]);
    return distances;
}

Matrix labelDistances(std::span<const std::vector<std::int64_t>> classCounts)
{
    std::size_t classes = 0;
    for (const std::vector<std::int64_t>& counts : classCounts)
        classes = std::max(classes, counts.size());
    std::vector<std::vector<double>> shares; // empty for a client without samples
    for (const std::vector<std::int64_t>& counts : classCounts) {
        shares.push_back(labelShares(counts));
        const bool any = std::ranges::any_of(counts, [](std::int64_t count) { return count > 0; });
        shares.back().resize(any ? classes : 0, 0.0);
    }
    Matrix distances(shares.size(), shares.size(), std::numeric_limits<double>::quiet_NaN());
    for (std::size_t i = 0; i < shares.size(); ++i)
        for (std::size_t j = 0; j < shares.size(); ++j) {
            if (shares[i].empty() || shares[j].empty())
                continue;
            double apart = 0;
            for (std::size_t c = 0; c < classes; ++c)
                apart += std::abs(shares[i][c] - shares[j][c]);
            distances.at(i, j) = apart / 2;
        }
    return distances;
}

} // namespace coterie
