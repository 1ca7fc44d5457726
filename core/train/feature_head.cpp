#include "core/train/feature_head.h"

namespace coterie {

RandomStream
headStream(std::uint64_t seed, int round, std::size_t client, std::optional<std::uint32_t> step)
{
    return RandomStream({.seed = seed,
                         .purpose = Purpose::Head,
                         .round = static_cast<std::uint32_t>(round),
                         .client = static_cast<std::uint32_t>(client),
                         .peer = step ? *step + 1 : 0});
}

} // namespace coterie
