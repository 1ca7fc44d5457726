#include "core/nn/cpu_step.h"

#include "core/nn/graph_step.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace coterie {
namespace {

/// Loss of one sample and its gradient with respect to the outputs; not yet divided by the batch.
template <typename Scalar>
double crossEntropy(std::span<const Scalar> outputs, std::size_t label, std::span<Scalar> gradient)
{
    const double largest = static_cast<double>(*std::max_element(outputs.begin(), outputs.end()));
    double sum = 0;
    for (std::size_t c = 0; c < outputs.size(); ++c) {
        const double power = std::exp(static_cast<double>(outputs[c]) - largest);
        gradient[c] = static_cast<Scalar>(power);
        sum += power;
    }
    for (Scalar& share : gradient)
        share = static_cast<Scalar>(static_cast<double>(share) / sum);
    gradient[label] -= Scalar(1);
    return largest + std::log(sum) - static_cast<double>(outputs[label]);
}

/// Binary cross-entropy with LibTorch's guards: logarithms no lower than −100, slopes no steeper
/// than 10¹².
template <typename Scalar>
double logistic(Scalar probability, bool positive, Scalar& gradient)
{
    const double p = static_cast<double>(probability);
    const double target = positive ? 1.0 : 0.0;
    gradient = static_cast<Scalar>((p - target) / std::max(p * (1.0 - p), 1e-12));
    return -std::max(std::log(positive ? p : 1.0 - p), -100.0);
}

/// 1 − soft Dice of one sample, the mean over the classes c of 2 Σ p g / (Σ p + Σ g) over its
/// voxels, with p the probability of c and g whether the voxel is of c: the loss of All-for-one,
/// §6 (IXI), as in FLamby's code.
template <typename Scalar>
double dice(std::span<const Scalar> outputs,
            std::span<const std::uint8_t> mask,
            std::span<Scalar> gradient)
{
    const std::size_t voxels = mask.size();
    const std::size_t classes = outputs.size() / voxels;
    double mean = 0;
    for (std::size_t c = 0; c < classes; ++c) {
        const Scalar* probabilities = outputs.data() + c * voxels;
        Scalar* slopes = gradient.data() + c * voxels;
        double shared = 0;
        double both = kDiceEpsilon;
        for (std::size_t v = 0; v < voxels; ++v) {
            const auto probability = static_cast<double>(probabilities[v]);
            const bool inside = mask[v] == c;
            shared += inside ? probability : 0.0;
            both += probability + (inside ? 1.0 : 0.0);
        }
        const double coefficient = 2 * shared / both;
        mean += coefficient / static_cast<double>(classes);
        const double factor = 1 / (both * static_cast<double>(classes));
        const auto outside = static_cast<Scalar>(coefficient * factor);
        const auto within = static_cast<Scalar>((coefficient - 2) * factor);
        for (std::size_t v = 0; v < voxels; ++v)
            slopes[v] = mask[v] == c ? within : outside;
    }
    return 1 - mean;
}

template <typename Scalar>
bool isCorrect(Loss loss, std::span<const Scalar> outputs, std::size_t label)
{
    if (loss == Loss::Logistic)
        return !std::isnan(outputs[0]) && (outputs[0] >= Scalar(0.5)) == (label == 1);
    for (const Scalar output : outputs)
        if (std::isnan(output))
            return false;
    return static_cast<std::size_t>(std::max_element(outputs.begin(), outputs.end())
                                    - outputs.begin())
           == label;
}

} // namespace

template <typename Scalar>
CpuStep<Scalar>::CpuStep(const Network& network, std::size_t largestBatch, Use use)
    : m_network(network)
    , m_largestBatch(largestBatch)
    , m_keepsForBackward(use == Use::Training)
{
    Blob<Scalar>& input = addBlob(network.input(), false);
    input.sampleMajor = true;
    if (network.needsGraph())
        m_graph = makeGraphStep<Scalar>(m_network, m_keepsForBackward);
    else
        build(input);
    m_outputs.resize(largestBatch * network.outputs());
    if (m_keepsForBackward)
        m_outputGradient.resize(m_outputs.size());
}

template <typename Scalar>
CpuStep<Scalar>::~CpuStep() = default;

