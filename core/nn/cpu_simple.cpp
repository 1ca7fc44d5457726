#include "core/nn/cpu_operation.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace coterie {
namespace {

template <typename Scalar>
class CpuBetween : public CpuOperation<Scalar>
{
public:
    CpuBetween(Blob<Scalar>& before, Blob<Scalar>& after)
        : m_before(before)
        , m_after(after)
    {}

protected:
    [[nodiscard]] bool wantsGradient() const { return !m_before.gradient.empty(); }
    [[nodiscard]] std::size_t count(const CpuPass<Scalar>& pass) const
    {
        return m_before.size() * pass.batch;
    }

    Blob<Scalar>& m_before;
    Blob<Scalar>& m_after;
};

/// From one order of the same numbers to another: planes to flat features, or samples to
/// channel-major.
template <typename Scalar>
class CpuReorder final : public CpuBetween<Scalar>
{
public:
    using CpuBetween<Scalar>::CpuBetween;

    void forward(const CpuPass<Scalar>& pass) override
    {
        each(pass.batch,
             [&](std::size_t from, std::size_t to) { m_after.value[to] = m_before.value[from]; });
    }
    void backward(const CpuPass<Scalar>& pass) override
    {
        if (this->wantsGradient())
            each(pass.batch, [&](std::size_t from, std::size_t to) {
                m_before.gradient[from] = m_after.gradient[to];
            });
    }

private:
    using CpuBetween<Scalar>::m_before;
    using CpuBetween<Scalar>::m_after;

    template <typename Move>
    void each(std::size_t batch, Move move) const
    {
        const std::size_t channels = m_before.sampleMajor ? m_after.channels : m_before.channels;
        const std::size_t plane = m_before.size() / channels;
        const bool flattens = m_after.plane() == 1 && plane > 1;
        for (std::size_t c = 0; c < channels; ++c) {
            for (std::size_t b = 0; b < batch; ++b) {
                const std::size_t from =
                    m_before.sampleMajor ? (b * channels + c) * plane : (c * batch + b) * plane;
                for (std::size_t p = 0; p < plane; ++p)
                    move(from + p,
                         flattens ? (c * plane + p) * batch + b : (c * batch + b) * plane + p);
            }
        }
    }
};

template <typename Scalar>
class CpuPRelu final : public CpuBetween<Scalar>
{
public:
    CpuPRelu(const Network& network, std::size_t layer, Blob<Scalar>& before, Blob<Scalar>& after)
        : CpuBetween<Scalar>(before, after)
        , m_slope(placeOf(network, layer, SliceRole::Slope).offset)
    {}

    void forward(const CpuPass<Scalar>& pass) override
    {
        const Scalar slope = pass.parameters[m_slope];
        for (std::size_t i = 0; i < this->count(pass); ++i) {
            const Scalar x = this->m_before.value[i];
            this->m_after.value[i] = x > 0 ? x : slope * x;
        }
    }
    void backward(const CpuPass<Scalar>& pass) override
    {
        const Scalar slope = pass.parameters[m_slope];
        double slopeGradient = 0;
        for (std::size_t i = 0; i < this->count(pass); ++i) {
            const Scalar x = this->m_before.value[i];
            const Scalar gradient = this->m_after.gradient[i];
            if (!(x > 0))
                slopeGradient += static_cast<double>(gradient) * static_cast<double>(x);
            if (this->wantsGradient())
                this->m_before.gradient[i] = x > 0 ? gradient : slope * gradient;
        }
        pass.gradient[m_slope] = static_cast<Scalar>(slopeGradient);
    }

private:
    std::size_t m_slope;
};

/// Maximum or mean of size × size cells.
template <typename Scalar>
class CpuPool final : public CpuBetween<Scalar>
{
public:
    CpuPool(std::size_t size,
            bool maximum,
            std::size_t largestBatch,
            Blob<Scalar>& before,
            Blob<Scalar>& after)
        : CpuBetween<Scalar>(before, after)
        , m_size(size)
        , m_maximum(maximum)
        , m_places(maximum ? after.size() * largestBatch : 0)
    {}

