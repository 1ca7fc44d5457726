#include "core/data/partition/half_normal_sizes.h"

#include "core/spec/random_stream.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace coterie {

namespace {

constexpr std::uint32_t kSizePeer = 1; // samples are drawn from the streams of peer 0

} // namespace

std::vector<double> halfNormals(std::size_t clients, std::uint64_t seed)
{
    RandomStream stream({.seed = seed, .purpose = Purpose::Partition, .peer = kSizePeer});
    std::vector<double> draws(clients);
    do {
        for (double& draw : draws)
            draw = std::abs(stream.normal());
    } while (std::reduce(draws.begin(), draws.end()) <= 0);
    return draws;
}

std::vector<std::size_t>
proportionalSizes(std::span<const double> weights, std::size_t total, std::size_t least)
{
    assert(least * weights.size() <= total);
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    std::vector<std::size_t> sizes;
    for (const double weight : weights) {
        const double size = std::floor(static_cast<double>(total) * (weight / sum));
        sizes.push_back(std::max(least, static_cast<std::size_t>(size)));
    }
    std::size_t given = std::accumulate(sizes.begin(), sizes.end(), std::size_t{0});
    for (; given > total; --given)
        --*std::ranges::max_element(sizes);
    return sizes;
}

} // namespace coterie
