#pragma once

#include "core/report/matrix.h"

#include <cstddef>
#include <span>

namespace coterie {

/// N rows of numbers in somebody else's memory, `stride` numbers from one row's start to the next.
template <typename Number>
struct Rows
{
    const Number* data = nullptr;
    std::size_t count = 0;   ///< N
    std::size_t columns = 0; ///< P
    std::size_t stride = 0;  ///< at least P

    /// The columns [first, last) of the same rows, e.g. those of one layer.
    [[nodiscard]] Rows slice(std::size_t first, std::size_t last) const
    {
        return {.data = data + first, .count = count, .columns = last - first, .stride = stride};
    }
    [[nodiscard]] const Number* row(std::size_t index) const { return data + index * stride; }
};

/// The Gram matrix K = G Gᵀ of the rows of G, accumulated in float64 whatever the rows are stored
/// in. It is exactly symmetric, and on one BLAS thread and core type its bits depend on nothing but
/// the numbers. A row with a NaN or an infinity spoils its own row and column of K only.
[[nodiscard]] Matrix gram(const Rows<float>& rows);
[[nodiscard]] Matrix gram(const Rows<double>& rows);
[[nodiscard]] Matrix gram(const Matrix& rows);

/// sum += Σ_t weight_t · r_t r_tᵀ over the rows r_t; weights of any sign.
void addWeightedSquares(Matrix& sum, const Matrix& rows, std::span<const double> weights);

/// factor·(diag(W1) − W) of the weights between some of the rows, zero elsewhere.
[[nodiscard]] Matrix
laplacian(const Matrix& weights, std::span<const std::size_t> among, double factor = 1);

} // namespace coterie
