#include "core/collab/rbf_kernel.h"

#include "core/collab/similarity.h"

#include <cassert>
#include <cmath>
#include <cstddef>

namespace coterie {

/// Differences and not ‖a‖² + ‖b‖² − 2ab, which would lose the digits of near neighbours.
Matrix RbfKernel::values(const Matrix& a, const Matrix& b) const
{
    assert(a.columns == b.columns);
    Matrix kernel(a.rows, b.rows);
    for (std::size_t i = 0; i < a.rows; ++i)
        for (std::size_t j = 0; j < b.rows; ++j) {
            const double squares = squaredDistance(a.row(i), b.row(j));
            kernel.at(i, j) = outputScale * std::exp(-squares / (2 * lengthScale * lengthScale));
        }
    return kernel;
}

void RbfKernel::addSlopes(const Matrix& a,
                          const Matrix& b,
                          const Matrix& values,
                          const Matrix& slopes,
                          Matrix& slopesOfA,
                          Matrix& slopesOfB) const
{
    for (std::size_t i = 0; i < a.rows; ++i)
        for (std::size_t j = 0; j < b.rows; ++j) {
            // ∂k/∂x = −k (x − y)/ℓ², and its opposite at y
            const double factor = -slopes.at(i, j) * values.at(i, j) / (lengthScale * lengthScale);
            const std::span<const double> x = a.row(i);
            const std::span<const double> y = b.row(j);
            const std::span<double> atX = slopesOfA.row(i);
            const std::span<double> atY = slopesOfB.row(j);
            for (std::size_t k = 0; k < x.size(); ++k) {
                const double slope = factor * (x[k] - y[k]);
                atX[k] += slope;
                atY[k] -= slope;
            }
        }
}

} // namespace coterie