template <typename Scalar>
Blob<Scalar>& CpuStep<Scalar>::addBlob(const SampleShape& shape,
                                       bool withGradient,
                                       const Blob<Scalar>* sameValues)
{
    Blob<Scalar>& blob = m_blobs.emplace_back();
    blob.channels = shape.channels;
    blob.height = shape.depth * shape.height; // of a volume the slices follow each other
    blob.width = shape.width;
    blob.value =
        sameValues ? sameValues->value : m_values.emplace_back(blob.size() * m_largestBatch);
    if (withGradient && m_keepsForBackward)
        blob.gradient.resize(blob.value.size());
    return blob;
}

/// Whether what it gives may be the values that a shortcut keeps.
[[nodiscard]] static bool isShortcut(LayerKind kind)
{
    return kind == LayerKind::Remember || kind == LayerKind::Recall;
}

/// Walks the layer list and joins what is one pass over memory: bias with the activation, that
/// with a 2×2 pool, and a norm with a shortcut's sum and an activation.
template <typename Scalar>
void CpuStep<Scalar>::build(Blob<Scalar>& input)
{
    const std::vector<Layer>& layers = m_network.layers();
    const auto shared = std::make_shared<LineVector<Scalar>>();
    Blob<Scalar>* current = &input;
    std::size_t first = 0;
    if (input.plane() > 1
        && layers.front().kind == LayerKind::Flatten) { // samples are flat already
        input = Blob<Scalar>{.channels = input.size(), .value = input.value, .sampleMajor = true};
        first = 1;
    }
    const bool takesSamples =
        layers[first].kind == LayerKind::Linear || (input.channels == 1 && input.plane() > 1);
    if (input.channels == 1 && input.plane() > 1)
        input.sampleMajor = false; // one channel: the orders agree
    if (!takesSamples) {
        Blob<Scalar>& arranged = addBlob(
            {.channels = input.channels, .height = input.height, .width = input.width}, false);
        m_operations.push_back(makeReorder(*current, arranged));
        current = &arranged;
    }
    for (std::size_t i = first; i < layers.size(); ++i) {
        const auto kindAt = [&](std::size_t at) {
            return at < layers.size() ? layers[at].kind : LayerKind::Flatten;
        };
        const auto isPool2 = [&](std::size_t at) {
            return kindAt(at) == LayerKind::MaxPool2d && layers[at].kernel == 2;
        };
        const Layer& layer = layers[i];
        if (layer.kind == LayerKind::Relu) {
            // In place, but where a shortcut has these values, too.
            if (i > first && isShortcut(layers[i - 1].kind)) {
                Blob<Scalar>& after = addBlob(m_network.shapeAfter(i), !current->gradient.empty());
                m_operations.push_back(makeRelu(*current, after));
                current = &after;
            } else {
                m_operations.push_back(makeBias({}, true, *current));
            }
            continue;
        }
        if (Blob<Scalar>* after = buildShortcut(i, current)) {
            current = after;
            continue;
        }
        if (layer.kind == LayerKind::BatchNorm || layer.kind == LayerKind::GroupNorm) {
            const std::size_t norm = i;
            NormEnd<Scalar> end;
            if (kindAt(i + 1) == LayerKind::Add)
                end.kept = m_kept.at(layers[++i].tag);
            end.rectify = kindAt(i + 1) == LayerKind::Relu;
            i += end.rectify ? 1 : 0;
            Blob<Scalar>& after = addBlob(m_network.shapeAfter(i), true);
            const auto make = layer.kind == LayerKind::BatchNorm ? &makeBatchNorm<Scalar>
                                                                 : &makeSampleNorm<Scalar>;
            m_operations.push_back(make(m_network, norm, end, *current, after));
            current = &after;
            continue;
        }
        if (!layer.hasWeights()) {
            const bool hasParameters = !tensorsOf(layer, m_network.shapeBefore(i)).empty();
            Blob<Scalar>& after =
                addBlob(m_network.shapeAfter(i), hasParameters || !current->gradient.empty());
            m_operations.push_back(isPool2(i) ? makePool2({}, false, *current, after)
                                              : makeSimple(m_network, i, *current, after));
            current = &after;
            continue;
        }
        Blob<Scalar>& after = addBlob(m_network.shapeAfter(i), true);
        if (i == m_network.layout().outputLayer) {
            m_featureBlob = current;
            m_featureOperation = m_operations.size();
        }
        m_operations.push_back(makeProduct(m_network, i, *current, after, shared));
        current = &after;
        const SlicePlace bias = placeOf(m_network, i, SliceRole::Bias);
        const bool reluFirst = kindAt(i + 1) == LayerKind::Relu;
        const std::size_t poolAt = reluFirst ? i + 2 : i + 1;
        if (isPool2(poolAt)) {
            // ReLU before the pool or after it: the two orders agree.
            const bool rectify = reluFirst || kindAt(i + 2) == LayerKind::Relu;
            i += rectify ? 2 : 1;
            Blob<Scalar>& pooled = addBlob(m_network.shapeAfter(i), true);
            m_operations.push_back(makePool2(bias, rectify, *current, pooled));
            current = &pooled;
        } else if (reluFirst) {
            m_operations.push_back(makeBias(bias, true, *current));
            i += 1;
        } else if (bias.exists) {
            m_operations.push_back(makeBias(bias, false, *current));
        }
    }
    m_last = current;
}

