#pragma once

#include "core/base/random_stream.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace coterie {

/// One position, each with a chance in proportion to its weight; nothing if no weight is above 0.
[[nodiscard]] std::optional<std::size_t> drawOne(std::span<const double> weights,
                                                 RandomStream& stream);

/// `count` sequential draws without replacement; each client left has a chance in proportion to its
/// weight.
[[nodiscard]] std::vector<std::size_t>
drawWithoutReplacement(std::span<const double> weights, std::size_t count, RandomStream& stream);

/// The `count` candidates with the largest values, largest first; of equal values the smaller id
/// comes first. All of them if there are no more. Values are no NaN.
[[nodiscard]] std::vector<std::size_t> largestOf(std::span<const std::size_t> candidates,
                                                 std::span<const double> values,
                                                 std::size_t count);

} // namespace coterie
