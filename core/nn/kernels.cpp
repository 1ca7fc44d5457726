#include "core/nn/kernels.h"

namespace coterie {

namespace baseline {
extern const Kernels<float> kFloatKernels;
extern const Kernels<double> kDoubleKernels;
} // namespace baseline

#if defined(__x86_64__)
namespace avx2 {
extern const Kernels<float> kFloatKernels;
extern const Kernels<double> kDoubleKernels;
} // namespace avx2
namespace avx512 {
extern const Kernels<float> kFloatKernels;
extern const Kernels<double> kDoubleKernels;
} // namespace avx512
#endif

namespace {

template <typename Scalar>
const Kernels<Scalar>& choose(const Kernels<Scalar>& plain,
                              [[maybe_unused]] const Kernels<Scalar>* with256,
                              [[maybe_unused]] const Kernels<Scalar>* with512)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")
        && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq")
        && __builtin_cpu_supports("avx512cd"))
        return *with512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")
        && __builtin_cpu_supports("bmi2"))
        return *with256;
#endif
    return plain;
}

} // namespace

#if defined(__x86_64__)
#define COTERIE_TABLES(name) baseline::name, &avx2::name, &avx512::name
#else
#define COTERIE_TABLES(name) baseline::name, nullptr, nullptr
#endif

template <>
const Kernels<float>& kernels<float>()
{
    static const Kernels<float>& chosen = choose<float>(COTERIE_TABLES(kFloatKernels));
    return chosen;
}

template <>
const Kernels<double>& kernels<double>()
{
    static const Kernels<double>& chosen = choose<double>(COTERIE_TABLES(kDoubleKernels));
    return chosen;
}

#undef COTERIE_TABLES

} // namespace coterie
