#include "core/data/augment.h"

#include "core/base/random_stream.h"

#include <algorithm>
#include <cassert>

namespace coterie {

namespace {

constexpr std::uint32_t kTestRound = 0xFFFFFFFF;

/// Random crop of the padded picture, then a mirror image in half of the cases (HCCT's CIFAR-10
/// transform, ALGORITHMS §9.1).
PictureMove drawMove(const Augmentation& augmentation, RandomStream& stream)
{
    const auto places = static_cast<std::uint64_t>(2 * augmentation.padding + 1);
    PictureMove move;
    move.down = static_cast<std::int32_t>(stream.below(places)) - augmentation.padding;
    move.right = static_cast<std::int32_t>(stream.below(places)) - augmentation.padding;
    move.mirrored = augmentation.flip ? static_cast<std::int32_t>(stream.below(2)) : 0;
    return move;
}

template <typename Stored, typename Real>
void gatherMoved(const Samples& samples,
                 const std::vector<Stored>& values,
                 std::size_t sample,
                 const InputScale& inputScale,
                 const PictureMove& move,
                 Real* out)
{
    const SampleShape& shape = samples.shape;
    const Stored* from = values.data() + sample * shape.size();
    const auto height = static_cast<std::int32_t>(shape.height);
    const auto width = static_cast<std::int32_t>(shape.width);
    // Column x of the moved picture is column x + right of the stored one, if there is one.
    const std::int32_t first = std::clamp(-move.right, 0, width);
    const std::int32_t last = std::clamp(width - move.right, first, width);
    for (std::size_t channel = 0; channel < shape.channels; ++channel) {
        const auto scale =
            static_cast<Real>(inputScale.scale[inputScale.scale.size() == 1 ? 0 : channel]);
        const auto offset =
            static_cast<Real>(inputScale.offset[inputScale.offset.size() == 1 ? 0 : channel]);
        const Real black = static_cast<Real>(samples.blackOf(sample, channel)) * scale + offset;
        for (std::int32_t y = 0; y < height; ++y, out += width) {
            const std::int32_t row = y + move.down;
            std::fill(out, out + width, black);
            if (row < 0 || row >= height)
                continue;
            const Stored* line = from + static_cast<std::ptrdiff_t>(row) * width;
            for (std::int32_t x = first; x < last; ++x)
                out[x] = static_cast<Real>(line[x + move.right]) * scale + offset;
            if (move.mirrored != 0)
                std::reverse(out, out + width);
        }
        from += static_cast<std::ptrdiff_t>(height) * width;
    }
}

} // namespace

std::vector<PictureMove> trainingMoves(const Augmentation& augmentation,
                                       const AugmentKey& key,
                                       std::uint32_t step,
                                       std::size_t count)
{
    std::vector<PictureMove> moves;
    if (!augmentation.any())
        return moves;
    RandomStream stream({.seed = key.seed,
                         .purpose = Purpose::Augment,
                         .round = key.round,
                         .client = key.client,
                         .peer = step});
    moves.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        moves.push_back(drawMove(augmentation, stream));
    return moves;
}

std::vector<PictureMove> testMoves(const Augmentation& augmentation,
                                   std::uint64_t seed,
                                   std::span<const std::int32_t> indices)
{
    std::vector<PictureMove> moves;
    if (!augmentation.any() || !augmentation.alsoTest)
        return moves;
    moves.reserve(indices.size());
    for (const std::int32_t index : indices) {
        RandomStream stream({.seed = seed,
                             .purpose = Purpose::Augment,
                             .round = kTestRound,
                             .client = static_cast<std::uint32_t>(index)});
        moves.push_back(drawMove(augmentation, stream));
    }
    return moves;
}

template <typename Real>
void gather(const Samples& samples,
            const InputScale& inputScale,
            std::span<const std::int32_t> indices,
            std::span<const PictureMove> moves,
            Real* out)
{
    if (moves.empty()) {
        gather(samples, inputScale, indices, out);
        return;
    }
    assert(moves.size() == indices.size());
    const std::size_t size = samples.shape.size();
    std::visit(
        [&](const auto& values) {
            for (std::size_t i = 0; i < indices.size(); ++i)
                gatherMoved(samples,
                            values,
                            static_cast<std::size_t>(indices[i]),
                            inputScale,
                            moves[i],
                            out + i * size);
        },
        samples.values);
}

template void gather<float>(const Samples&,
                            const InputScale&,
                            std::span<const std::int32_t>,
                            std::span<const PictureMove>,
                            float*);
template void gather<double>(const Samples&,
                             const InputScale&,
                             std::span<const std::int32_t>,
                             std::span<const PictureMove>,
                             double*);

} // namespace coterie
