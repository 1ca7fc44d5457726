#pragma once

#include "core/data/formats/numbers.h"

#include <array>

namespace coterie {

/// A scan: x × y × z values, the last index running fastest.
struct Volume
{
    std::array<std::size_t, 3> size{};
    std::vector<float> values;
    NumberPlace place = {}; ///< in the file, where the first index runs fastest

    /// "FILE: at byte 400: voxel (1, 0, 5) must be finite (is nan)"
    [[nodiscard]] Unexpected<Error> failAt(std::size_t index, const std::string& allowed) const;
};

/// The byte of a scan's first size.
inline constexpr std::uint64_t kNiftiSizePlace = 42;

/// Reads a NIfTI-1 file (one file, either byte order) of a single 3-D volume, with the header's
/// slope and intercept applied.
[[nodiscard]] Result<Volume> readNifti(ByteSource& source);

/// The mean over the voxels that fall into each of the target's, as adaptive average pooling (and
/// MONAI's "area" mode) does: voxel i covers floor(i·n/m) up to ceil((i+1)·n/m).
[[nodiscard]] Volume resizedByArea(const Volume& volume, const std::array<std::size_t, 3>& size);

} // namespace coterie
