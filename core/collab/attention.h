#pragma once

#include "core/report/matrix.h"

namespace coterie {

/// How much each client takes from each: ξ of FedAMP and HeurFedAMP (Huang et al. 2021; ALGORITHMS
/// §7.7). Rows sum to 1.

/// ξ_ij = α_K·exp(−‖w_i − w_j‖²/σ)/σ for j ≠ i, ξ_ii the rest. Where the others would take more
/// than there is, they share it and nothing is left for ξ_ii.
[[nodiscard]] Matrix attention(const Matrix& squaredDistances, double sigma, double step);

/// ξ_ij = (1 − ξ_ii)·e^{s·cos(w_i, w_j)} / Σ_{h≠i} e^{s·cos(w_i, w_h)}; alone, ξ_ii = 1.
[[nodiscard]] Matrix heuristicAttention(const Matrix& cosines, double selfWeight, double sharpness);

} // namespace coterie
