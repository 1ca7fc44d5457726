#include "core/algorithms/registry.h"
#include "core/run/run.h"
#include "core/store/run_store.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

/// The loop around a run: recording, pauses, stops and what a sink refuses.

namespace coterie {

namespace {

/// What runRounds() does.
class Loop
{
public:
    Loop(Run& run, const RunSurroundings& surroundings)
        : m_run(run)
        , m_around(surroundings)
        , m_changesAnnounced(run.changesMade())
    {}

    RunOutcome go()
    {
        try {
            rounds();
            if (m_outcome.status == RunStatus::Stopped)
                compareBeforeKeeping();
        } catch (const RunStopped& stopped) {
            m_broken = true;
            m_cause = stopped.cause;
        }
        bool kept = insist([this] { return flushAtEnd(); });
        if (!kept && m_refusedForGood) // the sink may have said that it has moved
            kept = flushAtEnd().has_value();
        m_run.change(m_around.control.takeLastChanges());
        // Without a stored state a resumed run starts from the beginning.
        if (kept && m_run.changesMade() != m_changesAnnounced && hasStoredState()
            && m_outcome.status != RunStatus::Finished) {
            kept = keepChanges();
            if (hasStoredState()) // it may just have been lost with the store
                announcePlan();
        }
        m_outcome.roundsDone = std::max(0, m_around.recorder.roundKept());
        if (!kept) {
            m_outcome.status = RunStatus::Stopped;
            m_outcome.lacksRounds = true;
            m_outcome.reason =
                "Stopped because the run store could not be written"
                + (m_refusal.empty() ? "" : " (" + m_refusal + ")")
                + (m_around.sink.isGone() ? "." : ". Resuming computes the missing rounds again.");
        } else if (m_outcome.status == RunStatus::Stopped) {
            m_outcome.reason = "Stopped after round " + std::to_string(m_outcome.roundsDone) + ". "
                               + (m_cause.empty() ? "" : m_cause + ' ')
                               + (m_around.sink.lacksState(m_around.id)
                                      ? "Its state was deleted with the run store, so a resume "
                                        "begins again from round 0."
                                      : "You can resume it.");
        }
        if (m_outcome.status == RunStatus::Finished)
            finish();
        else
            setStatus(m_outcome.status, m_outcome.reason);
        return m_outcome;
    }

private:
    using SinkCall = std::function<Result<void>()>;

    void rounds()
    {
        const bool ready =
            insist([this] { return m_around.sink.setFacts(m_around.id, m_run.facts()); })
            && setStatus(RunStatus::Running);
        if (!ready || !insist([this] {
                return m_around.sink.setRounds(m_around.id, m_run.roundsPlanned());
            }))
            return;
        m_around.control.offer(liveSettings(m_run.plan(), registry()),
                               std::max(1, m_run.roundsDone() + 1));
        while (m_run.roundsDone() < m_run.plan().rounds || !m_around.control.mayEnd()) {
            if (!mayStartRound())
                return;
            oneRound();
            if (m_outcome.status == RunStatus::Failed)
                return;
        }
        if (!compareRanks())
            return;
        takeModels();
        m_outcome.status = RunStatus::Finished;
    }

    /// False after a failure, such as a message of another rank that makes no sense.
    bool compareRanks()
    {
        const std::optional<std::string> failure =
            failureOf("Comparing the ranks", [this] { m_run.compareRanks(); });
        if (failure)
            fail(*failure);
        return !failure;
    }

    /// What the user has stopped between two rounds is kept as it is. Ranks that the stop has met
    /// inside one have left the run without a reason, and with their part of what was dealt.
    void compareBeforeKeeping()
    {
        try {
            compareRanks();
        } catch (const RunStopped& stopped) {
            if (!stopped.cause.empty())
                throw;
            const std::optional<std::string> failure = failureOf("The state", [this] {
                m_broken = std::ranges::any_of(
                    m_run.state(), [](const StatePart& part) { return part.dealt != nullptr; });
            });
            if (failure)
                m_broken = true;
        }
    }

    bool mayStartRound()
    {
        if (!m_around.control.wouldWait())
            return m_around.control.mayStartRound();
        // A pause may last for days: everything is on disk before it begins.
        insist([this] { return flushAll(); });
        setStatus(RunStatus::Paused);
        return m_around.control.mayStartRound() && setStatus(RunStatus::Running);
    }

    /// False if the run was stopped before they were kept, which is tried again at its end.
    bool takeChanges()
    {
        if (m_run.roundsDone() < 0)
            return true; // no stored state can hold them yet, and round 0 does not train
        m_run.change(m_around.control.takeChanges(m_run.roundsDone() + 1));
        if (m_run.changesMade() == m_changesAnnounced)
            return true;
        // On disk before the round, so that the change survives a stop or a crash in it.
        if (!insist([this] { return flushAll(); }) || !keepChanges())
            return false;
        announcePlan();
        return true;
    }

