#pragma once

#include <cstddef>

namespace coterie {

enum class Transposed : bool
{
    No,
    Yes
};

/// c (m×n) = a·b + beta·c, all row-major; a is m×k (or k×m if transposed), b is k×n (or n×k). On
/// the calling thread alone.
template <typename Scalar>
void gemm(Transposed aTransposed,
          Transposed bTransposed,
          std::size_t m,
          std::size_t n,
          std::size_t k,
          const Scalar* a,
          std::size_t lda,
          const Scalar* b,
          std::size_t ldb,
          Scalar beta,
          Scalar* c,
          std::size_t ldc);

} // namespace coterie
