#pragma once

#include "core/data/dataset.h"
#include "core/data/formats/bytes.h"

namespace coterie {

/// Pictures and labels as SVHN is published, in a MATLAB 5 file (little-endian; variables
/// compressed or not): X is height × width × channels × samples in bytes, y holds a label per
/// sample. Other arrays are skipped. Label 10 stands for 0 where `tenIsZero`.
[[nodiscard]] Result<Samples> readMatPictures(ByteSource& source, bool tenIsZero);

} // namespace coterie
