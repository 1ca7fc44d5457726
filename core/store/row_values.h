#pragma once

#include "core/base/matrix.h"
#include "core/report/run_record.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
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

struct RunRow;

/// The words that stand for the reports' enumerators in the database and in exports.
[[nodiscard]] std::string_view word(RunStatus status);
[[nodiscard]] std::string_view word(MergeKind kind);
[[nodiscard]] std::string_view word(Link link);
[[nodiscard]] std::string_view word(Severity severity);

/// The run's state as people read it: its status, or "not begun".
[[nodiscard]] std::string_view stateWord(const RunRow& run);

/// And back; nothing if no enumerator of that type has this word.
[[nodiscard]] std::optional<RunStatus> runStatus(std::string_view word);
[[nodiscard]] std::optional<MergeKind> mergeKind(std::string_view word);
[[nodiscard]] std::optional<Link> link(std::string_view word);
[[nodiscard]] std::optional<Severity> severity(std::string_view word);

} // namespace coterie
