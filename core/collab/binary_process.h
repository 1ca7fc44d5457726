#pragma once

#include "core/collab/cholesky.h"
#include "core/report/matrix.h"
#include "core/spec/random_stream.h"

#include <span>
#include <vector>

namespace coterie {

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
