#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/external_command.h"
#include "core/run/queue_events.h"
#include "core/run/run_control.h"
#include "core/run/started_ranks.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace coterie {

class RankGroup;

struct QueueOptions
{
    std::filesystem::path storeFile;
    std::vector<std::filesystem::path> dataFolders;
    int threads = 0;    ///< 0: one per core
    std::string device; ///< empty: the experiment's
    CommandConsent commands = {};
    RankGroup* ranks = nullptr; ///< that play the runs together; this is rank 0. It outlives them.
    RankStart rankStart = {};   ///< of those that the queue starts itself, if `ranks` is null
};

/// Runs plans one after another on its own thread and writes them to the store.
class RunQueue
{
public:
    RunQueue(QueueOptions options, RunObserver& observer);
    ~RunQueue(); ///< stops safely and waits

    /// New runs of a validated experiment, in order. Starts at once. `commands`: consent to those
    /// of these runs, where the options give none.
    void add(const Experiment& experiment,
             const std::vector<RunPlan>& plans,
             const CommandConsent& commands = {});
    /// Continues stored runs of this file from their checkpoints; empty: of storeFile(). Those of a
    /// file that is gone, or cannot be used now, are refused.
    void resume(const std::vector<std::int64_t>& runs,
                const std::filesystem::path& store = {},
                const CommandConsent& commands = {});

    /// Takes waiting runs out of the queue, after the round under way at the latest. They are
    /// stored as stopped and can be resumed.
    void drop(const std::vector<std::int64_t>& runs);
    /// These waiting runs come first, in this order; the others keep theirs behind them.
    void arrange(const std::vector<std::int64_t>& runs);

    void pause();
    void proceed();
    void stepOneRound();
    /// Changes a setting of the current run from its next round on, or says why not. A stop keeps
    /// the change.
    Result<void> change(const LiveChange& change);
    void stop(); ///< everything; resumable
    [[nodiscard]] bool isPaused() const;
    [[nodiscard]] bool isIdle() const;
    /// Where the newest runs are: not in the file of the options if that was deleted meanwhile.
    [[nodiscard]] std::filesystem::path storeFile() const;
    /// Blocks until the queue is empty or stopped.
    void waitUntilIdle();

private:
    class Worker;
    std::unique_ptr<Worker> m_worker;
};

} // namespace coterie
