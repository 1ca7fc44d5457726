#include "core/nn/stacked_forward.h"

#include <ATen/ATen.h>
#include <ATen/core/Reduction.h>
#include <ATen/core/grad_mode.h>
#include <cassert>
#include <map>
#include <vector>

namespace coterie {

namespace {

/// Row o says how much place o of the enlarged line takes from each place of the line: the two
/// nearest ones by their distance, at the ends the last one alone.
at::Tensor interpolation(std::int64_t from, std::int64_t to, const at::TensorOptions& options)
{
    const double step = static_cast<double>(from) / static_cast<double>(to);
    const at::Tensor places = ((at::arange(to, options) + 0.5) * step - 0.5)
                                  .clamp_min(0)
                                  .clamp_max(static_cast<double>(from - 1));
    const at::Tensor distances = (places.unsqueeze(1) - at::arange(from, options)).abs();
    return (1 - distances).clamp_min(0);
}

} // namespace

at::Tensor enlargedByProducts(const at::Tensor& volumes, const std::array<std::int64_t, 3>& size)
{
    const auto along = [&](std::size_t axis) {
        return interpolation(
            volumes.size(static_cast<std::int64_t>(axis) + 2), size[axis], volumes.options());
    };
    at::Tensor value = at::matmul(along(0), volumes.flatten(3, 4))
                           .unflatten(3, {volumes.size(3), volumes.size(4)});
    value = at::matmul(along(1), value);
    return at::matmul(value, along(2).t());
}

namespace {

using at::Tensor;

/// One pass: the activation walks through the layers in one of two arrangements, and each layer
/// uses the one it works in. Flat is [C, B, features]; spatial is [B, C·channels, height,
/// width], with the depth before the height where the network takes volumes, so that a convolution
/// over all clients is one grouped convolution.
class StackedPass
{
public:
    StackedPass(const Network& network,
                const Tensor& parameters,
                const Tensor& buffers,
                const Tensor& inputs,
                const PassMode& mode)
        : m_network(network)
        , m_parameters(cut(parameters, network.layout().parameters))
        , m_buffers(cut(buffers, network.layout().buffers))
        , m_mode(mode)
        , m_clients(inputs.size(0))
        , m_batch(inputs.size(1))
        , m_value(inputs.reshape({m_clients, m_batch, signedSize(network.input().size())}))
    {}

    Pass run()
    {
        Pass pass;
        for (std::size_t i = 0; i < m_network.layers().size(); ++i) {
            if (i == m_network.layout().outputLayer) {
                makeFlat(i);
                pass.features = m_value;
            }
            apply(i);
        }
        makeFlat(m_network.layers().size());
        pass.outputs = m_value;
        return pass;
    }

private:
    void apply(std::size_t index)
    {
        const Layer& layer = m_network.layers()[index];
        const std::vector<std::int64_t> window(dimensions(layer), signedSize(layer.kernel));
        switch (layer.kind) {
        case LayerKind::Linear:
            return applyLinear(index);
        case LayerKind::Conv2d:
        case LayerKind::Conv3d:
            return applyConvolution(index);
        case LayerKind::Relu:
            m_value = at::relu(m_value);
            return;
        case LayerKind::PRelu:
            return applyPRelu(index);
        case LayerKind::MaxPool2d:
        case LayerKind::AveragePool2d:
        case LayerKind::MaxPool3d:
            makeSpatial(index);
            m_value = layer.kind == LayerKind::MaxPool2d   ? at::max_pool2d(m_value, window)
                      : layer.kind == LayerKind::MaxPool3d ? at::max_pool3d(m_value, window)
                                                           : at::avg_pool2d(m_value, window);
            return;
        case LayerKind::BatchNorm:
            return applyBatchNorm(index);
        case LayerKind::Dropout:
            return applyDropout(index);
        case LayerKind::Flatten:
            return makeFlat(index);
        case LayerKind::Sigmoid:
            m_value = at::sigmoid(m_value);
            return;
        case LayerKind::Softmax:
            makeFit(index);
            m_value =
                m_spatial ? at::softmax(split(m_value), 2).flatten(1, 2) : at::softmax(m_value, -1);
            return;
        case LayerKind::Upsample3d:
            return applyUpsampling(index);
        case LayerKind::GroupNorm:
            return applyGroupNorm(index);
        case LayerKind::LayerNorm:
            return applyLayerNorm(index);
        case LayerKind::Gelu:
            m_value = at::gelu(m_value);
            return;
        case LayerKind::Tanh:
            m_value = at::tanh(m_value);
            return;
        case LayerKind::GlobalAveragePool:
            makeSpatial(index);
            m_value = split(m_value).flatten(3).mean(3).transpose(0, 1);
            m_spatial = false;
            return;
        case LayerKind::Remember:
        case LayerKind::Recall:
        case LayerKind::Add:
        case LayerKind::Concatenate:
            return applyShortcut(index);
        }
    }

