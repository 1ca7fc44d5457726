#pragma once

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

/// The shape of one convolution over planes: square kernel, stride 1.
struct ConvShape
{
    std::size_t channels = 0; ///< of the input
    std::size_t height = 0;
    std::size_t width = 0;
    std::size_t kernel = 0;
    std::size_t padding = 0;

    [[nodiscard]] std::size_t outHeight() const { return height + 2 * padding - kernel + 1; }
    [[nodiscard]] std::size_t outWidth() const { return width + 2 * padding - kernel + 1; }
    [[nodiscard]] std::size_t patch() const { return channels * kernel * kernel; }
};

/// The loops of a planned step that are not matrix products, compiled once per instruction set and
/// chosen at start. Planes are channel-major: element (c, b, p) of a blob lies at (c·batch +
/// b)·plane + p.
template <typename Scalar>
struct Kernels
{
    using Lane = typename LaneIndex<Scalar>::Type;

    /// Patches of samples [first, first+count) of a blob with `batch` samples, as rows:
    /// columns[patch][count·plane].
    void (*patches)(const ConvShape& shape,
                    const Scalar* blob,
                    std::size_t batch,
                    std::size_t first,
                    std::size_t count,
                    Scalar* columns);
    /// The transpose of `patches`: adds columns back onto the blob.
    void (*addPatches)(const ConvShape& shape,
                       const Scalar* columns,
                       std::size_t batch,
                       std::size_t first,
                       std::size_t count,
                       Scalar* blob);
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
    void (*pool2)(const Scalar* y,
                  const Scalar* bias,
                  bool rectify,
                  Scalar* pooled,
                  Lane* which,
                  std::size_t channels,
                  std::size_t planes,
                  std::size_t height,
                  std::size_t width);
    /// Spreads pooled gradients over the cells (all of dy is written); biasGradient[c] ← their sum
    /// if wanted.
    void (*pool2Backward)(const Scalar* pooledGradient,
                          const Lane* which,
                          Scalar* dy,
                          Scalar* biasGradient,
                          std::size_t channels,
                          std::size_t planes,
                          std::size_t height,
                          std::size_t width);
    /// product[m][n] (+)= Σ_k a[m][k]·b[n][k]: few rows, long k, where a general product spends its
    /// time packing.
    void (*longDots)(const Scalar* a,
                     std::size_t lda,
                     const Scalar* b,
                     std::size_t ldb,
                     std::size_t m,
                     std::size_t n,
                     std::size_t k,
                     bool accumulate,
                     Scalar* product,
                     std::size_t ldp);
    /// to[c][r] ← from[r][c].
    void (*transpose)(const Scalar* from,
                      std::size_t rows,
                      std::size_t columns,
                      std::size_t fromStride,
                      Scalar* to,
                      std::size_t toStride);
    /// results[i] ← tanh(factor·values[i]); in single precision within 2e-7, at a tenth of what the
    /// exact one costs. NaN stays NaN.
    void (*tanhs)(const Scalar* values, Scalar factor, Scalar* results, std::size_t count);
};

/// The table for this processor.
template <typename Scalar>
[[nodiscard]] const Kernels<Scalar>& kernels();

} // namespace coterie
