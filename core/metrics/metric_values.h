#pragma once

#include "core/experiment/experiment.h"
#include "core/report/collaboration.h"

#include <cstddef>
#include <optional>
#include <span>

namespace coterie {

/// Of at least one value.
[[nodiscard]] double meanOf(std::span<const double> values);
/// Population standard deviation (ddof 0), in two passes.
[[nodiscard]] double deviationOf(std::span<const double> values);
/// 100·(1 − accuracy), percent.
[[nodiscard]] double errorOf(double accuracy);

/// The agreement of two groupings, corrected for chance (Hubert and Arabie 1985): 1 for equal
/// groups, about 0 for unrelated ones. Two equal trivial groupings (all together, all apart, empty)
/// give 1.
[[nodiscard]] double adjustedRandIndex(std::span<const int> found, std::span<const int> truth);

/// The share of clients whose true group is the most frequent one of their found group, 0..1.
[[nodiscard]] double purity(std::span<const int> found, std::span<const int> truth);

/// Frobenius distance ‖A − A*‖ to the oracle of the true groups: α*_ik = 1/|cl(i)| for k in i's
/// group, else 0 (AFO, the oracle criterion). Rows of clients without a group (below zero) are left
/// out, and the last one with `excludesLast`; their columns count. Nothing if no client has a group
/// or A is not clients × clients.
[[nodiscard]] std::optional<double> oracleDistance(const Collaboration& collaboration,
                                                   std::span<const int> trueGroup,
                                                   bool excludesLast = false);

/// Pearson's correlation of two lists of equal length, −1..1. Nothing from fewer than two pairs or
/// if all values of a list are equal; NaN and infinity give NaN.
[[nodiscard]] std::optional<double> pearson(std::span<const double> left,
                                            std::span<const double> right);

/// Spearman's: Pearson's of the ranks, where equal values share their mean rank. NaN gives NaN.
[[nodiscard]] std::optional<double> spearman(std::span<const double> left,
                                             std::span<const double> right);

/// Clients without an edge server form a last edge.
[[nodiscard]] std::size_t edgeCount(std::span<const EdgeServer> named, std::size_t clients);

} // namespace coterie
