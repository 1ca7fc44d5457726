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

template <typename Number>
GradientProducts productsOf(const Rows<Number>& gradients, std::size_t own)
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

double counted(const WeightRule& rule, double ratio)
{
    if (rule.criterion == Criterion::Continuous)
        return ratio;
    return ratio >= rule.threshold ? rule.threshold : 0.0;
}

} // namespace

GradientProducts gradientProducts(const Rows<float>& gradients, std::size_t own)
{
    return productsOf(gradients, own);
}

GradientProducts gradientProducts(const Rows<double>& gradients, std::size_t own)
{
    return productsOf(gradients, own);
}

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

WeightRow collaborationWeights(const WeightRule& rule,
                               std::span<const double> ratios,
                               std::span<const double> sizes)
{
    assert(sizes.empty() || sizes.size() == ratios.size());
    WeightRow row;
    double phi = 0; // Σ n φ(r)
    double psi = 0; // Σ n ψ(r)
    for (std::size_t k = 0; k < ratios.size(); ++k) {
        const double weight = counted(rule, ratios[k]) * (sizes.empty() ? 1.0 : sizes[k]);
        row.weights.push_back(weight);
        row.neighbours += weight > 0 ? 1 : 0;
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

Heterogeneity identityHessianHeterogeneity(std::span<const double> ownOptimum,
                                           std::span<const double> otherOptimum)
{
    assert(ownOptimum.size() == otherOptimum.size());
    double squares = 0;
    for (std::size_t d = 0; d < ownOptimum.size(); ++d) {
        const double difference = ownOptimum[d] - otherOptimum[d];
        squares += difference * difference;
    }
    return {.squaredBias = 2 * squares, .slope = 0};
}

std::size_t sufficientClusterSize(std::span<const Heterogeneity> others,
                                  double precision,
                                  double convexity,
                                  double threshold)
{
    std::size_t size = 1; // itself
    for (const Heterogeneity& other : others)
        size +=
            1 - other.squaredBias / (2 * convexity * precision) - other.slope >= threshold ? 1 : 0;
    return size;
}

Matrix
drawnOptima(std::size_t clients, std::size_t dimension, double variation, RandomStream& stream)
{
    Matrix optima(clients, dimension);
    for (double& coordinate : optima.values)
        coordinate = variation * stream.normal();
    return optima;
}

std::vector<std::size_t> sufficientClusterSizes(const Matrix& optima,
                                                std::span<const double> precisions)
{
    std::vector<Heterogeneity> others;
    for (std::size_t k = 1; k < optima.rows; ++k)
        others.push_back(identityHessianHeterogeneity(optima.row(0), optima.row(k)));
    std::vector<std::size_t> sizes;
    for (const double precision : precisions)
        sizes.push_back(sufficientClusterSize(others, precision));
    return sizes;
}

} // namespace coterie
