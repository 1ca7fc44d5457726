#include "core/algorithms/hcct.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <cmath>

/// The clients' updates as HCCT compares them.

namespace coterie {

namespace {

at::Tensor columns(const at::Tensor& updates, std::size_t first, std::size_t last)
{
    return updates.narrow(1, signedSize(first), signedSize(last - first)).to(at::kDouble);
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
    const auto isLess = [](double a, double b) {
        return a < b || (std::isnan(a) && !std::isnan(b));
    };
    return static_cast<std::size_t>(std::ranges::max_element(scores, isLess) - scores.begin());
}

at::Tensor similarityVectors(const Trained& trained,
                             const HcctParameters& parameters,
                             const LayerColumns* layer,
                             const PersonalHead& head,
                             const ParamLayout& layout)
{
    at::Tensor updates = trained.updates();
    if (layer)
        updates =
            updates.narrow(1, signedSize(layer->first), signedSize(layer->last - layer->first));
    else if (parameters.comparesBodies)
        updates = updates.narrow(1, 0, signedSize(head.bodyParameters()));
    if (parameters.includesBuffers && layout.bufferCount > 0)
        updates = at::cat({updates, trained.bufferUpdates(layout)}, 1);
    return updates.to(at::kCPU).contiguous();
}

std::size_t lengthOfVectors(const HcctParameters& parameters,
                            const LayerColumns* layer,
                            const PersonalHead& head,
                            const ParamLayout& layout)
{
    std::size_t length = layout.parameterCount;
    if (layer)
        length = layer->last - layer->first;
    else if (parameters.comparesBodies)
        length = head.bodyParameters();
    if (parameters.includesBuffers && layout.bufferCount > 0)
        length += layout.bufferCount + layout.batchNormLayers;
    return length;
}

} // namespace coterie
