#include "core/nn/cpu_operation.h"
#include "core/nn/cpu_winograd.h"
#include "core/nn/gemm.h"
#include "core/nn/kernels.h"

#include <algorithm>
#include <memory>

namespace coterie {
namespace {

/// y = W·x over channel-major features; the bias is added by the operation after it. Where it reads
/// the network's input, an evaluation of a few samples is long dots with the rows of W: BLAS would
/// pack W again for each client's few.
template <typename Scalar>
CpuOperation<Scalar>
linearOperation(const Layer& layer, std::size_t weight, Blob<Scalar>& before, Blob<Scalar>& after)
{
    const std::size_t inputs = layer.inputs;
    const std::size_t outputs = layer.outputs;
    const auto samples = [=, &before](std::size_t batch, bool transposed) {
        return Factor<Scalar>{
            before.value.data(), before.sampleMajor ? inputs : batch, Transposed{transposed}};
    };
    const auto forward = [=, &before, &after](const CpuPass<Scalar>& pass) {
        // Measured on one core: from 784 inputs on, dots run at 8 to 3 times the rate of sgemm with
        // one sample and at 2.6 to 1.35 with four; with 100 inputs and four at 1.0 to 0.4.
        constexpr std::size_t kFew = 4;
        constexpr std::size_t kWide = 512;
        const ProductSize size{outputs, pass.batch, inputs};
        const Factor<Scalar> weights{pass.parameters + weight, inputs};
        if (before.sampleMajor && !pass.training && pass.batch <= kFew && inputs >= kWide)
            return kernels<Scalar>().longDots(
                size, weights, samples(pass.batch, false), false, after.value.data(), pass.batch);
        gemm<Scalar>(
            size, weights, samples(pass.batch, before.sampleMajor), after.value.data(), pass.batch);
    };
    const auto backward = [=, &before, &after](const CpuPass<Scalar>& pass) {
        const Factor<Scalar> gradient{after.gradient.data(), pass.batch};
        gemm<Scalar>({outputs, inputs, pass.batch},
                     gradient,
                     samples(pass.batch, !before.sampleMajor),
                     pass.gradient + weight,
                     inputs);
        if (!before.gradient.empty())
            gemm<Scalar>({inputs, pass.batch, outputs},
                         {pass.parameters + weight, inputs, Transposed::Yes},
                         gradient,
                         before.gradient.data(),
                         pass.batch);
    };
    return {.forward = forward, .backward = backward};
}

/// y = W·patches(x), a few samples at a time so that their patches stay in the second-level cache
/// between being written and being multiplied. The backward pass makes them again: that is 4 %
/// faster here than keeping megabytes of them, and two workers then no longer fight over the cache
/// they share (1.9 times one instead of 1.8). Groups of channels are convolutions side by side.
template <typename Scalar>
class CpuConvolution
{
public:
    CpuConvolution(const Layer& layer,
                   std::size_t weight,
                   Blob<Scalar>& before,
                   Blob<Scalar>& after)
        : m_weight(weight)
        , m_groups(layer.groups)
        , m_outputs(layer.outputs / layer.groups)
        , m_shape{.channels = before.channels / layer.groups,
                  .height = before.height,
                  .width = before.width,
                  .kernel = layer.kernel,
                  .padding = layer.padding,
                  .stride = layer.stride,
                  .dilation = layer.dilation}
        , m_before(before)
        , m_after(after)
    {
        constexpr std::size_t kCacheBytes = std::size_t{384} << 10;
        const std::size_t perSample = m_shape.patch() * after.plane();
        m_blockSamples = std::clamp<std::size_t>(
            kCacheBytes / (perSample * sizeof(Scalar)), 1, before.largestBatch());
        m_patches.resize(perSample * m_blockSamples);
        if (!before.gradient.empty())
            m_patchGradient.resize(m_patches.size());
    }

    void forward(const CpuPass<Scalar>& pass)
    {
        for (std::size_t group = 0; group < m_groups; ++group)
            forward(pass, partOf(group, pass.batch));
    }

