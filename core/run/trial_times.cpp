#include "core/run/trial_times.h"

#include <algorithm>

namespace coterie {

namespace {

/// A trial is to take moments: rounds that are long by themselves are told well by one of them.
constexpr double kEnoughSeconds = 0.3;

std::optional<double> least(const std::optional<double>& known, double seconds)
{
    return known ? std::min(*known, seconds) : seconds;
}

} // namespace

void TrialTimes::add(const RoundReport& report)
{
    if (report.round < kFirstMeasuredRound)
        return;
    double work = 0;
    double evaluation = 0;
    for (const PhaseTime& phase : report.timings)
        (phase.phase == "evaluate" ? evaluation : work) += phase.seconds;
    m_work = least(m_work, work);
    m_evaluation = least(m_evaluation, evaluation);
    m_spent += work + evaluation;
    ++m_measured;
}

bool TrialTimes::isEnough() const
{
    return m_measured > 0
           && (m_measured > kMostTrialRounds - kFirstMeasuredRound || m_spent >= kEnoughSeconds);
}

} // namespace coterie
