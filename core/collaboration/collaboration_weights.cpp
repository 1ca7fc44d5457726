#include "core/collaboration/collaboration_weights.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>

namespace coterie {

Matrix attention(const Matrix& squaredDistances, double sigma, double step)
{
    const std::size_t n = squaredDistances.rows;
    Matrix xi(n, n);
    for (std::size_t i = 0; i < n; ++i) {
        double sum = 0;
        for (std::size_t j = 0; j < n; ++j) {
            if (j == i)
                continue;
            xi.at(i, j) = step * std::exp(-squaredDistances.at(i, j) / sigma) / sigma;
            sum += xi.at(i, j);
        }
        if (sum > 1) {
            for (double& weight : xi.row(i))
                weight /= sum;
            sum = 1;
        }
        xi.at(i, i) = 1 - sum;
    }
    return xi;
}

Matrix heuristicAttention(const Matrix& cosines, double selfWeight, double sharpness)
{
    const std::size_t n = cosines.rows;
    Matrix xi(n, n);
    for (std::size_t i = 0; i < n; ++i) {
        double highest = -std::numeric_limits<double>::infinity();
        for (std::size_t j = 0; j < n; ++j)
            if (j != i)
                highest = std::max(highest, cosines.at(i, j));
        double sum = 0;
        for (std::size_t j = 0; j < n; ++j) {
            if (j == i)
                continue;
            xi.at(i, j) = std::exp(sharpness * (cosines.at(i, j) - highest)); // never overflows
            sum += xi.at(i, j);
        }
        if (n > 1)
            for (double& weight : xi.row(i))
                weight *= (1 - selfWeight) / sum;
        xi.at(i, i) = n > 1 ? selfWeight : 1;
    }
    return xi;
}

namespace {

/// Partial sums in a fixed order let the compiler use vector registers without changing any bit.
template <typename Number>
double product(const Number* a, const Number* b, std::size_t count)
{
    constexpr std::size_t kLanes = 8;
    std::array<double, kLanes> partial{};
    std::size_t k = 0;
    for (; k + kLanes <= count; k += kLanes)
        for (std::size_t lane = 0; lane < kLanes; ++lane)
            partial[lane] += static_cast<double>(a[k + lane]) * static_cast<double>(b[k + lane]);
    double sum = 0;
    for (; k < count; ++k)
        sum += static_cast<double>(a[k]) * static_cast<double>(b[k]);
    for (const double part : partial)
        sum += part;
    return sum;
}

} // namespace

template <typename Number>
GradientProducts gradientProducts(const Rows<Number>& gradients, std::size_t own)
{
    assert(own < gradients.count);
    GradientProducts products;
    for (std::size_t k = 0; k < gradients.count; ++k) {
        const Number* other = gradients.row(k);
        products.withOwn.push_back(product(gradients.row(own), other, gradients.columns));
        products.squaredNorms.push_back(product(other, other, gradients.columns));
    }
    return products;
}

template GradientProducts gradientProducts(const Rows<float>& gradients, std::size_t own);
template GradientProducts gradientProducts(const Rows<double>& gradients, std::size_t own);

std::vector<double> similarityRatios(const GradientProducts& products, std::size_t own)
{
    const double ownSquare = products.squaredNorms[own];
    std::vector<double> ratios(products.withOwn.size(), 0.0);
    for (std::size_t k = 0; k < ratios.size(); ++k) {
        const double difference = 2 * products.withOwn[k] - products.squaredNorms[k];
        if (ownSquare == 0)
            ratios[k] = products.squaredNorms[k] == 0 ? 1.0 : 0.0;
        else if (const double ratio = difference / ownSquare; ratio > 0) // so NaN stays 0
            ratios[k] = std::min(ratio, 1.0);
    }
    ratios[own] = 1.0;
    return ratios;
}

std::vector<double> squaredGradientDistances(const GradientProducts& products, std::size_t own)
{
    std::vector<double> distances(products.withOwn.size(), 0.0);
    for (std::size_t k = 0; k < distances.size(); ++k)
        if (k != own)
            distances[k] = std::max(0.0,
                                    products.squaredNorms[own] - 2 * products.withOwn[k]
                                        + products.squaredNorms[k]);
    return distances;
}

double criterionValue(const WeightRule& rule, double ratio)
{
    if (rule.criterion == Criterion::Continuous)
        return ratio;
    return ratio >= rule.threshold ? rule.threshold : 0.0;
}

WeightRow collaborationWeights(const WeightRule& rule,
                               std::span<const double> ratios,
                               std::span<const double> sizes)
{
    assert(sizes.empty() || sizes.size() == ratios.size());
    WeightRow row;
    double phi = 0; // Σ n φ(r)
    double psi = 0; // Σ n ψ(r)
    for (std::size_t k = 0; k < ratios.size(); ++k) {
        const double weight = criterionValue(rule, ratios[k]) * (sizes.empty() ? 1.0 : sizes[k]);
        row.weights.push_back(weight);
        phi += weight;
        psi += weight * ratios[k];
    }
    if (phi == 0)
        return row;
    row.theorySum = phi / psi;
    for (double& weight : row.weights)
        weight /= rule.rowSumOne ? phi : psi;
    return row;
}

} // namespace coterie