    void backward(const CpuPass<Scalar>& pass)
    {
        if (!m_before.gradient.empty())
            std::fill_n(m_before.gradient.data(), m_before.size() * pass.batch, Scalar(0));
        for (std::size_t group = 0; group < m_groups; ++group)
            backward(pass, partOf(group, pass.batch));
    }

private:
    /// Where a group's weights, what it reads and what it makes begin.
    struct Part
    {
        std::size_t weight = 0;
        std::size_t before = 0;
        std::size_t after = 0;
    };

    [[nodiscard]] Part partOf(std::size_t group, std::size_t batch) const
    {
        return {.weight = m_weight + group * m_outputs * m_shape.patch(),
                .before = group * m_shape.channels * batch * m_before.plane(),
                .after = group * m_outputs * batch * m_after.plane()};
    }

    void forward(const CpuPass<Scalar>& pass, const Part& part)
    {
        eachBlockOf(m_blockSamples, pass.batch, [&](const SampleRange& block) {
            const std::size_t columns = block.count * m_after.plane();
            m_kernels.patches(
                m_shape, block, m_before.value.data() + part.before, m_patches.data());
            gemm<Scalar>({m_outputs, columns, m_shape.patch()},
                         {pass.parameters + part.weight, m_shape.patch()},
                         {m_patches.data(), columns},
                         m_after.value.data() + part.after + block.first * m_after.plane(),
                         pass.batch * m_after.plane());
        });
    }

    void backward(const CpuPass<Scalar>& pass, const Part& part)
    {
        const std::size_t patch = m_shape.patch();
        const bool keptPatches = pass.batch <= m_blockSamples && m_groups == 1;
        eachBlockOf(m_blockSamples, pass.batch, [&](const SampleRange& block) {
            const std::size_t columns = block.count * m_after.plane();
            const Factor<Scalar> gradient{m_after.gradient.data() + part.after
                                              + block.first * m_after.plane(),
                                          pass.batch * m_after.plane()};
            if (!keptPatches)
                m_kernels.patches(
                    m_shape, block, m_before.value.data() + part.before, m_patches.data());
            weightGradient(gradient, columns, block.first > 0, pass.gradient + part.weight);
            if (m_before.gradient.empty())
                return;
            gemm<Scalar>({patch, columns, m_outputs},
                         {pass.parameters + part.weight, patch, Transposed::Yes},
                         gradient,
                         m_patchGradient.data(),
                         columns);
            m_kernels.addPatches(
                m_shape, block, m_before.gradient.data() + part.before, m_patchGradient.data());
        });
    }

    void weightGradient(const Factor<Scalar>& gradient,
                        std::size_t columns,
                        bool accumulate,
                        Scalar* target) const
    {
        // Measured on one core: 25×32 dots over 9,216 run at twice the rate of sgemm, 800×64 over
        // 1,024 at its rate.
        constexpr std::size_t kSmallProduct = 8192;
        const std::size_t patch = m_shape.patch();
        const ProductSize size{m_outputs, patch, columns};
        Factor<Scalar> patches{m_patches.data(), columns};
        if (m_outputs * patch <= kSmallProduct)
            return m_kernels.longDots(size, gradient, patches, accumulate, target, patch);
        patches.transposed = Transposed::Yes;
        gemm<Scalar>(size, gradient, patches, target, patch, accumulate ? Scalar(1) : Scalar(0));
    }

