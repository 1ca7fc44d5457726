#pragma once

#include "core/base/result.h"
#include "core/report/round_report.h"
#include "core/store/run_store.h"

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace coterie {

/// The reports of two runs in one round.
using TwoReports = std::array<RoundReport, 2>;
[[nodiscard]] Result<TwoReports>
reportsOf(RunStore& store, const std::array<std::int64_t, 2>& runs, int round);

/// The second matrix minus the first. Absent if one is missing or empty or their sizes differ.
[[nodiscard]] std::optional<Matrix> subtracted(const std::optional<Matrix>& one,
                                               const std::optional<Matrix>& other);

/// How large the entries of a difference are.
struct MatrixDistance
{
    double mean = 0;    ///< of the absolute values; not a number if one of them is none
    double largest = 0; ///< of the absolute values; what is not a number counts as larger than any
    std::size_t row = 0;
    std::size_t column = 0; ///< of the largest; the first one if there are several
};
[[nodiscard]] MatrixDistance distanceOf(const Matrix& difference);
/// Of the second A minus the first, without a matrix of all clients where neither holds one. Absent
/// if one is missing or empty or their sizes differ.
[[nodiscard]] std::optional<MatrixDistance>
distanceBetween(const std::optional<Collaboration>& one, const std::optional<Collaboration>& other);

/// The clients that are in one group of the first round and in one of the second.
struct GroupMove
{
    std::optional<std::size_t> from; ///< absent: in no group
    std::optional<std::size_t> to;
    std::vector<int> clients; ///< ascending

    bool operator==(const GroupMove&) const = default;
};

/// How the groups of one round become those of another one with the same clients.
struct GroupFlow
{
    /// Of both rounds, as reported, each ascending and without numbers that no client has: a store
    /// may come from anyone.
    std::array<std::vector<std::vector<int>>, 2> groups;
    std::vector<GroupMove> moves; ///< by group of the first, then of the second; none last
    std::vector<int> moved;       ///< clients with other companions, ascending
    std::size_t clients = 0;
};
/// Absent if a round has no groups or their clients differ.
[[nodiscard]] std::optional<GroupFlow> flowOf(const RoundReport& one, const RoundReport& other);

} // namespace coterie
