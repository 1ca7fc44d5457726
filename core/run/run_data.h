#pragma once

#include "core/data/catalog.h"
#include "core/data/partition.h"
#include "core/spec/experiment.h"
#include "core/spec/result.h"

#include <memory>

namespace coterie {

/// Data sets and shards of the runs of a queue: loaded once and shared by successive runs that ask
/// for the same.
class RunData
{
public:
    explicit RunData(DataFolders folders);

    [[nodiscard]] Result<std::shared_ptr<const Dataset>> dataset(const RunPlan& plan);
    [[nodiscard]] Result<Shards> shards(const RunPlan& plan, const Dataset& dataset);

private:
    /// Whether the data set at hand is the plan's: its name and steps, and the split where a step
    /// takes numbers from it.
    [[nodiscard]] bool isSame(const RunPlan& plan) const;

    DataFolders m_folders;
    RunPlan m_datasetOf;
    std::shared_ptr<const Dataset> m_dataset;
    RunPlan m_shardsOf;
    std::shared_ptr<const Dataset> m_shardsFrom;
    Shards m_shards;
};

} // namespace coterie
