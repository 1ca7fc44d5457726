#pragma once

#include "core/data/formats/numbers.h"

namespace coterie {

/// What a .npy file begins with.
struct NpyHeader
{
    std::string type; ///< such as "<f4"; "|O": Python objects follow
    bool fortranOrder = false;
    std::vector<std::size_t> shape;
    std::uint64_t place = 0; ///< where it says so
};

[[nodiscard]] Result<NpyHeader> readNpyHeader(ByteSource& source);

/// Reads a .npy file: real numbers or booleans of any width but signed bytes, in C order, the last
/// index running fastest.
[[nodiscard]] Result<NumberArray> readNpy(ByteSource& source);

} // namespace coterie
