#pragma once

#include <cmath>
#include <numbers>
#include <span>

namespace coterie {

/// The smooth stand-in for |x| that sFedHP sparsifies models with: φ_ρ(x) = ρ·log cosh(x/ρ), sFedHP
/// eq. (4). Safe for any x/ρ: nothing overflows for a large one, nothing cancels for a small one.
/// |x| − ρ·ln 2 ≤ φ_ρ(x) ≤ |x|.
[[nodiscard]] inline double smoothL1(double x, double rho)
{
    const double size = std::abs(x);
    if (size < rho) { // cosh z = 1 + 2 sinh²(z/2) keeps the digits that 1 + … − 1 would lose
        const double sine = std::sinh(size / rho / 2);
        return rho * std::log1p(2 * sine * sine);
    }
    return size + rho * (std::log1p(std::exp(-2 * size / rho)) - std::numbers::ln2);
}

/// Its sum over the entries of a vector.
[[nodiscard]] inline double smoothL1(std::span<const double> values, double rho)
{
    double sum = 0;
    for (const double value : values)
        sum += smoothL1(value, rho);
    return sum;
}

/// How a vector with zeros is written for sending (sFedHP, Remark 1): every non-zero entry as a
/// number of so many bits, and a bitmap that says where the zeros are.
enum class SparseCode
{
    Literal, ///< Remark 1 to the letter: a zero costs one bit beside the bitmap
    Bitmap,  ///< the bitmap alone marks zeros
    Dense    ///< every entry as a number
};

/// Bits of a vector of `entries` numbers, `nonZero` of which are not zero.
[[nodiscard]] inline double
codedBits(SparseCode code, double entries, double nonZero, double bitsPerNumber)
{
    switch (code) {
    case SparseCode::Literal:
        return bitsPerNumber * nonZero + (entries - nonZero) + entries;
    case SparseCode::Bitmap:
        return bitsPerNumber * nonZero + entries;
    case SparseCode::Dense:
        break;
    }
    return bitsPerNumber * entries;
}

} // namespace coterie
