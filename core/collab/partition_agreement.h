#pragma once

#include <span>

namespace coterie {

/// How far two ways to group the same things agree, chance taken out (Hubert and Arabie 1985): 1
/// for the same groups whatever they are called, about 0 for unrelated ones. Two groupings that say
/// the same trivial thing (all together, all apart) agree, as does nothing with nothing.
[[nodiscard]] double adjustedRandIndex(std::span<const int> found, std::span<const int> truth);

/// The share of things whose true group is the commonest one of their found group, 0..1.
[[nodiscard]] double purity(std::span<const int> found, std::span<const int> truth);

} // namespace coterie
