#include "core/nn/network.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <numeric>
#include <utility>

namespace coterie {

namespace {

[[maybe_unused]] bool isFlat(const SampleShape& shape)
{
    return shape.height == 1 && shape.width == 1;
}

SampleShape afterConvolution(const Layer& layer, const SampleShape& before)
{
    assert(before.channels == layer.inputs);
    assert(before.height + 2 * layer.padding >= layer.kernel);
    assert(before.width + 2 * layer.padding >= layer.kernel);
    return {.channels = layer.outputs,
            .height = before.height + 2 * layer.padding - layer.kernel + 1,
            .width = before.width + 2 * layer.padding - layer.kernel + 1};
}

SampleShape afterPool(const Layer& layer, const SampleShape& before)
{
    assert(before.height >= layer.kernel && before.width >= layer.kernel);
    return {.channels = before.channels,
            .height = before.height / layer.kernel,
            .width = before.width / layer.kernel};
}

SampleShape shapeAfterLayer(const Layer& layer, const SampleShape& before)
{
    switch (layer.kind) {
    case LayerKind::Linear:
        assert(isFlat(before) && before.channels == layer.inputs);
        return {.channels = layer.outputs, .height = 1, .width = 1};
    case LayerKind::Conv2d:
        return afterConvolution(layer, before);
    case LayerKind::MaxPool2d:
    case LayerKind::AveragePool2d:
        return afterPool(layer, before);
    case LayerKind::Flatten:
        return {.channels = before.size(), .height = 1, .width = 1};
    case LayerKind::BatchNorm:
        assert(before.channels == layer.inputs);
        return before;
    case LayerKind::Softmax:
        assert(isFlat(before));
        return before;
    case LayerKind::Relu:
    case LayerKind::PRelu:
    case LayerKind::Dropout:
    case LayerKind::Sigmoid:
        return before;
    }
    return before;
}

/// Appends one tensor to a row; the names are those of LibTorch's modules inside a Sequential.
void append(std::vector<Slice>& row,
            std::size_t& end,
            std::size_t layer,
            SliceRole role,
            std::string_view word,
            std::vector<std::size_t> shape)
{
    const std::size_t count =
        std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
    row.push_back({.name = std::to_string(layer) + "." + std::string(word),
                   .layer = layer,
                   .role = role,
                   .offset = end,
                   .count = count,
                   .shape = std::move(shape)});
    end += count;
}

void appendWeightAndBias(ParamLayout& layout,
                         std::size_t index,
                         const Layer& layer,
                         std::vector<std::size_t> shape)
{
    append(layout.parameters,
           layout.parameterCount,
           index,
           SliceRole::Weight,
           "weight",
           std::move(shape));
    if (layer.bias)
        append(layout.parameters,
               layout.parameterCount,
               index,
               SliceRole::Bias,
               "bias",
               {layer.outputs});
}

void appendBatchNorm(ParamLayout& layout, std::size_t index, const Layer& layer)
{
    const std::vector<std::size_t> shape{layer.inputs};
    append(layout.parameters, layout.parameterCount, index, SliceRole::Scale, "weight", shape);
    append(layout.parameters, layout.parameterCount, index, SliceRole::Shift, "bias", shape);
    append(
        layout.buffers, layout.bufferCount, index, SliceRole::RunningMean, "running_mean", shape);
    append(layout.buffers,
           layout.bufferCount,
           index,
           SliceRole::RunningVariance,
           "running_var",
           shape);
    ++layout.batchNormLayers;
}

ParamLayout layOut(const std::vector<Layer>& layers)
{
    ParamLayout layout;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const Layer& layer = layers[i];
        switch (layer.kind) {
        case LayerKind::Linear:
            appendWeightAndBias(layout, i, layer, {layer.outputs, layer.inputs});
            layout.outputLayer = i;
            break;
        case LayerKind::Conv2d:
            appendWeightAndBias(
                layout, i, layer, {layer.outputs, layer.inputs, layer.kernel, layer.kernel});
            break;
        case LayerKind::PRelu:
            append(layout.parameters, layout.parameterCount, i, SliceRole::Slope, "weight", {1});
            break;
        case LayerKind::BatchNorm:
            appendBatchNorm(layout, i, layer);
            break;
        case LayerKind::Relu:
        case LayerKind::MaxPool2d:
        case LayerKind::AveragePool2d:
        case LayerKind::Dropout:
        case LayerKind::Flatten:
        case LayerKind::Sigmoid:
        case LayerKind::Softmax:
            break;
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

Layer linear(std::size_t inputs, std::size_t outputs, bool bias)
{
    return {.kind = LayerKind::Linear, .inputs = inputs, .outputs = outputs, .bias = bias};
}

Layer conv2d(
    std::size_t inputs, std::size_t outputs, std::size_t kernel, std::size_t padding, bool bias)
{
    return {.kind = LayerKind::Conv2d,
            .inputs = inputs,
            .outputs = outputs,
            .kernel = kernel,
            .padding = padding,
            .bias = bias};
}

Layer relu()
{
    return {.kind = LayerKind::Relu};
}

Layer prelu()
{
    return {.kind = LayerKind::PRelu};
}

Layer maxPool2d(std::size_t size)
{
    return {.kind = LayerKind::MaxPool2d, .kernel = size};
}

Layer averagePool2d(std::size_t size)
{
    return {.kind = LayerKind::AveragePool2d, .kernel = size};
}

Layer batchNorm(std::size_t channels)
{
    return {.kind = LayerKind::BatchNorm, .inputs = channels, .outputs = channels};
}

Layer dropout(double probability)
{
    assert(probability >= 0 && probability <= 1);
    return {.kind = LayerKind::Dropout, .probability = probability};
}

Layer flatten()
{
    return {.kind = LayerKind::Flatten};
}

Layer sigmoid()
{
    return {.kind = LayerKind::Sigmoid};
}

Layer softmax()
{
    return {.kind = LayerKind::Softmax};
}

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
    assert(std::ranges::any_of(m_layers,
                               [](const Layer& layer) { return layer.kind == LayerKind::Linear; }));
    m_shapes.reserve(m_layers.size());
    for (const Layer& layer : m_layers)
        m_shapes.push_back(shapeAfterLayer(layer, m_shapes.empty() ? m_input : m_shapes.back()));
    assert(isFlat(m_shapes.back()));
}

double Network::forwardFlops() const
{
    double flops = 0;
    for (const Slice& slice : m_layout.parameters)
        if (slice.role == SliceRole::Weight) {
            // A weight is used once per output position: once in a linear layer.
            const SampleShape& after = m_shapes[slice.layer];
            flops += 2.0 * static_cast<double>(slice.count)
                     * static_cast<double>(after.height * after.width);
        }
    return flops;
}

} // namespace coterie
