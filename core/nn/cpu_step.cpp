#include "core/nn/cpu_step.h"

#include "core/nn/cpu_operation.h"
#include "core/nn/graph_step.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <deque>

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
struct CpuStep<Scalar>::Plan
{
    Plan(const Network& model, std::size_t largest, Use use)
        : network(model)
        , largestBatch(largest)
        , context{
              .network = network, .largestBatch = largest, .keepsForBackward = use == Use::Training}
    {
        Blob<Scalar>& input = addBlob(model.input(), false);
        input.sampleMajor = true;
        if (network.needsGraph())
            graph = std::make_unique<GraphStep<Scalar>>(network, context.keepsForBackward);
        else
            build(input);
        outputs.resize(largest * network.outputs());
        if (context.keepsForBackward)
            outputGradient.resize(outputs.size());
    }

    Blob<Scalar>& addBlob(const SampleShape& shape, bool withGradient)
    {
        Blob<Scalar>& blob = blobs.emplace_back();
        blob.channels = shape.channels;
        blob.height = shape.depth * shape.height; // of a volume the slices follow each other
        blob.width = shape.width;
        blob.value.resize(blob.size() * largestBatch);
        if (withGradient && context.keepsForBackward)
            blob.gradient.resize(blob.value.size());
        return blob;
    }

    /// Walks the layer list and joins what is one pass over memory: bias with the activation, and
    /// that with a 2×2 pool.
    void build(Blob<Scalar>& input)
    {
        const std::vector<Layer>& layers = network.layers();
        Blob<Scalar>* current = &input;
        bool trainable = false; // some layer before has parameters, so gradients must get through
        std::size_t first = 0;
        if (input.plane() > 1
            && layers.front().kind == LayerKind::Flatten) { // samples are flat already
            input = Blob<Scalar>{
                .channels = input.size(), .value = std::move(input.value), .sampleMajor = true};
            first = 1;
        }
        const bool takesSamples =
            layers[first].kind == LayerKind::Linear || (input.channels == 1 && input.plane() > 1);
        if (input.channels == 1 && input.plane() > 1)
            input.sampleMajor = false; // one channel: the orders agree
        if (!takesSamples) {
            Blob<Scalar>& arranged = addBlob(
                {.channels = input.channels, .height = input.height, .width = input.width}, false);
            operations.push_back(makeReorder(*current, arranged));
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
                operations.push_back(makeRelu<Scalar>({}, *current));
                continue;
            }
            if (layer.kind != LayerKind::Linear && layer.kind != LayerKind::Conv2d) {
                Blob<Scalar>& after = addBlob(network.shapeAfter(i),
                                              trainable || layer.kind == LayerKind::PRelu
                                                  || layer.kind == LayerKind::BatchNorm);
                trainable = trainable || !after.gradient.empty();
                operations.push_back(isPool2(i)
                                         ? makePool2(context, Place{}, false, *current, after)
                                         : makeSimple(context, i, *current, after));
                current = &after;
                continue;
            }
            Blob<Scalar>& after = addBlob(network.shapeAfter(i), true);
            if (i == network.layout().outputLayer) {
                featureBlob = current;
                featureOperation = operations.size();
            }
            operations.push_back(layer.kind == LayerKind::Linear
                                     ? makeLinear(context, i, *current, after)
                                     : makeConvolution(context, i, *current, after));
            trainable = true;
            current = &after;
            const Place bias = placeOf(network, i, SliceRole::Bias);
            const bool reluFirst = kindAt(i + 1) == LayerKind::Relu;
            const std::size_t poolAt = reluFirst ? i + 2 : i + 1;
            if (isPool2(poolAt)
                && (reluFirst || kindAt(i + 2) == LayerKind::Relu)) { // the two orders agree
                Blob<Scalar>& pooled = addBlob(network.shapeAfter(i + 2), true);
                operations.push_back(makePool2(context, bias, true, *current, pooled));
                current = &pooled;
                i += 2;
            } else if (isPool2(poolAt) && !reluFirst) {
                Blob<Scalar>& pooled = addBlob(network.shapeAfter(i + 1), true);
                operations.push_back(makePool2(context, bias, false, *current, pooled));
                current = &pooled;
                i += 1;
            } else if (reluFirst) {
                operations.push_back(makeRelu(bias, *current));
                i += 1;
            } else if (bias.exists) {
                operations.push_back(makeBias(bias, *current));
            }
        }
        last = current;
    }

    /// Where the slopes of the loss at one sample's outputs go.
    std::span<Scalar> gradientOf(std::size_t sample)
    {
        const std::size_t count = network.outputs();
        discarded.resize(outputGradient.empty() ? count : 0);
        return {outputGradient.empty() ? discarded.data() : outputGradient.data() + sample * count,
                count};
    }

    const Network network;
    const std::size_t largestBatch;
    OperationContext<Scalar> context;
    std::unique_ptr<GraphStep<Scalar>> graph; // instead of operations
    std::deque<Blob<Scalar>> blobs;           // stable addresses
    std::vector<OperationPtr<Scalar>> operations;
    Blob<Scalar>* last = nullptr;
    Blob<Scalar>* featureBlob = nullptr;
    std::size_t featureOperation = 0;
    CpuPass<Scalar> running;
    std::vector<Scalar> outputs; // [batch][outputs]
    std::vector<Scalar> outputGradient;
    std::vector<Scalar> features;
    std::vector<Scalar> discarded; // gradient of a pass that has no backward
    double correct = 0;
};

