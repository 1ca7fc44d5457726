#pragma once

#include "core/algorithms/algorithm.h"
#include "core/report/run_record.h"
#include "core/run/checkpoint.h"
#include "core/run/recorder.h"
#include "core/run/run_control.h"
#include "core/run/run_events.h"
#include "core/run/run_queue.h"
#include "core/sampling/sampler.h"
#include "core/train/federation.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace coterie {

/// One run of one plan, round by round: sampler × local work × algorithm on a federation. It knows
/// nothing of stores, pauses or threads of its own; runRounds() takes care of those.
class Run
{
public:
    Run(const RunPlan& plan,
        std::shared_ptr<const Dataset> dataset,
        Shards shards,
        Network network,
        std::size_t threads,
        const std::string& device);
    ~Run();

    /// As it holds for the next round: with all that was changed by hand.
    [[nodiscard]] const RunPlan& plan() const { return m_plan; }
    [[nodiscard]] const FederationFacts& facts() const { return m_federation.facts(); }
    [[nodiscard]] std::string deviceName() const { return m_federation.deviceName(); }
    /// Of one sample.
    [[nodiscard]] const SampleShape& input() const { return m_input; }
    /// −1 before the evaluation that is round 0.
    [[nodiscard]] int roundsDone() const { return m_roundsDone; }

    /// Does the next round; the first is round 0, the evaluation before any training. Throws
    /// RunStopped; after that, as after any exception, neither advance() nor state() may be called
    /// again.
    [[nodiscard]] RoundReport advance(const std::stop_token& stop);

    /// These hold from the next round on, whose report tells of them. What has the value already is
    /// no change. Also allowed where advance() no longer is: they then hold from the round that was
    /// broken off, when whoever goes on from the stored state comes to it.
    void change(std::span<const LiveChange> changes);
    /// How often the plan was changed so far.
    [[nodiscard]] int changesMade() const { return m_changesMade; }
    /// All changes, those to come too: the one part of the state that change() changes.
    [[nodiscard]] StateAmendment changes() const;
    /// Those that hold from a round that is still to be done: the next one, whose plan() has them
    /// already, or one that was broken off and that a resumed run comes to later.
    [[nodiscard]] std::vector<RecordedChange> changesToCome() const;
    /// Put into the next round's report.
    void note(Event event);

    /// All that the rounds to come depend on; shares storage with the run until the next advance().
    [[nodiscard]] State state() const;
    /// Continues where that state was taken.
    [[nodiscard]] Result<void> restore(const CheckpointDelta& checkpoint);

private:
    void train(RoundReport& report, const std::stop_token& stop);
    /// Those who work follow a change that the plan has followed already.
    void obey(const LiveChange& change);
    /// The plan follows the changes that hold from the next round on, and its report tells of them.
    void announceChanges(std::span<const RecordedChange> changes);

    const SampleShape m_input;
    RunPlan m_plan;
    Federation m_federation;
    std::unique_ptr<Algorithm> m_algorithm;
    std::unique_ptr<Sampler> m_sampler;
    int m_roundsDone = -1;
    std::vector<RecordedChange> m_changes;
    int m_changesMade = 0;
    std::vector<Event> m_notes;
};

/// Where a run's rounds go and who may interrupt them.
struct RunSurroundings
{
    std::int64_t id = 0; ///< in the sink
    RunSink& sink;
    Recorder& recorder;
    RunControl& control;
    RunObserver& observer;
};

/// Does the rounds that are left: records each, obeys the control, and keeps the run's status in
/// the sink. What the sink refuses is told to the observer and pauses the run; proceeding tries
/// again. Ends with
/// - Finished, everything recorded;
/// - Stopped, everything up to a safe point recorded, the rest recomputed on resume;
/// - Failed, with its reason, the reports of all rounds before kept: a loss that is not finite
/// (that
///   round's report is kept too), too little memory, or a refusal of LibTorch.
/// What was changed by hand is stored before the next round begins, and what comes too late for a
/// round when the run ends; only a run stopped before round 0 is stored forgets it. Calls the
/// observer's planChanged, roundFinished and troubled.
[[nodiscard]] RunOutcome runRounds(Run& run, const RunSurroundings& surroundings);

} // namespace coterie
