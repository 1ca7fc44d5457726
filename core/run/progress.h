#pragma once

#include "core/data/dataset.h"
#include "core/experiment/experiment.h"
#include "core/report/run_record.h"
#include "core/run/run_queue.h"

#include <cstddef>
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

[[nodiscard]] RoundsLeft roundsLeft(int roundsDone, int rounds, int evaluateEvery);

[[nodiscard]] double median(std::vector<double> values); ///< of at least one

/// The median of the newest values. The first value of all is left out as soon as there is another,
/// because it pays for warm-up; a median because a round beside a checkpoint or a busy neighbour
/// says nothing about the others.
[[nodiscard]] std::optional<double> typicalSeconds(std::span<const double> values);

/// The newest rounds' times. As many as decide what is typical, so that a round of a long run costs
/// no more than one of a short run; work and evaluations apart, because the newest rounds may have
/// no evaluation among them.
struct RoundTimes
{
    std::vector<double> work;
    std::vector<double> evaluation;

    void add(const RoundTime& round);
};

/// Absent until a round has been timed.
[[nodiscard]] std::optional<double> secondsLeft(const RoundTimes& done, const RoundsLeft& left);

/// The size of a run, for comparing it with another.
struct RunWork
{
    std::string arm;  ///< experiment and arm: equal for runs that differ by seed or sweep point
    double flops = 0; ///< rounds × local steps in a round × batch × the model's forward pass
};

/// A run whose time is known, or foreseen from its rounds so far.
struct TimedWork
{
    RunWork work;
    double seconds = 0;
};

/// What a client with so many training samples takes in one round.
[[nodiscard]] double localSteps(const LocalSettings& local, std::int64_t trainSamples);
/// If every client took part.
[[nodiscard]] double localStepsPerRound(const LocalSettings& local,
                                        std::span<const std::int64_t> trainSamples);
/// The share of the clients that a round is expected to train: min(count, N)/N of a sampler that
/// draws `count`, all of them with any other.
[[nodiscard]] double shareTakingPart(const Part& sampler, std::size_t clients);

/// How long a round lasts, in steps: those of the worker that ends last, when clients go to the
/// workers longest first.
[[nodiscard]] double longestWorker(std::vector<double> steps, std::size_t workers);
/// The same of a round to come, whose `share` of the clients is not drawn yet: the mean over many
/// drawings.
[[nodiscard]] double
expectedLongestWorker(std::span<const double> steps, double share, std::size_t workers);
/// Seconds per operation of known runs of the same arm, else of all known ones, times the run's
/// operations.
[[nodiscard]] std::optional<double> foreseenSeconds(const RunWork& run,
                                                    std::span<const TimedWork> known);

/// Watches the rounds of a queue's runs and foresees how long the rest takes.
class ProgressMeter
{
public:
    void beginRun(const RunPlan& plan,
                  const FederationFacts& facts,
                  const SampleShape& input,
                  int roundsDone,
                  std::size_t workers);
    /// The current run's rounds or its evaluations were changed by hand.
    void changePlan(const RunPlan& plan) { m_plan = plan; }
    void roundDone(const RoundReport& report);
    void endRun();

    /// The runs that come after the current one. To be told again after beginRun() and when others
    /// come or go, not after every round: there may be a hundred thousand.
    void setWaiting(std::span<const RunPlan* const> waiting);

    /// `run` of `runs` is the current one. Costs the same however many wait.
    [[nodiscard]] QueueProgress progress(int run, int runs);

private:
    /// How much longer a round is expected to be than this one was. Where clients are drawn and
    /// have different numbers of samples, three rounds as they are would foretell little.
    [[nodiscard]] double timesTypical(const RoundReport& report) const;
    [[nodiscard]] RunWork workOf(const RunPlan& plan);
    [[nodiscard]] double forwardFlops(const Part& model);
    [[nodiscard]] std::optional<double> currentSecondsLeft() const;
    /// The current run as if it were done; nothing until its rounds tell.
    [[nodiscard]] std::optional<TimedWork> currentAsTimed();

    struct KnownModel
    {
        Part model;
        double forwardFlops = 0;
    };

    RunPlan m_plan;
    // Of the newest run: the best guess for those that wait, whose data are not loaded yet.
    std::vector<std::int64_t> m_trainSamples;
    std::size_t m_workers = 1;
    double m_typicalLength = 0; ///< of a round, in steps of the worker that ends last
    SampleShape m_input;
    std::size_t m_classes = 0;
    std::vector<KnownModel> m_models; ///< for m_input and m_classes
    RoundTimes m_rounds;              ///< timed here, so without those before a resume
    int m_round = 0;
    std::vector<TimedWork> m_ended; ///< the newest
    std::vector<RunWork> m_waiting; ///< together for each arm
};

} // namespace coterie
