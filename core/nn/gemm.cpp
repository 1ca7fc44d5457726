#include "core/nn/gemm.h"

#include "core/math/blas_kernel.h"

#include <type_traits>

// The standard C interface of BLAS, declared here because its header's name and place differ
// between libraries.
template <typename Scalar>
using BlasGemm = void(int order,
                      int transA,
                      int transB,
                      int m,
                      int n,
                      int k,
                      Scalar alpha,
                      const Scalar* a,
                      int lda,
                      const Scalar* b,
                      int ldb,
                      Scalar beta,
                      Scalar* c,
                      int ldc);
extern "C" {
BlasGemm<float> cblas_sgemm;
BlasGemm<double> cblas_dgemm;
}

namespace coterie {
namespace {

constexpr int kRowMajor = 101;

int flag(Transposed transposed)
{
    return transposed == Transposed::Yes ? 112 : 111;
}

} // namespace

template <typename Scalar>
void gemm(const ProductSize& size,
          const Factor<Scalar>& a,
          const Factor<Scalar>& b,
          Scalar* c,
          std::size_t stride,
          Scalar beta)
{
    BlasGemm<Scalar>* product = nullptr;
    if constexpr (std::is_same_v<Scalar, float>)
        product = &cblas_sgemm;
    else
        product = &cblas_dgemm;
    product(kRowMajor,
            flag(a.transposed),
            flag(b.transposed),
            blasSize(size.m),
            blasSize(size.n),
            blasSize(size.k),
            Scalar(1),
            a.values,
            blasSize(a.stride),
            b.values,
            blasSize(b.stride),
            beta,
            c,
            blasSize(stride));
}

template void
gemm(const ProductSize&, const Factor<float>&, const Factor<float>&, float*, std::size_t, float);
template void gemm(
    const ProductSize&, const Factor<double>&, const Factor<double>&, double*, std::size_t, double);

} // namespace coterie
