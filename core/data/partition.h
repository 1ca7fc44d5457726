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

/// Whether the clients that edges and arrivals name exist, which only the partition can say.
[[nodiscard]] Result<void> checkClientNumbers(const ClientSettings& settings, std::size_t clients);

/// The edge servers with their clients: those written down, or those that are to be made.
[[nodiscard]] std::vector<EdgeServer>
edgeServers(const ClientSettings& settings, std::size_t clients, std::uint64_t seed);

/// The partition schemes an experiment may name.
[[nodiscard]] std::span<const NamedPart> partitionParts();

/// Whether the scheme's parameters fit each other, as far as that can be said without the data.
[[nodiscard]] Result<void> checkPartition(const Part& partition);

/// What every client holds in all, before test and validation samples are split off.
struct HeldShards
{
    Shards shards; ///< all in Shard::train, but for the test samples that a scheme deals itself
    TestRule test;
    std::vector<std::size_t> sizesByScheme; ///< what the scheme gave before the overrides
};

/// The scheme and then the client overrides: what overrides and written-down counts count. Not for
/// data sets that make samples without end.
[[nodiscard]] Result<HeldShards> heldShards(const Dataset& dataset,
                                            const DataSettings& settings,
                                            const ClientSettings& clients,
                                            std::uint64_t seed);

/// Who holds what: a pure function of the data set, the settings and the seed. Applies the scheme,
/// then the client overrides, then splits every client's samples into train, test and validation.
[[nodiscard]] Result<Shards> makeShards(const Dataset& dataset,
                                        const DataSettings& settings,
                                        const ClientSettings& clients,
                                        std::uint64_t seed);

} // namespace coterie
