#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace coterie {

/// A size as BLAS and LAPACK count.
[[nodiscard]] inline int blasSize(std::size_t size)
{
    if (size > static_cast<std::size_t>(std::numeric_limits<int>::max()))
        throw std::length_error("a matrix is too large for a BLAS with 32-bit sizes");
    return static_cast<int>(size);
}

/// What the processor offers and the operating system saves when it switches tasks (cpuid and
/// xgetbv).
struct CpuFeatures
{
    bool avx = false;
    bool avx2 = false;   ///< with FMA
    bool avx512 = false; ///< F, CD, BW, DQ and VL together: what OpenBLAS's SkylakeX kernels use

    bool operator==(const CpuFeatures&) const = default;
};

[[nodiscard]] CpuFeatures detectCpu();

/// The widest vector instructions among the features: "avx512", "avx2", "avx" or "baseline".
[[nodiscard]] std::string instructionsName(const CpuFeatures& features);

/// The OpenBLAS core type to ask for, or nothing where `current` is as good or not a name we can
/// judge. OpenBLAS takes an older kernel where it does not know a processor, and that may halve the
/// speed: one thread of a Zen 5 reaches 126 GFLOP/s (sgemm, n = 1024) with "Haswell" and 237 with
/// "SkylakeX". Its own choice is never lowered.
[[nodiscard]] std::optional<std::string> chooseCore(const CpuFeatures& features,
                                                    std::string_view current);

/// What `selectBlasKernel` decides from: the facts of this process.
struct BlasSituation
{
    CpuFeatures features;
    std::optional<std::string> current{}; ///< OpenBLAS's core type; absent with another BLAS
    std::string requested{};              ///< OPENBLAS_CORETYPE; empty: not set
    bool restarted = false;               ///< this process is the restarted one
    bool overrideRequest = false;         ///< treat a requested core as OpenBLAS's own choice
};

/// The core type to restart with, or nothing: go on as is.
[[nodiscard]] std::optional<std::string> planRestart(const BlasSituation& situation);

/// "OpenBLAS 0.3.21" of "OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH Haswell MAX_THREADS=64".
[[nodiscard]] std::string parseBlasConfig(std::string_view config);

enum class RequestedCore
{
    Respect,  ///< a core type set by the user stays
    Override, ///< a lower one is replaced, as if OpenBLAS had chosen it
};

/// Makes this process compute with the best BLAS kernel of the processor and with one BLAS and
/// OpenMP thread (the engine runs clients in parallel instead). The core type can only be chosen
/// before OpenBLAS is loaded, so the process may restart itself, once and with its arguments;
/// therefore call this first in `main`. If the restart fails, OpenBLAS's own choice remains. An
/// OPENBLAS_CORETYPE that the user has set is respected; numbers of threads are not.
void selectBlasKernel(int argc, char** argv, RequestedCore requested = RequestedCore::Respect);

/// For the record of a run: "OpenBLAS 0.3.21", "MKL", or "unknown BLAS".
[[nodiscard]] std::string blasName();
/// OpenBLAS's core type, such as "SkylakeX"; "unknown" with another BLAS.
[[nodiscard]] std::string blasCore();

} // namespace coterie