template <typename Scalar>
CpuStep<Scalar>::CpuStep(const Network& network, std::size_t largestBatch, Use use)
    : m_plan(std::make_unique<Plan>(network, largestBatch, use))
{}

template <typename Scalar>
CpuStep<Scalar>::~CpuStep() = default;

template <typename Scalar>
std::size_t CpuStep<Scalar>::largestBatch() const
{
    return m_plan->largestBatch;
}

template <typename Scalar>
Scalar* CpuStep<Scalar>::input()
{
    return m_plan->blobs.front().value.data();
}

template <typename Scalar>
void CpuStep<Scalar>::pass()
{
    Plan& plan = *m_plan;
    assert(plan.running.batch > 0 && plan.running.batch <= plan.largestBatch);
    if (plan.graph)
        return plan.graph->forward(plan.running, input(), plan.outputs.data());
    for (const auto& operation : plan.operations)
        operation->forward(plan.running);
    const std::size_t batch = plan.running.batch;
    const std::size_t count = plan.network.outputs();
    for (std::size_t o = 0; o < count; ++o)
        for (std::size_t b = 0; b < batch; ++b)
            plan.outputs[b * count + o] = plan.last->value[o * batch + b];
}

template <typename Scalar>
void CpuStep<Scalar>::evaluate(const Scalar* parameters, const Scalar* buffers, std::size_t batch)
{
    m_plan->running = {.parameters = parameters, .buffers = buffers, .batch = batch};
    pass();
}

template <typename Scalar>
void CpuStep<Scalar>::train(const Scalar* parameters,
                            Scalar* buffers,
                            std::size_t batch,
                            const DropoutKey& key,
                            std::uint32_t step)
{
    m_plan->running = {.parameters = parameters,
                       .buffers = buffers,
                       .movingBuffers = buffers,
                       .batch = batch,
                       .training = true,
                       .dropout = key,
                       .step = step};
    pass();
}

template <typename Scalar>
std::span<const Scalar> CpuStep<Scalar>::outputs() const
{
    return {m_plan->outputs.data(), m_plan->running.batch * m_plan->network.outputs()};
}

template <typename Scalar>
std::span<const Scalar> CpuStep<Scalar>::features()
{
    Plan& plan = *m_plan;
    if (plan.graph) {
        plan.graph->copyFeatures(plan.features);
        return plan.features;
    }
    const Blob<Scalar>& blob = *plan.featureBlob;
    const std::size_t batch = plan.running.batch;
    plan.features.resize(blob.size() * batch);
    for (std::size_t b = 0; b < batch; ++b)
        for (std::size_t f = 0; f < blob.channels; ++f)
            plan.features[b * blob.channels + f] =
                blob.sampleMajor ? blob.value[b * blob.channels + f] : blob.value[f * batch + b];
    return plan.features;
}

