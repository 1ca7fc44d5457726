#include "core/math/linear_algebra.h"

#include "core/math/blas_kernel.h"

#include <cassert>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

extern "C" {
using Flag = const char*;
using Size = const int*;
using Numbers = const double*;
// BLAS and LAPACK; matrices by columns, each followed by its leading dimension.
// C ← alpha·A Aᵀ + beta·C or alpha·Aᵀ A + beta·C, one triangle of C: uplo, trans, n, k, alpha, A,
// beta, C.
void dsyrk_(Flag, Flag, Size, Size, Numbers, Numbers, Size, Numbers, double*, Size);
// C ← alpha·A B + beta·C, either factor transposed if asked: transA, transB, m, n, k, alpha, A, B,
// beta, C.
void dgemm_(
    Flag, Flag, Size, Size, Size, Numbers, Numbers, Size, Numbers, Size, Numbers, double*, Size);
// A = L Lᵀ in place: uplo, n, A, info.
void dpotrf_(Flag, Size, double*, Size, int*);
// B ← A⁻¹ B, given L: uplo, n, columns of B, L, B, info.
void dpotrs_(Flag, Size, Size, Numbers, Size, double*, Size, int*);
// B ← alpha·L⁻¹ B or one of its kin: side, uplo, trans, diagonal, m, n, alpha, L, B.
void dtrsm_(Flag, Flag, Flag, Flag, Size, Size, Numbers, Numbers, Size, double*, Size);
// x ← L x or one of its kin: uplo, trans, diagonal, n, L, x, step of x.
void dtrmv_(Flag, Flag, Flag, Size, Numbers, Size, double*, Size);
}

