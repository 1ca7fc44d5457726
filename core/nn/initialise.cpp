#include "core/nn/initialise.h"

#include "core/base/random_stream.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace coterie {

namespace {

/// How many inputs reach one output of a linear or convolution layer, and the reverse (Glorot and
/// Bengio's fans).
struct Fans
{
    double in = 0;
    double out = 0;
};

Fans fansOf(const Layer& layer)
{
    std::size_t window = 1;
    if (layer.kind == LayerKind::Conv2d || layer.kind == LayerKind::Conv3d)
        window = layer.kernel * layer.kernel;
    if (layer.kind == LayerKind::Conv3d)
        window *= layer.kernel;
    return {.in = static_cast<double>(layer.inputs * window),
            .out = static_cast<double>(layer.outputs * window)};
}

template <typename Scalar>
void fillUniform(std::span<Scalar> row, double bound, RandomStream& stream)
{
    std::ranges::generate(row, [&] { return static_cast<Scalar>(stream.uniform(-bound, bound)); });
}

template <typename Scalar>
void fillWeight(std::span<Scalar> row,
                const Fans& fans,
                Initialisation scheme,
                RandomStream& stream)
{
    const double reluGain = std::sqrt(2.0);
    if (scheme == Initialisation::LibTorch) // √(6 / ((1 + a²)·fan)) with a = √5
        return fillUniform(row, 1.0 / std::sqrt(fans.in), stream);
    if (scheme == Initialisation::Xavier)
        return fillUniform(row, reluGain * std::sqrt(6.0 / (fans.in + fans.out)), stream);
    const double deviation = reluGain / std::sqrt(fans.in);
    std::ranges::generate(row, [&] { return static_cast<Scalar>(deviation * stream.normal()); });
}

template <typename Scalar>
void fillParameter(std::span<Scalar> row,
                   const Slice& slice,
                   const Layer& layer,
                   Initialisation scheme,
                   RandomStream& stream)
{
    switch (slice.role) {
    case SliceRole::Weight:
        fillWeight(row, fansOf(layer), scheme, stream);
        break;
    case SliceRole::Bias:
        if (scheme == Initialisation::LibTorch)
            fillUniform(row, 1.0 / std::sqrt(fansOf(layer).in), stream);
        else
            std::ranges::fill(row, Scalar{0});
        break;
    case SliceRole::Slope:
        std::ranges::fill(row, static_cast<Scalar>(kPReluSlope));
        break;
    case SliceRole::Scale:
    case SliceRole::RunningVariance:
        std::ranges::fill(row, Scalar{1});
        break;
    case SliceRole::Shift:
    case SliceRole::RunningMean:
        std::ranges::fill(row, Scalar{0});
        break;
    }
}

} // namespace

Initialisation initialisationNamed(std::string_view word)
{
    assert(word == "default" || word == "xavier" || word == "kaiming");
    if (word == "xavier")
        return Initialisation::Xavier;
    return word == "kaiming" ? Initialisation::Kaiming : Initialisation::LibTorch;
}

template <typename Scalar>
void initialise(const Network& network,
                Initialisation scheme,
                std::uint64_t seed,
                std::uint32_t copy,
                std::span<Scalar> parameters,
                std::span<Scalar> buffers)
{
    const ParamLayout& layout = network.layout();
    assert(parameters.size() == layout.parameterCount);
    assert(buffers.size() == layout.bufferCount);

    RandomStream stream(
        {.seed = seed, .purpose = Purpose::Initialise, .round = 0, .client = copy, .peer = 0});
    const auto fill = [&](std::span<Scalar> row, const std::vector<Slice>& slices) {
        for (const Slice& slice : slices)
            fillParameter(row.subspan(slice.offset, slice.count),
                          slice,
                          network.layers()[slice.layer],
                          scheme,
                          stream);
    };
    fill(parameters, layout.parameters);
    fill(buffers, layout.buffers);
}

template void initialise<float>(const Network&,
                                Initialisation,
                                std::uint64_t,
                                std::uint32_t,
                                std::span<float>,
                                std::span<float>);
template void initialise<double>(const Network&,
                                 Initialisation,
                                 std::uint64_t,
                                 std::uint32_t,
                                 std::span<double>,
                                 std::span<double>);

} // namespace coterie
