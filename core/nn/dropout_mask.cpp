#include "core/nn/dropout_mask.h"

#include "core/base/random_stream.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace coterie {

namespace {

constexpr std::size_t kDrawn = 4;

} // namespace

template <typename Scalar>
void fillDropoutMask(const DropoutKey& key,
                     std::uint32_t step,
                     std::uint32_t layer,
                     double probability,
                     Scalar* mask,
                     std::size_t count)
{
    assert(probability >= 0 && probability <= 1);
    assert(count / kDrawn < (std::size_t{1} << 32));

    // As a RandomStream starts: the names fill one block, whose bits become the key and part of the
    // counter of the positions; step, layer and position fill the rest.
    const std::array<std::uint32_t, 4> mixed =
        philox({key.round, key.client, key.peer, static_cast<std::uint32_t>(Purpose::Dropout)},
               {static_cast<std::uint32_t>(key.seed), static_cast<std::uint32_t>(key.seed >> 32)});

    // A 32-bit draw below p·2³² is dropped; 64 bits because p = 1 must drop the largest draw too.
    const auto threshold = static_cast<std::uint64_t>(std::llround(std::ldexp(probability, 32)));
    const auto kept = static_cast<Scalar>(probability < 1 ? 1.0 / (1.0 - probability) : 0.0);

    for (std::size_t start = 0; start < count; start += kDrawn) {
        const std::array<std::uint32_t, 4> draws =
            philox({static_cast<std::uint32_t>(start / kDrawn), layer, step, mixed[2]},
                   {mixed[0], mixed[1]});
        const std::size_t width = std::min(kDrawn, count - start);
        for (std::size_t i = 0; i < width; ++i)
            mask[start + i] = draws[i] < threshold ? Scalar{0} : kept;
    }
}

template void fillDropoutMask<float>(
    const DropoutKey&, std::uint32_t, std::uint32_t, double, float*, std::size_t);
template void fillDropoutMask<double>(
    const DropoutKey&, std::uint32_t, std::uint32_t, double, double*, std::size_t);

} // namespace coterie
