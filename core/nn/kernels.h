#pragma once

#include "core/nn/gemm.h"

#include <cstddef>
#include <cstdint>

namespace coterie {

/// The index type as wide as Scalar, so that loops over both vectorise with equal lanes.
template <typename Scalar>
struct LaneIndex;
template <>
struct LaneIndex<float>
{
    using Type = std::int32_t;
};
template <>
struct LaneIndex<double>
{
    using Type = std::int64_t;
};

/// The shape of one convolution over planes, with a square kernel.
struct ConvShape
{
    std::size_t channels = 0; ///< of the input
    std::size_t height = 0;
    std::size_t width = 0;
    std::size_t kernel = 0;
    std::size_t padding = 0;
    std::size_t stride = 1;
    std::size_t dilation = 1;

    [[nodiscard]] std::size_t outOf(std::size_t extent) const
    {
        return (extent + 2 * padding - (kernel - 1) * dilation - 1) / stride + 1;
    }
    [[nodiscard]] std::size_t outHeight() const { return outOf(height); }
    [[nodiscard]] std::size_t outWidth() const { return outOf(width); }
    [[nodiscard]] std::size_t patch() const { return channels * kernel * kernel; }
};

/// Samples [first, first + count) of a batch.
struct SampleRange
{
    std::size_t batch = 0;
    std::size_t first = 0;
    std::size_t count = 0;
};

/// Channels of planes that are pooled.
struct PoolShape
{
    std::size_t channels = 0;
    std::size_t planes = 0; ///< of each channel
    std::size_t height = 0;
    std::size_t width = 0;
};

/// Some rows of the planes of one sample, with a border of zeros where they reach over the edge.
/// Its values lie pixel by pixel, each with its channels, which are filled up with zeros to
/// paddedChannels: value (y, x, c) at (y·columns + x)·padded + c.
struct PlaneWindow
{
    std::size_t channels = 0;
    std::size_t channelStride = 0; ///< numbers from one channel's plane to the next one's
    std::size_t height = 0;        ///< of the plane
    std::size_t width = 0;
    std::size_t padding = 0;  ///< columns left of the plane, and rows above its first one
    std::size_t firstRow = 0; ///< of the padded plane
    std::size_t rows = 0;
    std::size_t columns = 0;
};

/// Whole vectors of the widest instruction set, so that all of them use the same order. Static, as
/// a linker that merged it over files could take that of an instruction set the processor lacks.
template <typename Scalar>
[[nodiscard]] static constexpr std::size_t paddedChannels(std::size_t channels)
{
    constexpr std::size_t kVector = 64 / sizeof(Scalar);
    return (channels + kVector - 1) / kVector * kVector;
}

/// Tiles that begin at every second pixel of every second row of a window. Number i of 16 of a tile
/// lies at i·stride + tile·channels + c.
struct TileGrid
{
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::size_t channels = 0; ///< padded ones
    std::size_t stride = 0;
};

/// Where the 3×3 taps of a convolution lie, for each pair of a channel read and one made.
struct TapGrid
{
    std::size_t read = 0;
    std::size_t made = 0;
    std::size_t fromRead = 0; ///< numbers from one channel read to the next one
    std::size_t fromMade = 0;
    bool turned = false; ///< from the last tap to the first
};

/// Mean of a row and the sum of squared differences from it.
struct Moments
{
    double mean = 0;
    double squares = 0;
};

/// y = (x − mean)·scale + shift, with other values added to it and then cut at zero if wanted.
template <typename Scalar>
struct Normaliser
{
    Scalar mean = 0;
    Scalar scale = 0;
    Scalar shift = 0;
    const Scalar* added = nullptr;
    bool rectify = false;
};

/// dx = scale·dy − offset − (x − mean)·slope
template <typename Scalar>
struct NormaliserGradient
{
    Scalar mean = 0;
    Scalar scale = 0;
    Scalar offset = 0;
    Scalar slope = 0;
};

/// Σ dy and Σ dy·(x − mean).
struct GradientSums
{
    double plain = 0;
    double timesOff = 0;
};

/// The loops of a planned step that are not matrix products, compiled once per instruction set and
/// chosen at start. Planes are channel-major: element (c, b, p) of a blob lies at (c·batch +
/// b)·plane + p.
template <typename Scalar>
struct Kernels
{
    using Lane = typename LaneIndex<Scalar>::Type;

