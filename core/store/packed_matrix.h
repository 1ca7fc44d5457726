#pragma once

#include "core/report/collaboration.h"
#include "core/store/row_values.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace coterie {

/// How the store holds an A of different rows, little-endian. 32-bit whole numbers: the number of
/// different rows, the row of all clients that the list does not name, the length of the list (0,
/// or the number of clients), and the list, each client's row. Then for each row the number of its
/// weights, their clients, and the weights as 32-bit reals. A row number of 2³²−1 means the
/// client's own model. Not for a dense A.
[[nodiscard]] std::vector<std::byte> packCollaboration(const Collaboration& a);

/// And back, with the weights rounded. Nothing if the bytes are not such an A of this many clients.
[[nodiscard]] std::optional<Collaboration> unpackCollaboration(std::size_t clients,
                                                               std::span<const std::byte> packed);

/// Whether store and exports hold the different rows of this A and not every entry.
[[nodiscard]] inline bool hasDifferentRows(const Collaboration& a)
{
    return !a.matrix() && a.rows() > kMostPairedClients;
}

/// A matrix as the store holds it, before compression.
struct PackedMatrix
{
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::optional<std::size_t> size; ///< of packCollaboration(); absent if every entry is stored
    std::vector<std::byte> bytes;
};

/// Every entry, or of many clients the different rows.
[[nodiscard]] PackedMatrix packed(const Collaboration& a);
[[nodiscard]] PackedMatrix packed(const Matrix& matrix, MatrixPrecision precision);

/// The bytes of a stored matrix before compression. Nothing if they cannot be its bytes.
[[nodiscard]] std::optional<std::vector<std::byte>>
unpackedBytes(std::size_t rows,
              std::size_t columns,
              std::optional<std::size_t> size,
              std::span<const std::byte> compressed,
              MatrixPrecision precision);

/// Of a word of kMatrixWords.
[[nodiscard]] MatrixPrecision precisionOf(std::string_view word);

} // namespace coterie
