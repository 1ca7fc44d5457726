#pragma once

#include "core/data/formats/bytes.h"

#include <algorithm>
#include <optional>
#include <variant>

namespace coterie {

/// A way to store numbers in a binary file, and what each format calls it. No supported data set
/// has signed bytes.
struct NumberType
{
    std::size_t bytes = 1;
    void (*convert)(std::span<const std::uint8_t> bytes, bool bigEndian, float* out) = nullptr;
    std::string_view npy;     ///< after the letter for the byte order
    std::uint32_t mat = 0;    ///< "MAT-File Format" (MathWorks), table 1-1
    std::optional<int> nifti; ///< nifti1.h; absent: not read
};

[[nodiscard]] std::span<const NumberType> numberTypes();

/// The type that a format calls so; null if there is none.
template <typename Code>
[[nodiscard]] const NumberType* numberType(Code NumberType::*format,
                                           const std::type_identity_t<Code>& code)
{
    const auto found = std::ranges::find(numberTypes(), code, format);
    return found == numberTypes().end() ? nullptr : &*found;
}

/// Bytes stay bytes, other numbers become floats.
using Numbers = std::variant<std::vector<std::uint8_t>, std::vector<float>>;

[[nodiscard]] std::size_t countOf(const Numbers& numbers);
[[nodiscard]] std::uint64_t bytesOf(const Numbers& numbers);

/// Where a file holds numbers, for errors about one of them.
struct NumberPlace
{
    std::string file;
    std::uint64_t start = 0; ///< the byte of the first one, unpacked
    std::size_t width = 1;   ///< bytes of each

    /// "FILE: at byte 40: …", the byte of number `index`.
    [[nodiscard]] Unexpected<Error> failAt(std::size_t index, const std::string& what) const;
};

/// An array as a file holds it; its format says which index runs fastest.
struct NumberArray
{
    std::vector<std::size_t> dimensions;
    Numbers values;
    NumberPlace place;
};

/// Which number is the first that is not finite.
[[nodiscard]] std::optional<std::size_t> firstNotFinite(std::span<const float> numbers);

/// Reads the values of an array, whose announced amount is checked against the file and the limit
/// of memory; at most kMostBytes of them. Memory stays under twice their size.
[[nodiscard]] Result<NumberArray> readNumbers(ByteSource& source,
                                              const NumberType& type,
                                              bool bigEndian,
                                              std::vector<std::size_t> dimensions,
                                              std::uint64_t count);

/// The numbers as class labels: whole, from `first` to `last`. An error names the place and the
/// label of the first wrong sample.
[[nodiscard]] Result<std::vector<std::int32_t>>
labelsOf(const Numbers& numbers, const NumberPlace& place, std::int32_t first, std::int32_t last);

/// Turns columns into rows, in each block of rows × columns values.
template <typename Value>
void transposeBlocks(std::vector<Value>& values, std::size_t rows, std::size_t columns)
{
    std::vector<Value> turned(rows * columns);
    for (std::size_t start = 0; start < values.size(); start += turned.size()) {
        for (std::size_t row = 0; row < rows; ++row)
            for (std::size_t column = 0; column < columns; ++column)
                turned[row * columns + column] = values[start + column * rows + row];
        std::ranges::copy(turned, values.begin() + static_cast<std::ptrdiff_t>(start));
    }
}

} // namespace coterie
