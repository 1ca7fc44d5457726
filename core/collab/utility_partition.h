#pragma once

#include "core/collab/utility.h"
#include "core/report/round_report.h"

#include <span>
#include <vector>

namespace coterie {

/// HCCT's client partition (Algorithm 2) in closed form: from the Gram matrix K of the updates and
/// the sizes D_i it merges groups greedily while some merge still raises the summed utility. Exact:
/// every benefit (eq. (15)) is O(1) from two triangles that start as scaled copies of K and take
/// its place, so that K is all the memory it needs. The stopping rule (eq. (17)) is tested before
/// merging, not after (ALGORITHMS §2.1, A7).
[[nodiscard]] Grouping
partitionByUtility(Matrix gram, std::span<const double> sizes, const UtilitySettings& settings);

/// The same with s(i, C) = the share of coordinates in which g_i and ĝ_C have equal sign. It is no
/// function of K, so each benefit is computed from the updates themselves.
[[nodiscard]] Grouping partitionBySigns(const Rows<float>& updates,
                                        std::span<const double> sizes,
                                        const UtilitySettings& settings);
[[nodiscard]] Grouping partitionBySigns(const Rows<double>& updates,
                                        std::span<const double> sizes,
                                        const UtilitySettings& settings);
/// U_i with that similarity.
[[nodiscard]] std::vector<double> utilitiesBySigns(const Rows<float>& updates,
                                                   std::span<const double> sizes,
                                                   std::span<const std::vector<int>> groups,
                                                   const UtilitySettings& settings);
[[nodiscard]] std::vector<double> utilitiesBySigns(const Rows<double>& updates,
                                                   std::span<const double> sizes,
                                                   std::span<const std::vector<int>> groups,
                                                   const UtilitySettings& settings);

/// A partition of some clients, numbered 0..n−1 in it, as one of `clients` clients: number k is
/// really members[k], and those in `alone` are groups of their own.
[[nodiscard]] Grouping renumbered(Grouping partition,
                                  std::span<const std::size_t> members,
                                  std::span<const std::size_t> alone,
                                  std::size_t clients);

} // namespace coterie
