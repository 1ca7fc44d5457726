#include "core/nn/network.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <numeric>
#include <utility>

namespace coterie {

namespace {

SampleShape afterConvolution(const Layer& layer, const SampleShape& before)
{
    assert(before.channels == layer.inputs);
    const auto extent = [&layer](std::size_t size) {
        assert(size + 2 * layer.padding >= layer.kernel);
        return size + 2 * layer.padding - layer.kernel + 1;
    };
    return {.channels = layer.outputs,
            .height = extent(before.height),
            .width = extent(before.width),
            .depth = layer.kind == LayerKind::Conv3d ? extent(before.depth) : 1};
}

SampleShape afterPool(const Layer& layer, const SampleShape& before)
{
    const bool deep = layer.kind == LayerKind::MaxPool3d;
    assert(before.height >= layer.kernel && before.width >= layer.kernel);
    assert(deep ? before.depth >= layer.kernel : before.depth == 1);
    return {.channels = before.channels,
            .height = before.height / layer.kernel,
            .width = before.width / layer.kernel,
            .depth = deep ? before.depth / layer.kernel : 1};
}

} // namespace

SampleShape outputShape(const Layer& layer, const SampleShape& before)
{
    switch (layer.kind) {
    case LayerKind::Linear:
        assert(before.plane() == 1 && before.channels == layer.inputs);
        return {.channels = layer.outputs, .height = 1, .width = 1};
    case LayerKind::Conv2d:
        assert(before.depth == 1);
        return afterConvolution(layer, before);
    case LayerKind::Conv3d:
        return afterConvolution(layer, before);
    case LayerKind::MaxPool2d:
    case LayerKind::AveragePool2d:
    case LayerKind::MaxPool3d:
        return afterPool(layer, before);
    case LayerKind::Upsample3d:
        return {.channels = before.channels,
                .height = before.height * layer.kernel,
                .width = before.width * layer.kernel,
                .depth = before.depth * layer.kernel};
    case LayerKind::Flatten:
        return {.channels = before.size(), .height = 1, .width = 1};
    case LayerKind::BatchNorm:
        assert(before.channels == layer.inputs);
        return before;
    default: // works number by number
        return before;
    }
}

SampleShape joinedShape(const SampleShape& first, const SampleShape& second)
{
    assert(first.plane() == second.plane());
    SampleShape after = first;
    after.channels += second.channels;
    return after;
}

namespace {

/// With what the layers before remember.
SampleShape shapeAfterLayer(const Layer& layer,
                            const SampleShape& before,
                            std::map<std::size_t, SampleShape>& remembered)
{
    if (layer.kind == LayerKind::Remember)
        remembered[layer.tag] = before;
    if (layer.kind != LayerKind::Concatenate)
        return outputShape(layer, before);
    assert(remembered.contains(layer.tag));
    return joinedShape(remembered[layer.tag], before);
}

/// Appends one tensor to its row; the names are those of LibTorch's modules inside a Sequential.
void append(ParamLayout& layout, std::size_t layer, SliceRole role, std::vector<std::size_t> shape)
{
    // In the order of SliceRole.
    constexpr std::array kWords{
        "weight", "bias", "weight", "weight", "bias", "running_mean", "running_var"};
    const bool isBuffer = role == SliceRole::RunningMean || role == SliceRole::RunningVariance;
    std::size_t& end = isBuffer ? layout.bufferCount : layout.parameterCount;
    const std::size_t count =
        std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
    (isBuffer ? layout.buffers : layout.parameters)
        .push_back({.name = std::to_string(layer) + "." + kWords[static_cast<std::size_t>(role)],
                    .layer = layer,
                    .role = role,
                    .offset = end,
                    .count = count,
                    .shape = std::move(shape)});
    end += count;
}

ParamLayout layOut(const std::vector<Layer>& layers)
{
    ParamLayout layout;
    bool hasLinear = false;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const Layer& layer = layers[i];
        const bool isLinear = layer.kind == LayerKind::Linear;
        if (isLinear || layer.kind == LayerKind::Conv2d || layer.kind == LayerKind::Conv3d) {
            std::vector<std::size_t> shape{layer.outputs, layer.inputs};
            const std::size_t dimensions = isLinear ? 0 : layer.kind == LayerKind::Conv2d ? 2 : 3;
            shape.insert(shape.end(), dimensions, layer.kernel);
            append(layout, i, SliceRole::Weight, std::move(shape));
            if (layer.bias)
                append(layout, i, SliceRole::Bias, {layer.outputs});
            if (isLinear || !hasLinear)
                layout.outputLayer = i;
            hasLinear = hasLinear || isLinear;
        } else if (layer.kind == LayerKind::PRelu) {
            append(layout, i, SliceRole::Slope, {1});
        } else if (layer.kind == LayerKind::BatchNorm) {
            for (const SliceRole role : {SliceRole::Scale,
                                         SliceRole::Shift,
                                         SliceRole::RunningMean,
                                         SliceRole::RunningVariance})
                append(layout, i, role, {layer.inputs});
            ++layout.batchNormLayers;
        }
    }
    return layout;
}

const Slice* find(const std::vector<Slice>& row, std::size_t layer, SliceRole role)
{
    const auto found = std::ranges::find_if(
        row, [&](const Slice& slice) { return slice.layer == layer && slice.role == role; });
    return found == row.end() ? nullptr : &*found;
}

} // namespace

const Slice* ParamLayout::parameter(std::size_t layer, SliceRole role) const
{
    return find(parameters, layer, role);
}

const Slice* ParamLayout::buffer(std::size_t layer, SliceRole role) const
{
    return find(buffers, layer, role);
}

Network::Network(std::string name, SampleShape input, std::vector<Layer> layers, Loss loss)
    : m_name(std::move(name))
    , m_input(input)
    , m_layers(std::move(layers))
    , m_loss(loss)
    , m_layout(layOut(m_layers))
{
    assert(m_layout.parameter(m_layout.outputLayer, SliceRole::Weight));
    m_shapes.reserve(m_layers.size());
    std::map<std::size_t, SampleShape> remembered;
    for (const Layer& layer : m_layers)
        m_shapes.push_back(
            shapeAfterLayer(layer, m_shapes.empty() ? m_input : m_shapes.back(), remembered));
    assert(m_shapes.back().plane() == 1 || m_loss == Loss::Dice);
}

std::size_t Network::activations() const
{
    return std::accumulate(
        m_shapes.begin(),
        m_shapes.end(),
        m_input.size(),
        [](std::size_t sum, const SampleShape& shape) { return sum + shape.size(); });
}

bool Network::needsGraph() const
{
    using enum LayerKind;
    constexpr std::array kOfGraphs{Conv3d, MaxPool3d, Upsample3d, Remember, Concatenate};
    return std::ranges::any_of(m_layers, [&](const Layer& layer) {
        return std::ranges::find(kOfGraphs, layer.kind) != kOfGraphs.end();
    });
}

double Network::multiplyAdds(std::size_t layer) const
{
    const Slice* weight = m_layout.parameter(layer, SliceRole::Weight);
    // A weight is used once per output position: once in a linear layer.
    return weight == nullptr
               ? 0.0
               : static_cast<double>(weight->count) * static_cast<double>(m_shapes[layer].plane());
}

double Network::forwardFlops() const
{
    double flops = 0;
    for (std::size_t layer = 0; layer < m_layers.size(); ++layer)
        flops += 2.0 * multiplyAdds(layer);
    return flops;
}

} // namespace coterie
