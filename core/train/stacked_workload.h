#pragma once

#include "core/nn/stacked_forward.h"
#include "core/train/device_samples.h"
#include "core/train/executor.h"

#include <cstddef>
#include <span>
#include <vector>

namespace coterie {

/// A workload on its device, for stacks of clients.
struct StackedWorkload
{
    StackedWorkload(const Workload& given, at::Device where);

    /// `all` in pieces whose launch sequences fit into memory, with `batch` samples per row.
    [[nodiscard]] std::vector<std::span<const std::size_t>> parts(std::span<const std::size_t> all,
                                                                  std::size_t batch) const;

    const Workload workload;
    at::Device device;
    EvaluationSets sets;
    DeviceSamples train;
    DeviceSamples official;
};

/// A head's result on a stack's mini-batches, [C, B, features]: mean loss and number of correct
/// answers of each row (float64), and the slopes at the features.
struct StackedHeadLoss
{
    at::Tensor loss;
    at::Tensor correct;
    at::Tensor slopes;
};
[[nodiscard]] StackedHeadLoss stackedHeadLoss(const FeatureHead& head,
                                              const at::Tensor& features,
                                              const at::Tensor& labels,
                                              std::span<const RandomStream> streams);

/// Executor::gradients, Executor::features (in files of their own) and Executor::evaluate: models
/// with equally many samples form a stack.
void stackedGradients(const StackedWorkload& stacked,
                      const RoundContext& context,
                      std::span<const GradientJob> jobs,
                      ModelRows& models,
                      const at::Tensor& gradients,
                      std::span<Tally> tallies);
[[nodiscard]] std::vector<Score> stackedScores(const StackedWorkload& stacked,
                                               std::span<const EvaluationJob> jobs,
                                               const ModelRows& models,
                                               const RoundContext& context);
[[nodiscard]] std::vector<LabelledRows> stackedFeatures(const StackedWorkload& stacked,
                                                        std::span<const EvaluationJob> jobs,
                                                        const ModelRows& models,
                                                        const RoundContext& context);

} // namespace coterie
