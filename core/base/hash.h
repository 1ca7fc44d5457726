#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace coterie {

/// SHA-256 of bytes that come piece by piece.
class Sha256
{
public:
    Sha256();
    void add(std::string_view bytes);
    /// Of all bytes so far.
    [[nodiscard]] std::string digits() const;

private:
    std::array<std::uint32_t, 8> m_hash;
    std::string m_rest; ///< less than a block
    std::uint64_t m_size = 0;
};

/// FIPS 180-4, as 64 lower-case hexadecimal digits.
[[nodiscard]] std::string sha256(std::string_view bytes);

/// 64 bits that tell contents apart; not for secrets. Four lanes, so that it runs at the speed of
/// memory.
[[nodiscard]] std::uint64_t contentHash(std::span<const std::byte> bytes);

} // namespace coterie
