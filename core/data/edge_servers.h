#pragma once

#include "core/spec/experiment.h"
#include "core/spec/result.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace coterie {

/// Whether the clients that edges and arrivals name exist, which only the partition can say.
[[nodiscard]] Result<void> checkClientNumbers(const ClientSettings& settings, std::size_t clients);

/// The edge servers with their clients: those written down, or those that are to be made.
[[nodiscard]] std::vector<EdgeServer>
edgeServers(const ClientSettings& settings, std::size_t clients, std::uint64_t seed);

} // namespace coterie
