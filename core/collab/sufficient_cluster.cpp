#include "core/collab/sufficient_cluster.h"

#include <cassert>

namespace coterie {

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
