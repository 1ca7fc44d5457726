#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace coterie {

/// The `count` candidates with the largest values, largest first; of equal values the smaller id
/// comes first. All of them if there are no more. Values are no NaN.
[[nodiscard]] std::vector<std::size_t> largestOf(std::span<const std::size_t> candidates,
                                                 std::span<const double> values,
                                                 std::size_t count);

} // namespace coterie
