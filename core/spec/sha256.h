#pragma once

#include <string>
#include <string_view>

namespace coterie {

/// FIPS 180-4, as 64 lower-case hexadecimal digits.
[[nodiscard]] std::string sha256(std::string_view bytes);

} // namespace coterie
