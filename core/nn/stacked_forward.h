#pragma once

#include "core/nn/dropout_mask.h"
#include "core/nn/network.h"

#include <torch/types.h>

#include <span>

namespace coterie {

/// How a pass through the network is made.
struct PassMode
{
    bool training = false;                    ///< batch statistics and dropout
    std::span<const DropoutKey> dropout = {}; ///< one per client when training
    std::uint32_t step = 0;
};

struct Pass
{
    torch::Tensor outputs;  ///< [C, B, outputs]
    torch::Tensor features; ///< [C, B, features]: the input of the output layer
};

/// The network for a stack of clients, through LibTorch's operators and its autograd, on any
/// device: parameters [C, P], buffers [C, Q] (running statistics are updated in place when
/// training), inputs [C, B, …] with a sample's numbers in the data set's order. Linear layers are
/// one baddbmm, convolutions one grouped convolution. One client is a stack of one.
[[nodiscard]] Pass stackedForward(const Network& network,
                                  const torch::Tensor& parameters,
                                  const torch::Tensor& buffers,
                                  const torch::Tensor& inputs,
                                  const PassMode& mode);

/// Mean loss per client [C]; labels [C, B] (int64), targets [C, B] or masks (bytes) [C, B, voxels].
[[nodiscard]] torch::Tensor
stackedLoss(Loss loss, const torch::Tensor& outputs, const torch::Tensor& labels);
/// Number of correct answers per client [C] (double); for Logistic ½ and more says yes; zero for
/// SquaredError; the sum of the samples' coefficients for Dice.
[[nodiscard]] torch::Tensor
stackedCorrect(Loss loss, const torch::Tensor& outputs, const torch::Tensor& labels);

} // namespace coterie
