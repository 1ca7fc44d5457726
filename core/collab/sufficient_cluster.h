#pragma once

#include "core/report/matrix.h"
#include "core/spec/random_stream.h"

#include <cstddef>
#include <span>
#include <vector>

namespace coterie {

/// How far client k's loss is from client 1's: ‖∇R_1 − ∇R_k‖² ≤ b² + c·‖∇R_1‖² (All-for-one
/// Assumption 4).
struct Heterogeneity
{
    double squaredBias = 0; ///< b²
    double slope = 0;       ///< c
};

/// For quadratic losses with the identity as Hessian, μ = 2 and optima at ξ_1 and ξ_k: c = 0 and
/// b² = 2‖ξ_1 − ξ_k‖², the numbers of the released code behind Figure 1 (Property 1 misses a factor
/// of 4 for losses without the ½).
[[nodiscard]] Heterogeneity identityHessianHeterogeneity(std::span<const double> ownOptimum,
                                                         std::span<const double> otherOptimum);
inline constexpr double kIdentityHessianConvexity = 2.0;

/// |N*(ε)|: with how many clients (itself included) one can still collaborate at precision ε, those
/// with 1 − b²/(2με) − c ≥ λ. Definition 2 prints b for b²; the proof of Lemma 2 has the square.
[[nodiscard]] std::size_t sufficientClusterSize(std::span<const Heterogeneity> others,
                                                double precision,
                                                double convexity = kIdentityHessianConvexity,
                                                double threshold = 0.0);

/// Optima ξ_i ~ N(0, v²·I) of Figure 1, one row a client: `variation` is v.
[[nodiscard]] Matrix
drawnOptima(std::size_t clients, std::size_t dimension, double variation, RandomStream& stream);

/// |N*_1(ε)| of the first client for each precision, its own optimum being the first row.
[[nodiscard]] std::vector<std::size_t> sufficientClusterSizes(const Matrix& optima,
                                                              std::span<const double> precisions);

} // namespace coterie
