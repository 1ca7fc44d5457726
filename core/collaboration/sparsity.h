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

/// Of a number in traffic, for every method and whatever precision it trains in: a float.
inline constexpr double kBitsPerNumber = 32;

/// How a vector with zeros is written for sending (sFedHP, Remark 1): every non-zero entry as a
/// number, and a bitmap that says where the zeros are.
enum class SparseCode
{
    Literal, ///< Remark 1 to the letter: a zero costs one bit beside the bitmap
    Bitmap,  ///< the bitmap alone marks zeros
    Dense    ///< every entry as a number
};

/// What a vector takes.
struct CodedBits
{
    double numbers = 0; ///< of the entries that are sent as numbers
    double index = 0;   ///< of what says where they belong
};

/// Of a vector of `entries` numbers, `nonZero` of which are not zero.
[[nodiscard]] inline CodedBits codedBits(SparseCode code, double entries, double nonZero)
{
    switch (code) {
    case SparseCode::Literal:
        return {.numbers = kBitsPerNumber * nonZero, .index = (entries - nonZero) + entries};
    case SparseCode::Bitmap:
        return {.numbers = kBitsPerNumber * nonZero, .index = entries};
    case SparseCode::Dense:
        break;
    }
    return {.numbers = kBitsPerNumber * entries};
}

} // namespace coterie
