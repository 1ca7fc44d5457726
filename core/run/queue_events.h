#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/live_change.h"
#include "core/report/run_record.h"
#include "core/run/waiting_runs.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace coterie {

/// A run begins.
struct RunHeader
{
    std::int64_t id = 0; ///< its key in the store
    RunPlan plan;        ///< with what was changed by hand before a resume
    std::string experimentName;
    FederationFacts facts;
    Environment environment;
    bool resumed = false;
    /// Changes by hand before a resume that hold only from a later round on.
    std::vector<RecordedChange> toCome = {};
    std::size_t look = 0;       ///< RunRow::look
    std::size_t sweepPlace = 0; ///< RunRow::sweepPlace
    std::string design = {};    ///< designKey() of its row
};

/// A setting was changed by hand.
struct PlanChanged
{
    std::int64_t run = 0;
    std::shared_ptr<const RunPlan> plan; ///< as it is from the next round on
    std::vector<RecordedChange> toCome;  ///< the changes that no round has had yet
};

struct RoundFinished
{
    std::int64_t run = 0;
    std::shared_ptr<const RoundReport> report;
    double samples = 0; ///< that models were trained or gradients evaluated on in this round
};

struct RunOutcome
{
    RunStatus status = RunStatus::Finished;
    std::string reason; ///< a sentence; empty when finished
    int roundsDone = 0; ///< that are stored: of a stopped run fewer than were reported, as what no
                        ///< safe point covers is computed again
    bool lacksRounds = false; ///< the store could not be written
};

struct RunEnded
{
    std::int64_t run = 0;
    RunOutcome outcome;
};

/// How far a queue is: "run 3 of 15, round 41 of 200, 1 min 50 s left".
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

/// The store or the data refused. The queue pauses (store) or skips the run (data).
struct Trouble
{
    std::string sentence;
};

/// All runs are done, or the queue was stopped.
struct QueueEnded
{
    /// Those whose turn had not come when it was stopped, or that could not begin.
    std::vector<std::int64_t> leftBehind = {};
};

using QueueEvent = std::variant<RunHeader,
                                PlanChanged,
                                RoundFinished,
                                RunEnded,
                                QueueProgress,
                                QueueChanged,
                                Trouble,
                                QueueEnded>;

/// Gets the events of a queue, on the queue's own thread; must return quickly. This one ignores
/// them.
class RunObserver
{
public:
    virtual ~RunObserver() = default;
    virtual void observe(const QueueEvent&) {}
};

} // namespace coterie