    void oneRound()
    {
        const std::string name = "Round " + std::to_string(m_run.roundsDone() + 1);
        if (!takeChanges())
            return; // ranks that were stopped inside the round would have left with their models
        Result<void> recorded;
        const std::optional<std::string> failure = failureOf(name, [this, &recorded] {
            m_broken = true;
            RoundReport report = m_run.advance(m_around.control.stopToken());
            if (m_around.refusal)
                if (std::optional<std::string> reason = m_around.refusal(report))
                    return fail(std::move(*reason));
            const double held = m_around.recorder.secondsHeld();
            const double recording = held - std::exchange(m_secondsRecorded, held);
            report.timings.push_back(
                {.phase = "record", .seconds = recording}); // since the report before
            report.seconds += recording;
            const auto kept = std::make_shared<const RoundReport>(std::move(report));
            // The recorder first: it needs the round before it takes the state.
            recorded = m_around.recorder.roundDone(kept, [this] {
                m_run.compareRanks();
                return m_run.state();
            });
            m_broken = false;
            if (std::string reason = nonFiniteReason(*kept); !reason.empty())
                fail(std::move(reason));
            const double samples = m_run.samplesUsed();
            m_around.observer.observe(
                RoundFinished{.run = m_around.id,
                              .report = kept,
                              .samples = samples - std::exchange(m_samplesUsed, samples)});
        });
        if (failure)
            return fail(*failure);
        insist([this] { return m_around.recorder.flush(); }, std::move(recorded));
    }

    [[nodiscard]] Result<void> flushAtEnd()
    {
        for (const bool withState : {true, false}) {
            if (withState && m_broken)
                continue; // a resume computes again what no safe point covers
            try {
                if (withState)
                    return flushAll();
                // Of a failed run every round is kept.
                return m_outcome.status == RunStatus::Failed ? m_around.recorder.flushReports()
                                                             : m_around.recorder.flush();
            } catch (const RunStopped& stopped) { // a rank is lost that has a part of the state
                m_broken = true;
                m_outcome.status = RunStatus::Stopped;
                m_cause = stopped.cause;
            }
        }
        return {};
    }

    [[nodiscard]] bool hasStoredState() const
    {
        return m_around.recorder.stateKept() >= 0 && !m_around.sink.lacksState(m_around.id);
    }

    /// In the stored state, for a resume.
    bool keepChanges()
    {
        return insist([this] { return m_around.recorder.flush(); },
                      m_around.recorder.amend(m_run.changes()));
    }

    /// Tells control, sink and observer about changes by hand.
    void announcePlan()
    {
        m_changesAnnounced = m_run.changesMade();
        m_around.control.offer(liveSettings(m_run.plan(), registry()), m_run.roundsDone() + 2);
        insist([this] { return m_around.sink.setRounds(m_around.id, m_run.roundsPlanned()); });
        m_around.observer.observe(PlanChanged{.run = m_around.id,
                                              .plan = std::make_shared<const RunPlan>(m_run.plan()),
                                              .toCome = m_run.changesToCome()});
    }

    void fail(std::string reason)
    {
        m_outcome.status = RunStatus::Failed;
        m_outcome.reason = std::move(reason);
    }

    /// Repeats the call until the sink takes it. Each refusal is reported. One that can pass pauses
    /// the run, any other stops it. False if the run was stopped instead.
    bool insist(const SinkCall& call) { return insist(call, call()); }
    bool insist(const SinkCall& call, Result<void> result)
    {
        for (bool last = false; !result; result = call()) {
            const std::string sentence = result.error().sentence();
            if (sentence != m_refusal)
                m_around.observer.observe(Trouble{sentence});
            if (!canPass(result.error())) {
                m_refusal = sentence;
                m_refusedForGood = true;
                m_around.control.stop();
                return false;
            }
            if (last) {
                m_refusal = sentence;
                return false;
            }
            if (!m_around.control.stopRequested()) {
                m_around.control.pause();
                static_cast<void>(m_around.control.mayStartRound());
            }
            last = m_around.control.stopRequested(); // after a stop one more attempt
        }
        return true;
    }

    bool setStatus(RunStatus status, const std::string& reason = {})
    {
        return insist([&] { return m_around.sink.setStatus(m_around.id, status, reason); });
    }
    void finish()
    {
        insist([&] { return m_around.sink.finish(m_around.id, m_models ? &*m_models : nullptr); });
    }
    /// While all ranks are there, who may have some of them.
    void takeModels()
    {
        if (const std::optional<std::string> failure =
                failureOf("Keeping the models", [&] { m_models = m_run.modelsToKeep(); }))
            m_around.observer.observe(Trouble{*failure});
    }
    Result<void> flushAll()
    {
        Result<void> flushed;
        const std::optional<std::string> failure = failureOf("The checkpoint", [this, &flushed] {
            flushed = m_around.recorder.flushAll([this] { return m_run.state(); });
        });
        if (failure)
            return coterie::fail("checkpoint", *failure);
        return flushed;
    }

    Run& m_run;
    const RunSurroundings& m_around;
    RunOutcome m_outcome{.status = RunStatus::Stopped, .reason = {}, .roundsDone = 0};
    std::optional<KeptModels> m_models; ///< of a finished run
    std::string m_refusal, m_cause;     ///< of the sink, of the run itself: why it stopped
    bool m_refusedForGood = false;      ///< waiting does not help
    int m_changesAnnounced = 0;
    bool m_broken = false;        ///< inside a round: the run's state is unusable
    double m_secondsRecorded = 0; ///< of the recorder's time, what reports contain so far
    double m_samplesUsed = 0;     ///< up to the newest round
};

} // namespace

RunOutcome runRounds(Run& run, const RunSurroundings& surroundings)
{
    return Loop(run, surroundings).go();
}

} // namespace coterie
