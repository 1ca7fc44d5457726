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

/// What a round of one arm will cost, measured by doing a few short ones: every client that takes
/// part trains a few steps and is tested on a few samples.
struct ArmForecast
{
    std::size_t parameters = 0;            ///< of one model
    double memoryBytes = 0;                ///< of models and samples, roughly
    std::optional<double> bytesPerRound;   ///< over all links
    std::optional<double> workSeconds;     ///< of a round without its evaluation
    std::optional<double> evaluateSeconds; ///< of one evaluation
    std::string refusal;                   ///< why nothing could be measured; empty if it could
};

/// What an experiment will be, before it is run.
struct Forecast
{
    std::size_t clients = 0;
    std::int64_t trainSamples = 0;
    std::int64_t testSamples = 0; ///< of the clients
    std::int64_t smallestClient = 0;
    std::int64_t largestClient = 0;
    std::vector<ArmForecast> arms; ///< by arm index
    /// Whether the arms were tried, whatever came of it; else they are only counted.
    bool isTried = false;
};

/// Loads the data, splits them and tries every arm. Takes moments beyond the loading; stops early
/// when asked, with an error then. The error names what the data or the model refuse.
[[nodiscard]] Result<Forecast> makeForecast(std::span<const RunPlan> plans,
                                            RunData& data,
                                            std::size_t threads,
                                            const std::stop_token& stop);

/// Of all this what needs no trial: clients, samples, parameters and memory. For while a run is
/// going on, which a trial would disturb.
[[nodiscard]] Result<Forecast> countForecast(std::span<const RunPlan> plans, RunData& data);

/// What can be said without a model or a method: of the clients only, no arms.
[[nodiscard]] Result<Forecast> countClients(const RunPlan& plan, RunData& data);

/// How many samples one evaluation of the plan runs models on: `official` of the data set's own
/// test set, and of each client those for testing, those for validation and the training samples
/// asked for, whichever models see them.
[[nodiscard]] double
evaluatedSamples(const RunPlan& plan, const Shards& shards, std::int64_t official);

/// How long these runs will take; absent if an arm could not be measured.
[[nodiscard]] std::optional<double> foreseenSeconds(const Forecast& forecast,
                                                    std::span<const RunPlan> plans);
/// Of an average round of the plan, its share of evaluations included.
[[nodiscard]] std::optional<double> roundSeconds(const ArmForecast& arm, const RunPlan& plan);

} // namespace coterie
