#pragma once

#include "core/metrics/metrics.h"

#include <cstddef>

namespace coterie {

/// Traffic of this round, and so far per kind of link (ALGORITHMS §1.3). `clients` take part or can
/// still join.
void addTraffic(const RoundReport& report,
                const FederationFacts& facts,
                std::size_t clients,
                MetricMemory& memory,
                Metrics& metrics);

} // namespace coterie
