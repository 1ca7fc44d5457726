#pragma once

#include "core/data/dataset.h"

#include <cstdint>

namespace coterie {

struct VolumesParameters
{
    std::size_t samples = 60;
    std::size_t depth = 48;
    std::size_t height = 60;
    std::size_t width = 48;
    std::uint64_t seed = 1;
};

/// Scans of a head with a mask of the brain, from three centres whose devices differ in gain,
/// contrast, shading and noise. A stand-in for the IXI data (All-for-one, IXI): as many of each
/// hundred are from each centre as there. Sample i is a pure function of (seed, size, i).
[[nodiscard]] Dataset makeVolumes(const VolumesParameters& parameters);

} // namespace coterie
