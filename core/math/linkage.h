#pragma once

#include "core/base/matrix.h"
#include "core/report/round_report.h"

#include <cstddef>
#include <span>
#include <vector>

namespace coterie {

/// How far a new cluster u∪v is from another cluster s, given d(u,s), d(v,s) and d(u,v).
enum class Linkage
{
    Single,   ///< the nearer of the two
    Complete, ///< the farther of the two
    Average,  ///< their mean, weighted by members (UPGMA)
    Ward,     ///< sqrt([(|u|+|s|)d(u,s)² + (|v|+|s|)d(v,s)² − |s|d(u,v)²] / (|u|+|v|+|s|))
};

/// Agglomerates N points from their distances (symmetric, zero diagonal, not negative) into one
/// tree of N−1 merges in ascending height, by the nearest-neighbour chain in O(N²) time and memory.
/// Merges are numbered as in `Merge`; `left` is the smaller node. Equal heights: the merge with the
/// smallest members comes first, and of equally near neighbours the smallest is taken. NaN counts
/// as infinitely far. With Ward this is the recurrence on the distances as they are, Euclidean or
/// not ("condensed"). The matrix is worked on in place: hand it over with std::move where its size
/// matters.
[[nodiscard]] std::vector<Merge> agglomerate(Matrix distances, Linkage linkage);

/// The cluster of each of `count` points after all but the last M−1 merges; M is brought
/// into 1..count. Clusters are numbered in the order of their smallest members.
[[nodiscard]] std::vector<int>
cutToClusters(std::span<const Merge> merges, std::size_t count, std::size_t clusters);

/// Labels 0..M−1 as groups: ascending ids, group m holds label m.
[[nodiscard]] std::vector<std::vector<int>> groupsOfLabels(std::span<const int> labels);

/// Which merges of a report stand: they join two different nodes that exist by then and have not
/// been joined before. A stored report may be damaged; what does not stand is left out of
/// everything here. A node is a client's number, or that of a merge after those of all clients.
[[nodiscard]] std::vector<bool> soundMerges(const Grouping& grouping, std::size_t clients);

/// All clients in an order in which the two sides of every merge, and so the groups, stay together
/// (a dendrogram over it has no crossings), and everything stands as near to where it was as that
/// allows: sides and groups go by the mean of their members' places in `previous`. Who is not in
/// `previous` comes last; without it the order is by smallest member. A client in no group stands
/// for itself.
[[nodiscard]] std::vector<int>
leafOrder(const Grouping& grouping, std::size_t clients, std::span<const int> previous = {});

/// The clients below a node, ascending; none below a node that does not exist.
[[nodiscard]] std::vector<int>
membersBelow(const Grouping& grouping, std::size_t clients, int node);

} // namespace coterie
