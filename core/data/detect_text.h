#pragma once

#include "core/data/detect_data.h"

#include <cstdint>
#include <optional>
#include <span>

namespace coterie {

/// A file whose name ends as a text's and whose first bytes are prose in UTF-8. `table` is what its
/// lines may be otherwise: columns between commas are a table, words between blanks are not.
[[nodiscard]] std::optional<DetectedData> textFile(const std::filesystem::path& file,
                                                   std::span<const std::uint8_t> begin,
                                                   const std::optional<DetectedData>& table);

} // namespace coterie
