#pragma once

#include "core/data/formats/bytes.h"

#include <optional>
#include <variant>

namespace coterie {

/// How a binary file stores a number. No supported data set has signed bytes.
enum class NumberType
{
    Unsigned8,
    Signed16,
    Unsigned16,
    Signed32,
    Unsigned32,
    Signed64,
    Unsigned64,
    Float32,
    Float64
};

struct NumberFormat
{
    NumberType type = NumberType::Unsigned8;
    bool bigEndian = false;

    bool operator==(const NumberFormat&) const = default;
};

[[nodiscard]] std::size_t byteSize(NumberType type);

/// Bytes stay bytes, other numbers become floats.
using Numbers = std::variant<std::vector<std::uint8_t>, std::vector<float>>;

[[nodiscard]] std::size_t countOf(const Numbers& numbers);

/// Where a file holds numbers, for errors about one of them.
struct NumberPlace
{
    std::string file;
    std::uint64_t start = 0; ///< the byte of the first one, unpacked
    std::size_t width = 1;   ///< bytes of each

    /// "FILE: at byte 40: …", the byte of number `index`.
    [[nodiscard]] Unexpected<Error> failAt(std::size_t index, const std::string& what) const;
};

/// The place of the next numbers of a source.
[[nodiscard]] NumberPlace placeOfNext(const ByteSource& source, NumberType type);

/// Which number is the first that is not finite.
[[nodiscard]] std::optional<std::size_t> firstNotFinite(std::span<const float> numbers);

/// Reads `count` numbers; the announced amount is checked. Memory stays under twice their size.
[[nodiscard]] Result<Numbers>
readNumbers(ByteSource& source, NumberFormat format, std::uint64_t count);

/// The numbers as class labels: whole, from `first` to `last`. An error names the place and the
/// label of the first wrong sample.
[[nodiscard]] Result<std::vector<std::int32_t>>
labelsOf(const Numbers& numbers, const NumberPlace& place, std::int32_t first, std::int32_t last);

} // namespace coterie
