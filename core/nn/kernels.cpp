#include "core/nn/kernels.h"

#include <initializer_list>

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

const KernelTables* tablesOf(InstructionSet set)
{
#if defined(__x86_64__)
    if (set == InstructionSet::Avx512)
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")
                       && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq")
                       && __builtin_cpu_supports("avx512cd")
                   ? &avx512::kTables
                   : nullptr;
    if (set == InstructionSet::Avx2)
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")
                       && __builtin_cpu_supports("bmi2")
                   ? &avx2::kTables
                   : nullptr;
#endif
    return set == InstructionSet::Baseline ? &baseline::kTables : nullptr;
}

namespace {

const KernelTables& ofThisProcessor()
{
    for (const InstructionSet set : {InstructionSet::Avx512, InstructionSet::Avx2})
        if (const KernelTables* tables = tablesOf(set))
            return *tables;
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
