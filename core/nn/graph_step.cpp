#include "core/nn/graph_step.h"

#include <torch/csrc/autograd/autograd.h>

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <algorithm>
#include <array>
#include <cassert>

namespace coterie {

namespace {

/// The same memory as a tensor; LibTorch has no tensors of constants, and none is written to.
template <typename Scalar>
at::Tensor tensorAt(const Scalar* values, at::IntArrayRef shape)
{
    return at::from_blob(const_cast<Scalar*>(values),
                         shape,
                         at::TensorOptions().dtype(c10::CppTypeToScalarType<Scalar>::value));
}

template <typename Scalar>
void copyOut(const at::Tensor& tensor, Scalar* to)
{
    const at::Tensor whole = tensor.detach().contiguous();
    std::copy_n(whole.template data_ptr<Scalar>(), whole.numel(), to);
}

} // namespace

template <typename Scalar>
void GraphStep<Scalar>::forward(const CpuPass<Scalar>& pass, Scalar* input, Scalar* outputs)
{
    const auto batch = static_cast<std::int64_t>(pass.batch);
    const ParamLayout& layout = m_network.layout();
    const std::array<std::int64_t, 2> row{1, static_cast<std::int64_t>(layout.parameterCount)};
    const std::array<std::int64_t, 2> buffers{1, static_cast<std::int64_t>(layout.bufferCount)};
    const std::array<std::int64_t, 3> samples{
        1, batch, static_cast<std::int64_t>(m_network.input().size())};

    const at::AutoGradMode graph(m_keepsForBackward);
    m_pass = {}; // the last graph's memory is free before the next needs as much
    m_parameters = tensorAt(pass.parameters, row).requires_grad_(m_keepsForBackward);
    m_pass = stackedForward(
        m_network,
        m_parameters,
        tensorAt(pass.buffers, buffers),
        tensorAt(input, samples),
        {.training = pass.training, .dropout = {&pass.dropout, 1}, .step = pass.step});
    copyOut(m_pass.outputs, outputs);
}

template <typename Scalar>
void GraphStep<Scalar>::copyFeatures(std::vector<Scalar>& features) const
{
    features.resize(static_cast<std::size_t>(m_pass.features.numel()));
    copyOut(m_pass.features, features.data());
}

template <typename Scalar>
void GraphStep<Scalar>::backward(const CpuPass<Scalar>& pass,
                                 const Scalar* outputGradient,
                                 const Scalar* featureGradient)
{
    assert(m_keepsForBackward);
    const Pass& last = m_pass;
    std::vector<at::Tensor> ends{last.outputs};
    std::vector<at::Tensor> slopes{tensorAt(outputGradient, last.outputs.sizes())};
    if (featureGradient && last.features.requires_grad()) {
        ends.push_back(last.features);
        slopes.push_back(tensorAt(featureGradient, last.features.sizes()));
    }
    copyOut(torch::autograd::grad(ends, {m_parameters}, slopes).front(), pass.gradient);
    // The graph is no longer needed, the features may be.
    m_parameters.reset();
    m_pass = {.outputs = {}, .features = last.features.detach()};
}

template class GraphStep<float>;
template class GraphStep<double>;

} // namespace coterie
