#include "core/nn/initialise.h"

#include "core/base/random_stream.h"
#include "core/nn/script_module.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

namespace coterie {

namespace {

/// How many numbers of a linear or convolution layer's window meet in one output channel.
double windowOf(const Layer& layer)
{
    std::size_t window = 1;
    if (layer.kind == LayerKind::Conv2d || layer.kind == LayerKind::Conv3d)
        window = layer.kernel * layer.kernel;
    if (layer.kind == LayerKind::Conv3d)
        window *= layer.kernel;
    return static_cast<double>(window);
}

template <typename Scalar>
void fillParameter(std::span<Scalar> row,
                   SliceRole role,
                   const Layer& layer,
                   Initialisation scheme,
                   RandomStream& stream)
{
    const auto uniform = [&](double bound) {
        std::ranges::generate(row,
                              [&] { return static_cast<Scalar>(stream.uniform(-bound, bound)); });
    };
    const double reluGain = std::sqrt(2.0);
    const double fanIn = static_cast<double>(layer.inputs / layer.groups) * windowOf(layer);
    const double fanOut = static_cast<double>(layer.outputs) * windowOf(layer);
    switch (role) {
    case SliceRole::Weight:
        if (scheme == Initialisation::LibTorch) // √(6 / ((1 + a²)·fan)) with a = √5
            return uniform(1.0 / std::sqrt(fanIn));
        if (scheme == Initialisation::Xavier)
            return uniform(reluGain * std::sqrt(6.0 / (fanIn + fanOut)));
        std::ranges::generate(row, [&, deviation = reluGain / std::sqrt(fanIn)] {
            return static_cast<Scalar>(deviation * stream.normal());
        });
        return;
    case SliceRole::Bias:
        if (scheme == Initialisation::LibTorch)
            return uniform(1.0 / std::sqrt(fanIn));
        std::ranges::fill(row, Scalar{0});
        return;
    case SliceRole::Slope:
        std::ranges::fill(row, static_cast<Scalar>(kPReluSlope));
        return;
    case SliceRole::Scale:
    case SliceRole::RunningVariance:
        std::ranges::fill(row, Scalar{1});
        return;
    case SliceRole::Shift:
    case SliceRole::RunningMean:
        std::ranges::fill(row, Scalar{0});
    }
}

/// The module's tensors stand in another order than those of the layers that were read from it.
template <typename Scalar>
void copyByName(const ScriptModule& module,
                const ParamLayout& layout,
                std::span<Scalar> parameters,
                std::span<Scalar> buffers)
{
    const ParamLayout& own = module.layout();
    std::vector<Scalar> ownParameters(own.parameterCount);
    std::vector<Scalar> ownBuffers(own.bufferCount);
    module.copyStart<Scalar>(ownParameters, ownBuffers);
    const auto copy = [](const std::vector<Slice>& from,
                         const std::vector<Scalar>& numbers,
                         const std::vector<Slice>& to,
                         std::span<Scalar> row) {
        for (const Slice& slice : to) {
            const auto same = std::ranges::find(from, slice.name, &Slice::name);
            assert(same != from.end() && same->count == slice.count);
            std::copy_n(numbers.data() + same->offset, slice.count, row.data() + slice.offset);
        }
    };
    copy(own.parameters, ownParameters, layout.parameters, parameters);
    copy(own.buffers, ownBuffers, layout.buffers, buffers);
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

    if (const ScriptModule* module = network.module()) // every copy begins as the file says
        return module->copyStart(parameters, buffers);
    if (const ScriptModule* origin = network.origin())
        return copyByName(*origin, layout, parameters, buffers);
    RandomStream stream(
        {.seed = seed, .purpose = Purpose::Initialise, .round = 0, .client = copy, .peer = 0});
    const auto fill = [&](std::span<Scalar> row, const std::vector<Slice>& slices) {
        for (const Slice& slice : slices)
            fillParameter(row.subspan(slice.offset, slice.count),
                          slice.role,
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
