#pragma once

#include "core/nn/cpu_operation.h"

#include <memory>
#include <vector>

namespace coterie {

/// Forward and backward of a network that the planned operations lack, with LibTorch's autograd, on
/// the calling thread.
template <typename Scalar>
class GraphStep
{
public:
    virtual ~GraphStep() = default;

    /// `input` and the rows of `pass` must stay until backward(); `outputs` [batch, outputs].
    virtual void forward(const CpuPass<Scalar>& pass, Scalar* input, Scalar* outputs) = 0;
    /// [batch, features] of the last pass.
    virtual void copyFeatures(std::vector<Scalar>& features) const = 0;
    /// Slopes of the loss at the outputs, and at the features if anything is added there, into the
    /// whole of pass.gradient.
    virtual void backward(const CpuPass<Scalar>& pass,
                          const Scalar* outputGradient,
                          const Scalar* featureGradient) = 0;
};

/// Of layers through LibTorch's operators (volumes), or of a module. The network must stay.
template <typename Scalar>
[[nodiscard]] std::unique_ptr<GraphStep<Scalar>> makeGraphStep(const Network& network,
                                                               bool keepsForBackward);

} // namespace coterie
