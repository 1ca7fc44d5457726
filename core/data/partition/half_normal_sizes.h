#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace coterie {

/// h_i = |N(0, 1)|, one per client, never all zero (HCCT: half-normal ℋ(1); ALGORITHMS §9.1).
[[nodiscard]] std::vector<double> halfNormals(std::size_t clients, std::uint64_t seed);

/// max(least, ⌊total · h_i / Σh⌋). Where clients that get `least` would make the sum exceed the
/// total, the largest (the first of equals) give one each until it does not. total ≥ least ·
/// clients.
[[nodiscard]] std::vector<std::size_t>
proportionalSizes(std::span<const double> weights, std::size_t total, std::size_t least);

} // namespace coterie