    /// Patches of a blob's samples, as rows: columns[patch][count·plane].
    void (*patches)(const ConvShape& shape,
                    const SampleRange& samples,
                    const Scalar* blob,
                    Scalar* columns);
    /// The transpose of `patches`: adds columns back onto the blob.
    void (*addPatches)(const ConvShape& shape,
                       const SampleRange& samples,
                       Scalar* blob,
                       const Scalar* columns);
    /// y[c][·] ← max(y + bias[c], 0); bias may be null.
    void (*biasRelu)(Scalar* y, const Scalar* bias, std::size_t channels, std::size_t length);
    /// dy ← dy where y > 0, else 0; channelSums[c] ← Σ dy if wanted.
    void (*reluBackward)(
        const Scalar* y, Scalar* dy, Scalar* channelSums, std::size_t channels, std::size_t length);
    void (*addBias)(Scalar* y, const Scalar* bias, std::size_t channels, std::size_t length);
    void (*channelSums)(const Scalar* values,
                        Scalar* sums,
                        std::size_t channels,
                        std::size_t length);
    /// Maximum of each 2×2 cell of (y + bias), cut at zero if `rectify`; which[·] is the place of
    /// the maximum in its cell (0–3), or 4 where the cut took it. The first of equal values counts,
    /// as in LibTorch; NaN passes on.
    void (*pool2)(const PoolShape& shape,
                  const Scalar* y,
                  const Scalar* bias,
                  bool rectify,
                  Scalar* pooled,
                  Lane* which);
    /// Spreads pooled gradients over the cells (all of dy is written); biasGradient[c] ← their sum
    /// if wanted.
    void (*pool2Backward)(const PoolShape& shape,
                          const Scalar* pooledGradient,
                          const Lane* which,
                          Scalar* dy,
                          Scalar* biasGradient);
    /// product[m][n] (+)= Σ_k a[m][k]·b[n][k]: few rows, long k, where a general product spends its
    /// time packing.
    void (*longDots)(const ProductSize& size,
                     const Factor<Scalar>& a,
                     const Factor<Scalar>& b,
                     bool accumulate,
                     Scalar* product,
                     std::size_t ldp);
    /// From planes to a window of them, and from a window to what lies inside the planes.
    void (*spread)(const PlaneWindow& window, const Scalar* planes, Scalar* values);
    void (*collect)(const PlaneWindow& window, const Scalar* values, Scalar* planes);
    /// Winograd's minimal filtering F(2×2, 3×3), see cpu_winograd.cpp: the transforms of 4×4
    /// pixels, of products to 2×2 results, and of the gradients of those, which lie in a window of
    /// so many columns.
    void (*tileInputs)(const TileGrid& grid, const Scalar* window, Scalar* tiles);
    void (*tileOutputs)(const TileGrid& grid, const Scalar* tiles, Scalar* window);
    void (*tileGradients)(const TileGrid& grid,
                          const Scalar* window,
                          std::size_t windowColumns,
                          Scalar* tiles);
    /// The transform of the taps: weights[number][read][made], those made filled up with zeros to
    /// paddedChannels.
    void (*transformTaps)(const TapGrid& grid, const Scalar* taps, Scalar* weights);
    /// product (+)= a·b, where b's rows are whole vectors of 64 bytes: factors that the cache
    /// holds, with too few rows and columns to be worth packing as a general product does.
    void (*smallProduct)(const ProductSize& size,
                         const Factor<Scalar>& a,
                         const Factor<Scalar>& b,
                         bool accumulate,
                         Scalar* product,
                         std::size_t stride);
    /// y ← x where x > 0, else slope·x; NaN stays NaN.
    void (*prelu)(const Scalar* x, Scalar slope, std::size_t count, Scalar* y);
    /// dx, if wanted, ← dy where x > 0, else slope·dy; the slope's gradient, Σ dy·x elsewhere.
    double (*preluBackward)(
        const Scalar* x, const Scalar* dy, Scalar slope, std::size_t count, Scalar* dx);
    Moments (*moments)(const Scalar* x, std::size_t count);
    void (*normalise)(const Scalar* x, const Normaliser<Scalar>& by, std::size_t count, Scalar* y);
    /// First, if y is given, dy ← dy where y > 0, else 0.
    GradientSums (*gradientSums)(
        const Scalar* x, const Scalar* y, Scalar mean, std::size_t count, Scalar* dy);
    void (*normaliseBackward)(const Scalar* x,
                              const Scalar* dy,
                              const NormaliserGradient<Scalar>& by,
                              std::size_t count,
                              Scalar* dx);
    /// results[i] ← tanh(factor·values[i]); in single precision within 2e-7, at a tenth of what the
    /// exact one costs. NaN stays NaN.
    void (*tanhs)(const Scalar* values, Scalar factor, Scalar* results, std::size_t count);
};

/// The loops of one instruction set.
struct KernelTables
{
    Kernels<float> singles;
    Kernels<double> doubles;
};

/// What the loops are compiled for.
enum class InstructionSet
{
    Baseline,
    Avx2,
    Avx512
};
/// Null: this processor lacks it.
[[nodiscard]] const KernelTables* tablesOf(InstructionSet set);

/// The table for this processor.
template <typename Scalar>
[[nodiscard]] const Kernels<Scalar>& kernels();

} // namespace coterie