    const Kernels<Scalar>& m_kernels = kernels<Scalar>();
    std::size_t m_weight;
    std::size_t m_groups;
    std::size_t m_outputs; ///< of a group
    ConvShape m_shape;     ///< of a group
    std::size_t m_blockSamples = 1;
    std::vector<Scalar> m_patches;
    std::vector<Scalar> m_patchGradient;
    Blob<Scalar>& m_before;
    Blob<Scalar>& m_after;
};

/// Where a bias or its gradient lies in its row; null without one.
template <typename Scalar>
Scalar* placeIn(const SlicePlace& place, Scalar* row)
{
    return place.exists ? row + place.offset : nullptr;
}

} // namespace

template <typename Scalar>
CpuOperation<Scalar> makeProduct(const Network& network,
                                 std::size_t index,
                                 Blob<Scalar>& before,
                                 Blob<Scalar>& after,
                                 const SharedMemory<Scalar>& shared)
{
    const Layer& layer = network.layers()[index];
    const std::size_t weight = placeOf(network, index, SliceRole::Weight).offset;
    if (layer.kind == LayerKind::Linear)
        return linearOperation(layer, weight, before, after);
    if (suitsWinograd(layer, network.shapeAfter(index)))
        return makeWinograd(network, index, before, after, shared);
    const auto convolution = std::make_shared<CpuConvolution<Scalar>>(layer, weight, before, after);
    return {.forward = [=](const CpuPass<Scalar>& pass) { convolution->forward(pass); },
            .backward = [=](const CpuPass<Scalar>& pass) { convolution->backward(pass); }};
}

template <typename Scalar>
CpuOperation<Scalar> makeBias(SlicePlace bias, bool rectify, Blob<Scalar>& blob)
{
    const Kernels<Scalar>& run = kernels<Scalar>();
    const auto forward = [=, &run, &blob](const CpuPass<Scalar>& pass) {
        const Scalar* shift = placeIn(bias, pass.parameters);
        const std::size_t length = pass.batch * blob.plane();
        if (rectify)
            run.biasRelu(blob.value.data(), shift, blob.channels, length);
        else if (shift)
            run.addBias(blob.value.data(), shift, blob.channels, length);
    };
    const auto backward = [=, &run, &blob](const CpuPass<Scalar>& pass) {
        if (blob.gradient.empty())
            return;
        Scalar* sums = placeIn(bias, pass.gradient);
        const std::size_t length = pass.batch * blob.plane();
        if (rectify)
            run.reluBackward(blob.value.data(), blob.gradient.data(), sums, blob.channels, length);
        else if (sums)
            run.channelSums(blob.gradient.data(), sums, blob.channels, length);
    };
    return {.forward = forward, .backward = backward};
}

template <typename Scalar>
CpuOperation<Scalar>
makePool2(SlicePlace bias, bool rectify, Blob<Scalar>& before, Blob<Scalar>& after)
{
    using Places = std::vector<typename LaneIndex<Scalar>::Type>;
    const auto which = std::make_shared<Places>(after.value.size());
    const Kernels<Scalar>& run = kernels<Scalar>();
    const auto shape = [&before](const CpuPass<Scalar>& pass) {
        return PoolShape{before.channels, pass.batch, before.height, before.width};
    };
    const auto forward = [=, &run, &before, &after](const CpuPass<Scalar>& pass) {
        run.pool2(shape(pass),
                  before.value.data(),
                  placeIn(bias, pass.parameters),
                  rectify,
                  after.value.data(),
                  which->data());
    };
    const auto backward = [=, &run, &before, &after](const CpuPass<Scalar>& pass) {
        if (!before.gradient.empty())
            run.pool2Backward(shape(pass),
                              after.gradient.data(),
                              which->data(),
                              before.gradient.data(),
                              placeIn(bias, pass.gradient));
    };
    return {.forward = forward, .backward = backward};
}

#define COTERIE_INSTANTIATE(Scalar)                                                                \
    template CpuOperation<Scalar> makeProduct(                                                     \
        const Network&, std::size_t, Blob<Scalar>&, Blob<Scalar>&, const SharedMemory<Scalar>&);   \
    template CpuOperation<Scalar> makeBias(SlicePlace, bool, Blob<Scalar>&);                       \
    template CpuOperation<Scalar> makePool2(SlicePlace, bool, Blob<Scalar>&, Blob<Scalar>&)
COTERIE_INSTANTIATE(float);
COTERIE_INSTANTIATE(double);
#undef COTERIE_INSTANTIATE

} // namespace coterie
