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
                  int roundsDone);
    void roundDone(const RoundReport& report);
    void endRun();

    /// `run` of `runs` is the current one; `waiting` come after it.
    [[nodiscard]] QueueProgress progress(int run, int runs, std::span<const RunPlan> waiting);

private:
    /// How much more work a round is expected to be than this one was. Where clients are drawn and
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
    SampleShape m_input;
    std::size_t m_classes = 0;
    std::vector<KnownModel> m_models; ///< for m_input and m_classes
    RoundTimes m_rounds;              ///< timed here, so without those before a resume
    int m_round = 0;
    std::vector<TimedWork> m_ended;
};

} // namespace coterie
