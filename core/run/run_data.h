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
    DataFolders m_folders;
    DataSettings m_datasetOf; ///< only the data set and its preprocessing matter
    std::shared_ptr<const Dataset> m_dataset;
    RunPlan m_shardsOf;
    std::shared_ptr<const Dataset> m_shardsFrom;
    Shards m_shards;
};

} // namespace coterie
