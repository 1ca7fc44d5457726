#pragma once

#include "core/base/matrix.h"
#include "core/math/linear_algebra.h"
#include "core/report/round_report.h"

#include <cstddef>
#include <span>
#include <vector>

namespace coterie {

/// How a client weighs more data against likeness: U_i(C) = −α_i/D̂ + s(i, C) + β (HCCT eq. (9)).
struct UtilitySettings
{
    std::vector<double> alpha{1.0}; ///< one for all, or one per client
    double beta = 0;                ///< moves every utility alike and so never decides anything
    std::size_t fixedGroups = 0;    ///< merge until this many are left; 0: while a merge gains

    [[nodiscard]] double alphaOf(std::size_t client) const
    {
        return alpha.size() == 1 ? alpha.front() : alpha[client];
    }
    bool operator==(const UtilitySettings&) const = default;
};

/// What a merge brings (HCCT eq. (15)): more data, never negative, and less likeness.
struct Gain
{
    double data = 0;
    double similarity = 0;

    [[nodiscard]] double total() const { return data + similarity; }
};

/// U_i of each client in its group, from the Gram matrix of the updates; groups hold each client
/// once.
[[nodiscard]] std::vector<double> utilities(const Matrix& gram,
                                            std::span<const double> sizes,
                                            std::span<const std::vector<int>> groups,
                                            const UtilitySettings& settings);

/// What a client that belongs to no group yet brings to each group by joining it (ALGORITHMS §2.4).
[[nodiscard]] std::vector<Gain> joinGains(const Matrix& gram,
                                          std::span<const double> sizes,
                                          std::span<const std::vector<int>> groups,
                                          std::size_t newcomer,
                                          const UtilitySettings& settings);

/// HCCT's client partition (Algorithm 2) in closed form: from the Gram matrix K of the updates and
/// the sizes D_i it merges groups greedily while some merge still raises the summed utility. Exact:
/// every benefit (eq. (15)) is O(1) from two triangles that start as scaled copies of K and take
/// its place, so that K is all the memory it needs. The stopping rule (eq. (17)) is tested before
/// merging, not after (ALGORITHMS §2.1, A7).
[[nodiscard]] Grouping
partitionByUtility(Matrix gram, std::span<const double> sizes, const UtilitySettings& settings);

/// The same with s(i, C) = the share of coordinates in which g_i and ĝ_C have equal sign. It is no
/// function of K, so each benefit is computed from the updates themselves.
template <typename Number>
[[nodiscard]] Grouping partitionBySigns(const Rows<Number>& updates,
                                        std::span<const double> sizes,
                                        const UtilitySettings& settings);
/// U_i with that similarity.
template <typename Number>
[[nodiscard]] std::vector<double> utilitiesBySigns(const Rows<Number>& updates,
                                                   std::span<const double> sizes,
                                                   std::span<const std::vector<int>> groups,
                                                   const UtilitySettings& settings);

/// A partition of some clients, numbered 0..n−1 in it, as one of `clients` clients: number k is
/// really members[k].
[[nodiscard]] Grouping
ofClients(Grouping partition, std::span<const std::size_t> members, std::size_t clients);

/// The same with those in `alone` as groups of their own, and groups by smallest member.
[[nodiscard]] Grouping renumbered(Grouping partition,
                                  std::span<const std::size_t> members,
                                  std::span<const std::size_t> alone,
                                  std::size_t clients);

} // namespace coterie