    void forward(const CpuPass<Scalar>& pass) override
    {
        eachCell(pass.batch, [&](std::size_t cell, std::size_t corner) {
            if (!m_maximum) {
                Scalar sum = 0;
                eachPlace(corner, [&](std::size_t place) { sum += this->m_before.value[place]; });
                this->m_after.value[cell] = sum / static_cast<Scalar>(m_size * m_size);
                return;
            }
            std::size_t best = corner;
            eachPlace(corner, [&](std::size_t place) {
                const Scalar value = this->m_before.value[place];
                if (value > this->m_before.value[best] || std::isnan(value))
                    best = place;
            });
            m_places[cell] = best;
            this->m_after.value[cell] = this->m_before.value[best];
        });
    }
    void backward(const CpuPass<Scalar>& pass) override
    {
        if (!this->wantsGradient())
            return;
        std::fill_n(this->m_before.gradient.data(), this->count(pass), Scalar(0));
        eachCell(pass.batch, [&](std::size_t cell, std::size_t corner) {
            const Scalar gradient = this->m_after.gradient[cell];
            if (m_maximum) {
                this->m_before.gradient[m_places[cell]] += gradient;
                return;
            }
            const Scalar part = gradient / static_cast<Scalar>(m_size * m_size);
            eachPlace(corner, [&](std::size_t place) { this->m_before.gradient[place] += part; });
        });
    }

private:
    template <typename Visit>
    void eachCell(std::size_t batch, Visit visit) const
    {
        std::size_t cell = 0;
        for (std::size_t plane = 0; plane < this->m_before.channels * batch; ++plane)
            for (std::size_t y = 0; y < this->m_after.height; ++y)
                for (std::size_t x = 0; x < this->m_after.width; ++x, ++cell)
                    visit(cell,
                          (plane * this->m_before.height + y * m_size) * this->m_before.width
                              + x * m_size);
    }
    template <typename Visit>
    void eachPlace(std::size_t corner, Visit visit) const
    {
        for (std::size_t y = 0; y < m_size; ++y)
            for (std::size_t x = 0; x < m_size; ++x)
                visit(corner + y * this->m_before.width + x);
    }

    std::size_t m_size;
    bool m_maximum;
    std::vector<std::size_t> m_places;
};

/// Batch statistics in training (biased variance to normalise, unbiased for the running one);
/// constants otherwise.
template <typename Scalar>
class CpuBatchNorm final : public CpuBetween<Scalar>
{
public:
    CpuBatchNorm(const Network& network,
                 std::size_t layer,
                 Blob<Scalar>& before,
                 Blob<Scalar>& after)
        : CpuBetween<Scalar>(before, after)
        , m_scale(placeOf(network, layer, SliceRole::Scale).offset)
        , m_shift(placeOf(network, layer, SliceRole::Shift).offset)
        , m_runningMean(network.layout().buffer(layer, SliceRole::RunningMean)->offset)
        , m_runningVariance(network.layout().buffer(layer, SliceRole::RunningVariance)->offset)
        , m_mean(before.channels)
        , m_inverse(before.channels)
    {}

