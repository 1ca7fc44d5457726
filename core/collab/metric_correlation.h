#pragma once

#include <optional>
#include <span>

namespace coterie {

/// Pearson's correlation of two lists of one length, −1..1. Nothing from fewer than two pairs or
/// where one list has one value only; NaN and infinity make it NaN.
[[nodiscard]] std::optional<double> pearson(std::span<const double> left,
                                            std::span<const double> right);

/// Spearman's: Pearson's of the ranks, where equal values share the mean of their ranks. Infinity
/// has a rank, NaN has none and makes it NaN.
[[nodiscard]] std::optional<double> spearman(std::span<const double> left,
                                             std::span<const double> right);

} // namespace coterie
