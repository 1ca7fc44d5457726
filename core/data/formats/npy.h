#pragma once

#include "core/data/formats/numbers.h"

namespace coterie {

/// A NumPy array, the last index running fastest.
struct NpyArray
{
    std::vector<std::size_t> dimensions;
    Numbers values;
    NumberPlace place;
};

/// Reads a .npy file: real numbers or booleans of any width but signed bytes, in C order.
[[nodiscard]] Result<NpyArray> readNpy(ByteSource& source);

} // namespace coterie
