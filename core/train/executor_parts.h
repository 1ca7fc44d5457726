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

/// How many steps a job takes; 0 for a client without samples. Those with the most begin first.
[[nodiscard]] std::size_t stepCount(const Workload& workload,
                                    const LocalSettings& settings,
                                    const LocalJob& job,
                                    const LocalTask& task);

/// What all executors must agree on about one job: its batches, how their pictures are moved, its
/// masks, how many steps it takes and which of them are measured.
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

    /// How the pictures of step s's mini-batch are moved; empty where nothing is to be moved.
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

/// The masks of one step of gradient work: local work's own if the client's model is asked.
[[nodiscard]] DropoutKey dropoutKey(const RoundContext& context, const GradientJob& job);
/// How the pictures of a gradient job are moved: as in that step of its client's local work, whose
/// ever model is asked. A frozen pass looks at them as they are.
[[nodiscard]] std::vector<PictureMove>
pictureMoves(const RoundContext& context, const GradientJob& job, const Augmentation& augmentation);

/// The result of a job that took `steps` steps.
[[nodiscard]] LocalResult
localResult(const Tally& tally, const Dataset& dataset, std::size_t steps, double updateNorm);

/// How many samples, `most` or fewer, go through the network at once when only forward values are
/// wanted: large samples must not fill the memory.
[[nodiscard]] std::size_t evaluationBatch(const Network& network, std::size_t most);

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
