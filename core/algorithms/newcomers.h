#pragma once

#include "core/algorithms/client_partition.h"
#include "core/train/federation.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace coterie {

/// The model a newcomer is tried out on: the groups' models weighted by D̂_k (ALGORITHMS §2.4).
/// `models` holds each member's copy of its group's model.
void giveProbe(const Federation& federation,
               const Groups& groups,
               ModelRows& models,
               std::size_t newcomer);

/// The group that gains most by taking the newcomer in (HCCT eq. (15), (16)), or none if no group
/// gains anything; an event tells what each would have gained.
[[nodiscard]] std::optional<std::size_t> bestGroupFor(std::size_t newcomer,
                                                      const ClientUpdates& updates,
                                                      const UtilitySettings& settings,
                                                      const Groups& groups,
                                                      RoundReport& report);

} // namespace coterie
