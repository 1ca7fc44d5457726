#pragma once

#include "core/nn/network.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <cmath>
#include <limits>

namespace coterie {

/// A convolution over pictures that moves by more than one, has gaps or groups.
inline Layer
spreadConvolution(Layer layer, std::size_t stride, std::size_t dilation = 1, std::size_t groups = 1)
{
    layer.stride = stride;
    layer.dilation = dilation;
    layer.groups = groups;
    return layer;
}

/// Random weights, statistics and inputs for some clients, as leaves of the gradient.
struct Stack
{
    at::Tensor parameters; ///< [C, P]
    at::Tensor buffers;    ///< [C, Q]
    at::Tensor inputs;     ///< [C, B, channels, height, width]
};

inline Stack
randomStack(const Network& network, std::int64_t clients, std::int64_t batch, at::ScalarType type)
{
    const auto whole = [](std::size_t size) { return static_cast<std::int64_t>(size); };
    const at::TensorOptions options(type);
    const SampleShape& shape = network.input();
    Stack stack;
    stack.parameters = at::randn({clients, whole(network.layout().parameterCount)}, options);
    // Sums over a layer's inputs must not grow from layer to layer, or differences are magnified
    // with them.
    for (const Slice& slice : network.layout().parameters)
        if (slice.role == SliceRole::Weight)
            stack.parameters.narrow(1, whole(slice.offset), whole(slice.count))
                .div_(std::sqrt(static_cast<double>(slice.count / slice.shape[0])));
    stack.parameters.requires_grad_();
    stack.buffers = at::rand({clients, whole(network.layout().bufferCount)}, options) + 0.5;
    stack.inputs = at::randn(
        {clients, batch, whole(shape.channels), whole(shape.height), whole(shape.width)}, options);
    stack.inputs.requires_grad_();
    return stack;
}

/// One client of a stack, as a stack of one with leaves of its own.
inline Stack oneOf(const Stack& stack, std::int64_t client)
{
    const auto leaf = [&](const at::Tensor& tensor) {
        return tensor.detach().narrow(0, client, 1).clone();
    };
    return {.parameters = leaf(stack.parameters).requires_grad_(),
            .buffers = leaf(stack.buffers),
            .inputs = leaf(stack.inputs).requires_grad_()};
}

/// The largest difference, in units of the reference's largest value where that exceeds one.
inline double difference(const at::Tensor& found, const at::Tensor& reference)
{
    if (found.sizes() != reference.sizes())
        return std::numeric_limits<double>::infinity();
    if (found.numel() == 0)
        return 0;
    const double scale = std::max(1.0, reference.detach().abs().max().item<double>());
    return (found.detach() - reference.detach()).abs().max().item<double>() / scale;
}

inline double tolerance(at::ScalarType type)
{
    return type == at::kDouble ? 1e-10 : 1e-5;
}

} // namespace coterie