    void forward(const CpuPass<Scalar>& pass) override
    {
        const std::size_t length = pass.batch * this->m_before.plane();
        for (std::size_t c = 0; c < this->m_before.channels; ++c) {
            const Scalar* x = this->m_before.value.data() + c * length;
            Scalar* y = this->m_after.value.data() + c * length;
            if (pass.training)
                measure(pass, c, x, length);
            else
                use(c,
                    static_cast<double>(pass.buffers[m_runningMean + c]),
                    static_cast<double>(pass.buffers[m_runningVariance + c]));
            const Scalar scale = pass.parameters[m_scale + c] * m_inverse[c];
            const Scalar shift = pass.parameters[m_shift + c];
            for (std::size_t i = 0; i < length; ++i)
                y[i] = (x[i] - m_mean[c]) * scale + shift;
        }
    }
    void backward(const CpuPass<Scalar>& pass) override
    {
        const std::size_t length = pass.batch * this->m_before.plane();
        for (std::size_t c = 0; c < this->m_before.channels; ++c) {
            const Scalar* x = this->m_before.value.data() + c * length;
            const Scalar* dy = this->m_after.gradient.data() + c * length;
            double sum = 0;
            double product = 0;
            for (std::size_t i = 0; i < length; ++i) {
                sum += static_cast<double>(dy[i]);
                product += static_cast<double>(dy[i]) * static_cast<double>(x[i] - m_mean[c]);
            }
            product *= static_cast<double>(m_inverse[c]);
            pass.gradient[m_shift + c] = static_cast<Scalar>(sum);
            pass.gradient[m_scale + c] = static_cast<Scalar>(product);
            if (!this->wantsGradient())
                continue;
            Scalar* dx = this->m_before.gradient.data() + c * length;
            const Scalar scale = pass.parameters[m_scale + c] * m_inverse[c];
            const Scalar meanGradient =
                pass.training ? static_cast<Scalar>(sum / static_cast<double>(length)) : 0;
            const Scalar meanProduct =
                pass.training ? static_cast<Scalar>(product / static_cast<double>(length)) : 0;
            for (std::size_t i = 0; i < length; ++i)
                dx[i] = scale
                        * (dy[i] - meanGradient - (x[i] - m_mean[c]) * m_inverse[c] * meanProduct);
        }
    }

private:
    void use(std::size_t channel, double mean, double variance)
    {
        m_mean[channel] = static_cast<Scalar>(mean);
        m_inverse[channel] = static_cast<Scalar>(1.0 / std::sqrt(variance + kBatchNormEpsilon));
    }
    void
    measure(const CpuPass<Scalar>& pass, std::size_t channel, const Scalar* x, std::size_t length)
    {
        double mean = 0;
        for (std::size_t i = 0; i < length; ++i)
            mean += static_cast<double>(x[i]);
        mean /= static_cast<double>(length);
        double variance = 0;
        for (std::size_t i = 0; i < length; ++i) {
            const double off = static_cast<double>(x[i]) - mean;
            variance += off * off;
        }
        use(channel, mean, variance / static_cast<double>(length));
        if (!pass.movingBuffers)
            return;
        Scalar& runningMean = pass.movingBuffers[m_runningMean + channel];
        Scalar& runningVariance = pass.movingBuffers[m_runningVariance + channel];
        runningMean +=
            static_cast<Scalar>(kBatchNormMomentum * (mean - static_cast<double>(runningMean)));
        if (length > 1) // one value has no unbiased variance
            runningVariance += static_cast<Scalar>(kBatchNormMomentum
                                                   * (variance / static_cast<double>(length - 1)
                                                      - static_cast<double>(runningVariance)));
    }

    std::size_t m_scale;
    std::size_t m_shift;
    std::size_t m_runningMean;
    std::size_t m_runningVariance;
    std::vector<Scalar> m_mean;
    std::vector<Scalar> m_inverse;
};

template <typename Scalar>
class CpuDropout final : public CpuBetween<Scalar>
{
public:
    CpuDropout(std::size_t layer,
               double probability,
               std::size_t largestBatch,
               Blob<Scalar>& before,
               Blob<Scalar>& after)
        : CpuBetween<Scalar>(before, after)
        , m_layer(static_cast<std::uint32_t>(layer))
        , m_probability(probability)
        , m_mask(before.size() * largestBatch)
    {}

    void forward(const CpuPass<Scalar>& pass) override
    {
        if (pass.training)
            fillDropoutMask(
                pass.dropout, pass.step, m_layer, m_probability, m_mask.data(), this->count(pass));
        apply(pass, this->m_before.value, this->m_after.value);
    }
    void backward(const CpuPass<Scalar>& pass) override
    {
        if (this->wantsGradient())
            apply(pass, this->m_after.gradient, this->m_before.gradient);
    }

private:
    void apply(const CpuPass<Scalar>& pass,
               const std::vector<Scalar>& from,
               std::vector<Scalar>& to) const
    {
        if (!pass.training) {
            std::copy_n(from.begin(), this->count(pass), to.begin());
            return;
        }
        const std::size_t plane = this->m_before.plane();
        const std::size_t size = this->m_before.size();
        for (std::size_t c = 0; c < this->m_before.channels; ++c) {
            for (std::size_t b = 0; b < pass.batch; ++b) {
                const Scalar* mask = m_mask.data() + b * size + c * plane; // masks are sample-major
                const std::size_t at = (c * pass.batch + b) * plane;
                for (std::size_t p = 0; p < plane; ++p)
                    to[at + p] = from[at + p] * mask[p];
            }
        }
    }

    std::uint32_t m_layer;
    double m_probability;
    std::vector<Scalar> m_mask;
};

template <typename Scalar>
class CpuSigmoid final : public CpuBetween<Scalar>
{
public:
    using CpuBetween<Scalar>::CpuBetween;

