#include "core/collab/cholesky.h"

#include "core/collab/blas_size.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <limits>
#include <utility>

extern "C" {
// LAPACK and BLAS; matrices by columns.
void dpotrf_(const char* uplo, const int* n, double* a, const int* lda, int* info);
void dpotrs_(const char* uplo,
             const int* n,
             const int* columns,
             const double* a,
             const int* lda,
             double* b,
             const int* ldb,
             int* info);
void dtrsm_(const char* side,
            const char* uplo,
            const char* trans,
            const char* diagonal,
            const int* m,
            const int* n,
            const double* alpha,
            const double* a,
            const int* lda,
            double* b,
            const int* ldb);
void dtrmv_(const char* uplo,
            const char* trans,
            const char* diagonal,
            const int* n,
            const double* a,
            const int* lda,
            double* x,
            const int* step);
}

namespace coterie {
namespace {

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
