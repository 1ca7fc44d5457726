#pragma once

#include "core/algorithms/client_updates.h"
#include "core/algorithms/group_models.h"
#include "core/report/round_report.h"

#include <cstddef>
#include <span>

namespace coterie {

/// Groups the present clients by utility; into the report go groups, merges, the Gram matrix (of
/// all clients; zero where nothing is known) and the pairwise similarities.
[[nodiscard]] Groups partitionClients(const ClientUpdates& updates,
                                      const UtilitySettings& settings,
                                      std::span<const std::size_t> present,
                                      RoundReport& report);

/// From the report's Gram matrix where there is one: client values "utility" and group values
/// "utility" of these groups.
void reportUtilities(const ClientUpdates& updates,
                     const UtilitySettings& settings,
                     const Groups& groups,
                     RoundReport& report);

} // namespace coterie
