#pragma once

#include <cstddef>
#include <vector>

namespace coterie {

/// Points and weights with Σ weight·g(point) = E[g(x)], x standard normal, exact for polynomials
/// of degree 2n − 1.
struct NormalQuadrature
{
    std::vector<double> points;
    std::vector<double> weights;
};

/// Gauss–Hermite with n points, in the probabilists' form.
[[nodiscard]] NormalQuadrature normalQuadrature(std::size_t n);

/// E[σ(f)] for f ~ N(mean, variance), σ the logistic function, and its slopes.
struct LogisticMean
{
    double value = 0;
    double meanSlope = 0;
    double varianceSlope = 0;
};

/// By the given quadrature; the slopes are those of the sum it makes.
[[nodiscard]] LogisticMean
logisticMean(const NormalQuadrature& quadrature, double mean, double variance);

} // namespace coterie
