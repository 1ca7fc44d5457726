#include "core/sampling/output_signal.h"

#include <algorithm>
#include <cassert>

namespace coterie {
namespace {

const Slice* weightOf(const Network& network)
{
    return network.layout().parameter(network.layout().outputLayer, SliceRole::Weight);
}

const Slice* biasOf(const Network& network)
{
    return network.layout().parameter(network.layout().outputLayer, SliceRole::Bias);
}

/// The columns [first, first + count) of every row; rows without columns stay so.
Matrix columns(const Matrix& rows, std::size_t first, std::size_t count)
{
    Matrix part(rows.rows, count);
    for (std::size_t i = 0; i < rows.rows && rows.columns > 0; ++i)
        std::ranges::copy(rows.row(i).subspan(first, count), part.row(i).begin());
    return part;
}

} // namespace

std::optional<std::string> OutputSignal::problemWith(const Network& network) const
{
    if (network.loss() != Loss::CrossEntropy)
        return "needs a network that answers with one number per class, " + network.name()
               + " does not";
    if (biasOf(network) == nullptr && !(rowMeans && wholeLayer))
        return "needs a bias in the output layer, " + network.name() + " has none";
    return std::nullopt;
}

ParameterRange OutputSignal::range(const Network& network) const
{
    const Slice* weight = weightOf(network);
    const Slice* bias = biasOf(network);
    if (!rowMeans && !wholeLayer)
        return {.first = bias->offset, .last = bias->offset + bias->count};
    const std::size_t weightEnd = weight->offset + weight->count;
    assert(!bias || bias->offset == weightEnd); // registration order: they are neighbours
    return {.first = weight->offset, .last = weightEnd + (bias ? bias->count : 0)};
}

Matrix OutputSignal::entropySignal(const Network& network, const Matrix& kept) const
{
    const std::size_t first = range(network).first;
    if (!rowMeans)
        return columns(kept, biasOf(network)->offset - first, biasOf(network)->count);
    const Slice& weight = *weightOf(network); // [classes, features]
    const std::size_t classes = weight.shape.front();
    const std::size_t features = weight.count / classes;
    Matrix means(kept.rows, classes);
    for (std::size_t i = 0; i < kept.rows && kept.columns > 0; ++i)
        for (std::size_t c = 0; c < classes; ++c) {
            double sum = 0;
            for (std::size_t f = 0; f < features; ++f)
                sum += kept.at(i, weight.offset - first + c * features + f);
            means.at(i, c) = sum / static_cast<double>(features);
        }
    return means;
}

Matrix OutputSignal::directions(const Network& network, const Matrix& kept) const
{
    if (wholeLayer)
        return kept;
    return columns(kept, biasOf(network)->offset - range(network).first, biasOf(network)->count);
}

} // namespace coterie