namespace coterie {

namespace {

// One block of all rows in float64: large enough for the full rate of dsyrk, small beside the rows
// themselves.
constexpr std::size_t kCacheBytes = std::size_t{4} << 20;
constexpr std::size_t kFewestColumns = 256;

/// Adds the Gram matrix of a block to one triangle of `sum`. A row-major N×k block is a k×N matrix
/// to BLAS.
void addBlock(Matrix& sum, const double* block, std::size_t columns, std::size_t stride)
{
    const int n = blasSize(sum.rows);
    const int k = blasSize(columns);
    const int leading = blasSize(stride);
    const double one = 1.0;
    dsyrk_("L", "T", &n, &k, &one, block, &leading, &one, sum.values.data(), &n);
}

/// How many columns a block has: a function of N alone, so that K does not depend on anything else.
std::size_t blockColumns(std::size_t count)
{
    return std::max(kFewestColumns, kCacheBytes / sizeof(double) / count);
}

/// A row-major matrix of right-hand rows is one of columns to BLAS.
void solveTriangle(const char* transposed, const Matrix& factor, Matrix& rows)
{
    assert(rows.columns == factor.rows);
    const int n = blasSize(factor.rows);
    const int count = blasSize(rows.rows);
    const double one = 1;
    const double* triangle = factor.values.data();
    if (n > 0 && count > 0)
        dtrsm_("L", "L", transposed, "N", &n, &count, &one, triangle, &n, rows.values.data(), &n);
}

} // namespace

// The same blocks for all types of rows: equal numbers give equal bits.
GramSum::GramSum(std::size_t rows, std::size_t columns)
    : m_sum(rows, rows)
    , m_width(rows == 0 ? 1 : std::clamp<std::size_t>(columns, 1, blockColumns(rows)))
{}

template <typename Number>
void GramSum::add(const Rows<Number>& piece)
{
    assert(piece.count == m_sum.rows && piece.stride >= piece.columns);
    if (piece.count == 0)
        return;
    for (std::size_t first = 0; first < piece.columns; first += m_width) {
        const std::size_t columns = std::min(m_width, piece.columns - first);
        if constexpr (std::is_same_v<Number, double>) {
            addBlock(m_sum, piece.data + first, columns, piece.stride);
        } else {
            m_block.resize(piece.count * m_width);
            for (std::size_t row = 0; row < piece.count; ++row)
                std::copy_n(piece.row(row) + first, columns, m_block.data() + row * m_width);
            addBlock(m_sum, m_block.data(), columns, m_width);
        }
    }
}

template void GramSum::add(const Rows<float>& piece);
template void GramSum::add(const Rows<double>& piece);

Matrix GramSum::take()
{
    mirrorUpper(m_sum); // BLAS's lower triangle by columns is our upper triangle by rows
    return std::move(m_sum);
}

template <typename Number>
Matrix gram(const Rows<Number>& rows)
{
    GramSum sum(rows.count, rows.columns);
    sum.add(rows);
    return sum.take();
}

template Matrix gram(const Rows<float>& rows);
template Matrix gram(const Rows<double>& rows);

Matrix
block(const Matrix& all, std::span<const std::size_t> rows, std::span<const std::size_t> columns)
{
    Matrix some(rows.size(), columns.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < columns.size(); ++j)
            some.at(i, j) = all.at(rows[i], columns[j]);
    return some;
}

Matrix gram(const Matrix& rows)
{
    return gram(Rows<double>{.data = rows.values.data(),
                             .count = rows.rows,
                             .columns = rows.columns,
                             .stride = rows.columns});
}

void addWeightedSquares(Matrix& sum, const Matrix& rows, std::span<const double> weights)
{
    assert(sum.rows == rows.columns && sum.columns == rows.columns && weights.size() == rows.rows);
    if (rows.rows == 0 || rows.columns == 0)
        return;
    Matrix weighted = rows;
    for (std::size_t t = 0; t < rows.rows; ++t)
        for (double& value : weighted.row(t))
            value *= weights[t];
    const int n = blasSize(rows.columns);
    const int k = blasSize(rows.rows);
    const double one = 1.0;
    const double* a = weighted.values.data();
    const double* b = rows.values.data();
    dgemm_("N", "T", &n, &n, &k, &one, a, &n, b, &n, &one, sum.values.data(), &n);
}

Matrix laplacian(const Matrix& weights, std::span<const std::size_t> among, double factor)
{
    Matrix matrix(weights.rows, weights.columns);
    for (const std::size_t i : among)
        for (const std::size_t k : among)
            if (k != i) {
                matrix.at(i, k) = -factor * weights.at(i, k);
                matrix.at(i, i) += factor * weights.at(i, k);
            }
    return matrix;
}

Cholesky::Cholesky(Matrix symmetric)
    : m_factor(std::move(symmetric))
{
    assert(m_factor.rows == m_factor.columns);
    if (m_factor.rows == 0)
        return;
    const int n = blasSize(m_factor.rows);
    int failed = 0;
    dpotrf_("L", &n, m_factor.values.data(), &n, &failed);
    if (failed != 0)
        std::ranges::fill(m_factor.values, std::numeric_limits<double>::quiet_NaN());
}

void Cholesky::solve(std::span<double> row) const
{
    assert(row.size() == m_factor.rows);
    const int n = blasSize(m_factor.rows);
    const int one = 1;
    int failed = 0;
    if (n > 0)
        dpotrs_("L", &n, &one, m_factor.values.data(), &n, row.data(), &n, &failed);
}

void Cholesky::solveLower(Matrix& rows) const
{
    solveTriangle("N", m_factor, rows);
}

void Cholesky::solveUpper(Matrix& rows) const
{
    solveTriangle("T", m_factor, rows);
}

void Cholesky::multiplyLower(std::span<double> row) const
{
    assert(row.size() == m_factor.rows);
    const int n = blasSize(m_factor.rows);
    const int one = 1;
    if (n > 0)
        dtrmv_("L", "N", "N", &n, m_factor.values.data(), &n, row.data(), &one);
}

} // namespace coterie
