#pragma once

#include "core/nn/network.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace coterie {

enum class Initialisation
{
    LibTorch, ///< kaiming-uniform with a = √5, as LibTorch's modules start: U(−1/√fan, 1/√fan)
    Xavier,  ///< uniform with ReLU gain √2 on weights, zero biases (HiCS-FL's code)
    Kaiming, ///< normal, fan-in, ReLU gain on weights, zero biases
};

[[nodiscard]] Initialisation
initialisationNamed(std::string_view word); ///< "default", "xavier", "kaiming"

/// Fills one row of parameters and one of buffers from the stream (seed, Initialise, copy): the
/// same numbers on every device and, but for rounding, in both precisions. `copy` tells distinct
/// initial models apart (IFCA's).
template <typename Scalar>
void initialise(const Network& network,
                Initialisation scheme,
                std::uint64_t seed,
                std::uint32_t copy,
                std::span<Scalar> parameters,
                std::span<Scalar> buffers);

} // namespace coterie
