#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace coterie {

/// The smooth stand-in for |x| that sFedHP sparsifies models with: φ_ρ(x) = ρ·log cosh(x/ρ), sFedHP
/// eq. (4). Safe for any x/ρ: nothing overflows for a large one, nothing cancels for a small one.
/// |x| − ρ·ln 2 ≤ φ_ρ(x) ≤ |x|.
[[nodiscard]] double smoothL1(double x, double rho);
/// Its sum over the entries of a vector.
[[nodiscard]] double smoothL1(std::span<const double> values, double rho);

/// How a vector with zeros is written for sending (sFedHP, Remark 1): every non-zero entry as a
/// number of so many bits, and a bitmap that says where the zeros are.
enum class SparseCode
{
    Literal, ///< Remark 1 to the letter: a zero costs one bit beside the bitmap
    Bitmap,  ///< the bitmap alone marks zeros
    Dense    ///< every entry as a number
};

/// Bits of a vector of `entries` numbers, `nonZero` of which are not zero.
[[nodiscard]] double
codedBits(SparseCode code, double entries, double nonZero, double bitsPerNumber);

} // namespace coterie