    void forward(const CpuPass<Scalar>& pass) override
    {
        for (std::size_t i = 0; i < this->count(pass); ++i)
            this->m_after.value[i] = Scalar(1) / (Scalar(1) + std::exp(-this->m_before.value[i]));
    }
    void backward(const CpuPass<Scalar>& pass) override
    {
        if (!this->wantsGradient())
            return;
        for (std::size_t i = 0; i < this->count(pass); ++i) {
            const Scalar y = this->m_after.value[i];
            this->m_before.gradient[i] = this->m_after.gradient[i] * y * (Scalar(1) - y);
        }
    }
};

/// Over the features of each sample, or over the channels at each place.
template <typename Scalar>
class CpuSoftmax final : public CpuBetween<Scalar>
{
public:
    using CpuBetween<Scalar>::CpuBetween;

    void forward(const CpuPass<Scalar>& pass) override
    {
        const std::size_t features = this->m_before.channels;
        const std::size_t places = this->m_before.plane() * pass.batch;
        for (std::size_t p = 0; p < places; ++p) {
            const Scalar* x = this->m_before.value.data() + p;
            Scalar* y = this->m_after.value.data() + p;
            Scalar largest = x[0];
            for (std::size_t f = 1; f < features; ++f)
                largest = std::max(largest, x[f * places]);
            Scalar sum = 0;
            for (std::size_t f = 0; f < features; ++f)
                sum += y[f * places] = std::exp(x[f * places] - largest);
            for (std::size_t f = 0; f < features; ++f)
                y[f * places] /= sum;
        }
    }
    void backward(const CpuPass<Scalar>& pass) override
    {
        if (!this->wantsGradient())
            return;
        const std::size_t features = this->m_before.channels;
        const std::size_t places = this->m_before.plane() * pass.batch;
        for (std::size_t p = 0; p < places; ++p) {
            Scalar dot = 0;
            for (std::size_t f = 0; f < features; ++f)
                dot += this->m_after.gradient[f * places + p] * this->m_after.value[f * places + p];
            for (std::size_t f = 0; f < features; ++f) {
                const std::size_t at = f * places + p;
                this->m_before.gradient[at] =
                    this->m_after.value[at] * (this->m_after.gradient[at] - dot);
            }
        }
    }
};

} // namespace

template <typename Scalar>
OperationPtr<Scalar> makeReorder(Blob<Scalar>& before, Blob<Scalar>& after)
{
    return std::make_unique<CpuReorder<Scalar>>(before, after);
}

template <typename Scalar>
OperationPtr<Scalar> makeSimple(const OperationContext<Scalar>& context,
                                std::size_t index,
                                Blob<Scalar>& before,
                                Blob<Scalar>& after)
{
    const Layer& layer = context.network.layers()[index];
    switch (layer.kind) {
    case LayerKind::Flatten:
        return makeReorder(before, after);
    case LayerKind::PRelu:
        return std::make_unique<CpuPRelu<Scalar>>(context.network, index, before, after);
    case LayerKind::MaxPool2d:
    case LayerKind::AveragePool2d:
        return std::make_unique<CpuPool<Scalar>>(
            layer.kernel, layer.kind == LayerKind::MaxPool2d, context.largestBatch, before, after);
    case LayerKind::BatchNorm:
        return std::make_unique<CpuBatchNorm<Scalar>>(context.network, index, before, after);
    case LayerKind::Dropout:
        return std::make_unique<CpuDropout<Scalar>>(
            index, layer.probability, context.largestBatch, before, after);
    case LayerKind::Sigmoid:
        return std::make_unique<CpuSigmoid<Scalar>>(before, after);
    case LayerKind::Softmax:
        return std::make_unique<CpuSoftmax<Scalar>>(before, after);
    default:
        assert(false && "products and ReLU have operations of their own, volumes a graph");
        return nullptr;
    }
}

#define COTERIE_INSTANTIATE(Scalar)                                                                \
    template OperationPtr<Scalar> makeReorder(Blob<Scalar>&, Blob<Scalar>&);                       \
    template OperationPtr<Scalar> makeSimple(                                                      \
        const OperationContext<Scalar>&, std::size_t, Blob<Scalar>&, Blob<Scalar>&)
COTERIE_INSTANTIATE(float);
COTERIE_INSTANTIATE(double);
#undef COTERIE_INSTANTIATE

} // namespace coterie