template <typename Scalar>
double CpuStep<Scalar>::loss(std::span<const std::int32_t> labels)
{
    Plan& plan = *m_plan;
    const std::size_t count = plan.network.outputs();
    const std::size_t batch = plan.running.batch;
    assert(labels.size() == batch);
    double sum = 0;
    plan.correct = 0;
    for (std::size_t b = 0; b < batch; ++b) {
        const std::span<const Scalar> outputs(plan.outputs.data() + b * count, count);
        const std::span<Scalar> gradient = plan.gradientOf(b);
        const auto label = static_cast<std::size_t>(labels[b]);
        sum += plan.network.loss() == Loss::Logistic ? logistic(outputs[0], label == 1, gradient[0])
                                                     : crossEntropy(outputs, label, gradient);
        plan.correct += isCorrect(plan.network.loss(), outputs, label) ? 1.0 : 0.0;
    }
    return sum / static_cast<double>(batch);
}

template <typename Scalar>
double CpuStep<Scalar>::loss(std::span<const double> targets)
{
    Plan& plan = *m_plan;
    const std::size_t batch = plan.running.batch;
    assert(plan.network.outputs() == 1 && targets.size() == batch);
    double sum = 0;
    plan.correct = 0;
    for (std::size_t b = 0; b < batch; ++b) {
        const double off = static_cast<double>(plan.outputs[b]) - targets[b];
        sum += off * off;
        if (!plan.outputGradient.empty())
            plan.outputGradient[b] = static_cast<Scalar>(2.0 * off);
    }
    return sum / static_cast<double>(batch);
}

template <typename Scalar>
double CpuStep<Scalar>::loss(std::span<const std::uint8_t> masks)
{
    Plan& plan = *m_plan;
    const std::size_t count = plan.network.outputs();
    const std::size_t batch = plan.running.batch;
    const std::size_t voxels = masks.size() / batch;
    assert(plan.network.loss() == Loss::Dice && voxels * batch == masks.size());
    double sum = 0;
    for (std::size_t b = 0; b < batch; ++b)
        sum += dice<Scalar>({plan.outputs.data() + b * count, count},
                            masks.subspan(b * voxels, voxels),
                            plan.gradientOf(b));
    plan.correct = static_cast<double>(batch) - sum;
    return sum / static_cast<double>(batch);
}

template <typename Scalar>
void CpuStep<Scalar>::noLoss()
{
    std::ranges::fill(m_plan->outputGradient, Scalar(0));
    m_plan->correct = 0;
}

template <typename Scalar>
double CpuStep<Scalar>::correct() const
{
    return m_plan->correct;
}

template <typename Scalar>
void CpuStep<Scalar>::backward(const Scalar* parameters,
                               Scalar* gradient,
                               const Scalar* featureGradient)
{
    Plan& plan = *m_plan;
    assert(plan.context.keepsForBackward);
    const std::size_t batch = plan.running.batch;
    const std::size_t count = plan.network.outputs();
    if (plan.graph) {
        for (Scalar& slope : plan.outputGradient)
            slope /= static_cast<Scalar>(batch);
        plan.running.gradient = gradient;
        return plan.graph->backward(plan.running, plan.outputGradient.data(), featureGradient);
    }
    for (std::size_t o = 0; o < count; ++o)
        for (std::size_t b = 0; b < batch; ++b)
            plan.last->gradient[o * batch + b] =
                plan.outputGradient[b * count + o] / static_cast<Scalar>(batch);
    plan.running.parameters = parameters;
    plan.running.gradient = gradient;
    for (std::size_t i = plan.operations.size(); i-- > 0;) {
        plan.operations[i]->backward(plan.running);
        if (i != plan.featureOperation || !featureGradient || plan.featureBlob->gradient.empty())
            continue;
        for (std::size_t b = 0; b < batch; ++b)
            for (std::size_t f = 0; f < plan.featureBlob->channels; ++f)
                plan.featureBlob->gradient[f * batch + b] +=
                    featureGradient[b * plan.featureBlob->channels + f];
    }
}

template <typename Scalar>
std::size_t CpuStep<Scalar>::memoryBytes() const
{
    std::size_t numbers =
        m_plan->outputs.size() + m_plan->outputGradient.size() + m_plan->features.size();
    for (const Blob<Scalar>& blob : m_plan->blobs)
        numbers += blob.value.size() + blob.gradient.size();
    std::size_t bytes = numbers * sizeof(Scalar);
    for (const auto& operation : m_plan->operations)
        bytes += operation->memoryBytes();
    return bytes;
}

template class CpuStep<float>;
template class CpuStep<double>;

} // namespace coterie
