#include "core/collaboration/gaussian_process.h"

#include "core/math/blas_kernel.h"
#include "core/math/similarity.h"

#include <cassert>
#include <limits>
#include <numbers>
#include <numeric>
#include <utility>

extern "C" {
// Eigenvalues (into d) and eigenvectors (into z, by columns) of a symmetric tridiagonal matrix:
// jobz, n, d, e, z, ldz, work, info.
void dstev_(const char*, const int*, double*, double*, double*, const int*, double*, int*);
}

namespace coterie {

namespace {

constexpr double kSmallestVariance = 1e-10; // its root divides a slope

constexpr double kPi = std::numbers::pi;
/// Where the two series of the density meet: left of it the proposal is an inverse Gaussian, right
/// of it an exponential.
constexpr double kMeeting = 0.64;

double exponential(RandomStream& stream)
{
    return -std::log(1 - stream.uniform()); // 1 − u is never 0
}

double logNormalCdf(double x)
{
    return std::log(std::erfc(-x / std::numbers::sqrt2) / 2);
}

/// a_n(x), the terms of the density of the untilted Jacobi variable.
double term(int n, double x)
{
    const double half = n + 0.5;
    if (x > kMeeting)
        return kPi * half * std::exp(-half * half * kPi * kPi * x / 2);
    return kPi * half * std::pow(2 / (kPi * x), 1.5) * std::exp(-2 * half * half / x);
}

/// How often a proposal comes from the right of the meeting point; in logarithms, since the masses
/// overflow for large z.
double shareOfTail(double z, double rate)
{
    const double root = std::sqrt(1 / kMeeting);
    const double scale = std::log(rate) + rate * kMeeting;
    const double near = scale - z + logNormalCdf(root * (kMeeting * z - 1));
    const double far = scale + z + logNormalCdf(-root * (kMeeting * z + 1));
    return 1 / (1 + 4 / kPi * (std::exp(near) + std::exp(far)));
}

/// An inverse Gaussian variable of mean 1/z and shape 1, given that it is below the meeting point.
double truncatedInverseGaussian(double z, RandomStream& stream)
{
    if (z < 1 / kMeeting) { // the mean lies above: an inverse χ² below the point, thinned
        while (true) {
            double first = exponential(stream);
            double second = exponential(stream);
            while (first * first > 2 * second / kMeeting) {
                first = exponential(stream);
                second = exponential(stream);
            }
            const double root = 1 + kMeeting * first;
            const double x = kMeeting / (root * root);
            if (stream.uniform() <= std::exp(-z * z * x / 2))
                return x;
        }
    }
    const double mean = 1 / z;
    while (true) { // Michael, Schucany, Haas 1976
        const double normal = stream.normal();
        const double y = mean * normal * normal;
        double x = mean + mean / 2 * (y - std::sqrt(4 * y + y * y));
        if (stream.uniform() > mean / (mean + x))
            x = mean * mean / x;
        if (x < kMeeting)
            return x;
    }
}

double product(std::span<const double> a, std::span<const double> b)
{
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

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
    double* points = quadrature.points.data();
    dstev_("V", &size, points, side.data(), vectors.data(), &size, work.data(), &failed);
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

double polyaGamma(double c, RandomStream& stream)
{
    if (!std::isfinite(c))
        return std::numeric_limits<double>::quiet_NaN();
    const double z = std::abs(c) / 2;
    const double rate = kPi * kPi / 8 + z * z / 2;
    const double tail = shareOfTail(z, rate);
    while (true) {
        const double x = stream.uniform() < tail ? kMeeting + exponential(stream) / rate
                                                 : truncatedInverseGaussian(z, stream);
        double sum = term(0, x);
        const double height = stream.uniform() * sum;
        for (int n = 1;; ++n) { // partial sums enclose the density ever more tightly
            const bool below = n % 2 == 1;
            sum += below ? -term(n, x) : term(n, x);
            if (below && height <= sum)
                return x / 4;
            if (!below && height > sum)
                break;
        }
    }
}

/// Differences and not ‖a‖² + ‖b‖² − 2ab, which would lose the digits of near neighbours.
Matrix RbfKernel::values(const Matrix& a, const Matrix& b) const
{
    assert(a.columns == b.columns);
    Matrix kernel(a.rows, b.rows);
    for (std::size_t i = 0; i < a.rows; ++i)
        for (std::size_t j = 0; j < b.rows; ++j) {
            const double squares = squaredDistance(a.row(i), b.row(j));
            kernel.at(i, j) = outputScale * std::exp(-squares / (2 * lengthScale * lengthScale));
        }
    return kernel;
}

void RbfKernel::addSlopes(const Matrix& a,
                          const Matrix& b,
                          const Matrix& values,
                          const Matrix& slopes,
                          Matrix& slopesOfA,
                          Matrix& slopesOfB) const
{
    for (std::size_t i = 0; i < a.rows; ++i)
        for (std::size_t j = 0; j < b.rows; ++j) {
            // ∂k/∂x = −k (x − y)/ℓ², and its opposite at y
            const double factor = -slopes.at(i, j) * values.at(i, j) / (lengthScale * lengthScale);
            const std::span<const double> x = a.row(i);
            const std::span<const double> y = b.row(j);
            const std::span<double> atX = slopesOfA.row(i);
            const std::span<double> atY = slopesOfB.row(j);
            for (std::size_t k = 0; k < x.size(); ++k) {
                const double slope = factor * (x[k] - y[k]);
                atX[k] += slope;
                atY[k] -= slope;
            }
        }
}

BinaryProcess::BinaryProcess(Matrix kernel, std::vector<double> kappa)
    : m_kernel(std::move(kernel))
    , m_factor(m_kernel)
    , m_kappa(std::move(kappa))
{}

Cholesky BinaryProcess::augmented(std::span<const double> weights) const
{
    Matrix sum = m_kernel;
    for (std::size_t n = 0; n < weights.size(); ++n)
        sum.at(n, n) += 1 / weights[n];
    return Cholesky(std::move(sum)); // K + Ω⁻¹
}

std::vector<double> BinaryProcess::drawWeights(int steps, RandomStream& stream) const
{
    const std::size_t count = m_kappa.size();
    std::vector<double> weights(count);
    for (double& weight : weights)
        weight = polyaGamma(0, stream);
    std::vector<double> prior(count);
    std::vector<double> residual(count);
    for (int step = 0; step < steps; ++step) {
        // f | ω ~ N(Σκ, Σ) with Σ = K − K(K + Ω⁻¹)⁻¹K, drawn as a correction of a draw from the
        // prior (Matheron's rule): f = f₀ + K(K + Ω⁻¹)⁻¹(Ω⁻¹κ − f₀ − ε), f₀ ~ N(0, K) and
        // ε ~ N(0, Ω⁻¹). No factor of Σ is needed.
        for (double& value : prior)
            value = stream.normal();
        m_factor.multiplyLower(prior);
        for (std::size_t n = 0; n < count; ++n)
            residual[n] =
                m_kappa[n] / weights[n] - prior[n] - stream.normal() / std::sqrt(weights[n]);
        augmented(weights).solve(residual);
        for (std::size_t n = 0; n < count; ++n)
            weights[n] = polyaGamma(prior[n] + product(m_kernel.row(n), residual), stream);
    }
    return weights;
}

BinaryProcess::Latent
BinaryProcess::latent(std::span<const double> weights, const Matrix& cross, double prior) const
{
    Latent latent{.factor = augmented(weights),
                  .alpha = m_kappa,
                  .halves = cross,
                  .mean = {},
                  .variance = {}};
    for (std::size_t n = 0; n < weights.size(); ++n)
        latent.alpha[n] /= weights[n];
    latent.factor.solve(latent.alpha);
    latent.factor.solveLower(latent.halves);
    for (std::size_t t = 0; t < cross.rows; ++t) {
        const std::span<const double> half = std::as_const(latent.halves).row(t);
        latent.mean.push_back(product(cross.row(t), latent.alpha));
        latent.variance.push_back(prior - product(half, half));
    }
    return latent;
}

/// With v_t = A⁻¹k_t: ∂mean_t/∂k_t = α and ∂mean_t/∂A = −v_t αᵀ; ∂variance_t/∂k_t = −2 v_t and
/// ∂variance_t/∂A = v_t v_tᵀ.
void addSlopes(const BinaryProcess::Latent& latent,
               std::span<const double> meanSlopes,
               std::span<const double> varianceSlopes,
               Matrix& kernelSlopes,
               Matrix& crossSlopes)
{
    Matrix solved = latent.halves;
    latent.factor.solveUpper(solved);
    const std::vector<double>& alpha = latent.alpha;
    std::vector<double> pulled(alpha.size(), 0.0); // Σ_t slope_t v_t
    for (std::size_t t = 0; t < solved.rows; ++t) {
        const std::span<const double> v = std::as_const(solved).row(t);
        const std::span<double> row = crossSlopes.row(t);
        for (std::size_t n = 0; n < alpha.size(); ++n) {
            row[n] += meanSlopes[t] * alpha[n] - 2 * varianceSlopes[t] * v[n];
            pulled[n] += meanSlopes[t] * v[n];
        }
    }
    for (std::size_t i = 0; i < alpha.size(); ++i)
        for (std::size_t j = 0; j < alpha.size(); ++j)
            kernelSlopes.at(i, j) -= pulled[i] * alpha[j];
    addWeightedSquares(kernelSlopes, solved, varianceSlopes);
}

} // namespace coterie
