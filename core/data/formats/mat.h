#pragma once

#include "core/data/dataset.h"
#include "core/data/formats/numbers.h"

#include <string_view>

namespace coterie {

/// A numeric array of a MATLAB file, its values in MATLAB's order: the first index runs fastest.
struct MatArray
{
    std::vector<std::size_t> dimensions;
    Numbers values;
    NumberPlace place;
};

/// Reads the named arrays of a MATLAB 5 file (little-endian; variables compressed or not) and
/// skips all others. All of them must exist; they are returned in the order of `names`.
[[nodiscard]] Result<std::vector<MatArray>> readMat(ByteSource& source,
                                                    std::span<const std::string_view> names);

/// Pictures and labels as SVHN is published: X is height × width × channels × samples in bytes, y
/// holds a label per sample. Label 10 stands for 0 where `tenIsZero`.
[[nodiscard]] Result<Samples> readMatPictures(ByteSource& source, bool tenIsZero);

} // namespace coterie
