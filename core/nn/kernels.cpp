#include "core/nn/kernels.h"

namespace coterie {

namespace baseline {
extern const KernelTables kTables;
} // namespace baseline
#if defined(__x86_64__)
namespace avx2 {
extern const KernelTables kTables;
} // namespace avx2
namespace avx512 {
extern const KernelTables kTables;
} // namespace avx512
#endif

namespace {

const KernelTables& ofThisProcessor()
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")
        && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq")
        && __builtin_cpu_supports("avx512cd"))
        return avx512::kTables;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")
        && __builtin_cpu_supports("bmi2"))
        return avx2::kTables;
#endif
    return baseline::kTables;
}

} // namespace

template <>
const Kernels<float>& kernels()
{
    static const Kernels<float>& chosen = ofThisProcessor().singles;
    return chosen;
}

template <>
const Kernels<double>& kernels()
{
    static const Kernels<double>& chosen = ofThisProcessor().doubles;
    return chosen;
}

} // namespace coterie
