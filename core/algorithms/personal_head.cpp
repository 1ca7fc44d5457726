#include "core/algorithms/personal_head.h"

#include <ATen/ATen.h>
#include <ATen/core/Tensor.h>
#include <algorithm>
#include <cmath>
#include <vector>

namespace coterie {

namespace {

at::Tensor columns(const at::Tensor& updates, std::size_t first, std::size_t last)
{
    return updates
        .narrow(1, static_cast<std::int64_t>(first), static_cast<std::int64_t>(last - first))
        .to(at::kDouble);
}

/// Population variance over signed mean of all values.
double pooledRatio(const at::Tensor& values)
{
    const at::Tensor mean = values.mean();
    return ((values - mean).square().mean() / mean).item<double>();
}

double officialScore(const at::Tensor& updates, const LayerColumns& layer)
{
    const double weight = pooledRatio(columns(updates, layer.first, layer.biasFirst));
    if (layer.biasFirst == layer.last)
        return weight;
    return weight + pooledRatio(columns(updates, layer.biasFirst, layer.last));
}

double betweenScore(const at::Tensor& updates, const LayerColumns& layer)
{
    const at::Tensor values = columns(updates, layer.first, layer.last);
    const at::Tensor between = (values - values.mean(0, /*keepdim=*/true)).square().mean();
    return (between / values.abs().mean()).item<double>();
}

} // namespace

std::vector<LayerColumns> weightedLayers(const Network& network)
{
    std::vector<LayerColumns> layers;
    std::size_t convolutions = 0;
    std::size_t linears = 0;
    for (std::size_t i = 0; i < network.layers().size(); ++i) {
        const LayerKind kind = network.layers()[i].kind;
        if (kind != LayerKind::Linear && kind != LayerKind::Conv2d)
            continue;
        const Slice* weight = network.layout().parameter(i, SliceRole::Weight);
        const Slice* bias = network.layout().parameter(i, SliceRole::Bias);
        const std::size_t weightEnd = weight->offset + weight->count;
        layers.push_back({.layer = i,
                          .name = kind == LayerKind::Linear
                                      ? "fc" + std::to_string(++linears)
                                      : "conv" + std::to_string(++convolutions),
                          .first = weight->offset,
                          .biasFirst = weightEnd,
                          .last = bias ? bias->offset + bias->count : weightEnd});
    }
    return layers;
}

std::vector<double>
layerScores(const at::Tensor& updates, std::span<const LayerColumns> layers, LayerScore score)
{
    std::vector<double> scores;
    for (const LayerColumns& layer : layers)
        scores.push_back(score == LayerScore::Official ? officialScore(updates, layer)
                                                       : betweenScore(updates, layer));
    return scores;
}

std::size_t largestScore(std::span<const double> scores)
{
    std::size_t largest = 0;
    for (std::size_t i = 1; i < scores.size(); ++i)
        if (scores[i] > scores[largest] || (std::isnan(scores[largest]) && !std::isnan(scores[i])))
            largest = i;
    return largest;
}

namespace {

/// Where the slices of layer `first` and later ones begin.
std::size_t beginOf(const std::vector<Slice>& slices, std::size_t first, std::size_t end)
{
    const auto place =
        std::ranges::find_if(slices, [first](const Slice& slice) { return slice.layer >= first; });
    return place == slices.end() ? end : place->offset;
}

void copyEnd(const at::Tensor& to, const at::Tensor& from, std::size_t begin)
{
    const auto first = static_cast<std::int64_t>(begin);
    if (first < to.size(1))
        to.narrow(1, first, to.size(1) - first).copy_(from.narrow(1, first, to.size(1) - first));
}

} // namespace

PersonalHead::PersonalHead(const Network& network, std::size_t layers)
    : m_isEmpty(layers == 0)
    , m_parameters(network.layout().parameterCount)
    , m_buffers(network.layout().bufferCount)
{
    const std::vector<LayerColumns> weighted = weightedLayers(network);
    if (layers == 0)
        return;
    const std::size_t first =
        layers >= weighted.size() ? 0 : weighted[weighted.size() - layers].layer;
    m_parameters = beginOf(network.layout().parameters, first, m_parameters);
    m_buffers = beginOf(network.layout().buffers, first, m_buffers);
}

void PersonalHead::keep(ModelRows& mixed, const ModelRows& own) const
{
    copyEnd(mixed.parameters, own.parameters, m_parameters);
    copyEnd(mixed.buffers, own.buffers, m_buffers);
}

} // namespace coterie