/// What passes after a layer of a shortcut; null if the layer is of another kind.
template <typename Scalar>
Blob<Scalar>* CpuStep<Scalar>::buildShortcut(std::size_t index, Blob<Scalar>* current)
{
    const std::vector<Layer>& layers = m_network.layers();
    const Layer& layer = layers[index];
    const SampleShape& shape = m_network.shapeAfter(index);
    switch (layer.kind) {
    case LayerKind::Remember: {
        Blob<Scalar>*& kept = m_kept[layer.tag];
        kept = current;
        if (index + 1 < layers.size() && layers[index + 1].kind == LayerKind::Recall)
            return current; // which has no other use
        Blob<Scalar>& branch = addBlob(shape, !current->gradient.empty(), current);
        m_operations.push_back(makeBranch(*current, branch));
        return &branch;
    }
    case LayerKind::Recall:
        return m_kept.at(layer.tag);
    case LayerKind::Add:
    case LayerKind::Concatenate: {
        Blob<Scalar>& kept = *m_kept.at(layer.tag);
        Blob<Scalar>& after = addBlob(shape, !kept.gradient.empty() || !current->gradient.empty());
        m_operations.push_back(layer.kind == LayerKind::Add
                                   ? makeAdd(kept, *current, after)
                                   : makeConcatenate(kept, *current, after));
        return &after;
    }
    default:
        return nullptr;
    }
}

/// Where the slopes of the loss at one sample's outputs go.
template <typename Scalar>
std::span<Scalar> CpuStep<Scalar>::gradientOf(std::size_t sample)
{
    const std::size_t count = m_network.outputs();
    m_discarded.resize(m_outputGradient.empty() ? count : 0);
    return {m_outputGradient.empty() ? m_discarded.data()
                                     : m_outputGradient.data() + sample * count,
            count};
}

template <typename Scalar>
void CpuStep<Scalar>::forward()
{
    assert(m_pass.batch > 0 && m_pass.batch <= m_largestBatch);
    if (m_graph)
        return m_graph->forward(m_pass, input(), m_outputs.data());
    for (const auto& operation : m_operations)
        operation.forward(m_pass);
    const std::size_t batch = m_pass.batch;
    const std::size_t count = m_network.outputs();
    for (std::size_t o = 0; o < count; ++o)
        for (std::size_t b = 0; b < batch; ++b)
            m_outputs[b * count + o] = m_last->value[o * batch + b];
}

template <typename Scalar>
void CpuStep<Scalar>::evaluate(const Scalar* parameters, const Scalar* buffers, std::size_t batch)
{
    m_pass = {.parameters = parameters, .buffers = buffers, .batch = batch};
    forward();
}

template <typename Scalar>
void CpuStep<Scalar>::train(const Scalar* parameters,
                            Scalar* buffers,
                            std::size_t batch,
                            const DropoutKey& key,
                            std::uint32_t step)
{
    m_pass = {.parameters = parameters,
              .buffers = buffers,
              .movingBuffers = buffers,
              .batch = batch,
              .training = true,
              .dropout = key,
              .step = step};
    forward();
}

