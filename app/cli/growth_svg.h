#pragma once

#include "core/run/partition_benchmark.h"

#include <ostream>
#include <span>

namespace coterie::cli {

/// Seconds against clients, both axes logarithmic, one line per regime and a dashed one that grows
/// with the square of the clients.
void writeGrowthSvg(std::ostream& out, std::span<const PartitionSpeed> speeds);

} // namespace coterie::cli
