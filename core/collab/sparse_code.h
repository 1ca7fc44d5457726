#pragma once

#include <cstdint>
#include <string_view>

namespace coterie {

/// How a vector with zeros is written for sending (sFedHP, Remark 1): every non-zero entry as a
/// number of so many bits, and a bitmap that says where the zeros are.
enum class SparseCode
{
    Dense,   ///< every entry as a number
    Literal, ///< Remark 1 to the letter: a zero costs one bit beside the bitmap
    Bitmap   ///< the bitmap is enough to know a zero
};

[[nodiscard]] SparseCode sparseCodeNamed(std::string_view word); ///< "dense", "literal", "bitmap"

/// Bits of a vector of `entries` numbers, `nonZero` of which are not zero.
[[nodiscard]] double
codedBits(SparseCode code, double entries, double nonZero, double bitsPerNumber);

} // namespace coterie
