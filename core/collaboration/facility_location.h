#pragma once

#include "core/base/matrix.h"
#include "core/base/random_stream.h"

#include <cstddef>
#include <span>
#include <vector>

namespace coterie {

/// Greedy facility location as DivFL uses it (Balakrishnan et al. 2022): `count` clients, each the
/// one that lowers Σ_k min_{i∈S} d_ki most; of equal ones the smallest id. Lazily: a gain never
/// grows while S does, so only clients whose old gain still leads are asked again. In the order of
/// choice.
[[nodiscard]] std::vector<std::size_t> chooseDiverse(const Matrix& distances, std::size_t count);

/// The same with every choice from a random subset of max(count, floor(share·N)) of those not
/// chosen yet.
[[nodiscard]] std::vector<std::size_t>
chooseDiverse(const Matrix& distances, std::size_t count, double share, RandomStream& stream);

/// How many clients are nearest to each chosen one, always itself included, so that nobody who was
/// chosen counts for nothing; of equally near ones the first in `chosen` has it.
[[nodiscard]] std::vector<double> nearestCounts(const Matrix& distances,
                                                std::span<const std::size_t> chosen);

} // namespace coterie
