#include "core/collab/gauss_hermite.h"

#include "core/collab/blas_size.h"

#include <algorithm>
#include <cassert>
#include <cmath>

extern "C" {
// Eigenvalues (into d) and eigenvectors (into z, by columns) of a symmetric tridiagonal matrix.
void dstev_(const char* jobz,
            const int* n,
            double* d,
            double* e,
            double* z,
            const int* ldz,
            double* work,
            int* info);
}

namespace coterie {

namespace {

constexpr double kSmallestVariance = 1e-10; // its root divides a slope

} // namespace

/// Golub, Welsch 1969: the points are the eigenvalues of the recurrence's matrix, whose side
/// diagonal holds √k, and each weight is the square of its eigenvector's first number.
NormalQuadrature normalQuadrature(std::size_t n)
{
    const int size = blasSize(n);
    NormalQuadrature quadrature{.points = std::vector<double>(n, 0.0), .weights = {}};
    std::vector<double> side(n);
    for (std::size_t k = 1; k < n; ++k)
        side[k - 1] = std::sqrt(static_cast<double>(k));
    std::vector<double> vectors(n * n);
    std::vector<double> work(2 * n);
    int failed = 0;
    dstev_("V",
           &size,
           quadrature.points.data(),
           side.data(),
           vectors.data(),
           &size,
           work.data(),
           &failed);
    assert(failed == 0);
    for (std::size_t k = 0; k < n; ++k)
        quadrature.weights.push_back(vectors[k * n] * vectors[k * n]);
    return quadrature;
}

LogisticMean logisticMean(const NormalQuadrature& quadrature, double mean, double variance)
{
    const double deviation = std::sqrt(std::max(variance, kSmallestVariance));
    LogisticMean sum;
    for (std::size_t q = 0; q < quadrature.points.size(); ++q) {
        const double x = quadrature.points[q];
        const double share = 1 / (1 + std::exp(-(mean + deviation * x)));
        const double slope = quadrature.weights[q] * share * (1 - share);
        sum.value += quadrature.weights[q] * share;
        sum.meanSlope += slope;
        sum.varianceSlope += slope * x / (2 * deviation);
    }
    return sum;
}

} // namespace coterie
