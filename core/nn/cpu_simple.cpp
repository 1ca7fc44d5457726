#include "core/nn/cpu_operation.h"
#include "core/nn/kernels.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <memory>
#include <numbers>

namespace coterie {

template <typename Scalar>
CpuOperation<Scalar> makeReorder(Blob<Scalar>& before, Blob<Scalar>& after)
{
    const auto each = [&before, &after](std::size_t batch, const auto& move) {
        const std::size_t channels = before.sampleMajor ? after.channels : before.channels;
        const std::size_t plane = before.size() / channels;
        const bool flattens = after.plane() == 1 && plane > 1;
        for (std::size_t c = 0; c < channels; ++c) {
            for (std::size_t b = 0; b < batch; ++b) {
                const std::size_t from =
                    before.sampleMajor ? (b * channels + c) * plane : (c * batch + b) * plane;
                for (std::size_t p = 0; p < plane; ++p)
                    move(from + p,
                         flattens ? (c * plane + p) * batch + b : (c * batch + b) * plane + p);
            }
        }
    };
    const auto forward = [=, &before, &after](const CpuPass<Scalar>& pass) {
        each(pass.batch,
             [&](std::size_t from, std::size_t to) { after.value[to] = before.value[from]; });
    };
    const auto backward = [=, &before, &after](const CpuPass<Scalar>& pass) {
        if (!before.gradient.empty())
            each(pass.batch, [&](std::size_t from, std::size_t to) {
                before.gradient[from] = after.gradient[to];
            });
    };
    return {.forward = forward, .backward = backward};
}

namespace {

template <typename Scalar>
CpuOperation<Scalar>
preluOperation(std::size_t slopePlace, Blob<Scalar>& before, Blob<Scalar>& after)
{
    const Kernels<Scalar>& run = kernels<Scalar>();
    const auto forward = [=, &run, &before, &after](const CpuPass<Scalar>& pass) {
        run.prelu(before.value.data(),
                  pass.parameters[slopePlace],
                  before.size() * pass.batch,
                  after.value.data());
    };
    const auto backward = [=, &run, &before, &after](const CpuPass<Scalar>& pass) {
        pass.gradient[slopePlace] = static_cast<Scalar>(
            run.preluBackward(before.value.data(),
                              after.gradient.data(),
                              pass.parameters[slopePlace],
                              before.size() * pass.batch,
                              before.gradient.empty() ? nullptr : before.gradient.data()));
    };
    return {.forward = forward, .backward = backward};
}

/// Maximum or mean of size × size cells.
template <typename Scalar>
CpuOperation<Scalar>
poolOperation(std::size_t size, bool maximum, Blob<Scalar>& before, Blob<Scalar>& after)
{
    const auto places =
        std::make_shared<std::vector<std::size_t>>(maximum ? after.value.size() : 0);
    const auto eachCell = [=, &before, &after](std::size_t batch, const auto& visit) {
        std::size_t cell = 0;
        for (std::size_t plane = 0; plane < before.channels * batch; ++plane)
            for (std::size_t y = 0; y < after.height; ++y)
                for (std::size_t x = 0; x < after.width; ++x, ++cell)
                    visit(cell, (plane * before.height + y * size) * before.width + x * size);
    };
    const auto eachPlace = [=, &before](std::size_t corner, const auto& visit) {
        for (std::size_t y = 0; y < size; ++y)
            for (std::size_t x = 0; x < size; ++x)
                visit(corner + y * before.width + x);
    };
    const auto forward = [=, &before, &after](const CpuPass<Scalar>& pass) {
        eachCell(pass.batch, [&](std::size_t cell, std::size_t corner) {
            if (!maximum) {
                Scalar sum = 0;
                eachPlace(corner, [&](std::size_t place) { sum += before.value[place]; });
                after.value[cell] = sum / static_cast<Scalar>(size * size);
                return;
            }
            std::size_t best = corner;
            eachPlace(corner, [&](std::size_t place) {
                const Scalar value = before.value[place];
                if (value > before.value[best] || std::isnan(value))
                    best = place;
            });
            (*places)[cell] = best;
            after.value[cell] = before.value[best];
        });
    };
    const auto backward = [=, &before, &after](const CpuPass<Scalar>& pass) {
        if (before.gradient.empty())
            return;
        std::fill_n(before.gradient.data(), before.size() * pass.batch, Scalar(0));
        eachCell(pass.batch, [&](std::size_t cell, std::size_t corner) {
            const Scalar gradient = after.gradient[cell];
            if (maximum) {
                before.gradient[(*places)[cell]] += gradient;
                return;
            }
            const Scalar part = gradient / static_cast<Scalar>(size * size);
            eachPlace(corner, [&](std::size_t place) { before.gradient[place] += part; });
        });
    };
    return {.forward = forward, .backward = backward};
}

template <typename Scalar>
CpuOperation<Scalar>
dropoutOperation(std::size_t layer, double probability, Blob<Scalar>& before, Blob<Scalar>& after)
{
    const auto factors = std::make_shared<std::vector<Scalar>>(before.value.size());
    const auto apply = [=, &before](const CpuPass<Scalar>& pass,
                                    std::span<const Scalar> from,
                                    std::span<Scalar> to) {
        const std::size_t plane = before.plane();
        const std::size_t size = before.size();
        if (!pass.training) {
            std::copy_n(from.begin(), size * pass.batch, to.begin());
            return;
        }
        for (std::size_t c = 0; c < before.channels; ++c) {
            for (std::size_t b = 0; b < pass.batch; ++b) {
                // Masks are sample-major.
                const Scalar* mask = factors->data() + b * size + c * plane;
                const std::size_t at = (c * pass.batch + b) * plane;
                for (std::size_t p = 0; p < plane; ++p)
                    to[at + p] = from[at + p] * mask[p];
            }
        }
    };
    const auto forward = [=, &before, &after](const CpuPass<Scalar>& pass) {
        if (pass.training)
            fillDropoutMask(pass.dropout,
                            pass.step,
                            static_cast<std::uint32_t>(layer),
                            probability,
                            factors->data(),
                            before.size() * pass.batch);
        apply(pass, before.value, after.value);
    };
    const auto backward = [=, &before, &after](const CpuPass<Scalar>& pass) {
        if (!before.gradient.empty())
            apply(pass, after.gradient, before.gradient);
    };
    return {.forward = forward, .backward = backward};
}

template <typename Scalar>
CpuOperation<Scalar> sigmoidOperation(Blob<Scalar>& before, Blob<Scalar>& after)
{
    const auto forward = [&before, &after](const CpuPass<Scalar>& pass) {
        for (std::size_t i = 0; i < before.size() * pass.batch; ++i)
            after.value[i] = Scalar(1) / (Scalar(1) + std::exp(-before.value[i]));
    };
    const auto backward = [&before, &after](const CpuPass<Scalar>& pass) {
        for (std::size_t i = 0; i < before.size() * pass.batch && !before.gradient.empty(); ++i) {
            const Scalar y = after.value[i];
            before.gradient[i] = after.gradient[i] * y * (Scalar(1) - y);
        }
    };
    return {.forward = forward, .backward = backward};
}

/// x·Φ(x), whose slope is Φ(x) + x·φ(x).
template <typename Scalar>
CpuOperation<Scalar> geluOperation(Blob<Scalar>& before, Blob<Scalar>& after)
{
    const auto share = [](Scalar x) {
        return Scalar(0.5) * (Scalar(1) + std::erf(x * (std::numbers::sqrt2_v<Scalar> / 2)));
    };
    const auto forward = [=, &before, &after](const CpuPass<Scalar>& pass) {
        for (std::size_t i = 0; i < before.size() * pass.batch; ++i)
            after.value[i] = before.value[i] * share(before.value[i]);
    };
    const auto backward = [=, &before, &after](const CpuPass<Scalar>& pass) {
        constexpr Scalar kDensityAtZero = // 1/√(2π)
            std::numbers::inv_sqrtpi_v<Scalar> * std::numbers::sqrt2_v<Scalar> / 2;
        for (std::size_t i = 0; i < before.size() * pass.batch && !before.gradient.empty(); ++i) {
            const Scalar x = before.value[i];
            const Scalar density = kDensityAtZero * std::exp(Scalar(-0.5) * x * x);
            before.gradient[i] = after.gradient[i] * (share(x) + x * density);
        }
    };
    return {.forward = forward, .backward = backward};
}

template <typename Scalar>
CpuOperation<Scalar> tanhOperation(Blob<Scalar>& before, Blob<Scalar>& after)
{
    const Kernels<Scalar>& run = kernels<Scalar>();
    const auto forward = [&run, &before, &after](const CpuPass<Scalar>& pass) {
        run.tanhs(before.value.data(), Scalar(1), after.value.data(), before.size() * pass.batch);
    };
    const auto backward = [&before, &after](const CpuPass<Scalar>& pass) {
        for (std::size_t i = 0; i < before.size() * pass.batch && !before.gradient.empty(); ++i)
            before.gradient[i] = after.gradient[i] * (Scalar(1) - after.value[i] * after.value[i]);
    };
    return {.forward = forward, .backward = backward};
}

/// The mean of every channel of every sample.
template <typename Scalar>
CpuOperation<Scalar> globalPoolOperation(Blob<Scalar>& before, Blob<Scalar>& after)
{
    const auto forward = [&before, &after](const CpuPass<Scalar>& pass) {
        const std::size_t plane = before.plane();
        for (std::size_t i = 0; i < before.channels * pass.batch; ++i) {
            double sum = 0;
            for (std::size_t p = 0; p < plane; ++p)
                sum += static_cast<double>(before.value[i * plane + p]);
            after.value[i] = static_cast<Scalar>(sum / static_cast<double>(plane));
        }
    };
    const auto backward = [&before, &after](const CpuPass<Scalar>& pass) {
        const std::size_t plane = before.plane();
        for (std::size_t i = 0; i < before.channels * pass.batch && !before.gradient.empty(); ++i)
            std::fill_n(before.gradient.data() + i * plane,
                        plane,
                        after.gradient[i] / static_cast<Scalar>(plane));
    };
    return {.forward = forward, .backward = backward};
}

/// Over the features of each sample, or over the channels at each place.
template <typename Scalar>
CpuOperation<Scalar> softmaxOperation(Blob<Scalar>& before, Blob<Scalar>& after)
{
    const auto forward = [&before, &after](const CpuPass<Scalar>& pass) {
        const std::size_t features = before.channels;
        const std::size_t places = before.plane() * pass.batch;
        for (std::size_t p = 0; p < places; ++p) {
            const Scalar* x = before.value.data() + p;
            Scalar* y = after.value.data() + p;
            Scalar largest = x[0];
            for (std::size_t f = 1; f < features; ++f)
                largest = std::max(largest, x[f * places]);
            Scalar sum = 0;
            for (std::size_t f = 0; f < features; ++f)
                sum += y[f * places] = std::exp(x[f * places] - largest);
            for (std::size_t f = 0; f < features; ++f)
                y[f * places] /= sum;
        }
    };
    const auto backward = [&before, &after](const CpuPass<Scalar>& pass) {
        if (before.gradient.empty())
            return;
        const std::size_t places = before.plane() * pass.batch;
        for (std::size_t p = 0; p < places; ++p) {
            Scalar dot = 0;
            for (std::size_t at = p; at < before.channels * places; at += places)
                dot += after.gradient[at] * after.value[at];
            for (std::size_t at = p; at < before.channels * places; at += places)
                before.gradient[at] = after.value[at] * (after.gradient[at] - dot);
        }
    };
    return {.forward = forward, .backward = backward};
}

} // namespace

template <typename Scalar>
CpuOperation<Scalar>
makeSimple(const Network& network, std::size_t index, Blob<Scalar>& before, Blob<Scalar>& after)
{
    const Layer& layer = network.layers()[index];
    switch (layer.kind) {
    case LayerKind::Flatten:
        return makeReorder(before, after);
    case LayerKind::PRelu:
        return preluOperation(placeOf(network, index, SliceRole::Slope).offset, before, after);
    case LayerKind::MaxPool2d:
    case LayerKind::AveragePool2d:
        return poolOperation(layer.kernel, layer.kind == LayerKind::MaxPool2d, before, after);
    case LayerKind::Dropout:
        return dropoutOperation(index, layer.probability, before, after);
    case LayerKind::Sigmoid:
        return sigmoidOperation(before, after);
    case LayerKind::Softmax:
        return softmaxOperation(before, after);
    case LayerKind::Gelu:
        return geluOperation(before, after);
    case LayerKind::Tanh:
        return tanhOperation(before, after);
    case LayerKind::GlobalAveragePool:
        return globalPoolOperation(before, after);
    case LayerKind::LayerNorm:
        return makeSampleNorm<Scalar>(network, index, {}, before, after);
    default:
        assert(
            false
            && "products, ReLU, norms and shortcuts have operations of their own, volumes a graph");
        return {};
    }
}

#define COTERIE_INSTANTIATE(Scalar)                                                                \
    template CpuOperation<Scalar> makeReorder(Blob<Scalar>&, Blob<Scalar>&);                       \
    template CpuOperation<Scalar> makeSimple(                                                      \
        const Network&, std::size_t, Blob<Scalar>&, Blob<Scalar>&)
COTERIE_INSTANTIATE(float);
COTERIE_INSTANTIATE(double);
#undef COTERIE_INSTANTIATE

} // namespace coterie
