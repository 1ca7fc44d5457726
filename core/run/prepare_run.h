#pragma once

#include "core/base/result.h"
#include "core/data/catalog.h"
#include "core/experiment/experiment.h"
#include "core/nn/network.h"

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace coterie {

class Run;

/// "FedAvg, seed 1, alpha = 10".
[[nodiscard]] std::string runLabel(const RunPlan& plan);

/// The data set and shards of the current run, reused by later runs with the same data.
/// Thread-safe: a second caller waits and gets what the first one loaded.
class RunData
{
public:
    explicit RunData(DataFolders folders);

    [[nodiscard]] Result<std::shared_ptr<const Dataset>> dataset(const RunPlan& plan);
    /// The samples to make a split of. Preprocessing steps that depend on the split may be missing
    /// or belong to another split; no split depends on them. Thus a changed split does not load the
    /// data set again.
    [[nodiscard]] Result<std::shared_ptr<const Dataset>> samplesToDeal(const RunPlan& plan);
    [[nodiscard]] Result<Shards> shards(const RunPlan& plan, const Dataset& dataset);

private:
    /// Whether the loaded data set is the plan's: same name and steps, and the same split if a step
    /// depends on it.
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

/// The plan's model for this data set. The error points to where the file has the model: in the
/// arm, or for all arms.
[[nodiscard]] Result<Network> planNetwork(const RunPlan& plan, const Dataset& dataset);

/// Why the plan's sampler or algorithm cannot work with this network and number of clients, with
/// the place in the file; nothing if they can.
[[nodiscard]] std::optional<Error>
problemOf(const RunPlan& plan, const Network& network, std::size_t clients);

/// A run before its round 0. The error says what is wrong with device, data or model; LibTorch's
/// exceptions pass. A resumed run skips problemOf().
[[nodiscard]] Result<std::unique_ptr<Run>> prepareRun(const RunPlan& plan,
                                                      RunData& data,
                                                      std::size_t threads,
                                                      const std::string& device,
                                                      bool goesOn = false);

} // namespace coterie
