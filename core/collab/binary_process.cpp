#include "core/collab/binary_process.h"

#include "core/collab/linear_algebra.h"
#include "core/collab/polya_gamma.h"

#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

namespace coterie {
namespace {

double product(std::span<const double> a, std::span<const double> b)
{
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

} // namespace

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
