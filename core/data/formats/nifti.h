#pragma once

#include "core/data/formats/byte_source.h"

#include <array>

namespace coterie {

/// A scan: x × y × z values, the last index running fastest.
struct Volume
{
    std::array<std::size_t, 3> size{};
    std::vector<float> values;
};

/// Reads a NIfTI-1 file (one file, either byte order) of a single 3-D volume, with the header's
/// slope and intercept applied.
[[nodiscard]] Result<Volume> readNifti(ByteSource& source);

/// The mean over the voxels that fall into each of the target's, as adaptive average pooling (and
/// MONAI's "area" mode) does: voxel i covers floor(i·n/m) up to ceil((i+1)·n/m).
[[nodiscard]] Volume resizedByArea(const Volume& volume, const std::array<std::size_t, 3>& size);

} // namespace coterie
