#pragma once

#include "core/train/federation.h"

#include <cstddef>
#include <vector>

namespace coterie {

/// What edge servers of sFedHP do once their clients have answered; a row of each matrix is an
/// edge's.
struct EdgeStep
{
    double lambda1 = 0;
    double lambda2 = 0;
    double gamma = 0; ///< γ₂
    double rho = 1;
    double rate = 0; ///< η₁

    /// φ = (λ₁θ̄ + λ₂w)/(λ₁ + λ₂): eq. (10) takes the mean of φ_ij over j, which is that of θ_ij in
    /// its place.
    [[nodiscard]] at::Tensor centres(const at::Tensor& means, const at::Tensor& w) const;
    /// w − η₁(λ₂(w − φ) + γ₂·tanh(w/ρ)), eq. (11); φ is of the w given.
    [[nodiscard]] at::Tensor models(const at::Tensor& w, const at::Tensor& centres) const;
};

/// dφ_ρ/dx = tanh(x/ρ) of every entry, the slope of the smooth ℓ1 penalty
/// (core/collab/smooth_l1.h). No cosh: safe for any x/ρ.
[[nodiscard]] at::Tensor smoothL1Slope(const at::Tensor& x, double rho);

/// S^t: ascending places of the edges that the cloud will average, `count` of them or, for 0, all.
[[nodiscard]] std::vector<std::size_t>
drawnPlaces(const Federation& federation, std::size_t edges, std::size_t count);

} // namespace coterie
