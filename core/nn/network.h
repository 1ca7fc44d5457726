#pragma once

#include "core/data/dataset.h"

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace coterie {

/// A size as LibTorch counts.
[[nodiscard]] inline std::int64_t signedSize(std::size_t size)
{
    return static_cast<std::int64_t>(size);
}

enum class LayerKind
{
    Linear,
    Conv2d,
    Relu,
    PRelu, ///< one slope for the whole layer
    MaxPool2d,
    AveragePool2d,
    BatchNorm, ///< 1d after a linear layer, 2d or 3d after a convolution
    Dropout,
    Flatten,
    Sigmoid,
    Softmax, ///< over the features, or over the channels at each place
    Conv3d,
    MaxPool3d,
    Upsample3d,  ///< trilinear, corners not aligned
    Remember,    ///< keeps what passes, for the one later layer with the same tag
    Concatenate, ///< puts the channels remembered under the tag before its own
    Add,         ///< adds what is remembered under the tag
    Recall,      ///< gives what is remembered under the tag in place of what arrives
    GroupNorm,   ///< each sample's groups of channels; scale and shift per channel
    LayerNorm,   ///< each sample; scale and shift per number
    Gelu,        ///< x·Φ(x), with the exact Φ
    Tanh,
    GlobalAveragePool, ///< one number per channel, flat
};

/// One layer as a plain value; the factories below name the fields that matter to each kind.
struct Layer
{
    LayerKind kind = LayerKind::Relu;
    std::size_t inputs = 0; ///< features or channels
    std::size_t outputs = 0;
    std::size_t kernel = 0;  ///< square or cube; pools move by their own size
    std::size_t padding = 0; ///< convolution
    bool bias = true;
    double probability = 0;   ///< dropout
    std::size_t tag = 0;      ///< remember and what takes it up
    std::size_t stride = 1;   ///< convolution
    std::size_t dilation = 1; ///< convolution: the distance of the kernel's places
    std::size_t groups = 1;   ///< convolution, group-norm: of channels, each by itself
    std::size_t axes = 0;     ///< layer-norm: 1 of numbers, 3 of pictures, 4 of volumes

    /// What a convolution's kernel reaches over, with the gaps that dilation leaves.
    [[nodiscard]] std::size_t reach() const { return (kernel - 1) * dilation + 1; }
    /// Whether it multiplies by weights.
    [[nodiscard]] bool hasWeights() const
    {
        return kind == LayerKind::Linear || kind == LayerKind::Conv2d || kind == LayerKind::Conv3d;
    }

    bool operator==(const Layer&) const = default;
};

[[nodiscard]] inline Layer linear(std::size_t inputs, std::size_t outputs, bool bias = true)
{
    return {.kind = LayerKind::Linear, .inputs = inputs, .outputs = outputs, .bias = bias};
}
[[nodiscard]] inline Layer conv2d(std::size_t inputs,
                                  std::size_t outputs,
                                  std::size_t kernel,
                                  std::size_t padding = 0,
                                  bool bias = true)
{
    return {.kind = LayerKind::Conv2d,
            .inputs = inputs,
            .outputs = outputs,
            .kernel = kernel,
            .padding = padding,
            .bias = bias};
}
[[nodiscard]] inline Layer conv3d(std::size_t inputs,
                                  std::size_t outputs,
                                  std::size_t kernel,
                                  std::size_t padding = 0,
                                  bool bias = true)
{
    Layer layer = conv2d(inputs, outputs, kernel, padding, bias);
    layer.kind = LayerKind::Conv3d;
    return layer;
}
[[nodiscard]] inline Layer relu()
{
    return {.kind = LayerKind::Relu};
}
[[nodiscard]] inline Layer prelu()
{
    return {.kind = LayerKind::PRelu};
}
[[nodiscard]] inline Layer flatten()
{
    return {.kind = LayerKind::Flatten};
}
[[nodiscard]] inline Layer sigmoid()
{
    return {.kind = LayerKind::Sigmoid};
}
[[nodiscard]] inline Layer softmax()
{
    return {.kind = LayerKind::Softmax};
}
[[nodiscard]] inline Layer maxPool2d(std::size_t size = 2)
{
    return {.kind = LayerKind::MaxPool2d, .kernel = size};
}
[[nodiscard]] inline Layer averagePool2d(std::size_t size = 2)
{
    return {.kind = LayerKind::AveragePool2d, .kernel = size};
}
[[nodiscard]] inline Layer maxPool3d(std::size_t size = 2)
{
    return {.kind = LayerKind::MaxPool3d, .kernel = size};
}
[[nodiscard]] inline Layer upsample3d(std::size_t factor = 2)
{
    return {.kind = LayerKind::Upsample3d, .kernel = factor};
}
[[nodiscard]] inline Layer batchNorm(std::size_t channels)
{
    return {.kind = LayerKind::BatchNorm, .inputs = channels, .outputs = channels};
}
[[nodiscard]] inline Layer groupNorm(std::size_t channels, std::size_t groups)
{
    return {
        .kind = LayerKind::GroupNorm, .inputs = channels, .outputs = channels, .groups = groups};
}
[[nodiscard]] inline Layer layerNorm(std::size_t axes)
{
    assert(axes == 1 || axes == 3 || axes == 4);
    return {.kind = LayerKind::LayerNorm, .axes = axes};
}
[[nodiscard]] inline Layer gelu()
{
    return {.kind = LayerKind::Gelu};
}
[[nodiscard]] inline Layer tanhLayer()
{
    return {.kind = LayerKind::Tanh};
}
[[nodiscard]] inline Layer globalAveragePool()
{
    return {.kind = LayerKind::GlobalAveragePool};
}
[[nodiscard]] inline Layer dropout(double probability)
{
    assert(probability >= 0 && probability <= 1);
    return {.kind = LayerKind::Dropout, .probability = probability};
}
[[nodiscard]] inline Layer remember(std::size_t tag)
{
    return {.kind = LayerKind::Remember, .tag = tag};
}
[[nodiscard]] inline Layer concatenate(std::size_t tag)
{
    return {.kind = LayerKind::Concatenate, .tag = tag};
}

[[nodiscard]] inline Layer addition(std::size_t tag)
{
    return {.kind = LayerKind::Add, .tag = tag};
}
[[nodiscard]] inline Layer recall(std::size_t tag)
{
    return {.kind = LayerKind::Recall, .tag = tag};
}

/// What a layer makes of this shape, which must fit it. Of one that takes up what is remembered:
/// that does not count.
[[nodiscard]] SampleShape outputShape(const Layer& layer, const SampleShape& before);
/// The channels of both.
[[nodiscard]] SampleShape joinedShape(const SampleShape& first, const SampleShape& second);

inline constexpr double kBatchNormEpsilon = 1e-5;
inline constexpr double kSampleNormEpsilon = 1e-5; ///< of group-norm and layer-norm
inline constexpr double kBatchNormMomentum = 0.1;
inline constexpr double kPReluSlope = 0.25;

enum class Loss
{
    CrossEntropy, ///< of the softmax of the outputs
    SquaredError, ///< mean over samples of the squared difference, no ½
    Logistic,     ///< binary cross-entropy of one probability (the network ends in a sigmoid)
    Dice,         ///< 1 − soft Dice of probabilities per voxel (the network ends in a softmax)
};

/// Added to the denominator of a Dice coefficient, as in FLamby's code for IXI.
inline constexpr double kDiceEpsilon = 1e-9;

enum class SliceRole
{
    Weight,
    Bias,
    Slope,
    Scale,
    Shift,
    RunningMean,
    RunningVariance
};

/// Whether training moves it without a gradient.
[[nodiscard]] constexpr bool isBuffer(SliceRole role)
{
    return role == SliceRole::RunningMean || role == SliceRole::RunningVariance;
}

/// One tensor that a layer has.
struct LayerTensor
{
    SliceRole role = SliceRole::Weight;
    std::vector<std::size_t> shape;
};

/// In the order of LibTorch's modules, parameters before buffers. `before` is what arrives.
[[nodiscard]] std::vector<LayerTensor> tensorsOf(const Layer& layer, const SampleShape& before);

/// A named range of a flat row.
struct Slice
{
    std::string name; ///< "3.weight": layer index and role, as LibTorch's Sequential would name it
    std::size_t layer = 0;
    SliceRole role = SliceRole::Weight;
    std::size_t offset = 0;
    std::size_t count = 0;
    std::vector<std::size_t> shape;

    bool operator==(const Slice&) const = default;
};

/// Where each tensor of a model lies in its flat row: FLAT(w) of ALGORITHMS §1.2, in registration
/// order.
struct ParamLayout
{
    std::vector<Slice> parameters;
    std::vector<Slice> buffers;     ///< running statistics: a second row beside the parameters
    std::size_t parameterCount = 0; ///< P
    std::size_t bufferCount =
        0; ///< floats; the papers' counts add one num_batches_tracked per batch-norm
    std::size_t batchNormLayers = 0;
    std::size_t outputLayer = 0; ///< index of the last linear layer, else of the last convolution:
                                 ///< head, HiCS-FL's signal

    [[nodiscard]] const Slice* parameter(std::size_t layer, SliceRole role) const;
    [[nodiscard]] const Slice* buffer(std::size_t layer, SliceRole role) const;
};

class ScriptModule;
struct ScriptFit;

/// The module from PyTorch that layers were read from, and what it calls their tensors, in the
/// order of their layout.
struct ModuleOrigin
{
    std::shared_ptr<const ScriptModule> module;
    std::vector<std::string> parameters;
    std::vector<std::string> buffers;
};

/// A model family: a layer list with its shapes checked and its parameters laid out. It holds no
/// weights; weights are rows of a matrix, so one Network serves every client of a federation, one
/// at a time or stacked.
class Network
{
public:
    /// Asserts that the layers fit together: a catalogue of models is code, checked by its tests.
    Network(std::string name, SampleShape input, std::vector<Layer> layers, Loss loss);
    /// A module from PyTorch in place of layers, which fits the input so.
    Network(std::string name,
            SampleShape input,
            std::shared_ptr<const ScriptModule> module,
            const ScriptFit& fit);
    /// Layers that compute what a module does: with its names, and its values to begin with.
    Network(Network layers, ModuleOrigin origin);

    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] const SampleShape& input() const { return m_input; }
    /// Empty where a module stands in their place.
    [[nodiscard]] const std::vector<Layer>& layers() const { return m_layers; }
    /// Null: it has layers.
    [[nodiscard]] const ScriptModule* module() const { return m_module.get(); }
    /// Whose values every model begins with: module(), or the one that the layers were read from.
    /// Null: they are drawn.
    [[nodiscard]] const ScriptModule* origin() const
    {
        return m_module ? m_module.get() : m_origin.get();
    }
    /// Why module() was not read as layers; empty where nobody tried.
    [[nodiscard]] const std::string& whyNoLayers() const { return m_whyNoLayers; }
    /// Whether its input are indices, such as those of letters.
    [[nodiscard]] bool takesWholeNumbers() const { return m_takesWholeNumbers; }
    /// Shape of what layer i puts out; flat features are {n, 1, 1}.
    [[nodiscard]] const SampleShape& shapeAfter(std::size_t layer) const { return m_shapes[layer]; }
    [[nodiscard]] const SampleShape& shapeBefore(std::size_t layer) const
    {
        return layer == 0 ? m_input : m_shapes[layer - 1];
    }
    [[nodiscard]] std::size_t outputs() const { return m_shapes.back().size(); }
    [[nodiscard]] Loss loss() const { return m_loss; }
    [[nodiscard]] const ParamLayout& layout() const { return m_layout; }
    /// Length of the penultimate features: the input of the output layer. 0: not available, see
    /// whyNoFeatures().
    [[nodiscard]] std::size_t features() const
    {
        return m_module ? m_moduleFeatures : shapeBefore(m_layout.outputLayer).size();
    }
    /// Why features() is 0.
    [[nodiscard]] const std::string& whyNoFeatures() const { return m_whyNoFeatures; }
    /// Numbers that one sample's forward pass goes through, the input among them.
    [[nodiscard]] std::size_t activations() const;
    /// Whether only LibTorch's operators compute it, with their autograd: planned operations cannot
    /// do modules, nor convolutions, max-pools and upsampling of volumes.
    [[nodiscard]] bool needsGraph() const;
    /// Of one sample's forward pass in a linear or convolution layer; 0 in others.
    [[nodiscard]] double multiplyAdds(std::size_t layer) const;
    /// Floating-point operations of one sample's forward pass in linear and convolution layers, 2
    /// per multiply-add.
    [[nodiscard]] double forwardFlops() const;

private:
    std::string m_name;
    SampleShape m_input;
    std::vector<Layer> m_layers;
    std::vector<SampleShape> m_shapes;
    Loss m_loss;
    ParamLayout m_layout;
    std::shared_ptr<const ScriptModule> m_module;
    std::shared_ptr<const ScriptModule> m_origin; ///< of layers
    std::string m_whyNoLayers;
    std::string m_whyNoFeatures;
    bool m_takesWholeNumbers = false;
    std::size_t m_moduleFeatures = 0;
    std::size_t m_moduleActivations = 0;
    double m_moduleMultiplyAdds = 0;
};

} // namespace coterie
