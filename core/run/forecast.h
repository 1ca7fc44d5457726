#pragma once

#include "core/base/result.h"
#include "core/experiment/experiment.h"
#include "core/report/round_report.h"
#include "core/run/prepare_run.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace coterie {

/// The times of a trial's short rounds. One of them may take ten times as long when another program
/// interrupts it, and the error would be scaled up to a whole round. So several rounds are
/// measured, and the fastest counts.
class TrialTimes
{
public:
    /// Rounds in order, from round 0, which only evaluates.
    void add(const RoundReport& report);
    /// Whether no further round is needed.
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

/// What a round takes besides its evaluation. What it does once, however many local steps there
/// are, such as a server's search for groups, must not be multiplied with them.
struct RoundCost
{
    double once = 0;    ///< seconds
    double perStep = 0; ///< of the worker that ends last

    [[nodiscard]] double seconds(double steps) const { return once + perStep * steps; }
    bool operator==(const RoundCost&) const = default;
};

/// From rounds of two lengths, in steps. Neither part is below 0, whatever disturbed a measurement.
[[nodiscard]] RoundCost
costOfRounds(double fewSteps, double fewSeconds, double manySteps, double manySeconds);

/// The most rounds of a trial. Round 1 warms up and is not measured.
inline constexpr int kMostTrialRounds = 6;
/// The first measured round; every trial has it.
inline constexpr int kFirstMeasuredRound = 2;

/// The cost of a round of one arm, measured by a few short rounds: every participant trains a few
/// steps, then a few more, and is tested on a few samples. Absent is what is not known.
struct ArmForecast
{
    std::optional<std::size_t> parameters; ///< of one model
    std::optional<double> memoryBytes;     ///< of a run, of all its ranks together
    std::optional<double> diskBytes;       ///< that a run leaves in the run store
    std::optional<double> bytesPerRound;   ///< over all links
    std::optional<double> workSeconds;     ///< of a round without its evaluation
    std::optional<double> evaluateSeconds; ///< of one evaluation
    std::string refusal;                   ///< why nothing could be measured; empty if it could
    bool startsCommand = false;            ///< which no trial does; it is why
};

/// An experiment before it runs.
struct Forecast
{
    std::size_t clients = 0;
    std::int64_t trainSamples = 0;
    std::int64_t testSamples = 0; ///< of the clients
    std::int64_t smallestClient = 0;
    std::int64_t largestClient = 0;
    std::vector<ArmForecast> arms; ///< by arm index
    /// Of this machine, for a run and its data set; absent if the system does not tell.
    std::optional<double> memoryAvailable = {};
    int ranks = 1; ///< processes on this machine that compute a run together
    /// Whether the arms were tried, with success or not; else they are only counted.
    bool isTried = false;
};

/// Loads the data, splits them and tries every arm, which takes moments after loading. Returns an
/// error after a stop, or if data or model are not usable. So many `ranks` share the threads: each
/// needs memory of its own. The trial is one process with all threads, as ranks on one machine are
/// as fast as that but for what they send each other.
[[nodiscard]] Result<Forecast> makeForecast(std::span<const RunPlan> plans,
                                            RunData& data,
                                            std::size_t threads,
                                            const std::stop_token& stop,
                                            int ranks = 1);

/// The part that needs no trial: clients, samples, parameters, memory and disk. For use during a
/// run, which a trial would disturb.
[[nodiscard]] Result<Forecast> countForecast(std::span<const RunPlan> plans,
                                             RunData& data,
                                             std::size_t threads = 1,
                                             int ranks = 1);

/// The part that needs no model and no method: clients only, no arms.
[[nodiscard]] Result<Forecast> countClients(const RunPlan& plan, RunData& data);

/// Samples in one evaluation of the plan: `official` of the data set's own test set, and each
/// client's test, validation and requested training samples.
[[nodiscard]] double
evaluatedSamples(const RunPlan& plan, const Shards& shards, std::int64_t official);

/// The estimated time of these runs; absent if an arm could not be measured.
[[nodiscard]] std::optional<double> foreseenSeconds(const Forecast& forecast,
                                                    std::span<const RunPlan> plans);
/// What all these runs leave in the run store; absent if it is not known of an arm.
[[nodiscard]] std::optional<double> foreseenDisk(const Forecast& forecast,
                                                 std::span<const RunPlan> plans);
/// Of an average round of the plan, its share of evaluations included.
[[nodiscard]] std::optional<double> roundSeconds(const ArmForecast& arm, const RunPlan& plan);

} // namespace coterie
