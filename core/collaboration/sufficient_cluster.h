#pragma once

#include "core/base/matrix.h"
#include "core/base/random_stream.h"
#include "core/collaboration/collaboration_weights.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace coterie {

/// The losses behind Figure 1 of All-for-one: ½‖θ + ξ‖², each client with its own ξ. They are as
/// smooth as they are convex. The paper prints them without the ½, for which the released code's
/// ratios would be too large (see SufficientCluster) and the bounds would not hold.
inline constexpr double kFigureSmoothness = 1; ///< β
inline constexpr double kFigureConvexity = 1;  ///< μ

/// Optima ξ_i ~ N(0, v²·I) of Figure 1, one row a client: `variation` is v.
[[nodiscard]] Matrix
drawnOptima(std::size_t clients, std::size_t dimension, double variation, RandomStream& stream);

/// What the first client can expect of the others at a precision (All-for-one, Definition 2).
struct SufficientCluster
{
    std::size_t clients = 1; ///< |N*_1(ε)| of the released code, itself included
    double variance = 1;     ///< σ²_{1,suf}(ε), where every client's gradients have σ² = 1
};

/// ‖ξ_1 − ξ_k‖² of every client, the first one's 0 too, ascending.
[[nodiscard]] std::vector<double> squaredDistances(const Matrix& optima);

/// For each precision ε. Client k counts if x_k = 1 − b_k²/(2με) ≥ 0, as in the released code;
/// Definition 2 counts where ψ(x_k) > 0, for binary weights x_k ≥ λ.
/// σ²_suf = 1/Σ_k ψ(max(x_k, 0)) with ψ(x) = x·φ(x) of the rule's criterion.
/// ‖∇R_1 − ∇R_k‖² = b² = ‖ξ_1 − ξ_k‖² (Assumption 3 with c = 0), so x_k = 1 − ‖ξ_1 − ξ_k‖²/(2ε),
/// as in the released code. For losses without the ½ it would be 1 − ‖ξ_1 − ξ_k‖²/ε; Property 1
/// misses a factor of 4 there. Definition 2 prints b for b²; the proof of Lemma 2 has the square.
[[nodiscard]] std::vector<SufficientCluster> sufficientClusters(std::span<const double> distances,
                                                                std::span<const double> precisions,
                                                                const WeightRule& rule);
/// The number of clients alone.
[[nodiscard]] std::size_t sufficientSize(std::span<const double> distances, double precision);

/// What the bounds of All-for-one's Table 1 depend on.
struct BoundSetting
{
    double smoothness = kFigureSmoothness; ///< β
    double convexity = kFigureConvexity;   ///< μ
    double variance = 1;                   ///< σ²_suf(ε)
    double start = 1;                      ///< ε⁰, the excess loss before the first step
    double steps = 1000;                   ///< T
};

/// The largest step size that is at most (σ_φ/σ_ψ)²/β whatever the ratios x are, where all clients
/// have the same σ and x_1 = 1. (σ_φ/σ_ψ)² = Σψ(x)/Σφ(x) is least where all others are at λ for
/// binary weights, (1 + (N − 1)λ)/N, and where all are at 1/(1 + √N) for continuous ones, 2/(1 +
/// √N). Remark 3 has the smaller λ and 1/N.
[[nodiscard]] double guaranteedRate(const WeightRule& rule, std::size_t clients, double smoothness);

/// Upper bounds on the expected excess loss after T steps, as long as it has stayed above ε and
/// every step size is at most (σ_φ/σ_ψ)²/β (Theorem 2), which guaranteedRate() is. Larger ones may
/// meet that too, depending on the weights; C/(μt) is above 1/μ at first.
/// (1 − ημ)^T ε⁰ + ηβσ²/(2μ) with a constant step size η ≤ 1/μ.
[[nodiscard]] double constantRateBound(const BoundSetting& setting, double rate);
/// βσ²/(2μ²T)·(1 + ln(2Tμ²ε⁰/(βσ²))), with η = ln(2Tμ²ε⁰/(βσ²))/(μT). Absent where that η is not
/// above 0 and at most 1/μ. Table 1 prints the logarithm of the bound without its β.
[[nodiscard]] std::optional<double> horizonRateBound(const BoundSetting& setting);
/// max(βσ²C²/(2μ²(C − 1)), ε⁰)/T, with η = C/(μt) and C > 1.
[[nodiscard]] double decreasingRateBound(const BoundSetting& setting, double factor);
/// Steps to the precision with decreasing step sizes: βσ²C²/(2μ²(C − 1)ε) (Corollary 1).
[[nodiscard]] double stepsToPrecision(const BoundSetting& setting, double factor, double precision);
/// On the mean squared gradient norm of losses that are only smooth: 2·√(2ε⁰βσ²/T) (Theorem 3,
/// where the same limit holds).
[[nodiscard]] double gradientNormBound(const BoundSetting& setting);

} // namespace coterie
