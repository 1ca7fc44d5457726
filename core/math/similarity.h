#pragma once

#include "core/base/matrix.h"

#include <cassert>
#include <numbers>
#include <span>

namespace coterie {

/// A vector shorter than this has no direction: its cosine with anything is 0.
inline constexpr double kShortestNorm = 1e-12;

/// cos(a,b) from ⟨a,b⟩, ‖a‖² and ‖b‖², the entries of a Gram matrix. Not clamped: rounding may pass
/// ±1 by a few ulp.
[[nodiscard]] double cosineFromProducts(double product, double squaredNormA, double squaredNormB);

/// The angle in radians, 0..π. Where one norm is exactly 0 it is `zeroNormAngle`: a right angle, or
/// 0 as HiCS-FL's released code has it.
[[nodiscard]] double angleFromProducts(double product,
                                       double squaredNormA,
                                       double squaredNormB,
                                       double zeroNormAngle = std::numbers::pi / 2);

/// ‖a − b‖² of two vectors of equal length.
[[nodiscard]] double squaredDistance(std::span<const double> a, std::span<const double> b);

/// All pairs, from a Gram matrix. The diagonal is exactly 1, or 0 for a vector without direction.
[[nodiscard]] Matrix cosineMatrix(const Matrix& gram);
/// All pairs, in radians; the diagonal is 0.
[[nodiscard]] Matrix angleMatrix(const Matrix& gram, double zeroNormAngle = std::numbers::pi / 2);
/// ‖g_i − g_j‖ from a Gram matrix. Differences below about 1e-8 of the norms drown in its rounding.
[[nodiscard]] Matrix distancesFromGram(const Matrix& gram);
/// ‖x_i − x_j‖ of the rows of a matrix: exactly 0 for equal rows, 1e-6 of the distance off at most.
/// Few rows are compared number by number. Of many, the Gram matrix of the centred rows is made by
/// blocked products (float64; no smaller type, since a near pair is the difference of large
/// numbers), and pairs so near that rounding would show are compared number by number. 10,000 rows
/// of 10,000 need 1.6 GB if they are handed over with std::move.
[[nodiscard]] Matrix distancesOfRows(Matrix rows);

/// The share of coordinates with equal sign, 0..1, where zero is a sign of its own. NaN agrees with
/// nothing. Vectors without coordinates agree fully.
template <typename Number>
[[nodiscard]] double signAgreement(std::span<const Number> a, std::span<const Number> b)
{
    assert(a.size() == b.size());
    if (a.empty())
        return 1.0;
    std::size_t equal = 0;
    for (std::size_t k = 0; k < a.size(); ++k)
        equal +=
            (a[k] > 0 && b[k] > 0) || (a[k] < 0 && b[k] < 0) || (a[k] == 0 && b[k] == 0) ? 1U : 0U;
    return static_cast<double>(equal) / static_cast<double>(a.size());
}

} // namespace coterie
