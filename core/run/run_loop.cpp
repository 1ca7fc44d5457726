#include "core/run/run_loop.h"

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
    {}

    RunOutcome go();

private:
    using SinkCall = std::function<Result<void>()>;

    void rounds();
    bool mayStartRound();
    void oneRound();
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
    const bool kept = insist([this] { return m_broken ? m_around.recorder.flush() : flushAll(); });
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
    if (!ready)
        return;
    while (m_run.roundsDone() < m_run.plan().rounds) {
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

void Loop::oneRound()
{
    const std::string name = "Round " + std::to_string(m_run.roundsDone() + 1);
    if (const std::optional<double> rate = m_around.control.takeLearningRate())
        m_run.changeLearningRate(*rate);
    Result<void> recorded;
    const std::optional<std::string> failure = failureOf(name, [this, &recorded] {
        m_broken = true;
        RoundReport report = m_run.advance(m_around.control.stopToken());
        m_broken = false;
        const double held = m_around.recorder.secondsHeld();
        const double recording = held - std::exchange(m_secondsRecorded, held);
        report.timings.push_back(
            {.phase = "record", .seconds = recording}); // since the report before
        report.seconds += recording;
        const auto kept = std::make_shared<const RoundReport>(std::move(report));
        m_around.observer.roundFinished(m_around.id, kept);
        if (std::string reason = nonFiniteReason(kept->events); !reason.empty())
            fail(std::move(reason));
        recorded = m_around.recorder.roundDone(kept, [this] { return m_run.state(); });
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
