#pragma once

#include "core/nn/network.h"

#include <cstddef>
#include <vector>

namespace coterie {

/// What a model's layer list may depend on.
struct ModelSizes
{
    SampleShape input;
    std::size_t outputs = 1;
    std::size_t hidden = 64; ///< cifar100_cnn_hics' head
    bool bias = true;        ///< synth_linear
};

// One function per model of the papers, each spelling out its layers (ALGORITHMS §10). They trust
// their input: models.cpp has checked its shape.

[[nodiscard]] std::vector<Layer> cnn4CifarLayers(const ModelSizes& sizes);
[[nodiscard]] std::vector<Layer> digitCnnLayers(const ModelSizes& sizes);
[[nodiscard]] std::vector<Layer> digitCnnSmallLayers(const ModelSizes& sizes);
[[nodiscard]] std::vector<Layer> mlpFmnistLayers(const ModelSizes& sizes);
[[nodiscard]] std::vector<Layer> mlpFmnistOfficialLayers(const ModelSizes& sizes);

[[nodiscard]] std::vector<Layer> mlrLayers(const ModelSizes& sizes);
[[nodiscard]] std::vector<Layer> dnn500200Layers(const ModelSizes& sizes);
[[nodiscard]] std::vector<Layer> dnn100Layers(const ModelSizes& sizes);
[[nodiscard]] std::vector<Layer> vggSLayers(const ModelSizes& sizes);
[[nodiscard]] std::vector<Layer> vggSBnLayers(const ModelSizes& sizes);
[[nodiscard]] std::vector<Layer> vggS3fcLayers(const ModelSizes& sizes);
[[nodiscard]] std::vector<Layer> vggS3fcBnLayers(const ModelSizes& sizes);

[[nodiscard]] std::vector<Layer> mnistCnn20kLayers(const ModelSizes& sizes);
[[nodiscard]] std::vector<Layer> mnistCnn420kLayers(const ModelSizes& sizes);
[[nodiscard]] std::vector<Layer> mnistCnn582kLayers(const ModelSizes& sizes);
[[nodiscard]] std::vector<Layer> lenetCifarLayers(const ModelSizes& sizes);
[[nodiscard]] std::vector<Layer> heartLinearLayers(const ModelSizes& sizes);
[[nodiscard]] std::vector<Layer> synthLinearLayers(const ModelSizes& sizes);
[[nodiscard]] std::vector<Layer> unet3dIxiLayers(const ModelSizes& sizes);

[[nodiscard]] std::vector<Layer> fmnistCnn5Layers(const ModelSizes& sizes);
[[nodiscard]] std::vector<Layer> fmnistCnn3Layers(const ModelSizes& sizes);
[[nodiscard]] std::vector<Layer> cifarCnnHicsLayers(const ModelSizes& sizes);
[[nodiscard]] std::vector<Layer> pfedgpCnnLayers(const ModelSizes& sizes);

} // namespace coterie
