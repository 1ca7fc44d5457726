#include "core/algorithms/personal_head.h"

#include <ATen/ATen.h>
#include <algorithm>

namespace coterie {

namespace {

/// Of a module from PyTorch: its parts that have a matrix of weights, up to the output layer, under
/// their own names.
std::vector<LayerColumns> weightedModules(const ParamLayout& layout)
{
    std::vector<LayerColumns> layers;
    for (const Slice& slice : layout.parameters) {
        const bool isNew = layers.empty() || layers.back().layer != slice.layer;
        if (isNew && (slice.role != SliceRole::Weight || slice.layer > layout.outputLayer))
            continue;
        const std::size_t end = slice.offset + slice.count;
        if (isNew)
            layers.push_back({.layer = slice.layer,
                              .name = slice.name.substr(0, slice.name.rfind('.')),
                              .first = slice.offset,
                              .biasFirst = end,
                              .last = end});
        else if (slice.role == SliceRole::Weight)
            layers.back().biasFirst = layers.back().last = end;
        else
            layers.back().last = end;
    }
    return layers;
}

} // namespace

std::vector<LayerColumns> weightedLayers(const Network& network)
{
    std::vector<LayerColumns> layers;
    if (network.module() != nullptr)
        return weightedModules(network.layout());
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

namespace {

/// The place where the slices of layer `first` and later ones begin.
std::size_t beginOf(const std::vector<Slice>& slices, std::size_t first, std::size_t end)
{
    const auto place =
        std::ranges::find_if(slices, [first](const Slice& slice) { return slice.layer >= first; });
    return place == slices.end() ? end : place->offset;
}

void copyEnd(const at::Tensor& to, const at::Tensor& from, std::size_t begin)
{
    const auto first = signedSize(begin);
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
