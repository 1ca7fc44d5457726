#include "core/math/blas_kernel.h"

#include <array>
#include <cstdlib>
#include <unistd.h>

// Weak: with MKL or the reference BLAS linked instead of OpenBLAS these are null and nothing is
// selected.
extern "C" {
char* openblas_get_config(void) __attribute__((weak));
char* openblas_get_corename(void) __attribute__((weak));
void openblas_set_num_threads(int) __attribute__((weak));
void MKL_Set_Num_Threads(int) __attribute__((weak));
void omp_set_num_threads(int) __attribute__((weak));
double ddot_(const int*, const double*, const int*, const double*, const int*);
}

namespace coterie {

namespace {

// A weak reference does not keep a library that is linked "as needed". This one, to what every BLAS
// has, does.
[[gnu::used]] double (*const kKeepsBlasLinked)(
    const int*, const double*, const int*, const double*, const int*) = &ddot_;

constexpr const char* kCoreVariable = "OPENBLAS_CORETYPE";
constexpr const char* kRestartedVariable = "COTERIE_BLAS_RESTARTED";

struct RankedCore
{
    std::string_view name;
    int rank;
};

constexpr int kSseRank = 0;
constexpr int kAvxRank = 1;
constexpr int kAvx2Rank = 2;
constexpr int kAvx512Rank = 3;

// OpenBLAS's x86-64 core types by the widest vectors of their GEMM kernels. Zen is Haswell's
// kernels under another name. Nothing in the table ranks above SkylakeX, so Cooperlake and
// SapphireRapids are never replaced.
constexpr std::array kCores{
    RankedCore{"Katmai", kSseRank},        RankedCore{"Coppermine", kSseRank},
    RankedCore{"Northwood", kSseRank},     RankedCore{"Prescott", kSseRank},
    RankedCore{"Banias", kSseRank},        RankedCore{"Atom", kSseRank},
    RankedCore{"Core2", kSseRank},         RankedCore{"Penryn", kSseRank},
    RankedCore{"Dunnington", kSseRank},    RankedCore{"Nehalem", kSseRank},
    RankedCore{"Athlon", kSseRank},        RankedCore{"Opteron", kSseRank},
    RankedCore{"Opteron_SSE3", kSseRank},  RankedCore{"Barcelona", kSseRank},
    RankedCore{"Nano", kSseRank},          RankedCore{"Bobcat", kSseRank},
    RankedCore{"Sandybridge", kAvxRank},   RankedCore{"Bulldozer", kAvxRank},
    RankedCore{"Piledriver", kAvxRank},    RankedCore{"Steamroller", kAvxRank},
    RankedCore{"Haswell", kAvx2Rank},      RankedCore{"Excavator", kAvx2Rank},
    RankedCore{"Zen", kAvx2Rank},          RankedCore{"SkylakeX", kAvx512Rank},
    RankedCore{"Cooperlake", kAvx512Rank}, RankedCore{"SapphireRapids", kAvx512Rank},
};

std::optional<int> rankOf(std::string_view core)
{
    for (const RankedCore& known : kCores)
        if (known.name == core)
            return known.rank;
    return std::nullopt;
}

std::string variable(const char* name)
{
    const char* value = std::getenv(name);
    return value ? value : "";
}

void useOneThread()
{
    // The environment is ignored: a cluster's usual 4 would put 4 threads under every worker,
    // and a product summed by 4 threads may differ in its last bit from one summed by 1. For
    // libraries that read them later, for a restart of this process and for its children …
    for (const char* name : {"OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"})
        setenv(name, "1", 1);
    // … and directly for those that read theirs when they were loaded, before main.
    if (openblas_set_num_threads)
        openblas_set_num_threads(1);
    if (omp_set_num_threads)
        omp_set_num_threads(1);
    if (MKL_Set_Num_Threads)
        MKL_Set_Num_Threads(1);
}

std::optional<std::string> currentCore()
{
    const char* name = openblas_get_corename ? openblas_get_corename() : nullptr;
    return name ? std::optional<std::string>(name) : std::nullopt;
}

} // namespace

CpuFeatures detectCpu()
{
    CpuFeatures features;
#if defined(__x86_64__) || defined(__i386__)
    // The compiler's runtime also asks xgetbv whether the operating system saves the wide
    // registers.
    __builtin_cpu_init();
    features.avx = __builtin_cpu_supports("avx");
    features.avx2 = features.avx && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    features.avx512 = features.avx2 && __builtin_cpu_supports("avx512f")
                      && __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512bw")
                      && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#endif
    return features;
}

std::string instructionsName(const CpuFeatures& features)
{
    if (features.avx512)
        return "avx512";
    if (features.avx2)
        return "avx2";
    return features.avx ? "avx" : "baseline";
}

std::optional<std::string> chooseCore(const CpuFeatures& features, std::string_view current)
{
    const std::string_view fitting = features.avx512 ? "SkylakeX"
                                     : features.avx2 ? "Haswell"
                                     : features.avx  ? "Sandybridge"
                                                     : "";
    const std::optional<int> currentRank = rankOf(current);
    if (fitting.empty() || !currentRank || *currentRank >= *rankOf(fitting))
        return std::nullopt;
    return std::string(fitting);
}

std::optional<std::string> planRestart(const BlasSituation& situation)
{
    if (situation.restarted || !situation.current)
        return std::nullopt;
    if (!situation.requested.empty() && !situation.overrideRequest)
        return std::nullopt;
    return chooseCore(situation.features, *situation.current);
}

std::string parseBlasConfig(std::string_view config)
{
    constexpr std::string_view kBlanks = " \t\n";
    std::string name;
    for (int word = 0; word < 2; ++word) { // the library and its version
        const std::size_t begin = config.find_first_not_of(kBlanks);
        if (begin == std::string_view::npos)
            break;
        config.remove_prefix(begin);
        const std::size_t length = config.substr(0, config.find_first_of(kBlanks)).size();
        if (!name.empty())
            name += ' ';
        name += config.substr(0, length);
        config.remove_prefix(length);
    }
    return name;
}

void selectBlasKernel([[maybe_unused]] int argc, char** argv, RequestedCore requested)
{
    useOneThread();
    const std::optional<std::string> better = planRestart({
        .features = detectCpu(),
        .current = currentCore(),
        .requested = variable(kCoreVariable),
        .restarted = !variable(kRestartedVariable).empty(),
        .overrideRequest = requested == RequestedCore::Override,
    });
    // A program that this one starts decides for itself.
    unsetenv(kRestartedVariable);
    if (!better)
        return;

    const std::string previous = variable(kCoreVariable);
    setenv(kCoreVariable, better->c_str(), 1);
    setenv(kRestartedVariable, "1", 1);
    execv("/proc/self/exe", argv);
    // Only reached if the restart failed. A child process must not inherit the variables.
    unsetenv(kRestartedVariable);
    if (previous.empty())
        unsetenv(kCoreVariable);
    else
        setenv(kCoreVariable, previous.c_str(), 1);
}

std::string blasName()
{
    if (openblas_get_config) {
        const char* config = openblas_get_config();
        const std::string name = parseBlasConfig(config ? config : "");
        return name.empty() ? "OpenBLAS" : name;
    }
    return MKL_Set_Num_Threads ? "MKL" : "unknown BLAS";
}

std::string blasCore()
{
    return currentCore().value_or("unknown");
}

} // namespace coterie
