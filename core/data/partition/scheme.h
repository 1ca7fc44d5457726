#pragma once

#include "core/data/dataset.h"
#include "core/spec/descriptor.h"
#include "core/spec/result.h"

namespace coterie {

/// One way to deal a data set's samples to clients. To add one: a file in this folder and a line in
/// the table of core/data/partition.cpp.
struct PartitionScheme
{
    NamedPart part;
    /// Every client's samples, all of them in Shard::train; test and validation are split off
    /// later. Draws only from streams of Purpose::Partition. `parameters` is complete.
    Result<Shards> (*deal)(const Dataset& dataset,
                           const ParameterSet& parameters,
                           std::uint64_t seed) = nullptr;
};

/// Errors of a scheme name this place, or a parameter below it.
inline constexpr const char* kPartitionPlace = "/data/partition";

extern const PartitionScheme kIidScheme;
extern const PartitionScheme kDirichletScheme;

} // namespace coterie
