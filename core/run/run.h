#pragma once

#include "core/algorithms/algorithm.h"
#include "core/metrics/metrics.h"
#include "core/report/kept_models.h"
#include "core/report/run_record.h"
#include "core/run/best_models.h"
#include "core/run/checkpoint.h"
#include "core/run/failures.h"
#include "core/run/fork.h"
#include "core/run/kept_matrices.h"
#include "core/run/led_ranks.h"
#include "core/run/queue_events.h"
#include "core/run/recorder.h"
#include "core/run/run_control.h"
#include "core/sampling/sampler.h"
#include "core/train/federation.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace coterie {

class ArrivingRows;

/// One run of one plan, round by round: sampler × local work × algorithm on a federation. It has no
/// store, pauses or threads; runRounds() adds those.
class Run
{
public:
    Run(const RunPlan& plan,
        std::shared_ptr<const Dataset> dataset,
        Shards shards,
        Network network,
        std::size_t threads,
        const std::string& device,
        std::optional<ModelRows> initial = {},
        std::unique_ptr<LedRun> led = nullptr,
        bool dealsModels = false);

    /// For the next round, with all changes by hand.
    [[nodiscard]] const RunPlan& plan() const { return m_plan; }
    [[nodiscard]] const FederationFacts& facts() const { return m_federation.facts(); }
    /// See Federation; of the rounds of this process.
    [[nodiscard]] double samplesUsed() const { return m_federation.samplesUsed(); }
    /// What computes it.
    [[nodiscard]] Environment environment() const;
    [[nodiscard]] const Network& network() const { return m_federation.network(); }
    /// Of one sample.
    [[nodiscard]] const SampleShape& input() const { return m_input; }
    /// See Dataset::decoded.
    [[nodiscard]] const std::string& decoded() const { return m_decoded; }
    /// −1 before the evaluation that is round 0.
    [[nodiscard]] int roundsDone() const { return m_roundsDone; }

    /// Does the next round; the first is round 0, the evaluation before any training. Throws
    /// RunStopped; after that, as after any exception, neither advance() nor state() may be called
    /// again.
    [[nodiscard]] RoundReport advance(const std::stop_token& stop);

    /// A branch repeats the rounds up to this one, so what change() is given holds only after it.
    /// `changes` are all it has by hand; a state that is restored has them too. Before round 0.
    [[nodiscard]] Result<void> beginBranch(int lastShared, std::vector<RecordedChange> changes);
    /// These hold from the next round on, and its report has their events. A setting that has the
    /// value already does not change. After an exception of advance() they hold from the
    /// interrupted round on, once a resumed run gets there.
    void change(std::span<const LiveChange> changes);
    /// With a change to come: a fork may have more rounds from its first own one on.
    [[nodiscard]] int roundsPlanned() const;
    /// How often the plan was changed so far.
    [[nodiscard]] int changesMade() const { return m_changesMade; }
    /// All changes, also those to come: the part of the state that change() changes.
    [[nodiscard]] StateAmendment changes() const;
    /// Those that hold from a round that is not done yet: the next one, or the interrupted one that
    /// a resumed run has not reached again.
    [[nodiscard]] std::vector<RecordedChange> changesToCome() const;
    /// Lets the algorithm start the command of its plan; before the first round.
    void take(const CommandConsent& consent) { m_algorithm->take(consent); }
    /// Put into the next round's report.
    void note(Event event);

    /// Everything later rounds depend on. Shares storage with the run until the next advance().
    /// What ranks have dealt among themselves is complete at rank 0 alone; see DealtRows.
    [[nodiscard]] State state() const;
    /// The rounds before that state, in order, which metrics such as the best round look back to.
    void recall(const RoundReport& earlier) { static_cast<void>(m_metrics.add(earlier)); }
    /// What the plan keeps: the models that clients use now, or those of the best round; nothing if
    /// it keeps none.
    [[nodiscard]] std::optional<KeptModels> modelsToKeep() const;
    /// The weights to begin with could not be read, and drawn ones stand in their place: the run
    /// can be restored, but not begin, and a round that needs them fails.
    void lackWeights(Error problem)
    {
        m_federation.lackInitialWeights();
        m_lacksWeights = std::move(problem);
    }
    /// Whether the weights to begin with are there; the error is that of lackWeights().
    [[nodiscard]] Result<void> mayBegin() const;
    /// At rank 0 of several: stops the run if another one has another state. Between two rounds.
    void compareRanks() const;
    /// What they compare; there must be several.
    [[nodiscard]] std::string digest() const { return LedRun::digest(state()); }
    /// The part of state() with this name, which is dealt.
    [[nodiscard]] StatePart ownRows(const std::string& name) const;
    /// Continues where that state was taken. Rows of dealt parts that have arrived are not looked
    /// for in it.
    [[nodiscard]] Result<void> restore(const CheckpointDelta& checkpoint,
                                       const ArrivingRows* arrived = nullptr);

private:
    void train(RoundReport& report, const std::stop_token& stop);
    /// Keeps its models if the plan keeps the best ones and it is the best round so far.
    void keepIfBest(RoundReport& report);
    /// As far as the plan has room for them.
    [[nodiscard]] KeptModels modelsInUse() const;
    /// Passes a change that the plan already has to federation and algorithm.
    void obey(const LiveChange& change);
    /// Puts the changes of the next round into the plan and their events into its report.
    void announceChanges(std::span<const RecordedChange> changes);

    const std::unique_ptr<LedRun> m_led; ///< first, so that it ends last; absent: one process
    const SampleShape m_input;
    const std::string m_decoded;
    RunPlan m_plan;
    Federation m_federation;
    std::unique_ptr<Algorithm> m_algorithm;
    std::unique_ptr<Sampler> m_sampler;
    MetricTracker m_metrics;
    BestModels m_best;
    MatrixThinner m_matrices;
    int m_roundsDone = -1;
    std::vector<RecordedChange> m_changes;
    int m_changesMade = 0;
    int m_lastShared = -1; ///< of a branch
    std::vector<Event> m_notes;
    std::optional<Error> m_lacksWeights;
};

/// The part of a state that has these changes by hand.
[[nodiscard]] StateAmendment changesPart(std::span<const RecordedChange> changes);

/// Where a run's rounds go and what may interrupt them.
struct RunSurroundings
{
    std::int64_t id = 0; ///< in the sink
    RunSink& sink;
    Recorder& recorder;
    RunControl& control;
    RunObserver& observer;
    RoundRefusal refusal = {}; ///< before a round is recorded; its sentence fails the run
};

/// Does the remaining rounds, records each, obeys the control and keeps the run's status in the
/// sink. If the sink refuses, the run pauses, and tries again after the pause. Ends with
/// - Finished: everything is recorded;
/// - Stopped: everything up to a safe point is recorded, the rest is recomputed on resume;
/// - Failed, with a reason: a loss that is not finite, too little memory or a LibTorch error. The
///   reports up to then are kept.
/// Changes by hand are stored before the next round begins, late ones when the run ends; only a run
/// that stops before round 0 is stored loses them. The
/// observer gets PlanChanged, RoundFinished and Trouble.
[[nodiscard]] RunOutcome runRounds(Run& run, const RunSurroundings& surroundings);

} // namespace coterie
