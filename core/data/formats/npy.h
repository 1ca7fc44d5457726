#pragma once

#include "core/data/formats/numbers.h"

namespace coterie {

/// Reads a .npy file: real numbers or booleans of any width but signed bytes, in C order, the last
/// index running fastest.
[[nodiscard]] Result<NumberArray> readNpy(ByteSource& source);

} // namespace coterie
