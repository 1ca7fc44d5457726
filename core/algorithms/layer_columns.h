#pragma once

#include "core/nn/network.h"

#include <ATen/core/Tensor.h>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace coterie {

/// Where the weight and the bias of one linear or convolutional layer lie in a row.
struct LayerColumns
{
    std::size_t layer = 0; ///< its place in the network
    std::string name;      ///< "conv2", "fc1": counted from 1 within its kind
    std::size_t first = 0;
    std::size_t biasFirst = 0; ///< equal to last where there is no bias
    std::size_t last = 0;
};

/// In the order of the network; batch-norm layers and slopes are left out.
[[nodiscard]] std::vector<LayerColumns> weightedLayers(const Network& network);

enum class LayerScore
{
    Between, ///< variance between clients over mean absolute value, of weight and bias together
    Official ///< released code: variance of all values over their signed mean, weight plus bias
};

/// How much the clients' updates differ in each layer (HCCT eq. (19), ALGORITHMS §2.2); not a
/// number where nothing was updated. Rows are the updates of clients from a common model.
[[nodiscard]] std::vector<double>
layerScores(const at::Tensor& updates, std::span<const LayerColumns> layers, LayerScore score);

/// The first of the largest scores; numbers come before what is none.
[[nodiscard]] std::size_t largestScore(std::span<const double> scores);

} // namespace coterie
