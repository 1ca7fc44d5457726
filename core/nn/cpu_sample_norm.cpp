#include "core/nn/cpu_operation.h"
#include "core/nn/kernels.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace coterie {

namespace {

/// y = (x − μ)/√(σ² + ε) · scale + shift, with μ and σ² of one sample: over groups of its channels
/// (group-norm, scale and shift per channel) or over all its numbers (layer-norm, scale and shift
/// per number). With n numbers in a group, u = (x − μ)/√(σ² + ε) and d = dy·scale:
/// dx = (d − Σd/n − u·Σ(d·u)/n)/√(σ² + ε). Every pass is over a few samples of one group, which
/// the second-level cache holds until the next pass.
template <typename Scalar>
class SampleNorm
{
public:
    SampleNorm(const Network& network,
               std::size_t layer,
               const NormEnd<Scalar>& end,
               Blob<Scalar>& before,
               Blob<Scalar>& after)
        : m_perNumber(network.layers()[layer].kind == LayerKind::LayerNorm)
        , m_channels(before.channels / network.layers()[layer].groups)
        , m_plane(before.plane())
        , m_scale(placeOf(network, layer, SliceRole::Scale).offset)
        , m_shift(placeOf(network, layer, SliceRole::Shift).offset)
        , m_end(end)
        , m_before(before)
        , m_after(after)
    {
        constexpr std::size_t kBlockBytes = std::size_t{64} << 10;
        m_blockSamples = std::clamp<std::size_t>(
            kBlockBytes / (m_channels * m_plane * sizeof(Scalar)), 1, before.largestBatch());
        const std::size_t groups = network.layers()[layer].groups * before.largestBatch();
        m_mean.resize(groups);
        m_inverse.resize(groups);
        m_rows.resize(m_channels * m_blockSamples);
        m_plain.resize(m_blockSamples);
        m_timesUnit.resize(m_blockSamples);
        const std::size_t numbers = m_perNumber ? before.size() : before.channels;
        m_scaleSums.resize(numbers);
        m_shiftSums.resize(numbers);
    }

    void forward(const CpuPass<Scalar>& pass)
    {
        eachBlock(pass.batch, [&](std::size_t first, const SampleRange& samples) {
            measure(first, samples);
            eachRow(first, samples, [&](const Row& row) {
                const Scalar* x = m_before.value.data() + row.at;
                Scalar* y = m_after.value.data() + row.at;
                const Scalar mean = static_cast<Scalar>(m_mean[row.group]);
                const Scalar inverse = static_cast<Scalar>(m_inverse[row.group]);
                const Scalar* scale = pass.parameters + m_scale + row.affine;
                const Scalar* shift = pass.parameters + m_shift + row.affine;
                if (!m_perNumber)
                    return m_kernels.normalise(x,
                                               {.mean = mean,
                                                .scale = inverse * *scale,
                                                .shift = *shift,
                                                .added = m_end.addedFrom(row.at),
                                                .rectify = m_end.rectify},
                                               m_plane,
                                               y);
                for (std::size_t p = 0; p < m_plane; ++p)
                    y[p] = (x[p] - mean) * inverse * scale[p] + shift[p];
            });
        });
    }

    void backward(const CpuPass<Scalar>& pass)
    {
        std::ranges::fill(m_scaleSums, 0.0);
        std::ranges::fill(m_shiftSums, 0.0);
        eachBlock(pass.batch, [&](std::size_t first, const SampleRange& samples) {
            backward(pass, first, samples);
        });
        if (m_end.kept)
            passGradient(m_after, *m_end.kept);
        for (std::size_t i = 0; i < m_scaleSums.size(); ++i) {
            pass.gradient[m_scale + i] = static_cast<Scalar>(m_scaleSums[i]);
            pass.gradient[m_shift + i] = static_cast<Scalar>(m_shiftSums[i]);
        }
    }

private:
    /// One channel of one sample.
    struct Row
    {
        std::size_t sample = 0; ///< of the block
        std::size_t group = 0;  ///< in m_mean and m_inverse
        std::size_t at = 0;     ///< in a blob
        std::size_t affine = 0; ///< in the scales and the shifts
        std::size_t inBlock = 0;
    };