    void applyShortcut(std::size_t index)
    {
        const Layer& layer = m_network.layers()[index];
        makeFit(index);
        if (layer.kind == LayerKind::Remember) {
            m_remembered[layer.tag] = m_value;
            return;
        }
        const Tensor& kept = m_remembered.at(layer.tag); // arranged as its shape wants it
        if (layer.kind == LayerKind::Recall) {
            m_value = kept;
            m_spatial = m_network.shapeAfter(index).plane() > 1;
        } else if (layer.kind == LayerKind::Add) {
            m_value = kept + m_value;
        } else {
            m_value = m_spatial ? at::cat({split(kept), split(m_value)}, 2).flatten(1, 2)
                                : at::cat({kept, m_value}, 2);
        }
    }

    /// In which a layer's window moves.
    static std::size_t dimensions(const Layer& layer)
    {
        return layer.kind == LayerKind::Conv3d || layer.kind == LayerKind::MaxPool3d ? 3 : 2;
    }

    void applyLinear(std::size_t index)
    {
        makeFlat(index);
        const Tensor weight = parameter(index, SliceRole::Weight).transpose(1, 2);
        if (m_network.layers()[index].bias)
            m_value = at::baddbmm(parameter(index, SliceRole::Bias).unsqueeze(1), m_value, weight);
        else
            m_value = at::bmm(m_value, weight);
    }

    void applyConvolution(std::size_t index)
    {
        makeSpatial(index);
        const Layer& layer = m_network.layers()[index];
        const Tensor weight = parameter(index, SliceRole::Weight).flatten(0, 1);
        const Tensor bias = layer.bias ? parameter(index, SliceRole::Bias).flatten() : Tensor();
        const auto each = [&](std::size_t size) {
            return std::vector<std::int64_t>(dimensions(layer), signedSize(size));
        };
        const std::vector<std::int64_t> stride = each(layer.stride);
        const std::vector<std::int64_t> edge = each(layer.padding);
        const std::vector<std::int64_t> dilation = each(layer.dilation);
        const std::int64_t groups = m_clients * signedSize(layer.groups);
        // An array reference: a list also matches the overload whose padding is a word.
        const at::IntArrayRef padding(edge);
        m_value = layer.kind == LayerKind::Conv3d
                      ? at::conv3d(m_value, weight, bias, stride, padding, dilation, groups)
                      : at::conv2d(m_value, weight, bias, stride, padding, dilation, groups);
    }

    void applyUpsampling(std::size_t index)
    {
        makeSpatial(index);
        const SampleShape& after = m_network.shapeAfter(index);
        const std::array<std::int64_t, 3> size{
            signedSize(after.depth), signedSize(after.height), signedSize(after.width)};
        if (m_value.is_cuda()) // for the same bits in every run
            m_value = enlargedByProducts(m_value, size);
        else
            m_value = at::upsample_trilinear3d(
                m_value, at::IntArrayRef(size), /*align_corners=*/false, {}, {}, {});
    }

    void applyPRelu(std::size_t index)
    {
        const Tensor slope = parameter(index, SliceRole::Slope); // [C, 1]
        if (m_spatial) {
            const Tensor clients = split(m_value);
            std::vector<std::int64_t> shape(static_cast<std::size_t>(clients.dim()), 1);
            shape[1] = m_clients;
            m_value = at::where(clients > 0, clients, clients * slope.reshape(shape)).flatten(1, 2);
        } else {
            m_value = at::where(m_value > 0, m_value, m_value * slope.unsqueeze(2));
        }
    }

    /// Statistics are per channel of [N, C·channels, …], hence per client and channel.
    void applyBatchNorm(std::size_t index)
    {
        if (m_network.shapeBefore(index).plane() > 1)
            makeSpatial(index);
        const Tensor scale = parameter(index, SliceRole::Scale).flatten();
        const Tensor shift = parameter(index, SliceRole::Shift).flatten();
        const Tensor meanRows = buffer(index, SliceRole::RunningMean);
        const Tensor varianceRows = buffer(index, SliceRole::RunningVariance);
        // Rows of a stack are not adjacent, so LibTorch updates copies and these are written back.
        const Tensor mean = meanRows.flatten().clone();
        const Tensor variance = varianceRows.flatten().clone();

        const Tensor input = m_spatial ? m_value : m_value.transpose(0, 1).flatten(1);
        const Tensor output = at::batch_norm(input,
                                             scale,
                                             shift,
                                             mean,
                                             variance,
                                             m_mode.training,
                                             kBatchNormMomentum,
                                             kBatchNormEpsilon,
                                             /*cudnn_enabled=*/true);
        m_value = m_spatial ? output : output.unflatten(1, {m_clients, -1}).transpose(0, 1);

        if (!m_mode.training)
            return;
        const at::NoGradGuard noGradient;
        meanRows.copy_(mean.view_as(meanRows));
        // A single value per channel has no unbiased variance (0/0); the running one then stays as
        // it is.
        if (input.numel() > input.size(1))
            varianceRows.copy_(variance.view_as(varianceRows));
    }

