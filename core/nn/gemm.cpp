#include "core/nn/gemm.h"

// The standard C interface of BLAS, declared here because its header's name and place differ
// between libraries.
extern "C" {
void cblas_sgemm(int order,
                 int transA,
                 int transB,
                 int m,
                 int n,
                 int k,
                 float alpha,
                 const float* a,
                 int lda,
                 const float* b,
                 int ldb,
                 float beta,
                 float* c,
                 int ldc);
void cblas_dgemm(int order,
                 int transA,
                 int transB,
                 int m,
                 int n,
                 int k,
                 double alpha,
                 const double* a,
                 int lda,
                 const double* b,
                 int ldb,
                 double beta,
                 double* c,
                 int ldc);
}

namespace coterie {
namespace {

constexpr int kRowMajor = 101;

int flag(Transposed transposed)
{
    return transposed == Transposed::Yes ? 112 : 111;
}

int narrow(std::size_t size)
{
    return static_cast<int>(size); // models of 2³¹ rows do not exist
}

} // namespace

template <>
void gemm<float>(Transposed aTransposed,
                 Transposed bTransposed,
                 std::size_t m,
                 std::size_t n,
                 std::size_t k,
                 const float* a,
                 std::size_t lda,
                 const float* b,
                 std::size_t ldb,
                 float beta,
                 float* c,
                 std::size_t ldc)
{
    cblas_sgemm(kRowMajor,
                flag(aTransposed),
                flag(bTransposed),
                narrow(m),
                narrow(n),
                narrow(k),
                1.0F,
                a,
                narrow(lda),
                b,
                narrow(ldb),
                beta,
                c,
                narrow(ldc));
}

template <>
void gemm<double>(Transposed aTransposed,
                  Transposed bTransposed,
                  std::size_t m,
                  std::size_t n,
                  std::size_t k,
                  const double* a,
                  std::size_t lda,
                  const double* b,
                  std::size_t ldb,
                  double beta,
                  double* c,
                  std::size_t ldc)
{
    cblas_dgemm(kRowMajor,
                flag(aTransposed),
                flag(bTransposed),
                narrow(m),
                narrow(n),
                narrow(k),
                1.0,
                a,
                narrow(lda),
                b,
                narrow(ldb),
                beta,
                c,
                narrow(ldc));
}

} // namespace coterie
