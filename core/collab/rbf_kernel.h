#pragma once

#include "core/report/matrix.h"

namespace coterie {

/// k(x, y) = s·exp(−‖x − y‖² / 2ℓ²).
struct RbfKernel
{
    double outputScale = 1; ///< s
    double lengthScale = 1; ///< ℓ

    /// K(i, j) = k(a_i, b_j) of the rows of both.
    [[nodiscard]] Matrix values(const Matrix& a, const Matrix& b) const;
    /// Given the slopes of something at K = values(a, b), adds its slopes at the rows of both.
    void addSlopes(const Matrix& a,
                   const Matrix& b,
                   const Matrix& values,
                   const Matrix& slopes,
                   Matrix& slopesOfA,
                   Matrix& slopesOfB) const;
};

} // namespace coterie
