#pragma once

#include "core/nn/cpu_operation.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <span>
#include <vector>

namespace coterie {

template <typename Scalar>
class GraphStep;

/// Forward, loss and backward of one network over preallocated buffers: no autograd graph, no
/// allocation, one BLAS thread (but for networks that need a graph, see GraphStep). Weights,
/// buffers and gradients are flat rows in the network's layout; the plan belongs to one thread.
template <typename Scalar>
class CpuStep
{
public:
    enum class Use
    {
        Training,
        Evaluation
    }; ///< evaluation alone needs far less memory

    CpuStep(const Network& network, std::size_t largestBatch, Use use = Use::Training);
    ~CpuStep();

    [[nodiscard]] std::size_t largestBatch() const { return m_largestBatch; }
    /// Where the caller writes a batch, sample after sample in the data set's order.
    [[nodiscard]] Scalar* input() { return m_blobs.front().value.data(); }
    /// Running statistics as constants, no dropout. A backward pass may follow if the plan is for
    /// training.
    void evaluate(const Scalar* parameters, const Scalar* buffers, std::size_t batch);
    /// Training: batch statistics, which move the running ones; dropout by key and step.
    void train(const Scalar* parameters,
               Scalar* buffers,
               std::size_t batch,
               const DropoutKey& key,
               std::uint32_t step);

    /// [batch, outputs]
    [[nodiscard]] std::span<const Scalar> outputs() const
    {
        return {m_outputs.data(), m_pass.batch * m_network.outputs()};
    }
    [[nodiscard]] std::span<const Scalar> features(); ///< [batch, features]

    /// Mean loss of the last pass; prepares the backward pass. Classes for CrossEntropy and
    /// Logistic, targets else.
    double loss(std::span<const std::int32_t> labels);
    double loss(std::span<const double> targets);
    double loss(std::span<const std::uint8_t> masks); ///< the class of each voxel, for Dice
    /// Nothing is wanted of the outputs: a backward pass then begins at the features.
    void noLoss();
    /// Right answers at the last loss(); for Dice the sum of the samples' coefficients.
    [[nodiscard]] double correct() const { return m_correct; }

    /// Gradient of the mean loss into `gradient` [P] (overwritten), after loss() or noLoss().
    /// `featureGradient` [batch, features] is added at the penultimate features.
    void
    backward(const Scalar* parameters, Scalar* gradient, const Scalar* featureGradient = nullptr);

private:
    Blob<Scalar>&
    addBlob(const SampleShape& shape, bool withGradient, const Blob<Scalar>* sameValues = nullptr);
    void build(Blob<Scalar>& input);
    [[nodiscard]] Blob<Scalar>* buildShortcut(std::size_t layer, Blob<Scalar>* current);
    void forward();
    [[nodiscard]] std::span<Scalar> gradientOf(std::size_t sample);

    const Network m_network;
    const std::size_t m_largestBatch;
    const bool m_keepsForBackward;              ///< false: evaluation only
    std::unique_ptr<GraphStep<Scalar>> m_graph; ///< instead of operations
    std::deque<Blob<Scalar>> m_blobs;           ///< stable addresses
    std::deque<LineVector<Scalar>> m_values;    ///< of the blobs
    std::vector<CpuOperation<Scalar>> m_operations;
    std::map<std::size_t, Blob<Scalar>*> m_kept; ///< for shortcuts, by tag
    Blob<Scalar>* m_last = nullptr;
    Blob<Scalar>* m_featureBlob = nullptr;
    std::size_t m_featureOperation = 0;
    CpuPass<Scalar> m_pass;        ///< the last one
    std::vector<Scalar> m_outputs; ///< [batch][outputs]
    std::vector<Scalar> m_outputGradient;
    std::vector<Scalar> m_features;
    std::vector<Scalar> m_discarded; ///< gradient of a pass that has no backward
    double m_correct = 0;
};

extern template class CpuStep<float>;
extern template class CpuStep<double>;

} // namespace coterie
