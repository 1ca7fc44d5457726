#pragma once

#include "core/data/partition/scheme.h"
#include "core/experiment/experiment.h"

namespace coterie {

/// Splits what every client was dealt into training, test and validation samples, by the scheme's
/// rule and the shares of data.test and data.validation. Every client keeps at least one training
/// sample. The split of one client does not depend on the others.
[[nodiscard]] Result<void> splitShards(Shards& shards,
                                       const Dataset& dataset,
                                       const DataSettings& settings,
                                       const TestRule& rule,
                                       std::uint64_t seed);

} // namespace coterie
