#pragma once

#include "core/data/catalog.h"
#include "core/data/partition.h"
#include "core/spec/experiment.h"
#include "core/spec/result.h"

#include <memory>
#include <mutex>

namespace coterie {

/// Data sets and shards of the runs of a queue: loaded once and shared by successive runs that ask
/// for the same. Several threads may ask: whoever comes second waits and gets what the first
/// loaded.
class RunData
{
public:
    explicit RunData(DataFolders folders);

    [[nodiscard]] Result<std::shared_ptr<const Dataset>> dataset(const RunPlan& plan);
    /// The same samples, to be dealt: steps that take numbers from the split may be done already,
    /// for another split, or may not. No split depends on them, and with them every change of the
    /// split would load the data set anew.
    [[nodiscard]] Result<std::shared_ptr<const Dataset>> samplesToDeal(const RunPlan& plan);
    [[nodiscard]] Result<Shards> shards(const RunPlan& plan, const Dataset& dataset);

private:
    /// Whether the data set at hand is the plan's: its name and steps, and the split where a step
    /// takes numbers from it.
    [[nodiscard]] bool isSame(const RunPlan& plan) const;
    [[nodiscard]] Result<std::shared_ptr<const Dataset>> load(const RunPlan& plan);

    DataFolders m_folders;
    std::mutex m_mutex; // for all that follows
    RunPlan m_datasetOf;
    std::shared_ptr<const Dataset> m_dataset;
    RunPlan m_shardsOf;
    std::shared_ptr<const Dataset> m_shardsFrom;
    Shards m_shards;
};

} // namespace coterie
