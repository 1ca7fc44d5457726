// A part of kernels_body.h.
#pragma once

#include "core/nn/kernels_vectors.h"

namespace coterie::COTERIE_KERNELS_NAMESPACE {
namespace {

/// A tile of Rows × Columns dot products kept in registers.
template <typename Scalar, std::size_t Rows, std::size_t Columns>
inline void dotTile(const Scalar* a,
                    std::size_t lda,
                    const Scalar* b,
                    std::size_t ldb,
                    std::size_t k,
                    bool accumulate,
                    Scalar* product,
                    std::size_t ldp)
{
    using Vector = typename Wide<Scalar>::Vector;
    Vector sums[Rows][Columns] = {};
    std::size_t i = 0;
    for (; i + kLanes<Scalar> <= k; i += kLanes<Scalar>) {
        Vector right[Columns];
        for (std::size_t n = 0; n < Columns; ++n)
            right[n] = *reinterpret_cast<const Vector*>(b + n * ldb + i);
        for (std::size_t m = 0; m < Rows; ++m) {
            const Vector left = *reinterpret_cast<const Vector*>(a + m * lda + i);
            for (std::size_t n = 0; n < Columns; ++n)
                sums[m][n] += left * right[n];
        }
    }
    for (std::size_t m = 0; m < Rows; ++m) {
        for (std::size_t n = 0; n < Columns; ++n) {
            Scalar sum = 0;
            for (std::size_t lane = 0; lane < kLanes<Scalar>; ++lane)
                sum += sums[m][n][lane];
            for (std::size_t rest = i; rest < k; ++rest)
                sum += a[m * lda + rest] * b[n * ldb + rest];
            Scalar& target = product[m * ldp + n];
            target = accumulate ? target + sum : sum;
        }
    }
}

template <typename Scalar, std::size_t Rows>
inline void dotRows(const Scalar* a,
                    std::size_t lda,
                    const Scalar* b,
                    std::size_t ldb,
                    std::size_t n,
                    std::size_t k,
                    bool accumulate,
                    Scalar* product,
                    std::size_t ldp)
{
    std::size_t column = 0;
    for (; column + 5 <= n; column += 5)
        dotTile<Scalar, Rows, 5>(
            a, lda, b + column * ldb, ldb, k, accumulate, product + column, ldp);
    for (; column < n; ++column)
        dotTile<Scalar, Rows, 1>(
            a, lda, b + column * ldb, ldb, k, accumulate, product + column, ldp);
}

template <typename Scalar>
void longDots(const Scalar* a,
              std::size_t lda,
              const Scalar* b,
              std::size_t ldb,
              std::size_t m,
              std::size_t n,
              std::size_t k,
              bool accumulate,
              Scalar* product,
              std::size_t ldp)
{
    // A stretch of k that keeps both operands' rows in the first-level cache while all tiles use
    // them.
    constexpr std::size_t kStretch = 32 * kLanes<Scalar>;
    for (std::size_t from = 0; from < k; from += kStretch) {
        const std::size_t length = k - from < kStretch ? k - from : kStretch;
        const bool adding = accumulate || from > 0;
        std::size_t row = 0;
        for (; row + 4 <= m; row += 4)
            dotRows<Scalar, 4>(a + row * lda + from,
                               lda,
                               b + from,
                               ldb,
                               n,
                               length,
                               adding,
                               product + row * ldp,
                               ldp);
        for (; row < m; ++row)
            dotRows<Scalar, 1>(a + row * lda + from,
                               lda,
                               b + from,
                               ldb,
                               n,
                               length,
                               adding,
                               product + row * ldp,
                               ldp);
    }
}

template <typename Scalar>
void transpose(const Scalar* from,
               std::size_t rows,
               std::size_t columns,
               std::size_t fromStride,
               Scalar* to,
               std::size_t toStride)
{
    constexpr std::size_t kTile = 16;
    for (std::size_t r0 = 0; r0 < rows; r0 += kTile) {
        const std::size_t r1 = r0 + kTile < rows ? r0 + kTile : rows;
        for (std::size_t c = 0; c < columns; ++c)
            for (std::size_t r = r0; r < r1; ++r)
                to[c * toStride + r] = from[r * fromStride + c];
    }
}

} // namespace
} // namespace coterie::COTERIE_KERNELS_NAMESPACE
