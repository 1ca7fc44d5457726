#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace coterie {

/// What a stream of random numbers is for. Written into every key, so two purposes never share
/// numbers.
enum class Purpose : std::uint32_t
{
    Initialise = 1,
    Partition = 2,
    Shuffle = 3,
    Batch = 4,
    Sampler = 5,
    Dropout = 6,
    Synthesise = 7,
    Split = 8,
    Algorithm = 9,
    Augment = 10,
    Head = 11,
};

struct StreamKey
{
    std::uint64_t seed = 0;
    Purpose purpose = Purpose::Initialise;
    std::uint32_t round = 0;
    std::uint32_t client = 0;
    std::uint32_t peer = 0;
};

/// A counter-based stream (Philox 4×32-10): a pure function of its key, so any thread may draw any
/// client's numbers in any order and the bits are the same.
class RandomStream
{
public:
    explicit RandomStream(const StreamKey& key);

    std::uint32_t next32();
    std::uint64_t next64();
    /// Uniform in [0, 1), 53 bits.
    double uniform();
    double uniform(double low, double high) { return low + (high - low) * uniform(); }
    /// Uniform in [0, bound), without bias; bound > 0.
    std::uint64_t below(std::uint64_t bound);
    /// Standard normal (Box–Muller, both values used).
    double normal();
    /// Gamma(shape, 1), shape > 0 (Marsaglia–Tsang; a boost for shape < 1).
    double gamma(double shape);
    /// Dirichlet; redrawn while it underflows to all zeros.
    std::vector<double> dirichlet(std::span<const double> concentration);

    /// Fisher–Yates.
    template <typename T>
    void shuffle(std::span<T> values)
    {
        for (std::size_t left = values.size(); left > 1; --left)
            std::swap(values[left - 1], values[static_cast<std::size_t>(below(left))]);
    }

private:
    void refill();

    std::array<std::uint32_t, 2> m_key{};
    std::array<std::uint32_t, 4> m_counter{};
    std::array<std::uint32_t, 4> m_block{};
    std::uint64_t m_blockIndex = 0;
    unsigned m_used = 4;
    double m_spareNormal = 0;
    bool m_hasSpareNormal = false;
};

/// One Philox 4×32-10 block, for code that wants numbers by position (dropout masks).
[[nodiscard]] std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                                  std::array<std::uint32_t, 2> key);

} // namespace coterie
