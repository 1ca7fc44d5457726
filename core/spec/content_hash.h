#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace coterie {

/// 64 bits that tell contents apart; not for secrets. Four lanes, so that it runs at the speed of
/// memory.
[[nodiscard]] std::uint64_t contentHash(std::span<const std::byte> bytes);

} // namespace coterie
