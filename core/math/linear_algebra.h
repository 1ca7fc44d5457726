#pragma once

#include "core/base/matrix.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace coterie {

/// Copies the part above the diagonal of a square matrix below it. Block by block: a column of a
/// large matrix lies all over the memory.
inline void mirrorUpper(Matrix& matrix)
{
    constexpr std::size_t kBlock = 32;
    const std::size_t count = matrix.rows;
    for (std::size_t rows = 0; rows < count; rows += kBlock)
        for (std::size_t columns = rows; columns < count; columns += kBlock)
            for (std::size_t i = rows; i < std::min(count, rows + kBlock); ++i)
                for (std::size_t j = std::max(columns, i + 1);
                     j < std::min(count, columns + kBlock);
                     ++j)
                    matrix.at(j, i) = matrix.at(i, j);
}

/// Some rows and columns of a matrix.
[[nodiscard]] Matrix
block(const Matrix& all, std::span<const std::size_t> rows, std::span<const std::size_t> columns);

/// N rows of numbers in somebody else's memory, `stride` numbers from one row's start to the next.
template <typename Number>
struct Rows
{
    const Number* data = nullptr;
    std::size_t count = 0;   ///< N
    std::size_t columns = 0; ///< P
    std::size_t stride = 0;  ///< at least P

    [[nodiscard]] const Number* row(std::size_t index) const { return data + index * stride; }
};

/// The Gram matrix K = G Gᵀ of the rows of G, accumulated in float64 whatever the rows are stored
/// in. It is exactly symmetric, and on one BLAS thread and core type its bits depend on nothing but
/// the numbers. A row with a NaN or an infinity spoils its own row and column of K only.
template <typename Number>
[[nodiscard]] Matrix gram(const Rows<Number>& rows);
[[nodiscard]] Matrix gram(const Matrix& rows);

/// gram() of rows that come some columns at a time, to the same bits.
class GramSum
{
public:
    GramSum(std::size_t rows, std::size_t columns);

    /// Each piece but the last has a multiple of so many columns.
    [[nodiscard]] std::size_t width() const { return m_width; }
    template <typename Number>
    void add(const Rows<Number>& piece);
    /// Of all columns so far.
    [[nodiscard]] Matrix take();

private:
    Matrix m_sum;
    std::size_t m_width = 0;
    std::vector<double> m_block; ///< in float64, where the rows are not
};

/// sum += Σ_t weight_t · r_t r_tᵀ over the rows r_t; weights of any sign.
void addWeightedSquares(Matrix& sum, const Matrix& rows, std::span<const double> weights);

/// factor·(diag(W1) − W) of the weights between some of the rows, zero elsewhere.
[[nodiscard]] Matrix
laplacian(const Matrix& weights, std::span<const std::size_t> among, double factor = 1);

/// A = L Lᵀ of a symmetric positive definite matrix. Of any other, and of one with a NaN, every
/// answer is NaN: a diverged model is not an error.
class Cholesky
{
public:
    explicit Cholesky(Matrix symmetric);

    /// r becomes A⁻¹ r.
    void solve(std::span<double> row) const;
    /// Each row r becomes L⁻¹ r.
    void solveLower(Matrix& rows) const;
    /// Each row r becomes L⁻ᵀ r: after solveLower(), A⁻¹ r.
    void solveUpper(Matrix& rows) const;
    /// r becomes L r.
    void multiplyLower(std::span<double> row) const;

private:
    Matrix m_factor; ///< L as BLAS reads it, by columns; what lies above its diagonal is left over
};

} // namespace coterie
