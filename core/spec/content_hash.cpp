#include "core/spec/content_hash.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace coterie {

std::uint64_t contentHash(std::span<const std::byte> bytes)
{
    // Odd multipliers make each step a bijection of its lane, so a single changed word always
    // changes the lane; the rotation carries high bits back to where the next multiplication
    // spreads them.
    constexpr std::array<std::uint64_t, 4> kMultipliers{
        0x9E3779B97F4A7C15U, 0xC2B2AE3D27D4EB4FU, 0xD6E8FEB86659FD93U, 0xA0761D6478BD642FU};
    constexpr std::size_t kStride = 4 * sizeof(std::uint64_t);
    std::array<std::uint64_t, 4> lanes = kMultipliers;
    const auto step = [&lanes, &kMultipliers](std::size_t lane, std::uint64_t word) {
        lanes[lane] = std::rotl((lanes[lane] ^ word) * kMultipliers[lane], 29);
    };
    const std::byte* at = bytes.data();
    std::size_t left = bytes.size();
    for (; left >= kStride; left -= kStride, at += kStride) {
        std::array<std::uint64_t, 4> words;
        std::memcpy(words.data(), at, kStride);
        for (std::size_t lane = 0; lane < 4; ++lane)
            step(lane, words[lane]);
    }
    if (left > 0) {
        std::array<std::uint64_t, 4> words{};
        std::memcpy(words.data(), at, left);
        for (std::size_t lane = 0; lane < 4; ++lane)
            step(lane, words[lane]);
    }
    std::uint64_t hash = bytes.size();
    for (const std::uint64_t lane : lanes) {
        hash = (hash ^ lane) * kMultipliers[0];
        hash ^= hash >> 32;
    }
    return hash;
}

} // namespace coterie
