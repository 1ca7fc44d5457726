#pragma once

#include "core/base/matrix.h"
#include "core/base/random_stream.h"
#include "core/math/linear_algebra.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace coterie {

/// −log of a probability; one below 1e-12 counts as that. NaN stays NaN.
[[nodiscard]] inline double negativeLog(double probability)
{
    constexpr double kSmallest = 1e-12;
    return -std::log(std::isnan(probability) ? probability : std::max(probability, kSmallest));
}

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

/// One draw of the Pólya-Gamma distribution PG(1, c): a quarter of an exponentially tilted Jacobi
/// variable, exact by the alternating series of its density (Polson, Scott, Windle 2013). Its
/// mean is tanh(c/2)/(2c), ¼ at c = 0. Not a number where c is none.
[[nodiscard]] double polyaGamma(double c, RandomStream& stream);

/// k(x, y) = s·exp(−‖x − y‖² / 2ℓ²).
struct RbfKernel
{
    double outputScale = 1; ///< s
    double lengthScale = 1; ///< ℓ

    /// K(i, j) = k(a_i, b_j) of the rows of both.
    [[nodiscard]] Matrix values(const Matrix& a, const Matrix& b) const;
    /// Given the slopes of something at K = values(a, b), adds its slopes at the rows of both.
    void addSlopes(const Matrix& a,
                   const Matrix& b,
                   const Matrix& values,
                   const Matrix& slopes,
                   Matrix& slopesOfA,
                   Matrix& slopesOfB) const;
};

/// Says which of two sides samples are on: P(yes) = σ(f) with a Gaussian process f ~ N(0, K). Given
/// Pólya-Gamma weights ω, one for each known sample, the likelihood is that of normal observations
/// κ/ω of variance 1/ω with κ = ±½, and all that follows is linear algebra (pFedGP; Polson,
/// Scott, Windle 2013; ALGORITHMS §7.8).
class BinaryProcess
{
public:
    /// K of the known samples, with what is added to its diagonal, and their κ.
    BinaryProcess(Matrix kernel, std::vector<double> kappa);

    /// ω after so many Gibbs steps from ω ~ PG(1, 0): f | ω, then ω_n ~ PG(1, f_n).
    [[nodiscard]] std::vector<double> drawWeights(int steps, RandomStream& stream) const;

    /// f at samples that are asked about, given ω: normal, each for itself. A = K + Ω⁻¹.
    struct Latent
    {
        Cholesky factor;              ///< A = L Lᵀ
        std::vector<double> alpha;    ///< A⁻¹ Ω⁻¹ κ
        Matrix halves;                ///< row t: L⁻¹ k_t
        std::vector<double> mean;     ///< k_tᵀ A⁻¹ Ω⁻¹ κ
        std::vector<double> variance; ///< k(t,t) − k_tᵀ A⁻¹ k_t
    };
    /// Row t of `cross` is k_t, between sample t and the known ones; `prior` is k(t, t).
    [[nodiscard]] Latent
    latent(std::span<const double> weights, const Matrix& cross, double prior) const;

private:
    [[nodiscard]] Cholesky augmented(std::span<const double> weights) const;

    Matrix m_kernel;
    Cholesky m_factor; ///< of K
    std::vector<double> m_kappa;
};

/// Given the slopes of something at the latent means and variances, adds its slopes at the kernel
/// and at `cross`, with ω held fixed.
void addSlopes(const BinaryProcess::Latent& latent,
               std::span<const double> meanSlopes,
               std::span<const double> varianceSlopes,
               Matrix& kernelSlopes,
               Matrix& crossSlopes);

} // namespace coterie
