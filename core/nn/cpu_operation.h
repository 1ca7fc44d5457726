#pragma once

#include "core/nn/dropout_mask.h"
#include "core/nn/kernels.h"
#include "core/nn/line_vector.h"
#include "core/nn/network.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace coterie {

/// Activations and their gradient between two operations, channel-major: element (c, b, p) at
/// (c·batch + b)·plane + p. Flat features are channels with a plane of one.
template <typename Scalar>
struct Blob
{
    std::size_t channels = 0;
    std::size_t height = 1;
    std::size_t width = 1;
    std::span<Scalar> value = {};     ///< may be another blob's, which nobody then changes
    LineVector<Scalar> gradient = {}; ///< empty if not needed
    bool sampleMajor = false;         ///< only the network's input, when flat: [batch][features]

    [[nodiscard]] std::size_t plane() const { return height * width; }
    [[nodiscard]] std::size_t size() const { return channels * plane(); }
    [[nodiscard]] std::size_t largestBatch() const { return value.size() / size(); }
};

/// One pass over one batch.
template <typename Scalar>
struct CpuPass
{
    const Scalar* parameters = nullptr;
    const Scalar* buffers = nullptr;
    Scalar* movingBuffers =
        nullptr; ///< the same row, where training moves running statistics; else null
    Scalar* gradient = nullptr; ///< the flat gradient row of a backward pass
    std::size_t batch = 0;
    bool training = false;
    DropoutKey dropout = {};
    std::uint32_t step = 0;
};

/// Calls visit(samples) for all of a batch, so many at a time.
template <typename Visit>
void eachBlockOf(std::size_t samples, std::size_t batch, const Visit& visit)
{
    for (std::size_t first = 0; first < batch; first += samples)
        visit(
            SampleRange{.batch = batch, .first = first, .count = std::min(samples, batch - first)});
}

/// Memory that the operations of a plan use in turn, so that it stays in the cache; nothing in it
/// lasts from one to the next.
template <typename Scalar>
using SharedMemory = std::shared_ptr<LineVector<Scalar>>;

/// One operation of a planned step. The two functions hold its scratch memory and know the blobs
/// before and after it.
template <typename Scalar>
struct CpuOperation
{
    using Function = std::function<void(const CpuPass<Scalar>& pass)>;

    Function forward;
    /// Fills the gradient before it (if that blob has one) and its slices of pass.gradient.
    Function backward;
};

/// A slice of the parameter row, or nothing.
struct SlicePlace
{
    bool exists = false;
    std::size_t offset = 0;
};

[[nodiscard]] inline SlicePlace placeOf(const Network& network, std::size_t layer, SliceRole role)
{
    const Slice* slice = network.layout().parameter(layer, role);
    return slice ? SlicePlace{.exists = true, .offset = slice->offset} : SlicePlace{};
}

// `bias` names the bias of the linear layer or convolution just before, which is added where the
// result is next touched.

/// A linear layer or a convolution.
template <typename Scalar>
CpuOperation<Scalar> makeProduct(const Network& network,
                                 std::size_t layer,
                                 Blob<Scalar>& before,
                                 Blob<Scalar>& after,
                                 const SharedMemory<Scalar>& shared);
/// The bias in place, with or without a cut at zero.
template <typename Scalar>
CpuOperation<Scalar> makeBias(SlicePlace bias, bool rectify, Blob<Scalar>& blob);
/// Bias, 2×2 maximum and cut at zero in one pass over a convolution's result.
template <typename Scalar>
CpuOperation<Scalar>
makePool2(SlicePlace bias, bool rectify, Blob<Scalar>& before, Blob<Scalar>& after);
/// The same numbers in another order: planes to flat features, or samples to channel-major.
template <typename Scalar>
CpuOperation<Scalar> makeReorder(Blob<Scalar>& before, Blob<Scalar>& after);
/// The gradient of a sum is that of what was added, too. That of the sum holds nothing afterwards.
template <typename Scalar>
void passGradient(Blob<Scalar>& sum, Blob<Scalar>& added)
{
    if (!added.gradient.empty())
        std::swap(added.gradient, sum.gradient);
}
/// What batch-norm and group-norm do in the same pass: they add what a shortcut kept, and cut at
/// zero. The blob after the norm is the one after the last of these.
template <typename Scalar>
struct NormEnd
{
    Blob<Scalar>* kept = nullptr;
    bool rectify = false;

    /// The values to add from a place on; null without any.
    [[nodiscard]] const Scalar* addedFrom(std::size_t at) const
    {
        return kept ? kept->value.data() + at : nullptr;
    }
    /// What shows where a result was cut; null if none is.
    [[nodiscard]] const Scalar* cutIn(const Blob<Scalar>& after, std::size_t at) const
    {
        return rectify ? after.value.data() + at : nullptr;
    }
};

template <typename Scalar>
CpuOperation<Scalar> makeBatchNorm(const Network& network,
                                   std::size_t layer,
                                   const NormEnd<Scalar>& end,
                                   Blob<Scalar>& before,
                                   Blob<Scalar>& after);
/// Group-norm and layer-norm; the end of a layer-norm is empty.
template <typename Scalar>
CpuOperation<Scalar> makeSampleNorm(const Network& network,
                                    std::size_t layer,
                                    const NormEnd<Scalar>& end,
                                    Blob<Scalar>& before,
                                    Blob<Scalar>& after);

// Shortcuts. An operation writes the gradient of the blob before it; a branch, which comes after in
// the backward pass, adds its own.

/// `branch` passes through the layers, while the shortcut keeps the same values as `kept`.
template <typename Scalar>
CpuOperation<Scalar> makeBranch(Blob<Scalar>& kept, Blob<Scalar>& branch);
/// Not in place, as makeBias() is: others still read what came before.
template <typename Scalar>
CpuOperation<Scalar> makeRelu(Blob<Scalar>& before, Blob<Scalar>& after);
template <typename Scalar>
CpuOperation<Scalar> makeAdd(Blob<Scalar>& kept, Blob<Scalar>& before, Blob<Scalar>& after);
template <typename Scalar>
CpuOperation<Scalar> makeConcatenate(Blob<Scalar>& kept, Blob<Scalar>& before, Blob<Scalar>& after);

/// All other layers.
template <typename Scalar>
CpuOperation<Scalar>
makeSimple(const Network& network, std::size_t layer, Blob<Scalar>& before, Blob<Scalar>& after);

} // namespace coterie
