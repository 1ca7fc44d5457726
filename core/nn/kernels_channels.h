// A part of kernels_body.h.
#pragma once

#include "core/nn/kernels_vectors.h"

namespace coterie::COTERIE_KERNELS_NAMESPACE {
namespace {

template <typename Scalar>
void biasRelu(Scalar* y, const Scalar* bias, std::size_t channels, std::size_t length)
{
    for (std::size_t c = 0; c < channels; ++c, y += length) {
        const Scalar shift = bias ? bias[c] : Scalar(0);
        for (std::size_t i = 0; i < length; ++i) {
            const Scalar value = y[i] + shift;
            y[i] = value < Scalar(0) ? Scalar(0) : value; // NaN stays NaN
        }
    }
}

template <typename Scalar>
void reluBackward(
    const Scalar* y, Scalar* dy, Scalar* sums, std::size_t channels, std::size_t length)
{
    for (std::size_t c = 0; c < channels; ++c, y += length, dy += length) {
        for (std::size_t i = 0; i < length; ++i)
            dy[i] = y[i] > Scalar(0) ? dy[i] : Scalar(0);
        if (sums)
            sums[c] = sumOf(dy, length);
    }
}

template <typename Scalar>
void addBias(Scalar* y, const Scalar* bias, std::size_t channels, std::size_t length)
{
    for (std::size_t c = 0; c < channels; ++c, y += length)
        for (std::size_t i = 0; i < length; ++i)
            y[i] += bias[c];
}

template <typename Scalar>
void channelSums(const Scalar* values, Scalar* sums, std::size_t channels, std::size_t length)
{
    for (std::size_t c = 0; c < channels; ++c)
        sums[c] = sumOf(values + c * length, length);
}

} // namespace
} // namespace coterie::COTERIE_KERNELS_NAMESPACE
