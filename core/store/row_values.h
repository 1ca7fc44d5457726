#pragma once

#include "core/base/matrix.h"
#include "core/report/run_record.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace coterie {

/// The stored precision of a matrix: A and similarities are floats, Gram is doubles, because groups
/// are recomputed from it.
enum class MatrixPrecision
{
    Single,
    Double
};

/// The matrix' values in the stored precision, row by row, little-endian. A matrix with equal
/// packed bytes is unchanged.
[[nodiscard]] std::vector<std::byte> packMatrix(const Matrix& matrix, MatrixPrecision precision);
[[nodiscard]] Matrix unpackMatrix(std::size_t rows,
                                  std::size_t columns,
                                  std::span<const std::byte> packed,
                                  MatrixPrecision precision);

/// zlib at its fastest level: block and sparse matrices shrink well at any level, dense ones at
/// none.
[[nodiscard]] std::vector<std::byte> compress(std::span<const std::byte> bytes);
/// Nothing if it does not give exactly `size` bytes.
[[nodiscard]] std::optional<std::vector<std::byte>>
decompress(std::span<const std::byte> compressed, std::size_t size);

[[nodiscard]] inline std::size_t
packedSize(std::size_t rows, std::size_t columns, MatrixPrecision precision)
{
    return rows * columns * (precision == MatrixPrecision::Single ? sizeof(float) : sizeof(double));
}

/// Whether this many compressed bytes can hold a matrix of this size: zlib shrinks to a thousandth
/// at most.
[[nodiscard]] inline bool
isPossible(std::size_t rows, std::size_t columns, std::size_t compressedBytes)
{
    constexpr std::size_t kMostShrunk = 1032;
    return columns == 0 || rows <= compressedBytes * kMostShrunk / columns;
}

/// The element at a place, if there is one.
template <typename Value>
[[nodiscard]] std::optional<Value> elementOf(const std::vector<Value>& values, std::size_t place)
{
    return place < values.size() ? std::optional(values[place]) : std::nullopt;
}

struct RunRow;

/// The words for enumerators in the database and in exports, in the order of the enumerators.
template <typename Enum>
inline constexpr auto kWords = std::array<std::string_view, 0>{};
template <>
inline constexpr std::array<std::string_view, 6> kWords<RunStatus>{
    "queued", "running", "paused", "finished", "stopped", "failed"};
template <>
inline constexpr std::array<std::string_view, 2> kWords<MergeKind>{"gain", "distance"};
template <>
inline constexpr std::array<std::string_view, 5> kWords<Link>{
    "clientToServer", "serverToClient", "edgeToCloud", "cloudToEdge", "clientToClient"};
template <>
inline constexpr std::array<std::string_view, 3> kWords<Severity>{
    "information", "warning", "failure"};

template <typename Enum>
[[nodiscard]] std::string_view word(Enum value)
{
    return kWords<Enum>[static_cast<std::size_t>(value)];
}
/// And back; nothing if the word is unknown.
template <typename Enum>
[[nodiscard]] std::optional<Enum> enumerator(std::string_view word)
{
    const auto place = std::ranges::find(kWords<Enum>, word);
    return place == kWords<Enum>.end()
               ? std::nullopt
               : std::optional(static_cast<Enum>(place - kWords<Enum>.begin()));
}

/// The status for people: its word, or "not begun".
[[nodiscard]] std::string_view stateWord(const RunRow& run);

/// What an event says, as JSON; nothing for a note.
[[nodiscard]] std::optional<std::string> eventJson(const EventValue& what);
[[nodiscard]] EventValue eventValue(const std::string& kind, const std::string& json);

} // namespace coterie
