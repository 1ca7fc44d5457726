#pragma once

#include "core/spec/experiment.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace coterie {

/// What one finished round took. Evaluation is apart because not every round has one.
struct RoundTime
{
    std::optional<double> work; ///< seconds of everything but evaluation; absent for round 0
    std::optional<double> evaluation;
};

/// What a run has still to do.
struct RoundsLeft
{
    int rounds = 0;
    int evaluations = 0;

    bool operator==(const RoundsLeft&) const = default;
};

/// Every `evaluateEvery`-th round and the last one are evaluated.
[[nodiscard]] bool isEvaluated(int round, int rounds, int evaluateEvery);
[[nodiscard]] RoundsLeft roundsLeft(int roundsDone, int rounds, int evaluateEvery);

/// The median of the newest values. The first value of all is left out as soon as there is another,
/// because it pays for warm-up; a median because a round beside a checkpoint or a busy neighbour
/// says nothing about the others.
[[nodiscard]] std::optional<double> typicalSeconds(std::span<const double> values);
/// Absent until a round has been timed.
[[nodiscard]] std::optional<double> secondsLeft(std::span<const RoundTime> done,
                                                const RoundsLeft& left);

/// The size of a run, for comparing it with another.
struct RunWork
{
    std::string arm;  ///< experiment and arm: equal for runs that differ by seed or sweep point
    double steps = 0; ///< rounds × the clients' local steps in a round
};

/// A run whose time is known, or foreseen from its rounds so far.
struct TimedWork
{
    RunWork work;
    double seconds = 0;
};

[[nodiscard]] double localStepsPerRound(const LocalSettings& local,
                                        std::span<const std::int64_t> trainSamples);
/// Seconds per step of known runs of the same arm, else of all known ones, times the run's steps.
[[nodiscard]] std::optional<double> foreseenSeconds(const RunWork& run,
                                                    std::span<const TimedWork> known);

} // namespace coterie
