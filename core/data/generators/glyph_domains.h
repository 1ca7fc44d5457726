#pragma once

#include "core/data/dataset.h"

#include <cstdint>

namespace coterie {

struct GlyphDomainsParameters
{
    std::size_t samples = 1000; ///< of each domain, to train on
    std::size_t test = 500;     ///< of each domain, in the official test set
    enum class Shape
    {
        Colour28,
        Grey28, ///< brightness
        Colour32
    } shape = Shape::Colour28;
    std::uint64_t seed = 1;
};

/// The digits 0 to 9 in five styles, which differ as the Digit task's data sets do (HCCT, §VI):
/// clean strokes (MNIST), street numbers (SVHN), 16×16 scans (USPS), fonts (SynthDigits) and
/// strokes on texture (MNIST-M), in this order, domain after domain. Sample i of a domain is a pure
/// function of (seed, domain, i); each run of ten of a domain holds every digit once.
[[nodiscard]] Dataset makeGlyphDomains(const GlyphDomainsParameters& parameters);

} // namespace coterie
