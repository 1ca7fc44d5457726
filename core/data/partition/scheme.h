#pragma once

#include "core/data/dataset.h"
#include "core/spec/descriptor.h"
#include "core/spec/result.h"

namespace coterie {

/// Where the test samples of a scheme's clients come from.
enum class TestSource
{
    Share,           ///< data.test.share of what the client was dealt
    Dealt,           ///< the scheme has put them into Shard::test itself
    OfficialDomain,  ///< all official test samples of the client's domains
    OfficialClasses, ///< all official test samples of the client's classes
};

/// How test samples are split off.
struct TestRule
{
    TestSource source = TestSource::Share;
    bool roundUp = false; ///< ⌈share · n⌉, so that ⌊(1 − share) · n⌋ are left to train on
    bool stratified = false; ///< every class gives its share
};

/// What a scheme gave to whom: in Shard::train all that is not test. Test (unless dealt) and
/// validation samples are split off later.
struct Deal
{
    Shards shards;
    TestRule test;
};

/// One way to deal a data set's samples to clients. To add one: a file in this folder and a line in
/// the table of core/data/partition.cpp.
struct PartitionScheme
{
    NamedPart part;
    /// Draws only from streams of Purpose::Partition. `parameters` is complete and checked.
    Result<Deal> (*deal)(const Dataset& dataset,
                         const ParameterSet& parameters,
                         std::uint64_t seed) = nullptr;
    /// Whether the parameters fit each other, as far as that can be said without the data.
    Result<void> (*check)(const ParameterSet& parameters) = nullptr;
};

extern const PartitionScheme kIidScheme;
extern const PartitionScheme kHalfNormalScheme;
extern const PartitionScheme kShardsScheme;
extern const PartitionScheme kDirichletScheme;
extern const PartitionScheme kLabelDirichletScheme;
extern const PartitionScheme kLabelsScheme;
extern const PartitionScheme kClustersScheme;
extern const PartitionScheme kDomainsScheme;
extern const PartitionScheme kNaturalScheme;
extern const PartitionScheme kByHandScheme;
extern const PartitionScheme kTwoTasksScheme;

} // namespace coterie
