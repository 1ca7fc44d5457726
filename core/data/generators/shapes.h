#pragma once

#include "core/data/dataset.h"

#include <cstdint>

namespace coterie {

struct ShapesParameters
{
    bool hundredClasses = false; ///< shape and texture make the class; else the shape alone
    std::size_t samples = 5000;
    std::size_t test = 2000;
    double difficulty = 0.25; ///< 0 to 1, see Hardness in the .cpp
    std::uint64_t seed = 1;
};

/// Coloured textured shapes on textured ground, 32×32×3: ten shapes, in ten textures each. Place,
/// size, turn, stretch and colours are random, and other colours cover parts of the picture: the
/// usual difficulty leaves room for methods to differ.
[[nodiscard]] Dataset makeShapes(const ShapesParameters& parameters);

} // namespace coterie
