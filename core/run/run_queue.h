#pragma once

#include "core/experiment/experiment.h"
#include "core/report/run_record.h"
#include "core/run/run_control.h"
#include "core/run/run_events.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace coterie {

/// Where a queue stands: "run 3 of 15, round 41 of 200, 1 min 50 s left".
struct QueueProgress
{
    int run = 0; ///< 1-based
    int runs = 0;
    int round = 0;
    int rounds = 0;
    std::optional<double> runSecondsLeft;
    std::optional<double> secondsLeft; ///< of the whole queue; absent until a round has been timed
};

/// How much of the queue is done, 0..1: the finished runs and the running one's share of its
/// rounds.
[[nodiscard]] double progressShare(const QueueProgress& progress);

/// What a run says of itself when it begins.
struct RunHeader
{
    std::int64_t id = 0; ///< its key in the store
    RunPlan plan;        ///< with what was changed by hand before a resume
    std::string experimentName;
    FederationFacts facts;
    Environment environment;
    bool resumed = false;
    /// What was changed by hand before a resume and holds only from a round that is still to come.
    std::vector<RecordedChange> toCome = {};
    std::size_t look = 0;       ///< RunRow::look
    std::size_t sweepPlace = 0; ///< RunRow::sweepPlace
};

struct RunOutcome
{
    RunStatus status = RunStatus::Finished;
    std::string reason; ///< a sentence; empty when finished
    int roundsDone = 0;
};

/// Told what happens, on the queue's own thread; must return quickly. A window posts to its
/// mailbox, a terminal prints.
class RunObserver
{
public:
    virtual ~RunObserver() = default;
    virtual void runStarted(const RunHeader&) {}
    /// A setting was changed by hand: the plan as it holds from the next round on, and the changes
    /// that no round has had yet.
    virtual void planChanged(std::int64_t,
                             const std::shared_ptr<const RunPlan>&,
                             const std::vector<RecordedChange>&)
    {}
    virtual void roundFinished(std::int64_t, const std::shared_ptr<const RoundReport>&) {}
    virtual void runEnded(std::int64_t, const RunOutcome&) {}
    virtual void progressed(const QueueProgress&) {}
    /// All runs are done, or the queue was stopped.
    virtual void queueEnded() {}
    /// The store or the data refused; the sentence says why. The queue pauses (store) or skips the
    /// run (data).
    virtual void troubled(const std::string&) {}
};

struct QueueOptions
{
    std::filesystem::path storeFile;
    std::vector<std::filesystem::path> dataFolders;
    int threads = 0;    ///< 0: one per core
    std::string device; ///< empty: as the experiment says
};

/// Runs plans one after another on its own thread and writes them to the store. Destroying it stops
/// safely.
class RunQueue
{
public:
    RunQueue(QueueOptions options, RunObserver& observer);
    ~RunQueue();

    /// New runs of an experiment, in order; starts at once. The experiment must have been
    /// validated.
    void add(const Experiment& experiment, const std::vector<RunPlan>& plans);
    /// Continues stored runs from their checkpoints.
    void resume(const std::vector<std::int64_t>& runs);

    void pause();
    void proceed();
    void stepOneRound();
    /// A setting of the current run, from its next round on, or why it cannot be changed so; kept
    /// over a stop.
    Result<void> change(const LiveChange& change);
    void stopCurrent(); ///< the current run; the queue goes on
    void stop();        ///< everything; resumable
    [[nodiscard]] bool isPaused() const;
    [[nodiscard]] bool isIdle() const;
    /// Blocks until the queue is empty or stopped.
    void waitUntilIdle();

private:
    class Worker;
    std::unique_ptr<Worker> m_worker;
};

} // namespace coterie
