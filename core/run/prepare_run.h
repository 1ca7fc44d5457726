#pragma once

#include "core/base/result.h"
#include "core/data/catalog.h"
#include "core/data/partition.h"
#include "core/experiment/experiment.h"
#include "core/run/run.h"

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace coterie {

/// What a person calls a run: "FedAvg, seed 1, alpha = 10".
[[nodiscard]] std::string runLabel(const RunPlan& plan);
/// The sweep alone: "alpha = 10, rounds = 5"; empty without one.
[[nodiscard]] std::string sweepLabel(const RunPlan& plan);

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

/// The plan's model for this data set; the error stands where the file has the model: in the arm or
/// for all of them.
[[nodiscard]] Result<Network> planNetwork(const RunPlan& plan, const Dataset& dataset);

/// Why the plan's sampler or algorithm cannot play with this network and so many clients, with the
/// place in the file; nothing if they can.
[[nodiscard]] std::optional<Error>
problemOf(const RunPlan& plan, const Network& network, std::size_t clients);

/// The plan's data set, shards and network, put together; before its round 0. The error names what
/// the device, the data or the model refuses; what LibTorch throws passes. A run that goes on has
/// played before: it is not asked for its problems again.
[[nodiscard]] Result<std::unique_ptr<Run>> prepareRun(const RunPlan& plan,
                                                      RunData& data,
                                                      std::size_t threads,
                                                      const std::string& device,
                                                      bool goesOn = false);

} // namespace coterie
