#pragma once

#include <cstddef>
#include <cstdint>

namespace coterie {

/// Names the masks of one client's local work in one round; together with step and layer a mask is
/// a pure function.
struct DropoutKey
{
    std::uint64_t seed = 0;
    std::uint32_t round = 0;
    std::uint32_t client = 0;
    std::uint32_t peer = 0;
};

/// Writes `count` factors: 0 with probability p, else 1/(1−p). Sample-major as the layer's input
/// is, so it does not depend on how a device lays out memory.
template <typename Scalar>
void fillDropoutMask(const DropoutKey& key,
                     std::uint32_t step,
                     std::uint32_t layer,
                     double probability,
                     Scalar* mask,
                     std::size_t count);

} // namespace coterie
