#pragma once

#include <cstddef>
#include <limits>
#include <stdexcept>

namespace coterie {

/// A size as BLAS and LAPACK count.
[[nodiscard]] inline int blasSize(std::size_t size)
{
    if (size > static_cast<std::size_t>(std::numeric_limits<int>::max()))
        throw std::length_error("a matrix is too large for a BLAS with 32-bit sizes");
    return static_cast<int>(size);
}

} // namespace coterie
