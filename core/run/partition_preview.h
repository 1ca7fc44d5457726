#pragma once

#include "core/data/partition_statistics.h"
#include "core/run/prepare_run.h"

namespace coterie {

/// A partition to look at and to edit, without a run.
struct PartitionPreview
{
    std::string datasetTitle;
    PartitionStatistics statistics; ///< of the samples that are trained on
    /// What every client holds of each kind in all: for training, validation and test. Overrides
    /// and written-down counts count these.
    std::vector<std::vector<std::int64_t>> held;
    std::vector<std::int64_t> unheld;        ///< of each kind, samples that no client has
    std::vector<std::int64_t> sizesByScheme; ///< what the scheme gave before the overrides
    std::vector<EdgeServer> edges;           ///< those written down, or those that were made
    bool hasClasses = false;                 ///< samples can be counted by class
    bool hasDomains = false;                 ///< samples can be counted by domain
    bool isStreamed = false;                 ///< samples are made without end, so none can be moved
    bool testIsOfficial = false;             ///< clients are tested on official test samples

    bool operator==(const PartitionPreview&) const = default;
};

/// The split that a run of this plan would begin with. `data` keeps the data set, so that another
/// scheme over the same data set costs only the dealing. By default samples are counted by what
/// `usualKind` says.
[[nodiscard]] Result<PartitionPreview>
previewPartition(RunData& data, const RunPlan& plan, std::optional<HoldingKind> kind = {});

} // namespace coterie
