#pragma once

#include "core/report/matrix.h"

#include <algorithm>
#include <cstddef>

namespace coterie {

/// Copies the part above the diagonal of a square matrix below it. Block by block: a column of a
/// large matrix lies all over the memory.
inline void mirrorUpper(Matrix& matrix)
{
    constexpr std::size_t kBlock = 32;
    const std::size_t count = matrix.rows;
    for (std::size_t rows = 0; rows < count; rows += kBlock)
        for (std::size_t columns = rows; columns < count; columns += kBlock)
            for (std::size_t i = rows; i < std::min(count, rows + kBlock); ++i)
                for (std::size_t j = std::max(columns, i + 1);
                     j < std::min(count, columns + kBlock);
                     ++j)
                    matrix.at(j, i) = matrix.at(i, j);
}

} // namespace coterie
