// A part of kernels_body.h.
#pragma once

#include "core/nn/kernels.h"

namespace coterie::COTERIE_KERNELS_NAMESPACE {
namespace {

/// (1 − e)/(1 + e) with e = exp(−2|x|), whose power of two and remainder are taken apart. Whatever
/// would be a branch is done on the bits, so that a loop over it takes several numbers at a time.
inline float tanhOf(float x)
{
    constexpr std::uint32_t kSign = 0x80000000;
    constexpr std::uint32_t kInfinity = 0x7F800000;
    constexpr std::uint32_t kQuietNan = 0x7FC00000;
    constexpr std::uint32_t kTwenty = 0x41A00000; // from 20 on it is 1
    constexpr float kRounder = 12582912; // 1.5·2²³: what is added to it loses its fraction
    constexpr float kBinaryLogarithmOfE = 1.44269504F;
    constexpr float kNaturalLogarithmOf2 = 0.693147181F;
    const std::uint32_t bits = __builtin_bit_cast(std::uint32_t, x);
    const std::uint32_t size = bits & ~kSign;
    const float power =
        __builtin_bit_cast(float, size < kTwenty ? size : kTwenty) * (-2 * kBinaryLogarithmOfE);
    const float shifted = power + kRounder; // its lowest bits are the whole part of the power
    const float rest = (power - (shifted - kRounder)) * kNaturalLogarithmOf2;
    float series = rest * (1 / 5040.0F) + 1 / 720.0F; // of exp(rest), by Horner's rule
    series = series * rest + 1 / 120.0F;
    series = series * rest + 1 / 24.0F;
    series = series * rest + 1 / 6.0F;
    series = series * rest + 0.5F;
    series = series * rest + 1;
    series = series * rest + 1;
    const std::uint32_t exponent = (__builtin_bit_cast(std::uint32_t, shifted) << 23) + 0x3F800000;
    const float e = series * __builtin_bit_cast(float, exponent);
    const std::uint32_t tanh = __builtin_bit_cast(std::uint32_t, (1 - e) / (1 + e));
    const std::uint32_t ifNan = size > kInfinity ? kQuietNan : 0;
    return __builtin_bit_cast(float, tanh | (bits & kSign) | ifNan);
}

inline double tanhOf(double x)
{
    return __builtin_tanh(x);
}

template <typename Scalar>
void tanhs(const Scalar* values, Scalar factor, Scalar* results, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
        results[i] = tanhOf(values[i] * factor);
}

} // namespace
} // namespace coterie::COTERIE_KERNELS_NAMESPACE