template <typename Scalar>
std::span<const Scalar> CpuStep<Scalar>::features()
{
    if (m_graph) {
        m_graph->copyFeatures(m_features);
        return m_features;
    }
    const Blob<Scalar>& blob = *m_featureBlob;
    const std::size_t batch = m_pass.batch;
    m_features.resize(blob.size() * batch);
    for (std::size_t b = 0; b < batch; ++b)
        for (std::size_t f = 0; f < blob.channels; ++f)
            m_features[b * blob.channels + f] =
                blob.sampleMajor ? blob.value[b * blob.channels + f] : blob.value[f * batch + b];
    return m_features;
}

template <typename Scalar>
double CpuStep<Scalar>::loss(std::span<const std::int32_t> labels)
{
    const std::size_t count = m_network.outputs();
    const std::size_t batch = m_pass.batch;
    assert(labels.size() == batch);
    double sum = 0;
    m_correct = 0;
    for (std::size_t b = 0; b < batch; ++b) {
        const std::span<const Scalar> outputs(m_outputs.data() + b * count, count);
        const std::span<Scalar> gradient = gradientOf(b);
        const auto label = static_cast<std::size_t>(labels[b]);
        sum += m_network.loss() == Loss::Logistic ? logistic(outputs[0], label == 1, gradient[0])
                                                  : crossEntropy(outputs, label, gradient);
        m_correct += isCorrect(m_network.loss(), outputs, label) ? 1.0 : 0.0;
    }
    return sum / static_cast<double>(batch);
}

template <typename Scalar>
double CpuStep<Scalar>::loss(std::span<const double> targets)
{
    const std::size_t batch = m_pass.batch;
    assert(m_network.outputs() == 1 && targets.size() == batch);
    double sum = 0;
    m_correct = 0;
    for (std::size_t b = 0; b < batch; ++b) {
        const double off = static_cast<double>(m_outputs[b]) - targets[b];
        sum += off * off;
        if (!m_outputGradient.empty())
            m_outputGradient[b] = static_cast<Scalar>(2.0 * off);
    }
    return sum / static_cast<double>(batch);
}

template <typename Scalar>
double CpuStep<Scalar>::loss(std::span<const std::uint8_t> masks)
{
    const std::size_t count = m_network.outputs();
    const std::size_t batch = m_pass.batch;
    const std::size_t voxels = masks.size() / batch;
    assert(m_network.loss() == Loss::Dice && voxels * batch == masks.size());
    double sum = 0;
    for (std::size_t b = 0; b < batch; ++b)
        sum += dice<Scalar>({m_outputs.data() + b * count, count},
                            masks.subspan(b * voxels, voxels),
                            gradientOf(b));
    m_correct = static_cast<double>(batch) - sum;
    return sum / static_cast<double>(batch);
}

template <typename Scalar>
void CpuStep<Scalar>::noLoss()
{
    std::ranges::fill(m_outputGradient, Scalar(0));
    m_correct = 0;
}

template <typename Scalar>
void CpuStep<Scalar>::backward(const Scalar* parameters,
                               Scalar* gradient,
                               const Scalar* featureGradient)
{
    assert(m_keepsForBackward);
    const std::size_t batch = m_pass.batch;
    const std::size_t count = m_network.outputs();
    if (m_graph) {
        for (Scalar& slope : m_outputGradient)
            slope /= static_cast<Scalar>(batch);
        m_pass.gradient = gradient;
        return m_graph->backward(m_pass, m_outputGradient.data(), featureGradient);
    }
    for (std::size_t o = 0; o < count; ++o)
        for (std::size_t b = 0; b < batch; ++b)
            m_last->gradient[o * batch + b] =
                m_outputGradient[b * count + o] / static_cast<Scalar>(batch);
    m_pass.parameters = parameters;
    m_pass.gradient = gradient;
    for (std::size_t i = m_operations.size(); i-- > 0;) {
        m_operations[i].backward(m_pass);
        if (i != m_featureOperation || !featureGradient || m_featureBlob->gradient.empty())
            continue;
        for (std::size_t b = 0; b < batch; ++b)
            for (std::size_t f = 0; f < m_featureBlob->channels; ++f)
                m_featureBlob->gradient[f * batch + b] +=
                    featureGradient[b * m_featureBlob->channels + f];
    }
}

template class CpuStep<float>;
template class CpuStep<double>;

} // namespace coterie