    /// As many groups as the layer has, for each client.
    void applyGroupNorm(std::size_t index)
    {
        makeFit(index);
        const Tensor input = m_spatial ? m_value : m_value.transpose(0, 1).flatten(1);
        const Tensor output =
            at::group_norm(input,
                           m_clients * signedSize(m_network.layers()[index].groups),
                           parameter(index, SliceRole::Scale).flatten(),
                           parameter(index, SliceRole::Shift).flatten(),
                           kSampleNormEpsilon);
        m_value = m_spatial ? output : output.unflatten(1, {m_clients, -1}).transpose(0, 1);
    }

    void applyLayerNorm(std::size_t index)
    {
        makeFlat(index);
        const auto rows = [&](SliceRole role) { // [C, 1, numbers]
            return parameter(index, role).flatten(1).unsqueeze(1);
        };
        const Tensor unit = at::layer_norm(m_value, {m_value.size(2)}, {}, {}, kSampleNormEpsilon);
        m_value = unit * rows(SliceRole::Scale) + rows(SliceRole::Shift);
    }

    void applyDropout(std::size_t index)
    {
        const double probability = m_network.layers()[index].probability;
        if (!m_mode.training || probability == 0)
            return;
        const Tensor mask = dropoutMask(index, probability);
        m_value = m_value * (m_spatial ? spatial(mask, m_network.shapeBefore(index)) : mask);
    }

    [[nodiscard]] Tensor dropoutMask(std::size_t index, double probability) const
    {
        assert(signedSize(m_mode.dropout.size()) == m_clients);
        const std::size_t count =
            static_cast<std::size_t>(m_batch) * m_network.shapeBefore(index).size();
        const Tensor mask =
            at::empty({m_clients, m_batch, signedSize(m_network.shapeBefore(index).size())},
                      m_value.options().device(at::kCPU));
        const auto fill = [&]<typename Scalar>(Scalar* row) {
            const auto layer = static_cast<std::uint32_t>(index);
            for (std::size_t i = 0; i < m_mode.dropout.size(); ++i)
                fillDropoutMask(
                    m_mode.dropout[i], m_mode.step, layer, probability, row + i * count, count);
        };
        if (mask.scalar_type() == at::kDouble)
            fill(mask.data_ptr<double>());
        else
            fill(mask.data_ptr<float>());
        return mask.to(m_value.device());
    }

    /// The rows cut into their tensors, [C, shape…], by one operation: its gradient is one row
    /// again, where cutting tensor by tensor would fill and add a whole row for each.
    static std::vector<Tensor> cut(const Tensor& rows, const std::vector<Slice>& slices)
    {
        std::vector<std::int64_t> counts;
        for (const Slice& slice : slices)
            counts.push_back(signedSize(slice.count));
        std::vector<Tensor> tensors =
            slices.empty() ? std::vector<Tensor>() : rows.split_with_sizes(counts, 1);
        for (std::size_t i = 0; i < slices.size(); ++i) {
            std::vector<std::int64_t> shape{rows.size(0)};
            for (const std::size_t size : slices[i].shape)
                shape.push_back(signedSize(size));
            tensors[i] = tensors[i].view(shape);
        }
        return tensors;
    }

    [[nodiscard]] Tensor parameter(std::size_t layer, SliceRole role) const
    {
        const ParamLayout& layout = m_network.layout();
        return m_parameters[static_cast<std::size_t>(layout.parameter(layer, role)
                                                     - layout.parameters.data())];
    }

    [[nodiscard]] Tensor buffer(std::size_t layer, SliceRole role) const
    {
        const ParamLayout& layout = m_network.layout();
        return m_buffers[static_cast<std::size_t>(layout.buffer(layer, role)
                                                  - layout.buffers.data())];
    }

    /// [C, B, features] → [B, C·channels, (depth,) height, width]
    [[nodiscard]] Tensor spatial(const Tensor& flat, const SampleShape& shape) const
    {
        std::vector<std::int64_t> sizes{m_batch, m_clients * signedSize(shape.channels)};
        if (m_network.input().depth > 1)
            sizes.push_back(signedSize(shape.depth));
        sizes.push_back(signedSize(shape.height));
        sizes.push_back(signedSize(shape.width));
        return flat.transpose(0, 1).reshape(sizes);
    }

