#include "core/data/dataset.h"

#include <cassert>

namespace coterie {

namespace {

template <typename Stored, typename Real>
void gatherStored(const std::vector<Stored>& values,
                  const SampleShape& shape,
                  const InputScale& inputScale,
                  std::span<const std::int32_t> indices,
                  Real* out)
{
    const std::size_t plane = shape.height * shape.width;
    for (const std::int32_t index : indices) {
        const Stored* from = values.data() + static_cast<std::size_t>(index) * shape.size();
        for (std::size_t channel = 0; channel < shape.channels; ++channel) {
            // One entry stands for all channels.
            const auto scale =
                static_cast<Real>(inputScale.scale[inputScale.scale.size() == 1 ? 0 : channel]);
            const auto offset =
                static_cast<Real>(inputScale.offset[inputScale.offset.size() == 1 ? 0 : channel]);
            for (std::size_t pixel = 0; pixel < plane; ++pixel) // plain enough to be vectorised
                out[pixel] = static_cast<Real>(from[pixel]) * scale + offset;
            from += plane;
            out += plane;
        }
    }
}

} // namespace

std::size_t Samples::count() const
{
    const std::size_t stored = std::visit([](const auto& held) { return held.size(); }, values);
    return shape.size() == 0 ? 0 : stored / shape.size();
}

template <typename Real>
void gather(const Samples& samples,
            const InputScale& inputScale,
            std::span<const std::int32_t> indices,
            Real* out)
{
    assert(inputScale.scale.size() == 1 || inputScale.scale.size() == samples.shape.channels);
    assert(inputScale.offset.size() == 1 || inputScale.offset.size() == samples.shape.channels);
    std::visit(
        [&](const auto& held) { gatherStored(held, samples.shape, inputScale, indices, out); },
        samples.values);
}

template void
gather<float>(const Samples&, const InputScale&, std::span<const std::int32_t>, float*);
template void
gather<double>(const Samples&, const InputScale&, std::span<const std::int32_t>, double*);

std::vector<std::int64_t> classCounts(const Dataset& dataset,
                                      std::span<const std::int32_t> trainIndices)
{
    std::vector<std::int64_t> counts(dataset.classes, 0);
    if (dataset.classes > 0)
        for (const std::int32_t index : trainIndices)
            ++counts[static_cast<std::size_t>(
                dataset.train.labels[static_cast<std::size_t>(index)])];
    return counts;
}

std::vector<std::vector<std::int64_t>> classCounts(const Dataset& dataset, const Shards& shards)
{
    std::vector<std::vector<std::int64_t>> counts;
    counts.reserve(shards.size());
    for (const Shard& shard : shards)
        counts.push_back(classCounts(dataset, shard.train));
    return counts;
}

} // namespace coterie
