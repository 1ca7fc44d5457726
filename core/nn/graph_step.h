#pragma once

#include "core/nn/cpu_operation.h"
#include "core/nn/stacked_forward.h"

#include <vector>

namespace coterie {

/// Forward and backward of a network whose layers the planned operations lack (volumes, skip
/// connections): LibTorch's operators and their autograd over one row, on the calling thread.
template <typename Scalar>
class GraphStep
{
public:
    GraphStep(const Network& network, bool keepsForBackward)
        : m_network(network)
        , m_keepsForBackward(keepsForBackward)
    {}

    /// `input` and the rows of `pass` must stay until backward(); `outputs` [batch, outputs].
    void forward(const CpuPass<Scalar>& pass, Scalar* input, Scalar* outputs);
    /// [batch, features] of the last pass.
    void copyFeatures(std::vector<Scalar>& features) const;
    /// Slopes of the loss at the outputs, and at the features if anything is added there, into the
    /// whole of pass.gradient.
    void backward(const CpuPass<Scalar>& pass,
                  const Scalar* outputGradient,
                  const Scalar* featureGradient);

private:
    const Network& m_network;
    bool m_keepsForBackward;
    at::Tensor m_parameters;
    Pass m_pass;
};

extern template class GraphStep<float>;
extern template class GraphStep<double>;

} // namespace coterie
