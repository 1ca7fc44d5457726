#pragma once

#include "core/report/matrix.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace coterie {

/// How exactly a matrix is kept: A and similarities as floats, Gram as doubles (groups are
/// recomputed from it).
enum class MatrixPrecision
{
    Single,
    Double
};

/// The matrix' values, row by row, little-endian, in the precision they are kept in. Two matrices
/// whose packed bytes are equal read back equal, so this is what "unchanged" is decided by.
[[nodiscard]] std::vector<std::byte> packMatrix(const Matrix& matrix, MatrixPrecision precision);
[[nodiscard]] Matrix unpackMatrix(std::size_t rows,
                                  std::size_t columns,
                                  std::span<const std::byte> packed,
                                  MatrixPrecision precision);

/// zlib, at its fastest level: block and sparse matrices shrink well at any level, dense ones at
/// none.
[[nodiscard]] std::vector<std::byte> compress(std::span<const std::byte> bytes);
/// The `size` bytes that were compressed; nothing if these are not they.
[[nodiscard]] std::optional<std::vector<std::byte>>
decompress(std::span<const std::byte> compressed, std::size_t size);

[[nodiscard]] inline std::size_t
packedSize(std::size_t rows, std::size_t columns, MatrixPrecision precision)
{
    return rows * columns * (precision == MatrixPrecision::Single ? sizeof(float) : sizeof(double));
}

} // namespace coterie
