#pragma once

#include "core/algorithms/algorithm.h"
#include "core/report/run_record.h"
#include "core/run/checkpoint.h"
#include "core/sampling/sampler.h"
#include "core/train/federation.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace coterie {

/// One run of one plan, round by round: sampler × local work × algorithm on a federation. It knows
/// nothing of stores, pauses or threads of its own; runRounds() takes care of those.
class Run
{
public:
    Run(const RunPlan& plan,
        std::shared_ptr<const Dataset> dataset,
        Shards shards,
        Network network,
        std::size_t threads,
        const std::string& device);
    ~Run();

    [[nodiscard]] const RunPlan& plan() const { return m_federation.plan(); }
    [[nodiscard]] const FederationFacts& facts() const { return m_federation.facts(); }
    [[nodiscard]] std::string deviceName() const { return m_federation.deviceName(); }
    /// Of one sample.
    [[nodiscard]] const SampleShape& input() const { return m_input; }
    /// −1 before the evaluation that is round 0.
    [[nodiscard]] int roundsDone() const { return m_roundsDone; }

    /// Does the next round; the first is round 0, the evaluation before any training. Throws
    /// RunStopped; after that, as after any exception, neither advance() nor state() may be called
    /// again.
    [[nodiscard]] RoundReport advance(const std::stop_token& stop);

    /// The schedule starts from this rate from the next round on; the change is noted in that
    /// round's report.
    void changeLearningRate(double first);
    /// Put into the next round's report.
    void note(Event event);

    /// What changeLearningRate() would change of the state: for a run that is broken off.
    [[nodiscard]] static StateAmendment learningRateToCome(double first);
    /// All that the rounds to come depend on; shares storage with the run until the next advance().
    [[nodiscard]] State state() const;
    /// Continues where that state was taken.
    [[nodiscard]] Result<void> restore(const CheckpointDelta& checkpoint);

private:
    void train(RoundReport& report, const std::stop_token& stop);
    void keepLearningRate(double first);

    const SampleShape m_input;
    Federation m_federation;
    std::unique_ptr<Algorithm> m_algorithm;
    std::unique_ptr<Sampler> m_sampler;
    int m_roundsDone = -1;
    std::optional<double> m_liveLearningRate;
    bool m_learningRateIsNew = false; ///< no report has told it yet
    std::vector<Event> m_notes;
};

} // namespace coterie