    /// Calls visit(first channel, samples) for some samples of each group.
    template <typename Visit>
    void eachBlock(std::size_t batch, const Visit& visit) const
    {
        for (std::size_t channel = 0; channel < m_before.channels; channel += m_channels)
            eachBlockOf(m_blockSamples, batch, [&](const SampleRange& samples) {
                visit(channel, samples);
            });
    }

    template <typename Visit>
    void eachRow(std::size_t first, const SampleRange& samples, const Visit& visit) const
    {
        for (std::size_t c = first; c < first + m_channels; ++c)
            for (std::size_t b = 0; b < samples.count; ++b)
                visit(Row{.sample = b,
                          .group = first / m_channels * samples.batch + samples.first + b,
                          .at = (c * samples.batch + samples.first + b) * m_plane,
                          .affine = m_perNumber ? c * m_plane : c,
                          .inBlock = (c - first) * samples.count + b});
    }

    /// Mean and variance of each sample's group, from those of its channels, none of which loses
    /// digits where the mean is large.
    void measure(std::size_t first, const SampleRange& samples)
    {
        const auto plane = static_cast<double>(m_plane);
        const double count = plane * static_cast<double>(m_channels);
        const std::size_t group = first / m_channels * samples.batch + samples.first;
        std::fill_n(m_mean.data() + group, samples.count, 0.0);
        std::fill_n(m_inverse.data() + group, samples.count, 0.0);
        eachRow(first, samples, [&](const Row& row) {
            const Scalar* x = m_before.value.data() + row.at;
            m_rows[row.inBlock] = m_plane == 1 ? Moments{.mean = static_cast<double>(*x)}
                                               : m_kernels.moments(x, m_plane);
            m_mean[row.group] += m_rows[row.inBlock].mean * plane / count;
        });
        eachRow(first, samples, [&](const Row& row) {
            const double off = m_rows[row.inBlock].mean - m_mean[row.group];
            m_inverse[row.group] += m_rows[row.inBlock].squares + plane * off * off;
        });
        for (std::size_t at = group; at < group + samples.count; ++at)
            m_inverse[at] = 1 / std::sqrt(m_inverse[at] / count + kSampleNormEpsilon);
    }

    void backward(const CpuPass<Scalar>& pass, std::size_t first, const SampleRange& samples)
    {
        std::ranges::fill(m_plain, 0.0);
        std::ranges::fill(m_timesUnit, 0.0);
        eachRow(first, samples, [&](const Row& row) {
            const Scalar* scale = pass.parameters + m_scale + row.affine;
            if (m_perNumber)
                addNumbers(row, scale);
            else
                addChannel(row, static_cast<double>(*scale));
        });
        if (m_before.gradient.empty())
            return;
        const double count = static_cast<double>(m_plane * m_channels);
        eachRow(first, samples, [&](const Row& row) {
            const Scalar* x = m_before.value.data() + row.at;
            const Scalar* dy = m_after.gradient.data() + row.at;
            Scalar* dx = m_before.gradient.data() + row.at;
            const Scalar* scale = pass.parameters + m_scale + row.affine;
            const auto mean = static_cast<Scalar>(m_mean[row.group]);
            const auto inverse = static_cast<Scalar>(m_inverse[row.group]);
            const auto plain = static_cast<Scalar>(m_plain[row.sample] / count);
            const auto timesUnit = static_cast<Scalar>(m_timesUnit[row.sample] / count);
            if (!m_perNumber)
                return m_kernels.normaliseBackward(x,
                                                   dy,
                                                   {.mean = mean,
                                                    .scale = inverse * *scale,
                                                    .offset = inverse * plain,
                                                    .slope = inverse * inverse * timesUnit},
                                                   m_plane,
                                                   dx);
            for (std::size_t p = 0; p < m_plane; ++p)
                dx[p] = inverse * (dy[p] * scale[p] - plain - (x[p] - mean) * inverse * timesUnit);
        });
    }

