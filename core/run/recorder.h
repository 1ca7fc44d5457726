#pragma once

#include "core/report/run_record.h"
#include "core/run/checkpoint.h"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

namespace coterie {

/// What decides when the next commit begins; seconds throughout.
struct CommitTiming
{
    double sinceLast = 0;    ///< since the last one began
    double lastCost = 0;     ///< what the last one took, of this thread and of the writer
    double roundSeconds = 0; ///< of the round just done: the next safe point is about that far away
    double checkpointSeconds = 10;
};

/// At most once a second, at least every checkpointSeconds as far as whole rounds allow, and
/// between these limits so rarely that commits take at most 5 % of the time.
[[nodiscard]] bool commitDue(const CommitTiming& timing);

/// Writes reports and checkpoints together to the sink, on a writer thread, while training
/// continues. The run waits only while parts of the state that do not last are copied, and where
/// its rounds are quicker than the sink; the writer finds out what changed. One commit is in flight
/// at a time. What the sink refused is tried again before anything newer, so nothing is lost or
/// written twice.
///
/// A round that is stopped half-way leaves the algorithm's state unusable. So the newest affordable
/// safe point is kept in memory as a snapshot, which a stop writes.
///
/// Where models are dealt among ranks, rank 0 has memory for a few rows of the others, and they
/// change in the next round: such a state is written while the run waits, and there are no
/// snapshots. What is thrown meanwhile passes, and the state and its reports are dropped.
class Recorder
{
public:
    using StateSource = std::function<State()>;
    using TimePoint = std::chrono::steady_clock::time_point;
    using Clock = std::function<TimePoint()>; ///< asked by the run's and by the writer's thread
    /// The most memory of reports that wait for a commit. More than that is committed at once,
    /// whatever it costs: a report of many clients can hold a number for each pair of them.
    static constexpr std::size_t kMostBytesWaiting = std::size_t{256} << 20;
    /// Rounds that are quicker than the sink would otherwise gather faster than they are written,
    /// and a stop would wait for all of them.
    static constexpr std::size_t kMostReportsWaiting = 1000;

    Recorder(RunSink& sink,
             std::int64_t run,
             double checkpointSeconds,
             const StateKeeping& keeping = {},
             Clock clock = &std::chrono::steady_clock::now,
             std::size_t mostBytesWaiting = kMostBytesWaiting);
    ~Recorder() = default; ///< waits for the commit in flight and drops the rest
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    /// The sink already holds this state.
    void adopt(const CheckpointDelta& stored);

    /// Keeps the report of a finished round and, if due, starts a commit or takes a snapshot. The
    /// error is that of an earlier commit; call flush() to try again.
    [[nodiscard]] Result<void> roundDone(std::shared_ptr<const RoundReport> report,
                                         const StateSource& state);
    /// Writes everything up to now and waits for it, the whole state if the sink has lost it. Only
    /// between rounds. A new refusal is returned; a reported one is tried again.
    [[nodiscard]] Result<void> flushAll(const StateSource& state);
    /// Writes what is complete without the current state: after an interrupted round.
    [[nodiscard]] Result<void> flush();
    /// Writes every complete report, also those after the newest safe point: after a failed round.
    /// A resumed run computes the latter again and replaces them.
    [[nodiscard]] Result<void> flushReports();
    /// Changes one part of the newest state in the sink, without changing its round. There must be
    /// one, and everything must be flushed.
    [[nodiscard]] Result<void> amend(const StateAmendment& amendment);

    /// The newest round that the sink is known to hold: without what is in flight or refused; −1:
    /// none.
    [[nodiscard]] int roundKept() const { return m_roundKept; }
    /// The round of the newest state that the sink holds once nothing is in flight or refused. Less
    /// than roundKept() after a round that failed.
    [[nodiscard]] int stateKept() const { return m_stateKept; }
    /// Seconds that the run has waited for recording so far.
    [[nodiscard]] double secondsHeld() const { return m_secondsHeld; }

private:
    class Stopwatch;
    struct SafePoint
    {
        int round = 0;
        KeptState state;
    };
    struct Batch
    {
        std::vector<std::shared_ptr<const RoundReport>> reports;
        std::optional<SafePoint> safePoint; ///< until the writer has made a checkpoint of it
        std::optional<CheckpointDelta> checkpoint;
        bool isDealt = false;
    };

    void write(const std::stop_token& stop);
    /// Commits the batch on this thread.
    void attempt();
    void attemptNow();
    /// Makes a checkpoint of the batch's state.
    void encode(Batch& batch);
    [[nodiscard]] Result<void> commit(const Batch& batch);
    void takeSnapshot(const StateSource& state);
    /// Starts the commit of the snapshot and the reports it covers; nothing may be in flight or
    /// refused.
    void handOver();
    void submit(Batch batch);
    void submitAgain();
    [[nodiscard]] std::vector<std::shared_ptr<const RoundReport>> takeReports(std::size_t count);
    /// Waits for the commit in flight; its error, if it was refused.
    [[nodiscard]] Result<void> settle();
    [[nodiscard]] double secondsSince(TimePoint start) const;

    RunSink& m_sink;
    const std::int64_t m_run;
    const double m_checkpointSeconds;
    const StateKeeping m_keeping;
    const Clock m_now;
    const std::size_t m_mostBytesWaiting;

    StateKeeper m_keeper;
    CheckpointEncoder m_encoder; ///< the writer's while a commit is in flight
    std::vector<std::shared_ptr<const RoundReport>> m_reports; ///< not handed over yet
    std::size_t m_bytesWaiting = 0;                            ///< of m_reports
    std::optional<SafePoint> m_snapshot;
    std::size_t m_covered = 0; ///< how many of m_reports the snapshot covers
    double m_snapshotCost = 0;
    TimePoint m_snapshotTime = m_now();
    TimePoint m_commitTime = m_now();
    TimePoint m_roundTime = m_now();
    double m_secondsHeld = 0;
    int m_roundKept = -1;
    int m_roundHandedOver = -1;
    int m_stateKept = -1;
    int m_stateBefore = -1;         ///< that one, before the newest was handed over
    bool m_isDealt = false;         ///< the state
    bool m_refusalReturned = false; ///< was returned; only then it is tried again

    mutable std::mutex m_mutex; ///< guards what follows
    std::condition_variable_any m_changed;
    std::optional<Batch> m_batch; ///< in flight, or refused
    bool m_writing = false;
    std::optional<Error> m_refusal;
    double m_writeCost = 0;
    std::jthread m_writer; ///< last, so that it starts when all else is ready
};

} // namespace coterie
