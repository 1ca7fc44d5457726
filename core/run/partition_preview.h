#pragma once

#include "core/data/partition_statistics.h"
#include "core/run/prepare_run.h"

namespace coterie {

/// A partition to look at and to edit, without a run.
struct PartitionPreview
{
    std::string datasetTitle;
    PartitionStatistics statistics; ///< of the samples that are trained on
    /// Each client's samples of each kind: training, validation and test together, as in overrides
    /// and explicit counts.
    std::vector<std::vector<std::int64_t>> held;
    std::vector<std::int64_t> unheld;        ///< of each kind, samples that no client has
    std::vector<std::int64_t> sizesByScheme; ///< before the overrides
    std::vector<EdgeServer> edges;           ///< given or generated
    bool hasClasses = false;                 ///< samples can be counted by class
    bool hasDomains = false;                 ///< samples can be counted by domain
    bool isStreamed = false;                 ///< unlimited samples, so none can be moved
    bool testIsOfficial = false;             ///< clients are tested on official test samples

    bool operator==(const PartitionPreview&) const = default;
};

/// The split at the start of a run of this plan. `data` keeps the data set, so that another scheme
/// over the same data set is fast. Samples are counted by usualKind() by default.
[[nodiscard]] Result<PartitionPreview>
previewPartition(RunData& data, const RunPlan& plan, std::optional<HoldingKind> kind = {});

} // namespace coterie
