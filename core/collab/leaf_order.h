#pragma once

#include "core/report/round_report.h"

#include <cstddef>
#include <span>
#include <vector>

namespace coterie {

/// An order for those of `clients` clients that are in groups, in which the two sides of every
/// merge, and so the groups, stay together (a dendrogram over it has no crossings), and everything
/// stands as near to where it was as that allows: sides and groups go by the mean of their members'
/// places in `previous`. Who is not in `previous` comes last; without it the order is by smallest
/// member.
[[nodiscard]] std::vector<int>
leafOrder(const Grouping& grouping, std::size_t clients, std::span<const int> previous);

} // namespace coterie
