#pragma once

#include "core/data/dataset.h"
#include "core/experiment/experiment.h"
#include "core/report/run_record.h"
#include "core/run/queue_events.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace coterie {

/// The time of one round. Evaluation is separate because not every round has one.
struct RoundTime
{
    std::optional<double> work; ///< seconds of everything but evaluation; absent for round 0
    std::optional<double> evaluation;
};

/// What remains of a run.
struct RoundsLeft
{
    int rounds = 0;
    int evaluations = 0;

    bool operator==(const RoundsLeft&) const = default;
};

[[nodiscard]] RoundsLeft roundsLeft(int roundsDone, int rounds, int evaluateEvery);

[[nodiscard]] double median(std::vector<double> values); ///< of at least one

/// The median of the newest values. The very first is left out as soon as there is another, because
/// it includes warm-up. A median, because rounds during a checkpoint or beside a busy program are
/// outliers.
[[nodiscard]] std::optional<double> typicalSeconds(std::span<const double> values);

/// The times of the newest rounds: as many as typicalSeconds() reads, so that the cost does not
/// grow with the run. Separate, because the newest rounds may have no evaluation among them.
struct RoundTimes
{
    std::vector<double> work;
    std::vector<double> evaluation;

    void add(const RoundTime& round);
};

/// Absent until a round has been timed.
[[nodiscard]] std::optional<double> secondsLeft(const RoundTimes& done, const RoundsLeft& left);

/// "fedavg/moon/random": algorithm, objective and sampler, which decide what a step costs;
/// empty without an algorithm.
[[nodiscard]] std::string methodOf(const RunPlan& plan);

/// The size of a run, for comparing it with another.
struct RunWork
{
    std::string arm;  ///< experiment and arm: equal for runs that differ by seed or sweep point
    double flops = 0; ///< rounds × local steps in a round × batch × the model's forward pass
    double forwardFlops = 0; ///< of one sample
    std::string method = {}; ///< methodOf() its plan
};

/// A run whose time is known, or estimated from its rounds so far.
struct TimedWork
{
    RunWork work;
    double seconds = 0;
    /// Operations as RunWork's, but of all samples that its rounds used: a method may evaluate many
    /// gradients for each local step. 0: not counted.
    double flopsUsed = 0;
    bool isStored = false; ///< of an earlier queue: it tells of its own method only
};

/// A finished run of an earlier queue.
struct StoredTime
{
    RunPlan plan;
    std::vector<std::int64_t> trainSamples; ///< of each client
    double seconds = 0;                     ///< of all its rounds
};

/// Local steps in one round of a client with this many training samples.
[[nodiscard]] double localSteps(const LocalSettings& local, std::int64_t trainSamples);
/// Of each client.
[[nodiscard]] std::vector<double> stepsOf(const LocalSettings& local,
                                          std::span<const std::int64_t> trainSamples);
/// If every client took part.
[[nodiscard]] double localStepsPerRound(const LocalSettings& local,
                                        std::span<const std::int64_t> trainSamples);
/// The expected share of the clients that a round trains: min(count, N)/N of a sampler that draws
/// `count`, else 1.
[[nodiscard]] double shareTakingPart(const Part& sampler, std::size_t clients);

/// The length of a round in steps of the worker that ends last, when clients go to the workers
/// longest first.
[[nodiscard]] double longestWorker(std::vector<double> steps, std::size_t workers);
/// The same of a future round that draws this share of the clients: the mean over many draws.
[[nodiscard]] double
expectedLongestWorker(std::span<const double> steps, double share, std::size_t workers);
/// The run's operations × seconds per operation of known runs of the same arm, else of the same
/// method, rather of this queue than stored ones; else per operation used of all runs of this queue
/// with a model of this size: of a method that has not been timed only the local training is
/// foreseen, but not by the price of another method. Absent if there are none: an
/// operation of a small model, whose rounds are mostly overhead, takes several times as long as one
/// of a large model.
[[nodiscard]] std::optional<double> foreseenSeconds(const RunWork& run,
                                                    std::span<const TimedWork> known);

/// Measures the rounds of a queue's runs and estimates the remaining time.
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
    /// `samples` that models were trained or gradients evaluated on; 0: not counted.
    void roundDone(const RoundReport& report, double samples = 0);
    void endRun();
    /// Runs of earlier queues, of methods that may wait.
    void setStored(std::vector<StoredTime> stored);

    /// The runs after the current one. Call it when this list changes, not after every round: there
    /// may be a hundred thousand.
    void setWaiting(std::span<const RunPlan* const> waiting);

    /// `run` of `runs` is the current one. The cost does not depend on how many wait.
    [[nodiscard]] QueueProgress progress(int run, int runs);

private:
    /// The expected length of a round relative to this one's. Where drawn clients have different
    /// numbers of samples, a few rounds alone would predict little.
    [[nodiscard]] double timesTypical(const RoundReport& report) const;
    [[nodiscard]] RunWork workOf(const RunPlan& plan, std::span<const std::int64_t> trainSamples);
    void countStored();
    void countWaiting();
    [[nodiscard]] double forwardFlops(const ModelSettings& model);
    /// An estimate of the whole current run; nothing before its first rounds.
    [[nodiscard]] std::optional<TimedWork> currentAsTimed();

    /// Runs of the same work.
    struct WaitingKind
    {
        RunPlan plan; ///< one of them
        std::size_t runs = 0;
    };
    struct KnownModel
    {
        ModelSettings model;
        double forwardFlops = 0;
    };

    RunPlan m_plan;
    // Of the newest run: the best guess for waiting runs, whose data are not loaded yet.
    std::vector<std::int64_t> m_trainSamples;
    std::size_t m_workers = 1;
    double m_typicalLength = 0; ///< of a round, in steps of the worker that ends last
    SampleShape m_input;
    std::size_t m_classes = 0;
    std::vector<KnownModel> m_models; ///< for m_input and m_classes
    RoundTimes m_rounds;              ///< timed here, so without those before a resume
    int m_round = 0;
    double m_samplesUsed = 0; ///< of the rounds timed here
    int m_roundsCounted = 0;
    std::vector<TimedWork> m_ended; ///< the newest
    std::vector<StoredTime> m_storedTimes;
    std::vector<TimedWork> m_stored; ///< those on the data of the current run
    std::vector<WaitingKind> m_kinds;
    std::vector<RunWork> m_waiting; ///< together for each kind, on the data of the current run
    bool m_hasOtherData = false;    ///< some of them have, so that their work is not known
};

} // namespace coterie
