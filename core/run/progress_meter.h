#pragma once

#include "core/report/run_record.h"
#include "core/run/eta.h"
#include "core/run/run_queue.h"

#include <span>
#include <string>
#include <vector>

namespace coterie {

/// Watches the rounds of a queue's runs and foresees how long the rest takes.
class ProgressMeter
{
public:
    void beginRun(const RunPlan& plan, const FederationFacts& facts, int roundsDone);
    void roundDone(const RoundReport& report);
    void endRun();

    /// `run` of `runs` is the current one; `waiting` come after it.
    [[nodiscard]] QueueProgress progress(int run, int runs, std::span<const RunPlan> waiting) const;

private:
    [[nodiscard]] RunWork workOf(const RunPlan& plan) const;
    [[nodiscard]] std::optional<double> currentSecondsLeft() const;
    /// The current run as if it were done; nothing until its rounds tell.
    [[nodiscard]] std::optional<TimedWork> currentAsTimed() const;

    RunPlan m_plan;
    std::vector<std::int64_t>
        m_trainSamples;              ///< of the newest run: the best guess for those that wait
    std::vector<RoundTime> m_rounds; ///< timed here, so without those before a resume
    int m_round = 0;
    std::vector<TimedWork> m_ended;
};

} // namespace coterie
