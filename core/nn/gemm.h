#pragma once

#include <cstddef>

namespace coterie {

enum class Transposed : bool
{
    No,
    Yes
};

/// a is m×k, b is k×n, their product m×n.
struct ProductSize
{
    std::size_t m = 0;
    std::size_t n = 0;
    std::size_t k = 0;
};

/// A matrix in row-major order, as it lies in memory: the transposed one of what a product reads,
/// if so said.
template <typename Scalar>
struct Factor
{
    const Scalar* values = nullptr;
    std::size_t stride = 0; ///< from row to row
    Transposed transposed = Transposed::No;
};

/// c (m×n, its rows `stride` apart) = a·b + beta·c. On the calling thread alone.
template <typename Scalar>
void gemm(const ProductSize& size,
          const Factor<Scalar>& a,
          const Factor<Scalar>& b,
          Scalar* c,
          std::size_t stride,
          Scalar beta = 0);

} // namespace coterie
