#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace coterie {

/// FIPS 180-4, as 64 lower-case hexadecimal digits.
[[nodiscard]] std::string sha256(std::string_view bytes);

/// 64 bits that tell contents apart; not for secrets. Four lanes, so that it runs at the speed of
/// memory.
[[nodiscard]] std::uint64_t contentHash(std::span<const std::byte> bytes);

} // namespace coterie
