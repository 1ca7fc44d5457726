#pragma once

#include "core/data/formats/bytes.h"

namespace coterie {

/// The bytes that the values of a data set may take in memory: 2 GB, or COTERIE_DATA_GB of the
/// environment. Readers ask before they allocate, so a file that unpacks to more is refused at
/// once.
[[nodiscard]] Result<std::uint64_t> memoryLimit();

/// Refuses a data set that needs more, with a sentence that says how to raise the limit. `name` is
/// the file's or the data set's.
[[nodiscard]] Result<void> checkMemory(const std::string& name, std::uint64_t bytes);
/// The same at the place in a file that announces so much.
[[nodiscard]] Result<void> checkMemory(const ByteSource& source, std::uint64_t bytes);

} // namespace coterie
