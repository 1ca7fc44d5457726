#include "core/nn/network.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <map>
#include <numeric>
#include <utility>

namespace coterie {

namespace {

[[maybe_unused]] bool isFlat(const SampleShape& shape)
{
    return shape.plane() == 1;
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

SampleShape afterConvolution3d(const Layer& layer, const SampleShape& before)
{
    assert(before.channels == layer.inputs);
    const auto extent = [&layer](std::size_t size) {
        assert(size + 2 * layer.padding >= layer.kernel);
        return size + 2 * layer.padding - layer.kernel + 1;
    };
    return {.channels = layer.outputs,
            .height = extent(before.height),
            .width = extent(before.width),
            .depth = extent(before.depth)};
}

SampleShape shapeAfterLayer(const Layer& layer,
                            const SampleShape& before,
                            std::map<std::size_t, SampleShape>& remembered)
{
    switch (layer.kind) {
    case LayerKind::Linear:
        assert(isFlat(before) && before.channels == layer.inputs);
        return {.channels = layer.outputs, .height = 1, .width = 1};
    case LayerKind::Conv2d:
        assert(before.depth == 1);
        return afterConvolution(layer, before);
    case LayerKind::MaxPool2d:
    case LayerKind::AveragePool2d:
        assert(before.depth == 1);
        return afterPool(layer, before);
    case LayerKind::Conv3d:
        return afterConvolution3d(layer, before);
    case LayerKind::MaxPool3d: {
        SampleShape after = afterPool(layer, before);
        assert(before.depth >= layer.kernel);
        after.depth = before.depth / layer.kernel;
        return after;
    }
    case LayerKind::Upsample3d:
        return {.channels = before.channels,
                .height = before.height * layer.kernel,
                .width = before.width * layer.kernel,
                .depth = before.depth * layer.kernel};
    case LayerKind::Remember:
        remembered[layer.tag] = before;
        return before;
    case LayerKind::Concatenate: {
        assert(remembered.contains(layer.tag));
        SampleShape after = remembered[layer.tag];
        assert(after.plane() == before.plane());
        after.channels += before.channels;
        return after;
    }
    case LayerKind::Flatten:
        return {.channels = before.size(), .height = 1, .width = 1};
    case LayerKind::BatchNorm:
        assert(before.channels == layer.inputs);
        return before;
    case LayerKind::Relu:
    case LayerKind::PRelu:
    case LayerKind::Dropout:
    case LayerKind::Sigmoid:
    case LayerKind::Softmax:
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
    bool hasLinear = false;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const Layer& layer = layers[i];
        switch (layer.kind) {
        case LayerKind::Linear:
            appendWeightAndBias(layout, i, layer, {layer.outputs, layer.inputs});
            layout.outputLayer = i;
            hasLinear = true;
            break;
        case LayerKind::Conv2d:
        case LayerKind::Conv3d: {
            std::vector<std::size_t> shape{layer.outputs, layer.inputs, layer.kernel, layer.kernel};
            if (layer.kind == LayerKind::Conv3d)
                shape.push_back(layer.kernel);
            appendWeightAndBias(layout, i, layer, std::move(shape));
            if (!hasLinear)
                layout.outputLayer = i;
            break;
        }
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
        case LayerKind::MaxPool3d:
        case LayerKind::Upsample3d:
        case LayerKind::Remember:
        case LayerKind::Concatenate:
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

Layer conv3d(
    std::size_t inputs, std::size_t outputs, std::size_t kernel, std::size_t padding, bool bias)
{
    Layer layer = conv2d(inputs, outputs, kernel, padding, bias);
    layer.kind = LayerKind::Conv3d;
    return layer;
}

Layer maxPool3d(std::size_t size)
{
    return {.kind = LayerKind::MaxPool3d, .kernel = size};
}

Layer upsample3d(std::size_t factor)
{
    return {.kind = LayerKind::Upsample3d, .kernel = factor};
}

Layer remember(std::size_t tag)
{
    return {.kind = LayerKind::Remember, .tag = tag};
}

Layer concatenate(std::size_t tag)
{
    return {.kind = LayerKind::Concatenate, .tag = tag};
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
    assert(m_layout.parameter(m_layout.outputLayer, SliceRole::Weight));
    m_shapes.reserve(m_layers.size());
    std::map<std::size_t, SampleShape> remembered;
    for (const Layer& layer : m_layers)
        m_shapes.push_back(
            shapeAfterLayer(layer, m_shapes.empty() ? m_input : m_shapes.back(), remembered));
    assert(isFlat(m_shapes.back()) || m_loss == Loss::Dice);
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
    return std::ranges::any_of(m_layers, [](const Layer& layer) {
        return layer.kind == LayerKind::Conv3d || layer.kind == LayerKind::MaxPool3d
               || layer.kind == LayerKind::Upsample3d || layer.kind == LayerKind::Remember
               || layer.kind == LayerKind::Concatenate;
    });
}

double Network::forwardFlops() const
{
    double flops = 0;
    for (const Slice& slice : m_layout.parameters)
        if (slice.role == SliceRole::Weight) {
            // A weight is used once per output position: once in a linear layer.
            flops += 2.0 * static_cast<double>(slice.count)
                     * static_cast<double>(m_shapes[slice.layer].plane());
        }
    return flops;
}

} // namespace coterie
