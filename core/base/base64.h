#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// RFC 4648, with padding and without line breaks.
[[nodiscard]] std::string toBase64(std::span<const std::byte> bytes);
/// Nothing where the text is not exactly what toBase64() writes.
[[nodiscard]] std::optional<std::vector<std::byte>> fromBase64(std::string_view text);

} // namespace coterie
