#pragma once

#include <cstddef>
#include <vector>

namespace coterie {

enum class ResampleMethod
{
    Area,    ///< mean over the part of the old pixels that a new one covers
    Bilinear ///< between the two nearest old pixel centres (corners not aligned)
};

/// Which old pixels make up one new one: Σ weights[i] · old[first + i].
struct Taps
{
    std::size_t first = 0;
    std::vector<double> weights; ///< sum 1
};

/// One axis of a picture, from `oldSize` to `newSize` pixels.
[[nodiscard]] std::vector<Taps>
resampleTaps(std::size_t oldSize, std::size_t newSize, ResampleMethod method);

} // namespace coterie
