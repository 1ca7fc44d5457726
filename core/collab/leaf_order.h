#pragma once

#include "core/report/round_report.h"

#include <cstddef>
#include <span>
#include <vector>

namespace coterie {

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
