#pragma once

#include "core/data/dataset.h"
#include "core/spec/experiment.h"
#include "core/spec/result.h"

namespace coterie {

/// Shards of a data set whose samples are made: client i has stream i to train on and its own part
/// of the official test set. Only the partition "natural" fits, and nothing can be taken away.
[[nodiscard]] Result<Shards>
streamShards(const Dataset& dataset, const DataSettings& settings, const ClientSettings& clients);

} // namespace coterie
