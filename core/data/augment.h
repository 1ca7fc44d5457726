#pragma once

#include "core/data/dataset.h"

#include <cstdint>
#include <span>
#include <vector>

namespace coterie {

/// How one picture is moved: its content shifts up by `down` and left by `right` pixels (the other
/// side is filled with Samples::black), then it is mirrored left to right or not.
struct PictureMove
{
    std::int32_t down = 0;
    std::int32_t right = 0;
    std::int32_t mirrored = 0; ///< 1 or 0

    bool operator==(const PictureMove&) const = default;
};

/// Names the draws of a client's local step.
struct AugmentKey
{
    std::uint64_t seed = 0;
    std::uint32_t round = 0;
    std::uint32_t client = 0;
};

/// The moves of a mini-batch, a pure function of key and step. Empty without augmentation.
[[nodiscard]] std::vector<PictureMove> trainingMoves(const Augmentation& augmentation,
                                                     const AugmentKey& key,
                                                     std::uint32_t step,
                                                     std::size_t count);

/// For Augmentation::alsoTest: one move for each sample, fixed for a run. Empty without that flag.
[[nodiscard]] std::vector<PictureMove> testMoves(const Augmentation& augmentation,
                                                 std::uint64_t seed,
                                                 std::span<const std::int32_t> indices);

/// As gather() of dataset.h; `moves` has one entry per index, or none at all.
template <typename Real>
void gather(const Samples& samples,
            const InputScale& inputScale,
            std::span<const std::int32_t> indices,
            std::span<const PictureMove> moves,
            Real* out);

} // namespace coterie