    /// Sums of a channel with one scale, after the cut at zero if there is one.
    void addChannel(const Row& row, double scale)
    {
        const Scalar* x = m_before.value.data() + row.at;
        Scalar* dy = m_after.gradient.data() + row.at;
        // The mean as it is rounded where x is taken from it, so that both say the same.
        const auto mean = static_cast<Scalar>(m_mean[row.group]);
        const GradientSums sums =
            m_kernels.gradientSums(x, m_end.cutIn(m_after, row.at), mean, m_plane, dy);
        const double timesUnit = sums.timesOff * m_inverse[row.group];
        m_shiftSums[row.affine] += sums.plain;
        m_scaleSums[row.affine] += timesUnit;
        m_plain[row.sample] += scale * sums.plain;
        m_timesUnit[row.sample] += scale * timesUnit;
    }

    /// Sums of a channel with a scale for each number.
    void addNumbers(const Row& row, const Scalar* scale)
    {
        const Scalar* x = m_before.value.data() + row.at;
        const Scalar* dy = m_after.gradient.data() + row.at;
        const double mean = m_mean[row.group];
        const double inverse = m_inverse[row.group];
        double plain = 0;
        double timesUnit = 0;
        for (std::size_t p = 0; p < m_plane; ++p) {
            const auto slope = static_cast<double>(dy[p]);
            const double unit = (static_cast<double>(x[p]) - mean) * inverse;
            m_shiftSums[row.affine + p] += slope;
            m_scaleSums[row.affine + p] += slope * unit;
            plain += slope * static_cast<double>(scale[p]);
            timesUnit += slope * unit * static_cast<double>(scale[p]);
        }
        m_plain[row.sample] += plain;
        m_timesUnit[row.sample] += timesUnit;
    }

    const Kernels<Scalar>& m_kernels = kernels<Scalar>();
    bool m_perNumber;
    std::size_t m_channels; ///< of a group
    std::size_t m_plane;
    std::size_t m_scale;
    std::size_t m_shift;
    NormEnd<Scalar> m_end;
    std::size_t m_blockSamples = 1;
    Blob<Scalar>& m_before;
    Blob<Scalar>& m_after;
    std::vector<double> m_mean;      ///< [group][sample]
    std::vector<double> m_inverse;   ///< of the standard deviation, likewise
    std::vector<Moments> m_rows;     ///< of a block's channels
    std::vector<double> m_plain;     ///< Σ d of each sample of a block
    std::vector<double> m_timesUnit; ///< Σ d·u likewise
    std::vector<double> m_scaleSums;
    std::vector<double> m_shiftSums;
};

} // namespace

template <typename Scalar>
CpuOperation<Scalar> makeSampleNorm(const Network& network,
                                    std::size_t layer,
                                    const NormEnd<Scalar>& end,
                                    Blob<Scalar>& before,
                                    Blob<Scalar>& after)
{
    const auto norm = std::make_shared<SampleNorm<Scalar>>(network, layer, end, before, after);
    return {.forward = [=](const CpuPass<Scalar>& pass) { norm->forward(pass); },
            .backward = [=](const CpuPass<Scalar>& pass) { norm->backward(pass); }};
}

#define COTERIE_INSTANTIATE(Scalar)                                                                \
    template CpuOperation<Scalar> makeSampleNorm(                                                  \
        const Network&, std::size_t, const NormEnd<Scalar>&, Blob<Scalar>&, Blob<Scalar>&)
COTERIE_INSTANTIATE(float);
COTERIE_INSTANTIATE(double);
#undef COTERIE_INSTANTIATE

} // namespace coterie
