#pragma once

#include "core/data/dataset.h"
#include "core/spec/experiment.h"
#include "core/spec/result.h"

#include <span>

namespace coterie {

/// Changes what single clients hold, before test samples are split off: of Shard::train, where
/// all is that the scheme did not deal as test samples. "samples" keeps a random part of that size.
/// "classCounts" gives a client exactly that many of each class: as far as possible its own, the
/// rest from samples nobody holds. No sample ends up with two clients, and the order of the
/// overrides does not decide whether they can be met.
[[nodiscard]] Result<void> applyOverrides(Shards& shards,
                                          const Dataset& dataset,
                                          std::span<const ClientOverride> overrides,
                                          std::uint64_t seed);

} // namespace coterie
