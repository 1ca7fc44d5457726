#pragma once

#include "core/report/matrix.h"

#include <optional>
#include <span>

namespace coterie {

/// How far two ways to group the same things agree, chance taken out (Hubert and Arabie 1985): 1
/// for the same groups whatever they are called, about 0 for unrelated ones. Two groupings that say
/// the same trivial thing (all together, all apart) agree, as does nothing with nothing.
[[nodiscard]] double adjustedRandIndex(std::span<const int> found, std::span<const int> truth);

/// The share of things whose true group is the commonest one of their found group, 0..1.
[[nodiscard]] double purity(std::span<const int> found, std::span<const int> truth);

/// Frobenius distance ‖A − A*‖ to the oracle of the true groups: α*_ik = 1/|cl(i)| for k in i's
/// group, else 0 (AFO, the oracle criterion). Rows of clients in no group (below zero) are left
/// out; what another client takes from them is weight off its oracle. Nothing if no client is in a
/// group or A is not clients × clients.
[[nodiscard]] std::optional<double> oracleDistance(const Matrix& collaboration,
                                                   std::span<const int> trueGroup);

} // namespace coterie
