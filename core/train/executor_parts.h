#pragma once

#include "core/nn/dropout_mask.h"
#include "core/train/batches.h"
#include "core/train/executor.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace coterie {

/// What all executors must agree on about one job: its batches, its masks, how many steps it takes
/// and which of them are measured.
struct LocalSteps
{
    LocalSteps(const Workload& workload,
               const RoundContext& context,
               const LocalSettings& settings,
               const LocalJob& job,
               const LocalTask& task);

    /// The mini-batch of the next step.
    [[nodiscard]] std::span<const std::int32_t> nextBatch();
    /// Which dropout masks step s of this job draws, counted over the whole round.
    [[nodiscard]] std::uint32_t maskStep(std::size_t step) const;

    DropoutKey dropout;
    double rate = 0;              ///< the job's learning rate
    std::size_t count = 0;        ///< 0 for a client without samples
    std::size_t measuredFrom = 0; ///< the last local epoch, or all steps if they are fewer

private:
    BatchSequence m_batches;
    std::size_t m_stepsPerBatch;
    std::size_t m_stepsBefore; ///< of this round
    std::size_t m_given = 0;
    std::span<const std::int32_t> m_batch;
};

/// Sums over samples that a mean loss and an accuracy are made of.
struct Tally
{
    double loss = 0;
    std::size_t correct = 0;
    std::size_t samples = 0;

    /// A batch with its mean loss.
    void add(double meanLoss, std::size_t correctAnswers, std::size_t count);
    void add(const Tally& other);
    [[nodiscard]] Score score(const Dataset& dataset) const;
};

/// The result of a job that took `steps` steps.
[[nodiscard]] LocalResult
localResult(const Tally& tally, const Dataset& dataset, std::size_t steps, double updateNorm);

/// Which samples an evaluation job asks for.
class EvaluationSets
{
public:
    explicit EvaluationSets(const Workload& workload);

    [[nodiscard]] std::span<const std::int32_t> indices(const EvaluationJob& job) const;
    /// Whether the indices point into the official test set.
    [[nodiscard]] bool isOfficial(const EvaluationJob& job) const;

private:
    const Workload& m_workload;
    std::vector<std::int32_t> m_official;
};

} // namespace coterie
