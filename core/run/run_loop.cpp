#include "core/run/run_loop.h"

#include "core/algorithms/registry.h"
#include "core/run/non_finite.h"
#include "core/run/run_failure.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace coterie {

namespace {

class Loop
{
public:
    Loop(Run& run, const RunSurroundings& surroundings)
        : m_run(run)
        , m_around(surroundings)
        , m_changesTold(run.changesMade())
    {}

    RunOutcome go();

private:
    using SinkCall = std::function<Result<void>()>;

    void rounds();
    bool mayStartRound();
    void takeChanges();
    void oneRound();
    [[nodiscard]] Result<void> flushAtEnd();
    /// In the stored state, for a resume.
    bool keepChanges();
    /// Those who know the plan follow what was changed in it by hand.
    void tellPlan();
    void fail(std::string reason);
    /// Until the sink takes it: each refusal is told and pauses the run. False if the run was
    /// stopped instead.
    bool insist(const SinkCall& call) { return insist(call, call()); }
    bool insist(const SinkCall& call, Result<void> result);
    bool setStatus(RunStatus status, const std::string& reason = {});
    Result<void> flushAll();

    Run& m_run;
    const RunSurroundings& m_around;
    RunOutcome m_outcome{.status = RunStatus::Stopped, .reason = {}, .roundsDone = 0};
    int m_changesTold = 0;
    bool m_broken = false;        ///< in the middle of a round: the run's state is of no use
    double m_secondsRecorded = 0; ///< of the recorder's time, what reports have told so far
};

RunOutcome Loop::go()
{
    try {
        rounds();
    } catch (const RunStopped&) {
        m_broken = true;
    }
    bool kept = insist([this] { return flushAtEnd(); });
    m_run.change(m_around.control.takeLastChanges());
    // Without a stored state a resumed run begins anew.
    if (kept && m_run.changesMade() != m_changesTold && m_around.recorder.stateKept() >= 0
        && m_outcome.status != RunStatus::Finished) {
        kept = keepChanges();
        tellPlan();
    }
    m_outcome.roundsDone = std::max(0, m_around.recorder.roundKept());
    if (!kept) {
        m_outcome.status = RunStatus::Stopped;
        m_outcome.reason =
            "Stopped while the store refused; what it did not take is computed again on resume.";
    } else if (m_outcome.status == RunStatus::Stopped) {
        m_outcome.reason =
            "Stopped after round " + std::to_string(m_outcome.roundsDone) + "; it can be resumed.";
    }
    setStatus(m_outcome.status, m_outcome.reason);
    return m_outcome;
}

void Loop::rounds()
{
    const bool ready = insist([this] { return m_around.sink.setFacts(m_around.id, m_run.facts()); })
                       && setStatus(RunStatus::Running);
    if (!ready
        || !insist([this] { return m_around.sink.setRounds(m_around.id, m_run.plan().rounds); }))
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
    m_outcome.status = RunStatus::Finished;
}

bool Loop::mayStartRound()
{
    if (!m_around.control.wouldWait())
        return m_around.control.mayStartRound();
    // A pause may last for days: everything is on disk before it begins.
    insist([this] { return flushAll(); });
    setStatus(RunStatus::Paused);
    return m_around.control.mayStartRound() && setStatus(RunStatus::Running);
}

void Loop::takeChanges()
{
    if (m_run.roundsDone() < 0)
        return; // nothing is stored that could hold them, and round 0 does not train
    m_run.change(m_around.control.takeChanges(m_run.roundsDone() + 1));
    if (m_run.changesMade() == m_changesTold)
        return;
    // On disk before the round: the round may be stopped or killed, the change is meant to last.
    if (insist([this] { return flushAll(); }) && keepChanges())
        tellPlan(); // else what is not kept is tried again at the end
}

bool Loop::keepChanges()
{
    return insist([this] { return m_around.recorder.flush(); },
                  m_around.recorder.amend(m_run.changes()));
}

void Loop::tellPlan()
{
    m_changesTold = m_run.changesMade();
    m_around.control.offer(liveSettings(m_run.plan(), registry()), m_run.roundsDone() + 2);
    insist([this] { return m_around.sink.setRounds(m_around.id, m_run.plan().rounds); });
    m_around.observer.planChanged(
        m_around.id, std::make_shared<const RunPlan>(m_run.plan()), m_run.changesToCome());
}

Result<void> Loop::flushAtEnd()
{
    if (!m_broken)
        return flushAll();
    // A stopped run is resumed soon and computes again what no safe point covers; of a failed one
    // every round that was done is worth looking at.
    return m_outcome.status == RunStatus::Failed ? m_around.recorder.flushReports()
                                                 : m_around.recorder.flush();
}

void Loop::oneRound()
{
    const std::string name = "Round " + std::to_string(m_run.roundsDone() + 1);
    takeChanges();
    Result<void> recorded;
    const std::optional<std::string> failure = failureOf(name, [this, &recorded] {
        m_broken = true;
        RoundReport report = m_run.advance(m_around.control.stopToken());
        const double held = m_around.recorder.secondsHeld();
        const double recording = held - std::exchange(m_secondsRecorded, held);
        report.timings.push_back(
            {.phase = "record", .seconds = recording}); // since the report before
        report.seconds += recording;
        const auto kept = std::make_shared<const RoundReport>(std::move(report));
        // The recorder first: a state may only be asked for once it knows the round it belongs to.
        recorded = m_around.recorder.roundDone(kept, [this] { return m_run.state(); });
        m_broken = false;
        if (std::string reason = nonFiniteReason(kept->events); !reason.empty())
            fail(std::move(reason));
        m_around.observer.roundFinished(m_around.id, kept);
    });
    if (failure)
        return fail(*failure);
    insist([this] { return m_around.recorder.flush(); }, std::move(recorded));
}

void Loop::fail(std::string reason)
{
    m_outcome.status = RunStatus::Failed;
    m_outcome.reason = std::move(reason);
}

bool Loop::insist(const SinkCall& call, Result<void> result)
{
    for (bool last = false; !result; result = call()) {
        m_around.observer.troubled(result.error().sentence());
        if (last)
            return false;
        if (!m_around.control.stopRequested()) {
            m_around.control.pause();
            static_cast<void>(m_around.control.mayStartRound());
        }
        last = m_around.control.stopRequested(); // a stop ends the wait and gets one more attempt
    }
    return true;
}

bool Loop::setStatus(RunStatus status, const std::string& reason)
{
    return insist([&] { return m_around.sink.setStatus(m_around.id, status, reason); });
}

Result<void> Loop::flushAll()
{
    Result<void> flushed;
    const std::optional<std::string> failure = failureOf("The checkpoint", [this, &flushed] {
        flushed = m_around.recorder.flushAll([this] { return m_run.state(); });
    });
    if (failure)
        return coterie::fail("checkpoint", *failure);
    return flushed;
}

} // namespace

RunOutcome runRounds(Run& run, const RunSurroundings& surroundings)
{
    return Loop(run, surroundings).go();
}

} // namespace coterie
