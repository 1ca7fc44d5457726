#pragma once

#include "core/base/result.h"
#include "core/data/dataset.h"
#include "core/data/partition/scheme.h"
#include "core/experiment/experiment.h"
#include "core/experiment/parameters.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace coterie {

/// Whether the clients that edges and arrivals name exist, which depends on the partition.
[[nodiscard]] Result<void> checkClientNumbers(const ClientSettings& settings, std::size_t clients);

/// The edge servers with their clients: listed in the file, or generated.
[[nodiscard]] std::vector<EdgeServer>
edgeServers(const ClientSettings& settings, std::size_t clients, std::uint64_t seed);

/// The partition schemes that an experiment can name.
[[nodiscard]] std::span<const NamedPart> partitionParts();

/// Whether the scheme's parameters fit each other, as far as this does not depend on the data.
[[nodiscard]] Result<void> checkPartition(const Part& partition);

/// All that every client holds, before test and validation samples are split off.
struct HeldShards
{
    Shards shards; ///< all in Shard::train, except test samples that a scheme deals itself
    TestRule test;
    std::vector<std::size_t> sizesByScheme; ///< before the overrides
};

/// Applies the scheme and then the client overrides: these are the numbers that overrides and
/// listed counts refer to. Not for data sets with unlimited streams.
[[nodiscard]] Result<HeldShards> heldShards(const Dataset& dataset,
                                            const DataSettings& settings,
                                            const ClientSettings& clients,
                                            std::uint64_t seed);

/// Every client's samples, a pure function of the data set, the settings and the seed. Applies the
/// scheme, then the client overrides, then splits each client's samples into train, test and
/// validation.
[[nodiscard]] Result<Shards> makeShards(const Dataset& dataset,
                                        const DataSettings& settings,
                                        const ClientSettings& clients,
                                        std::uint64_t seed);

} // namespace coterie
