#pragma once

#include "core/data/dataset.h"

namespace coterie {

struct GlyphDigitsParameters
{
    std::size_t samples = 4000;
    std::uint64_t seed = 1;
    double noise = 0.06; ///< standard deviation of the pixel noise, as a share of full ink
};

/// Digits drawn by a pen: 28×28 grey images of 0 to 9, made from stroke templates with random
/// shape, slant, size, place, line width, ink and noise. Needs no files. Sample i is a pure
/// function of (seed, noise, i), so a smaller set is the beginning of a larger one. Each run of ten
/// samples, from the first, holds every digit once, in random order.
[[nodiscard]] Dataset makeGlyphDigits(const GlyphDigitsParameters& parameters);

} // namespace coterie
