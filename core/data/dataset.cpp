#include "core/data/dataset.h"

#include <cassert>

namespace coterie {

namespace {

template <typename Stored, typename Real>
void scaleSample(const Stored* from,
                 const SampleShape& shape,
                 const InputScale& inputScale,
                 Real* out)
{
    const std::size_t plane = shape.plane();
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

} // namespace

std::size_t Samples::count() const
{
    if (source)
        return source->count();
    const std::size_t stored = std::visit([](const auto& held) { return held.size(); }, values);
    return shape.size() == 0 ? 0 : stored / shape.size();
}

float Samples::blackOf(std::size_t sample, std::size_t channel) const
{
    if (black.size() == 1)
        return black.front();
    return black[static_cast<std::size_t>(domains[sample]) * shape.channels + channel];
}

Task Dataset::task() const
{
    if (classes > 0)
        return Task::Classes;
    return train.masks.empty() && officialTest.masks.empty() ? Task::Target : Task::Mask;
}

template <typename Real>
void gather(const Samples& samples,
            const InputScale& inputScale,
            std::span<const std::int32_t> indices,
            Real* out)
{
    assert(inputScale.scale.size() == 1 || inputScale.scale.size() == samples.shape.channels);
    assert(inputScale.offset.size() == 1 || inputScale.offset.size() == samples.shape.channels);
    const SampleShape& shape = samples.shape;
    const std::size_t size = shape.size();
    if (samples.source) {
        std::vector<double> values(size);
        for (const std::int32_t index : indices) {
            (void)samples.source->make(index, values);
            scaleSample(values.data(), shape, inputScale, out);
            out += size;
        }
        return;
    }
    std::visit(
        [&](const auto& held) {
            for (const std::int32_t index : indices) {
                const auto* sample = held.data() + static_cast<std::size_t>(index) * size;
                scaleSample(sample, shape, inputScale, out);
                out += size;
            }
        },
        samples.values);
}

template void
gather<float>(const Samples&, const InputScale&, std::span<const std::int32_t>, float*);
template void
gather<double>(const Samples&, const InputScale&, std::span<const std::int32_t>, double*);

std::vector<std::int32_t>
seenInRound(const Samples& samples, std::span<const std::int32_t> indices, std::uint32_t round)
{
    std::vector<std::int32_t> seen(indices.begin(), indices.end());
    if (samples.source)
        for (std::int32_t& sample : seen)
            sample = samples.source->inRound(sample, round);
    return seen;
}

void gatherTargets(const Samples& samples,
                   std::span<const std::int32_t> indices,
                   std::vector<double>& targets)
{
    targets.clear();
    std::vector<double> values(samples.source ? samples.shape.size() : 0);
    for (const std::int32_t index : indices)
        targets.push_back(
            samples.source ? samples.source->make(index, values)
                           : static_cast<double>(samples.targets[static_cast<std::size_t>(index)]));
}

void gatherMasks(const Samples& samples,
                 std::span<const std::int32_t> indices,
                 std::vector<std::uint8_t>& masks)
{
    masks.clear();
    const std::size_t voxels = samples.shape.plane();
    for (const std::int32_t index : indices) {
        const auto first = samples.masks.begin()
                           + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(index) * voxels);
        masks.insert(masks.end(), first, first + static_cast<std::ptrdiff_t>(voxels));
    }
}

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
