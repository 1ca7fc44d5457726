#include "core/base/hash.h"

#include <array>
#include <bit>
#include <cstring>

namespace coterie {

namespace {

/// The first 32 bits of the fractions of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2).
constexpr std::array<std::uint32_t, 64> kRoundConstants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

/// The same of the square roots of the first eight (5.3.3).
constexpr std::array<std::uint32_t, 8> kStart{
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

constexpr std::size_t kBlockBytes = 64;

std::uint32_t wordAt(std::string_view block, std::size_t index)
{
    std::uint32_t word = 0;
    for (std::size_t byte = 0; byte < 4; ++byte)
        word = word << 8 | static_cast<unsigned char>(block[4 * index + byte]);
    return word;
}

/// FIPS 180-4, section 6.2.2; the letters are the standard's.
void mixIn(std::array<std::uint32_t, 8>& hash, std::string_view block)
{
    std::array<std::uint32_t, 64> w{};
    for (std::size_t t = 0; t < 16; ++t)
        w[t] = wordAt(block, t);
    for (std::size_t t = 16; t < 64; ++t) {
        const std::uint32_t s0 =
            std::rotr(w[t - 15], 7) ^ std::rotr(w[t - 15], 18) ^ w[t - 15] >> 3;
        const std::uint32_t s1 = std::rotr(w[t - 2], 17) ^ std::rotr(w[t - 2], 19) ^ w[t - 2] >> 10;
        w[t] = s1 + w[t - 7] + s0 + w[t - 16];
    }
    auto [a, b, c, d, e, f, g, h] = hash;
    for (std::size_t t = 0; t < 64; ++t) {
        const std::uint32_t sum1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
        const std::uint32_t choice = (e & f) ^ (~e & g);
        const std::uint32_t t1 = h + sum1 + choice + kRoundConstants[t] + w[t];
        const std::uint32_t sum0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
        const std::uint32_t majority = (a & b) ^ (a & c) ^ (b & c);
        h = g;
        g = f;
        f = e;
        e = d + t1;
        d = c;
        c = b;
        b = a;
        a = t1 + sum0 + majority;
    }
    const std::array<std::uint32_t, 8> mixed{a, b, c, d, e, f, g, h};
    for (std::size_t index = 0; index < hash.size(); ++index)
        hash[index] += mixed[index];
}

} // namespace

Sha256::Sha256()
    : m_hash(kStart)
{}

void Sha256::add(std::string_view bytes)
{
    m_size += bytes.size();
    if (!m_rest.empty()) {
        const std::string_view more = bytes.substr(0, kBlockBytes - m_rest.size());
        m_rest += more;
        bytes.remove_prefix(more.size());
        if (m_rest.size() < kBlockBytes)
            return;
        mixIn(m_hash, m_rest);
        m_rest.clear();
    }
    while (bytes.size() >= kBlockBytes) {
        mixIn(m_hash, bytes.substr(0, kBlockBytes));
        bytes.remove_prefix(kBlockBytes);
    }
    m_rest = bytes;
}

std::string Sha256::digits() const
{
    std::array<std::uint32_t, 8> hash = m_hash;
    const std::uint64_t bits = m_size * 8;
    std::string tail = m_rest;
    tail += '\x80';
    while (tail.size() % kBlockBytes != kBlockBytes - 8)
        tail += '\0';
    for (int shift = 56; shift >= 0; shift -= 8)
        tail += static_cast<char>(bits >> shift & 0xFF);
    for (std::size_t start = 0; start < tail.size(); start += kBlockBytes)
        mixIn(hash, std::string_view(tail).substr(start, kBlockBytes));

    constexpr std::string_view kHex = "0123456789abcdef";
    std::string digits;
    for (const std::uint32_t word : hash) {
        for (int shift = 28; shift >= 0; shift -= 4)
            digits += kHex[word >> shift & 0xF];
    }
    return digits;
}

std::string sha256(std::string_view bytes)
{
    Sha256 hash;
    hash.add(bytes);
    return hash.digits();
}

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
