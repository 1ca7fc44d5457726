#pragma once

#include "core/data/augment.h"
#include "core/nn/dropout_mask.h"
#include "core/train/batches.h"
#include "core/train/executor.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace coterie {

/// Number of steps of a job; 0 for a client without samples. Jobs with the most steps begin first.
[[nodiscard]] std::size_t stepCount(const Workload& workload,
                                    const LocalSettings& settings,
                                    const LocalJob& job,
                                    const LocalTask& task);

/// The parts of a job that are the same in all executors: its batches, the moves of their pictures,
/// its masks, the number of steps and which of them are measured.
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

    /// Moves of the pictures of step s's mini-batch; empty if nothing moves.
    [[nodiscard]] std::vector<PictureMove>
    moves(const Augmentation& augmentation, std::size_t step, std::size_t batch) const;

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

/// The masks of one step of gradient work: those of local work if the model is the client's own.
[[nodiscard]] DropoutKey dropoutKey(const RoundContext& context, const GradientJob& job);
/// Moves of the pictures of a gradient job: those of that step of its client's local work, for
/// every model. A frozen pass moves none.
[[nodiscard]] std::vector<PictureMove>
pictureMoves(const RoundContext& context, const GradientJob& job, const Augmentation& augmentation);

/// The result of a job that took `steps` steps.
[[nodiscard]] LocalResult
localResult(const Tally& tally, const Dataset& dataset, std::size_t steps, double updateNorm);

/// Number of samples, at most `most`, that pass through the network at once in evaluations: large
/// samples must not fill the memory.
[[nodiscard]] std::size_t evaluationBatch(const Network& network, std::size_t most);

/// The samples of evaluation jobs.
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
