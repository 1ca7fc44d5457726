#pragma once

#include "core/report/matrix.h"

#include <span>

namespace coterie {

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
