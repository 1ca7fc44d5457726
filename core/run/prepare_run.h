#pragma once

#include "core/base/result.h"
#include "core/data/catalog.h"
#include "core/experiment/experiment.h"
#include "core/experiment/external_command.h"
#include "core/nn/network.h"
#include "core/run/queue_events.h"
#include "core/store/leases.h"
#include "core/store/run_store.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace coterie {

class RankGroup;
class Recorder;
class Run;

/// "FedAvg, seed 1, alpha = 10".
[[nodiscard]] std::string runLabel(const RunPlan& plan);
/// The sweep alone: "alpha = 10, rounds = 5"; empty without one.
[[nodiscard]] std::string sweepLabel(const RunPlan& plan);

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
    /// Where files that an experiment names are looked for.
    [[nodiscard]] const DataFolders& folders() const { return m_folders; }

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

/// Where the results of a run go, so that their room can be checked before it begins.
struct ResultsPlace
{
    std::filesystem::path store; ///< empty: nothing is checked
    int roundsDone = 0;          ///< that it has of the run
};

/// A run before its round 0. The error says what is wrong with device, data or model; LibTorch's
/// exceptions pass. A plan that starts a command needs consent. A resumed run skips problemOf(),
/// and needs the file of the weights to begin with only where no state is stored; see
/// continueRun(). With several ranks all of them prepare it; see LedRun, which throws RunStopped if
/// one of them has other data or is lost. With a place for its results, a run that needs more
/// memory or disk than there is is refused, also where its ranks share a machine; see checkRoom()
/// and LedRun::deals().
[[nodiscard]] Result<std::unique_ptr<Run>> prepareRun(const RunPlan& plan,
                                                      RunData& data,
                                                      std::size_t threads,
                                                      const std::string& device,
                                                      bool goesOn = false,
                                                      const CommandConsent& consent = {},
                                                      RankGroup* ranks = nullptr,
                                                      const ResultsPlace& results = {});

/// A run that waits for its turn in a queue; it is in the store.
struct QueuedRun
{
    std::int64_t id = 0;
    std::string experimentName;
    RunPlan plan;
    int roundsDone = 0;   ///< stored
    bool resumed = false; ///< it goes on from what is stored
    CommandConsent commands = {};
    RunLease lease; ///< nobody else computes it while this exists
};

/// The same for a run of a queue that was given this device or nothing, and whose store is in this
/// file.
[[nodiscard]] Result<std::unique_ptr<Run>> prepareRun(const QueuedRun& run,
                                                      RunData& data,
                                                      std::size_t threads,
                                                      const std::string& wantedDevice,
                                                      RankGroup* ranks,
                                                      const std::filesystem::path& store);

/// The device a run of this plan computes on, if the queue was given `wanted` or nothing.
[[nodiscard]] const std::string& deviceFor(const RunPlan& plan, const std::string& wanted);

/// A stored run that can be continued here. The error says why it is skipped.
[[nodiscard]] Result<QueuedRun>
resumedRun(RunStore& store, RunLeases& leases, std::int64_t id, const std::string& wantedDevice);

/// What the store has of a resumed run.
struct StoredPast
{
    CheckpointDelta checkpoint;      ///< whole; round −1: it begins from the start
    bool hasRounds = false;          ///< a run that begins from the start replaces them
    Environment environment;         ///< what the rounds up to that one, or those, depended on
    std::string pictures = {};       ///< the note on what decoded its pictures; empty: none
    bool moduleAsLayers = false;     ///< its module from PyTorch was read as layers
    std::optional<RunOutcome> ended; ///< what its rounds decided already
};

/// Reads it, and lets the run recall its rounds. Every error is the store's; where waiting
/// cannot help, it may concern this run alone: a damaged round, a state larger than the memory.
[[nodiscard]] Result<StoredPast> readPast(RunStore& store, std::int64_t id, Run& run);

/// Brings the run to where it was; without a state, to its begin. The error may be that the file of
/// the weights to begin with is not there.
[[nodiscard]] Result<void> continueRun(const StoredPast& past, Run& run, Recorder& recorder);

} // namespace coterie
