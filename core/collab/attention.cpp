#include "core/collab/attention.h"

#include <algorithm>
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

} // namespace coterie
