#include "core/run/progress_meter.h"

#include <algorithm>

namespace coterie {

void ProgressMeter::beginRun(const RunPlan& plan, const FederationFacts& facts, int roundsDone)
{
    m_plan = plan;
    m_trainSamples = facts.trainSamples;
    m_rounds.clear();
    m_round = std::max(0, roundsDone);
}

void ProgressMeter::roundDone(const RoundReport& report)
{
    RoundTime time;
    for (const PhaseTime& phase : report.timings) {
        if (phase.phase == "evaluate")
            time.evaluation = phase.seconds;
    }
    if (report.round > 0)
        time.work = report.seconds - time.evaluation.value_or(0.0);
    m_rounds.push_back(time);
    m_round = report.round;
}

void ProgressMeter::endRun()
{
    if (const std::optional<TimedWork> timed = currentAsTimed())
        m_ended.push_back(*timed);
    m_rounds.clear();
}

QueueProgress ProgressMeter::progress(int run, int runs, std::span<const RunPlan> waiting) const
{
    QueueProgress progress{.run = run,
                           .runs = runs,
                           .round = m_round,
                           .rounds = m_plan.rounds,
                           .runSecondsLeft = currentSecondsLeft(),
                           .secondsLeft = {}};
    progress.secondsLeft = progress.runSecondsLeft;
    std::vector<TimedWork> known = m_ended;
    if (const std::optional<TimedWork> current = currentAsTimed())
        known.push_back(*current);
    for (const RunPlan& plan : waiting) {
        const std::optional<double> seconds = foreseenSeconds(workOf(plan), known);
        if (!seconds || !progress.secondsLeft)
            progress.secondsLeft.reset();
        else
            *progress.secondsLeft += *seconds;
    }
    return progress;
}

RunWork ProgressMeter::workOf(const RunPlan& plan) const
{
    return {.arm = plan.experimentName + '\n' + plan.armName,
            .steps = plan.rounds * localStepsPerRound(plan.local, m_trainSamples)};
}

std::optional<double> ProgressMeter::currentSecondsLeft() const
{
    return secondsLeft(m_rounds, roundsLeft(m_round, m_plan.rounds, m_plan.evaluateEvery));
}

std::optional<TimedWork> ProgressMeter::currentAsTimed() const
{
    // From typical rounds, not from a clock: pauses and what was done before a resume do not matter
    // then.
    const bool timed = std::any_of(m_rounds.begin(), m_rounds.end(), [](const RoundTime& round) {
        return round.work.has_value();
    });
    const std::optional<double> whole =
        timed ? secondsLeft(m_rounds, roundsLeft(0, m_plan.rounds, m_plan.evaluateEvery))
              : std::nullopt;
    if (!whole)
        return std::nullopt;
    return TimedWork{.work = workOf(m_plan), .seconds = *whole};
}

} // namespace coterie
