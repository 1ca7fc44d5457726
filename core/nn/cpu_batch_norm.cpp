#include "core/nn/cpu_operation.h"
#include "core/nn/kernels.h"

#include <cmath>
#include <memory>

namespace coterie {

/// Batch statistics in training (biased variance to normalise, unbiased for the running one);
/// constants otherwise.
template <typename Scalar>
CpuOperation<Scalar> makeBatchNorm(const Network& network,
                                   std::size_t layer,
                                   const NormEnd<Scalar>& end,
                                   Blob<Scalar>& before,
                                   Blob<Scalar>& after)
{
    struct Statistics
    {
        std::vector<Scalar> mean;
        std::vector<Scalar> inverse; ///< of the standard deviation
    };
    const auto used = std::make_shared<Statistics>();
    used->mean.resize(before.channels);
    used->inverse.resize(before.channels);
    const std::size_t scalePlace = placeOf(network, layer, SliceRole::Scale).offset;
    const std::size_t shiftPlace = placeOf(network, layer, SliceRole::Shift).offset;
    const std::size_t meanPlace = network.layout().buffer(layer, SliceRole::RunningMean)->offset;
    const std::size_t variancePlace =
        network.layout().buffer(layer, SliceRole::RunningVariance)->offset;
    const auto use = [=](std::size_t channel, double mean, double variance) {
        used->mean[channel] = static_cast<Scalar>(mean);
        used->inverse[channel] = static_cast<Scalar>(1.0 / std::sqrt(variance + kBatchNormEpsilon));
    };
    const Kernels<Scalar>& run = kernels<Scalar>();
    const auto measure = [=, &run](const CpuPass<Scalar>& pass,
                                   std::size_t channel,
                                   const Scalar* x,
                                   std::size_t length) {
        const auto [mean, squares] = run.moments(x, length);
        use(channel, mean, squares / static_cast<double>(length));
        if (!pass.movingBuffers)
            return;
        Scalar& runningMean = pass.movingBuffers[meanPlace + channel];
        Scalar& runningVariance = pass.movingBuffers[variancePlace + channel];
        runningMean +=
            static_cast<Scalar>(kBatchNormMomentum * (mean - static_cast<double>(runningMean)));
        if (length > 1) // one value has no unbiased variance
            runningVariance += static_cast<Scalar>(kBatchNormMomentum
                                                   * (squares / static_cast<double>(length - 1)
                                                      - static_cast<double>(runningVariance)));
    };
    const auto forward = [=, &run, &before, &after](const CpuPass<Scalar>& pass) {
        const std::size_t length = pass.batch * before.plane();
        for (std::size_t c = 0; c < before.channels; ++c) {
            const Scalar* x = before.value.data() + c * length;
            Scalar* y = after.value.data() + c * length;
            if (pass.training)
                measure(pass, c, x, length);
            else
                use(c,
                    static_cast<double>(pass.buffers[meanPlace + c]),
                    static_cast<double>(pass.buffers[variancePlace + c]));
            run.normalise(x,
                          {.mean = used->mean[c],
                           .scale = pass.parameters[scalePlace + c] * used->inverse[c],
                           .shift = pass.parameters[shiftPlace + c],
                           .added = end.addedFrom(c * length),
                           .rectify = end.rectify},
                          length,
                          y);
        }
    };
    const auto backward = [=, &run, &before, &after](const CpuPass<Scalar>& pass) {
        const std::size_t length = pass.batch * before.plane();
        for (std::size_t c = 0; c < before.channels; ++c) {
            const Scalar* x = before.value.data() + c * length;
            Scalar* dy = after.gradient.data() + c * length;
            const Scalar mean = used->mean[c];
            const Scalar inverse = used->inverse[c];
            const auto [sum, timesOff] =
                run.gradientSums(x, end.cutIn(after, c * length), mean, length, dy);
            const double product = timesOff * static_cast<double>(inverse);
            pass.gradient[shiftPlace + c] = static_cast<Scalar>(sum);
            pass.gradient[scalePlace + c] = static_cast<Scalar>(product);
            if (before.gradient.empty())
                continue;
            const auto meanOf = [&](double total) {
                return pass.training ? static_cast<Scalar>(total / static_cast<double>(length)) : 0;
            };
            const Scalar scale = pass.parameters[scalePlace + c] * inverse;
            run.normaliseBackward(x,
                                  dy,
                                  {.mean = mean,
                                   .scale = scale,
                                   .offset = scale * meanOf(sum),
                                   .slope = scale * inverse * meanOf(product)},
                                  length,
                                  before.gradient.data() + c * length);
        }
        if (end.kept)
            passGradient(after, *end.kept);
    };
    return {.forward = forward, .backward = backward};
}

#define COTERIE_INSTANTIATE(Scalar)                                                                \
    template CpuOperation<Scalar> makeBatchNorm(                                                   \
        const Network&, std::size_t, const NormEnd<Scalar>&, Blob<Scalar>&, Blob<Scalar>&)
COTERIE_INSTANTIATE(float);
COTERIE_INSTANTIATE(double);
#undef COTERIE_INSTANTIATE

} // namespace coterie
