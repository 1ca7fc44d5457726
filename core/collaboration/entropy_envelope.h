#pragma once

#include <optional>
#include <span>

namespace coterie {

/// y = κ − ρ·exp(β(H − ln C)): how far, by HiCS-FL's Assumption 1 (eq. 3), the gradient of a client
/// whose labels have entropy H may be from that of all data.
struct EntropyEnvelope
{
    double beta = 0;
    double rho = 0;
    double kappa = 0;
};

/// The curve that has a `share` of the points at or below it and is as near to them as such a curve
/// can be: quantile regression (the pinball loss), with β in 0.1..8 and ρ ≥ 0. A share of 0.975
/// gives the upper curve of a band that holds 95 % of the points, 0.025 the lower one. Nothing with
/// fewer than three points, or if a number is not finite.
[[nodiscard]] std::optional<EntropyEnvelope> fitEnvelope(std::span<const double> entropies,
                                                         std::span<const double> distances,
                                                         double largestEntropy,
                                                         double share);

} // namespace coterie
