#pragma once

#include "core/experiment/layer_settings.h"
#include "core/nn/model_entry.h"

#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

/// What the shipped models are written with: words like relu() make settings here, and not layers
/// as in network.h.
namespace coterie::shipped {

using LayerList = std::vector<LayerSettings>;

/// The words of layer_words.cpp with their settings. What is left out has the file's default.
struct Setting
{
    std::string_view name;
    ParameterValue value;
};

[[nodiscard]] LayerSettings word(std::string_view name,
                                 std::initializer_list<Setting> settings = {});
[[nodiscard]] LayerSettings
convolution(std::int64_t channels, std::int64_t kernel, std::int64_t padding = 0, bool bias = true);
[[nodiscard]] LayerSettings linear(std::int64_t units, bool bias = true);

/// As many numbers as the data set has classes.
[[nodiscard]] LayerSettings answers();

[[nodiscard]] LayerSettings dropout(double rate);
[[nodiscard]] LayerSettings relu();
[[nodiscard]] LayerSettings prelu();
[[nodiscard]] LayerSettings sigmoid();
[[nodiscard]] LayerSettings softmax();
[[nodiscard]] LayerSettings flatten();
[[nodiscard]] LayerSettings batchNorm();
[[nodiscard]] LayerSettings maxPool();
[[nodiscard]] LayerSettings averagePool();
[[nodiscard]] LayerSettings upsample();

/// What its layers make of what arrives, with that before it.
[[nodiscard]] LayerSettings besides(LayerList layers);

/// Layers one after another as one, which is repeated.
[[nodiscard]] LayerSettings repeated(std::int64_t count, LayerList layers);

/// Lists of layers, one after another.
[[nodiscard]] LayerList sequence(std::initializer_list<LayerList> parts);

// Lists that several models share, or that take more than a line.

[[nodiscard]] LayerList perceptron();
/// Five convolutions 3×3, each halving a 32×32 picture until one pixel of 128 channels is left.
[[nodiscard]] LayerList vgg(bool withBatchNorm, bool threeLinear);
[[nodiscard]] LayerList hicsLayers(const ModelParameters& parameters);
/// ResNet-20 (He et al. 2016, §4.2): three stages of three blocks, of 16, 32 and 64 channels. Where
/// a stage begins with half the edges, the shortcut is a 1×1 convolution with a norm (option B of
/// the paper, which has zeros for CIFAR-10, option A). `groups`: of group-norm; 0: batch-norm.
[[nodiscard]] LayerList resnet20(std::int64_t groups);
/// MobileNet's pairs of a depthwise and a 1×1 convolution (Howard et al. 2017), five of them.
[[nodiscard]] LayerList separableLayers();
[[nodiscard]] LayerList unet3dLayers(const ModelParameters&);

} // namespace coterie::shipped