    /// [B, C·channels, …] → [B, C, channels, …]
    [[nodiscard]] Tensor split(const Tensor& spatial) const
    {
        return spatial.unflatten(1, {m_clients, -1});
    }

    /// The arrangement that fits the shape.
    void makeFit(std::size_t before)
    {
        if (m_network.shapeBefore(before).plane() > 1)
            makeSpatial(before);
        else
            makeFlat(before);
    }

    void makeSpatial(std::size_t before)
    {
        if (m_spatial)
            return;
        m_value = spatial(m_value, m_network.shapeBefore(before));
        m_spatial = true;
    }

    void makeFlat(std::size_t before)
    {
        if (!m_spatial)
            return;
        m_value =
            m_value.reshape({m_batch, m_clients, signedSize(m_network.shapeBefore(before).size())})
                .transpose(0, 1);
        m_spatial = false;
    }

    const Network& m_network;
    std::vector<Tensor> m_parameters;
    std::vector<Tensor> m_buffers;
    const PassMode& m_mode;
    std::int64_t m_clients;
    std::int64_t m_batch;
    Tensor m_value;
    std::map<std::size_t, Tensor> m_remembered;
    bool m_spatial = false;
};

/// Soft Dice of each sample [C, B]: the mean over the classes c of 2 Σ p g / (Σ p + Σ g) over its
/// voxels, with p the probability of c and g whether the voxel is of c.
Tensor softDice(const Tensor& outputs, const Tensor& masks)
{
    const std::int64_t voxels = masks.size(-1);
    const Tensor probabilities = outputs.unflatten(-1, {-1, voxels}); // [C, B, classes, voxels]
    const Tensor classes = at::arange(probabilities.size(2), masks.options()).unsqueeze(1);
    const Tensor truth = masks.unsqueeze(2).eq(classes).to(outputs.scalar_type());
    const Tensor both = probabilities.sum(-1) + truth.sum(-1) + kDiceEpsilon;
    return ((probabilities * truth).sum(-1) * 2 / both).mean(-1);
}

/// Binary cross-entropy of each sample; LibTorch keeps the logarithms above −100. What is no
/// probability, as NaN, it refuses: on a GPU by an assertion after which the device is lost to the
/// whole process. Here it passes through, with its gradient, and only its own client diverges.
Tensor binaryCrossEntropy(const Tensor& found, const Tensor& truth)
{
    const Tensor isProbability = (found >= 0).logical_and(found <= 1);
    const Tensor allowed = at::where(isProbability, found, at::full_like(found, 0.5));
    const Tensor losses = at::binary_cross_entropy(allowed, truth, {}, at::Reduction::None);
    return at::where(isProbability, losses, found * found);
}

/// The one output of each sample: [C, B, 1] → [C, B].
Tensor single(const Tensor& outputs)
{
    assert(outputs.size(-1) == 1);
    return outputs.squeeze(-1);
}

} // namespace

Pass stackedForward(const Network& network,
                    const Tensor& parameters,
                    const Tensor& buffers,
                    const Tensor& inputs,
                    const PassMode& mode)
{
    assert(parameters.size(0) == inputs.size(0));
    assert(parameters.size(1) == signedSize(network.layout().parameterCount));
    return StackedPass(network, parameters, buffers, inputs, mode).run();
}

Tensor stackedLoss(Loss loss, const Tensor& outputs, const Tensor& labels)
{
    switch (loss) {
    case Loss::CrossEntropy: {
        const Tensor logProbabilities = at::log_softmax(outputs, -1).flatten(0, 1);
        return at::nll_loss(logProbabilities, labels.flatten(), {}, at::Reduction::None)
            .view_as(labels)
            .mean(1);
    }
    case Loss::SquaredError:
        return (single(outputs) - labels).square().mean(1);
    case Loss::Logistic:
        return binaryCrossEntropy(single(outputs), labels.to(outputs.scalar_type())).mean(1);
    case Loss::Dice:
        return 1 - softDice(outputs, labels).mean(1);
    }
    return {};
}

Tensor stackedCorrect(Loss loss, const Tensor& outputs, const Tensor& labels)
{
    switch (loss) {
    case Loss::CrossEntropy: // NaN is the largest of all to argmax, and never right
        return outputs.argmax(-1)
            .eq(labels)
            .logical_and(outputs.isnan().any(-1).logical_not())
            .sum(1, false, at::kDouble);
    case Loss::SquaredError:
        return at::zeros({outputs.size(0)}, outputs.options().dtype(at::kDouble));
    case Loss::Logistic:
        return (single(outputs) >= 0.5)
            .eq(labels > 0.5)
            .logical_and(single(outputs).isnan().logical_not())
            .sum(1, false, at::kDouble);
    case Loss::Dice:
        return softDice(outputs, labels).to(at::kDouble).sum(1);
    }
    return {};
}

} // namespace coterie
