#include "core/base/random_stream.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>

namespace coterie {

namespace {

__extension__ using Wide = unsigned __int128;

std::uint32_t low32(std::uint64_t value)
{
    return static_cast<std::uint32_t>(value);
}

std::uint32_t high32(std::uint64_t value)
{
    return static_cast<std::uint32_t>(value >> 32);
}

} // namespace

/// Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3 (SC 2011), section 4.3.
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key)
{
    constexpr std::uint64_t kMultiplier0 = 0xD2511F53;
    constexpr std::uint64_t kMultiplier1 = 0xCD9E8D57;
    constexpr std::uint32_t kGoldenRatio = 0x9E3779B9;
    constexpr std::uint32_t kRootOfThree = 0xBB67AE85;
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t product0 = kMultiplier0 * counter[0];
        const std::uint64_t product1 = kMultiplier1 * counter[2];
        counter = {high32(product1) ^ counter[1] ^ key[0],
                   low32(product1),
                   high32(product0) ^ counter[3] ^ key[1],
                   low32(product0)};
        key[0] += kGoldenRatio;
        key[1] += kRootOfThree;
    }
    return counter;
}

/// Philox under one key is a bijection, so two streams of one seed that differ in purpose, round,
/// client or peer get different 128 bits for certain; two seeds share them with probability 2^-128.
/// Half of the bits become the stream's key, half the upper words of its counter, whose lower 64
/// bits count the blocks.
RandomStream::RandomStream(const StreamKey& key)
{
    const std::array<std::uint32_t, 4> mixed =
        philox({key.round, key.client, key.peer, static_cast<std::uint32_t>(key.purpose)},
               {low32(key.seed), high32(key.seed)});
    m_key = {mixed[0], mixed[1]};
    m_counter = {0, 0, mixed[2], mixed[3]};
}

void RandomStream::refill()
{
    m_counter[0] = low32(m_blockIndex);
    m_counter[1] = high32(m_blockIndex);
    m_block = philox(m_counter, m_key);
    ++m_blockIndex;
    m_used = 0;
}

std::uint32_t RandomStream::next32()
{
    m_hasSpareNormal = false;
    if (m_used == m_block.size())
        refill();
    return m_block[m_used++];
}

std::uint64_t RandomStream::next64()
{
    const std::uint64_t low = next32();
    return low | (std::uint64_t{next32()} << 32);
}

double RandomStream::uniform()
{
    return static_cast<double>(next64() >> 11) * 0x1p-53;
}

/// Lemire: Fast random integer generation in an interval (2019): a multiplication, and a division
/// only where the draw might have to be refused.
std::uint64_t RandomStream::below(std::uint64_t bound)
{
    assert(bound > 0);
    Wide product = Wide{next64()} * bound;
    if (static_cast<std::uint64_t>(product) < bound) {
        const std::uint64_t threshold = (0 - bound) % bound;
        while (static_cast<std::uint64_t>(product) < threshold)
            product = Wide{next64()} * bound;
    }
    return static_cast<std::uint64_t>(product >> 64);
}

double RandomStream::normal()
{
    if (m_hasSpareNormal) {
        m_hasSpareNormal = false;
        return m_spareNormal;
    }
    const double radius = std::sqrt(-2 * std::log(1 - uniform())); // 1 - u is never 0
    const double angle = 2 * std::numbers::pi * uniform();
    m_spareNormal = radius * std::sin(angle);
    m_hasSpareNormal = true;
    return radius * std::cos(angle);
}

/// Marsaglia, Tsang: A simple method for generating gamma variables (2000).
double RandomStream::gamma(double shape)
{
    assert(shape > 0);
    if (shape < 1) {
        const double larger = gamma(shape + 1);
        return larger * std::pow(1 - uniform(), 1 / shape);
    }
    const double d = shape - 1.0 / 3.0;
    const double c = 1 / std::sqrt(9 * d);
    while (true) {
        const double x = normal();
        const double root = 1 + c * x;
        if (root <= 0)
            continue;
        const double v = root * root * root;
        if (std::log(1 - uniform()) < x * x / 2 + d - d * v + d * std::log(v))
            return d * v;
    }
}

/// Through logarithms: with a concentration of 0.01 most gammas are smaller than the smallest
/// double, but their ratios are what counts.
std::vector<double> RandomStream::dirichlet(std::span<const double> concentration)
{
    assert(std::ranges::any_of(concentration, [](double alpha) { return alpha > 0; }));
    constexpr double kNothing = -std::numeric_limits<double>::infinity();
    std::vector<double> shares(concentration.size());
    double largest = kNothing;
    while (!std::isfinite(largest)) {
        largest = kNothing;
        for (std::size_t index = 0; index < shares.size(); ++index) {
            const double alpha = concentration[index];
            double& logGamma = shares[index];
            logGamma = kNothing;
            if (alpha > 0) {
                logGamma = std::log(gamma(alpha < 1 ? alpha + 1 : alpha));
                if (alpha < 1)
                    logGamma += std::log(1 - uniform()) / alpha;
            }
            largest = std::max(largest, logGamma);
        }
    }
    double sum = 0;
    for (double& share : shares) {
        share = std::exp(share - largest);
        sum += share;
    }
    for (double& share : shares)
        share /= sum;
    return shares;
}

} // namespace coterie
