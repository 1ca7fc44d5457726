// A part of kernels_body.h.
#pragma once

#include "core/nn/kernels.h"

namespace coterie::COTERIE_KERNELS_NAMESPACE {
namespace {

// 64 bytes are one AVX-512 register; narrower instruction sets split the vector, and sums keep
// their order.
template <typename Scalar>
struct Wide;
template <>
struct Wide<float>
{
    typedef float Vector __attribute__((vector_size(64), aligned(4)));
};
template <>
struct Wide<double>
{
    typedef double Vector __attribute__((vector_size(64), aligned(8)));
};

template <typename Scalar>
inline constexpr std::size_t kLanes = 64 / sizeof(Scalar);

template <typename Scalar>
Scalar sumOf(const Scalar* values, std::size_t length)
{
    using Vector = typename Wide<Scalar>::Vector;
    Vector sums = {};
    std::size_t i = 0;
    for (; i + kLanes<Scalar> <= length; i += kLanes<Scalar>)
        sums += *reinterpret_cast<const Vector*>(values + i);
    Scalar sum = 0;
    for (std::size_t lane = 0; lane < kLanes<Scalar>; ++lane)
        sum += sums[lane];
    for (; i < length; ++i)
        sum += values[i];
    return sum;
}

} // namespace
} // namespace coterie::COTERIE_KERNELS_NAMESPACE
