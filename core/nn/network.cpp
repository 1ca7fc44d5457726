#include "core/nn/network.h"

#include "core/nn/script_module.h"

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
    assert(layer.inputs % layer.groups == 0 && layer.outputs % layer.groups == 0);
    const auto extent = [&layer](std::size_t size) {
        assert(size + 2 * layer.padding >= layer.reach());
        return (size + 2 * layer.padding - layer.reach()) / layer.stride + 1;
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
    case LayerKind::GlobalAveragePool:
        return {.channels = before.channels, .height = 1, .width = 1};
    case LayerKind::BatchNorm:
    case LayerKind::GroupNorm:
        assert(before.channels == layer.inputs && layer.inputs % layer.groups == 0);
        return before;
    default: // works number by number
        return before;
    }
}

std::vector<LayerTensor> tensorsOf(const Layer& layer, const SampleShape& before)
{
    using enum SliceRole;
    const auto affine = [](const std::vector<std::size_t>& shape) {
        return std::vector<LayerTensor>{{Scale, shape}, {Shift, shape}};
    };
    switch (layer.kind) {
    case LayerKind::Linear:
    case LayerKind::Conv2d:
    case LayerKind::Conv3d: {
        const std::size_t dimensions = layer.kind == LayerKind::Linear   ? 0
                                       : layer.kind == LayerKind::Conv2d ? 2
                                                                         : 3;
        std::vector<std::size_t> shape{layer.outputs, layer.inputs / layer.groups};
        shape.insert(shape.end(), dimensions, layer.kernel);
        std::vector<LayerTensor> tensors{{Weight, std::move(shape)}};
        if (layer.bias)
            tensors.push_back({Bias, {layer.outputs}});
        return tensors;
    }
    case LayerKind::PRelu:
        return {{Slope, {1}}};
    case LayerKind::BatchNorm:
        return {{Scale, {layer.inputs}},
                {Shift, {layer.inputs}},
                {RunningMean, {layer.inputs}},
                {RunningVariance, {layer.inputs}}};
    case LayerKind::GroupNorm:
        return affine({layer.inputs});
    case LayerKind::LayerNorm:
        if (layer.axes == 1)
            return affine({before.size()});
        if (layer.axes == 3)
            return affine({before.channels, before.height, before.width});
        return affine({before.channels, before.depth, before.height, before.width});
    default:
        return {};
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

/// With what the layers before remember, which one later layer takes up.
SampleShape shapeAfterLayer(const Layer& layer,
                            const SampleShape& before,
                            std::map<std::size_t, SampleShape>& remembered)
{
    const auto takeUp = [&] {
        const auto kept = remembered.extract(layer.tag);
        assert(!kept.empty());
        return kept.mapped();
    };
    switch (layer.kind) {
    case LayerKind::Remember:
        remembered[layer.tag] = before;
        return before;
    case LayerKind::Concatenate:
        return joinedShape(takeUp(), before);
    case LayerKind::Recall:
        return takeUp();
    case LayerKind::Add: {
        [[maybe_unused]] const SampleShape kept = takeUp();
        assert(kept == before);
        return before;
    }
    default:
        return outputShape(layer, before);
    }
}

std::vector<SampleShape> shapesOf(const std::vector<Layer>& layers, const SampleShape& input)
{
    std::vector<SampleShape> shapes;
    shapes.reserve(layers.size());
    std::map<std::size_t, SampleShape> remembered;
    for (const Layer& layer : layers)
        shapes.push_back(
            shapeAfterLayer(layer, shapes.empty() ? input : shapes.back(), remembered));
    return shapes;
}

/// Appends one tensor to its row; the names are those of LibTorch's modules inside a Sequential.
void append(ParamLayout& layout, std::size_t layer, LayerTensor tensor)
{
    // In the order of SliceRole.
    constexpr std::array kWords{
        "weight", "bias", "weight", "weight", "bias", "running_mean", "running_var"};
    std::size_t& end = isBuffer(tensor.role) ? layout.bufferCount : layout.parameterCount;
    const std::size_t count = std::accumulate(
        tensor.shape.begin(), tensor.shape.end(), std::size_t{1}, std::multiplies<>());
    (isBuffer(tensor.role) ? layout.buffers : layout.parameters)
        .push_back(
            {.name = std::to_string(layer) + "." + kWords[static_cast<std::size_t>(tensor.role)],
             .layer = layer,
             .role = tensor.role,
             .offset = end,
             .count = count,
             .shape = std::move(tensor.shape)});
    end += count;
}

ParamLayout layOut(const std::vector<Layer>& layers,
                   const SampleShape& input,
                   const std::vector<SampleShape>& shapes)
{
    ParamLayout layout;
    bool hasLinear = false;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        for (LayerTensor& tensor : tensorsOf(layers[i], i == 0 ? input : shapes[i - 1]))
            append(layout, i, std::move(tensor));
        const bool isLinear = layers[i].kind == LayerKind::Linear;
        if (isLinear || (!hasLinear && layers[i].hasWeights()))
            layout.outputLayer = i;
        hasLinear = hasLinear || isLinear;
        layout.batchNormLayers += layers[i].kind == LayerKind::BatchNorm ? 1 : 0;
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
    , m_shapes(shapesOf(m_layers, m_input))
    , m_loss(loss)
    , m_layout(layOut(m_layers, m_input, m_shapes))
{
    assert(m_layout.parameter(m_layout.outputLayer, SliceRole::Weight));
    assert(m_shapes.back().plane() == 1 || m_loss == Loss::Dice);
}

Network::Network(std::string name,
                 SampleShape input,
                 std::shared_ptr<const ScriptModule> module,
                 const ScriptFit& fit)
    : m_name(std::move(name))
    , m_input(input)
    , m_shapes{fit.output}
    , m_loss(fit.loss)
    , m_layout(module->layout())
    , m_module(std::move(module))
    , m_whyNoLayers(fit.whyNoLayers)
    , m_whyNoFeatures(fit.whyNoFeatures)
    , m_takesWholeNumbers(fit.takesWholeNumbers)
    , m_moduleFeatures(fit.features)
    , m_moduleActivations(fit.activations)
    , m_moduleMultiplyAdds(fit.multiplyAdds)
{}

Network::Network(Network layers, ModuleOrigin origin)
    : Network(std::move(layers))
{
    assert(origin.parameters.size() == m_layout.parameters.size());
    assert(origin.buffers.size() == m_layout.buffers.size());
    m_origin = std::move(origin.module);
    for (std::size_t i = 0; i < origin.parameters.size(); ++i)
        m_layout.parameters[i].name = std::move(origin.parameters[i]);
    for (std::size_t i = 0; i < origin.buffers.size(); ++i)
        m_layout.buffers[i].name = std::move(origin.buffers[i]);
}

std::size_t Network::activations() const
{
    if (m_module)
        return m_moduleActivations;
    return std::accumulate(
        m_shapes.begin(),
        m_shapes.end(),
        m_input.size(),
        [](std::size_t sum, const SampleShape& shape) { return sum + shape.size(); });
}

bool Network::needsGraph() const
{
    using enum LayerKind;
    constexpr std::array kOfGraphs{Conv3d, MaxPool3d, Upsample3d};
    return m_module || std::ranges::any_of(m_layers, [&](const Layer& layer) {
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
    double flops = 2.0 * m_moduleMultiplyAdds;
    for (std::size_t layer = 0; layer < m_layers.size(); ++layer)
        flops += 2.0 * multiplyAdds(layer);
    return flops;
}

} // namespace coterie
