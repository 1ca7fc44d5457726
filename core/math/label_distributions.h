#pragma once

#include "core/base/matrix.h"

#include <cstdint>
#include <numbers>
#include <span>
#include <vector>

namespace coterie {

/// softmax(x/T), max-subtracted. A temperature above 0 is needed.
[[nodiscard]] std::vector<double> softmax(std::span<const double> values, double temperature = 1.0);

/// −Σ p ln p in nats, with 0·ln 0 = 0.
[[nodiscard]] double entropyOf(std::span<const double> distribution);

/// Ĥ = H(softmax(Δb/T)) of the change of the output layer's bias, HiCS-FL eq. (8). It lies in
/// 0..ln C and does not change when a number is added to all of Δb.
[[nodiscard]] double estimatedEntropy(std::span<const double> update, double temperature);

/// How often each class occurs, as shares; without samples all shares are 0.
[[nodiscard]] std::vector<double> labelShares(std::span<const std::int64_t> classCounts);
/// H of the labels a client holds; 0 without samples.
[[nodiscard]] double labelEntropy(std::span<const std::int64_t> classCounts);

/// Label shares of clients from their gradients of the output layer's bias at one model, a row per
/// client. With softmax cross-entropy such a gradient is p̄ − D_k, where p̄ is the model's mean
/// answer. Near an initial model p̄ is about the same for all data, so it is found from the clients
/// themselves: where some client lacks class c, p̄_c is the largest gradient of c. What is missing
/// of Σ p̄ = 1, because everybody holds some class, is spread evenly.
[[nodiscard]] Matrix labelSharesOfGradients(const Matrix& biasGradients);

/// λ·angle(Δb_u, Δb_k) + (1 − λ)|Ĥ_u − Ĥ_k| for all pairs, HiCS-FL eq. (9); rows of `updates` are
/// the clients' Δb. The paper's section 6.1.2 puts λ on the entropies, eq. (9) is what the rest of
/// it builds on. `zeroNormAngle` is the angle of a vector without length.
[[nodiscard]] Matrix mixedDistances(const Matrix& updates,
                                    std::span<const double> entropies,
                                    double lambda,
                                    double zeroNormAngle = std::numbers::pi / 2);

/// Total variation ½ Σ_c |p_ic − p_jc| between the label distributions of every two clients, 0 for
/// equal ones and 1 for such that share no label. A client without samples has no distribution: its
/// row and column are NaN.
[[nodiscard]] Matrix labelDistances(std::span<const std::vector<std::int64_t>> classCounts);

} // namespace coterie
