#pragma once

#include "core/nn/dropout_mask.h"
#include "core/nn/network.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace coterie {

/// Forward, loss and backward of one network over preallocated buffers: no autograd graph, no allocation, one BLAS
/// thread. Weights, buffers and gradients are flat rows in the network's layout; the plan belongs to one thread.
template <typename Scalar>
class CpuStep
{
public:
    CpuStep(const Network& network, std::size_t largestBatch);
    ~CpuStep();

    [[nodiscard]] std::size_t largestBatch() const;
    /// Where the caller writes a batch, sample after sample in the data set's order.
    [[nodiscard]] Scalar* input();
    /// Evaluation: running statistics, no dropout.
    void evaluate(const Scalar* parameters, const Scalar* buffers, std::size_t batch);
    /// Training: batch statistics, which move the running ones; dropout by key and step.
    void train(const Scalar* parameters, Scalar* buffers, std::size_t batch, const DropoutKey& key,
               std::uint32_t step);

    [[nodiscard]] std::span<const Scalar> outputs() const;  ///< [batch, outputs]
    [[nodiscard]] std::span<const Scalar> features() const; ///< [batch, features]

    /// Mean loss of the last pass; prepares the backward pass. Classes for CrossEntropy and Logistic, targets else.
    double loss(std::span<const std::int32_t> labels);
    double loss(std::span<const float> targets);
    [[nodiscard]] std::size_t correct() const; ///< of the last loss()

    /// Gradient of the mean loss into `gradient` [P] (overwritten), after loss(). `featureGradient` [batch, features]
    /// is added at the penultimate features.
    void backward(const Scalar* parameters, Scalar* gradient, const Scalar* featureGradient = nullptr);
    /// As backward(), after evaluate(): batch-norm uses its running statistics as constants.
    [[nodiscard]] std::size_t memoryBytes() const;

private:
    struct Plan;
    std::unique_ptr<Plan> m_plan;
};

extern template class CpuStep<float>;
extern template class CpuStep<double>;

} // namespace coterie
