#pragma once

#include "core/report/round_report.h"

#include <optional>

namespace coterie {

/// What the rounds of a trial took, a few steps each. So short a time is easily ten times as long
/// where another program has its turn in between, and is then multiplied up to a whole round: so
/// several rounds are measured, and the quickest counts.
class TrialTimes
{
public:
    /// The rounds in their order, from round 0, which only evaluates.
    void add(const RoundReport& report);
    /// Whether another round would take longer than it would tell.
    [[nodiscard]] bool isEnough() const;

    /// Seconds of a round of the trial without its evaluation, and of the evaluation.
    [[nodiscard]] double work() const { return m_work.value_or(0.0); }
    [[nodiscard]] double evaluation() const { return m_evaluation.value_or(0.0); }

private:
    int m_measured = 0;
    double m_spent = 0;
    std::optional<double> m_work;
    std::optional<double> m_evaluation;
};

/// How many rounds a trial has at most; round 1 warms up and is not measured.
inline constexpr int kMostTrialRounds = 6;
/// The first round that is measured, and is always played.
inline constexpr int kFirstMeasuredRound = 2;

} // namespace coterie
