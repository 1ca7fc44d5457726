#pragma once

#include "core/data/partition_statistics.h"

#include <ostream>
#include <string>

namespace coterie::cli {

/// A picture of who holds what: one horizontal bar per client, as long as its training samples are
/// many, cut by class or domain. Dark text on white; neighbouring colours differ for every kind of
/// colour vision.
void writePartitionSvg(std::ostream& out,
                       const PartitionStatistics& statistics,
                       const std::string& title);

} // namespace coterie::cli
