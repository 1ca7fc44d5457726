#pragma once

#include "core/data/formats/bytes.h"

#include <map>

namespace coterie {

/// A text of lines "FILE LABEL", as MNIST-M has: each file once, labels from 0 to classes - 1.
[[nodiscard]] Result<std::map<std::string, std::int32_t>> readLabelLines(ByteSource& source,
                                                                         std::size_t classes);

} // namespace coterie
