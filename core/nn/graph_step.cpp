#include "core/nn/graph_step.h"

#include "core/nn/script_inside.h"
#include "core/nn/stacked_forward.h"

#include <torch/csrc/autograd/autograd.h>

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <algorithm>
#include <cassert>
#include <stdexcept>
#include <string>

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

/// Of layers: LibTorch's operators over one row.
template <typename Scalar>
class LayersStep final : public GraphStep<Scalar>
{
public:
    LayersStep(const Network& network, bool keepsForBackward)
        : m_network(network)
        , m_keepsForBackward(keepsForBackward)
    {}

    void forward(const CpuPass<Scalar>& pass, Scalar* input, Scalar* outputs) override
    {
        const ParamLayout& layout = m_network.layout();
        const at::AutoGradMode graph(m_keepsForBackward);
        m_pass = {}; // the last graph's memory is free before the next needs as much
        m_parameters = tensorAt(pass.parameters, {1, signedSize(layout.parameterCount)})
                           .requires_grad_(m_keepsForBackward);
        m_pass = stackedForward(
            m_network,
            m_parameters,
            tensorAt(pass.buffers, {1, signedSize(layout.bufferCount)}),
            tensorAt(input, {1, signedSize(pass.batch), signedSize(m_network.input().size())}),
            {.training = pass.training, .dropout = {&pass.dropout, 1}, .step = pass.step});
        copyOut(m_pass.outputs, outputs);
    }

    void copyFeatures(std::vector<Scalar>& features) const override
    {
        features.resize(static_cast<std::size_t>(m_pass.features.numel()));
        copyOut(m_pass.features, features.data());
    }

    void backward(const CpuPass<Scalar>& pass,
                  const Scalar* outputGradient,
                  const Scalar* featureGradient) override
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

private:
    const Network& m_network;
    bool m_keepsForBackward;
    at::Tensor m_parameters;
    Pass m_pass;
};

/// Of a module: a copy of its own, whose parameters and buffers are the row's.
template <typename Scalar>
class ModuleStep final : public GraphStep<Scalar>
{
public:
    ModuleStep(const Network& network, bool keepsForBackward)
        : m_network(network)
        , m_keepsForBackward(keepsForBackward)
        , m_module(*network.module(), c10::CppTypeToScalarType<Scalar>::value)
    {}

    void forward(const CpuPass<Scalar>& pass, Scalar* input, Scalar* outputs) override
    {
        m_last = {}; // the last graph's memory is free before the next needs as much
        at::Tensor samples =
            tensorAt(input, scriptInputSizes(m_network.input(), signedSize(pass.batch)));
        // A copy, as a module may change what it is given.
        samples = m_network.takesWholeNumbers() ? samples.to(at::kLong) : samples.clone();
        m_last = m_module.forward(
            samples,
            {.parameters = const_cast<Scalar*>(pass.parameters),
             .buffers = const_cast<Scalar*>(pass.buffers)}, // which it writes to in training alone
            {.training = pass.training,
             .withGradient = m_keepsForBackward,
             .dropout = pass.dropout,
             .step = pass.step});
        checkCount(m_last.outputs, pass.batch, m_network.outputs());
        if (m_network.features() == 0)
            m_last.features.reset();
        else
            checkCount(m_last.features, pass.batch, m_network.features());
        copyOut(m_last.outputs.to(c10::CppTypeToScalarType<Scalar>::value), outputs);
    }

    void copyFeatures(std::vector<Scalar>& features) const override
    {
        assert(m_last.features.defined());
        features.resize(static_cast<std::size_t>(m_last.features.numel()));
        copyOut(m_last.features.to(c10::CppTypeToScalarType<Scalar>::value), features.data());
    }

    void backward(const CpuPass<Scalar>& pass,
                  const Scalar* outputGradient,
                  const Scalar* featureGradient) override
    {
        assert(m_keepsForBackward && (featureGradient == nullptr || m_last.features.defined()));
        const ParamLayout& layout = m_network.layout();
        std::fill_n(pass.gradient, layout.parameterCount, Scalar(0));
        std::vector<at::Tensor> ends;
        std::vector<at::Tensor> slopes;
        const auto beginAt = [&](const at::Tensor& end, const Scalar* values) {
            if (!end.requires_grad()) // no parameter has a part in it
                return;
            ends.push_back(end);
            slopes.push_back(tensorAt(values, end.sizes()).to(end.scalar_type()));
        };
        beginAt(m_last.outputs, outputGradient);
        if (featureGradient != nullptr)
            beginAt(m_last.features, featureGradient);
        if (ends.empty())
            return;
        const std::vector<at::Tensor> found = torch::autograd::grad(ends,
                                                                    m_module.leaves(),
                                                                    slopes,
                                                                    /*retain_graph=*/{},
                                                                    /*create_graph=*/false,
                                                                    /*allow_unused=*/true);
        for (std::size_t i = 0; i < found.size(); ++i)
            if (found[i].defined())
                copyOut(found[i], pass.gradient + layout.parameters[i].offset);
        m_last.outputs.reset();
        if (m_last.features.defined()) // the graph is no longer needed, they may be
            m_last.features = m_last.features.detach();
    }

private:
    static void checkCount(const at::Tensor& found, std::size_t batch, std::size_t ofSample)
    {
        if (static_cast<std::size_t>(found.numel()) != batch * ofSample)
            throw std::runtime_error("The module gave " + std::to_string(found.numel())
                                     + " numbers for " + std::to_string(batch)
                                     + " samples, which have " + std::to_string(batch * ofSample)
                                     + '.');
    }

    const Network& m_network;
    bool m_keepsForBackward;
    ScriptCopy m_module;
    ScriptCopy::Found m_last;
};

} // namespace

template <typename Scalar>
std::unique_ptr<GraphStep<Scalar>> makeGraphStep(const Network& network, bool keepsForBackward)
{
    if (network.module() != nullptr)
        return std::make_unique<ModuleStep<Scalar>>(network, keepsForBackward);
    return std::make_unique<LayersStep<Scalar>>(network, keepsForBackward);
}

template std::unique_ptr<GraphStep<float>> makeGraphStep<float>(const Network&, bool);
template std::unique_ptr<GraphStep<double>> makeGraphStep<double>(const Network&, bool);

} // namespace coterie
