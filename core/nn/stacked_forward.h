#pragma once

#include "core/nn/dropout_mask.h"
#include "core/nn/network.h"

#include <ATen/core/Tensor.h>
#include <array>
#include <cstdint>
#include <span>

namespace coterie {

/// Volumes [N, C, depth, height, width] enlarged to that size, trilinear with corners not aligned:
/// at::upsample_trilinear3d as one matrix product along each axis. On a GPU the gradient of
/// LibTorch's own adds in no fixed order; that of a product is the same in every run.
[[nodiscard]] at::Tensor enlargedByProducts(const at::Tensor& volumes,
                                            const std::array<std::int64_t, 3>& size);

/// How a pass through the network is made.
struct PassMode
{
    bool training = false;                    ///< batch statistics and dropout
    std::span<const DropoutKey> dropout = {}; ///< one per client when training
    std::uint32_t step = 0;
};

struct Pass
{
    at::Tensor outputs;  ///< [C, B, outputs]
    at::Tensor features; ///< [C, B, features]: the input of the output layer
};

/// The network for a stack of clients, through LibTorch's operators and its autograd, on any
/// device: parameters [C, P], buffers [C, Q] (running statistics are updated in place when
/// training), inputs [C, B, …] with a sample's numbers in the data set's order. Linear layers are
/// one baddbmm, convolutions one grouped convolution. One client is a stack of one.
[[nodiscard]] Pass stackedForward(const Network& network,
                                  const at::Tensor& parameters,
                                  const at::Tensor& buffers,
                                  const at::Tensor& inputs,
                                  const PassMode& mode);

/// Mean loss per client [C]; labels [C, B] (int64), targets [C, B] or masks (bytes) [C, B, voxels].
[[nodiscard]] at::Tensor
stackedLoss(Loss loss, const at::Tensor& outputs, const at::Tensor& labels);
/// Number of correct answers per client [C] (double); for Logistic ½ and more says yes; zero for
/// SquaredError; the sum of the samples' coefficients for Dice.
[[nodiscard]] at::Tensor
stackedCorrect(Loss loss, const at::Tensor& outputs, const at::Tensor& labels);

} // namespace coterie
