#pragma once

#include "core/base/matrix.h"
#include "core/math/linear_algebra.h"

#include <cstddef>
#include <span>
#include <vector>

namespace coterie {

/// How much each client takes from each: ξ of FedAMP and HeurFedAMP (Huang et al. 2021; ALGORITHMS
/// §7.7). Rows sum to 1.

/// ξ_ij = α_K·exp(−‖w_i − w_j‖²/σ)/σ for j ≠ i, ξ_ii the rest. Where the others would take more
/// than there is, they share it and nothing is left for ξ_ii.
[[nodiscard]] Matrix attention(const Matrix& squaredDistances, double sigma, double step);

/// ξ_ij = (1 − ξ_ii)·e^{s·cos(w_i, w_j)} / Σ_{h≠i} e^{s·cos(w_i, w_h)}; alone, ξ_ii = 1.
[[nodiscard]] Matrix heuristicAttention(const Matrix& cosines, double selfWeight, double sharpness);

/// What All-for-one needs of the gradients g_1 … g_N of all clients at one client's model.
struct GradientProducts
{
    std::vector<double> withOwn;      ///< ⟨g_i, g_k⟩ for each k
    std::vector<double> squaredNorms; ///< ‖g_k‖²
};

/// From the gradients as rows; `own` is the client whose model it is. Accumulated in float64, so
/// that equal rows give equal numbers.
template <typename Number>
[[nodiscard]] GradientProducts gradientProducts(const Rows<Number>& gradients, std::size_t own);

/// r̂_ik = max(0, 1 − Z_ik/Z_i) for each k (All-for-one eq. (1)), as (2⟨g_i,g_k⟩ − ‖g_k‖²)/‖g_i‖².
/// Positive iff ⟨g_i,g_k⟩ > ½‖g_k‖², and not symmetric in i and k. Conventions: 1 where Z_ik = 0, 0
/// where only Z_i is 0, 1 for the client itself. What is not finite is not alike.
[[nodiscard]] std::vector<double> similarityRatios(const GradientProducts& products,
                                                   std::size_t own);

/// Z_ik = ‖g_i − g_k‖² for each k. Differences below about 1e-16 of the norms drown in rounding.
[[nodiscard]] std::vector<double> squaredGradientDistances(const GradientProducts& products,
                                                           std::size_t own);

/// φ of All-for-one §4: how much of a similarity ratio counts.
enum class Criterion
{
    Binary,    ///< φ(x) = λ·1{x ≥ λ}
    Continuous ///< φ(x) = x
};

struct WeightRule
{
    Criterion criterion = Criterion::Binary;
    double threshold = 0.1; ///< λ in (0, 1]; Continuous has none
    /// Divide a row by its sum, as the released code does; the theory's rows sum to 1 … 1/λ.
    bool rowSumOne = true;
};

/// φ of the rule's criterion for one ratio: λ·1{r ≥ λ}, or r itself (Definition 3).
[[nodiscard]] double criterionValue(const WeightRule& rule, double ratio);

/// One client's row of the collaboration matrix.
struct WeightRow
{
    std::vector<double> weights;
    double theorySum = 0; ///< 𝒜_i = (σ_ψ/σ_φ)², the row's sum before it is made 1
};

/// α_ik = n_k φ(r_ik) / Σ_j n_j ψ(r_ij) with ψ(x) = x·φ(x) (All-for-one Definition 1, σ_k² ∝
/// 1/n_k), divided by its sum if the rule says so. Without sizes every n_k is 1. Zero ratios weigh
/// nothing.
[[nodiscard]] WeightRow collaborationWeights(const WeightRule& rule,
                                             std::span<const double> ratios,
                                             std::span<const double> sizes = {});

} // namespace coterie
