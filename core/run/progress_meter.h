#pragma once

#include "core/data/dataset.h"
#include "core/report/run_record.h"
#include "core/run/eta.h"
#include "core/run/run_queue.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace coterie {

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
