// Included once per instruction set by kernels_*.cpp, which define COTERIE_KERNELS_NAMESPACE. It includes nothing with
// inline functions: code compiled for a newer processor must not be shared with the rest of the program by the linker.
#include "core/nn/kernels.h"

namespace coterie::COTERIE_KERNELS_NAMESPACE {
namespace {

// 64 bytes are one AVX-512 register; narrower instruction sets split the vector, and sums keep their order.
template <typename Scalar>
struct Wide;
template <>
struct Wide<float>
{
    typedef float Vector __attribute__((vector_size(64), aligned(4)));
};
template <>
struct Wide<double>
{
    typedef double Vector __attribute__((vector_size(64), aligned(8)));
};

template <typename Scalar>
inline constexpr std::size_t kLanes = 64 / sizeof(Scalar);

/// The x range of outputs whose input column kx − padding + x lies inside the plane.
struct Span
{
    std::size_t from;
    std::size_t to;
};

inline Span insideColumns(const ConvShape& shape, std::size_t kx)
{
    const std::size_t from = kx < shape.padding ? shape.padding - kx : 0;
    const std::size_t end = shape.width + shape.padding - kx;
    const std::size_t outWidth = shape.outWidth();
    return {from, end < outWidth ? end : outWidth};
}

template <typename Scalar, std::size_t Width>
inline void copyRows(const Scalar* from, std::size_t fromStride, Scalar* to, std::size_t rows)
{
    for (std::size_t y = 0; y < rows; ++y)
        __builtin_memcpy(to + y * Width, from + y * fromStride, Width * sizeof(Scalar));
}

/// An unpadded patch row of one plane: `rows` runs of `width` numbers. Fixed widths become a few vector moves.
template <typename Scalar>
inline void copyPlane(const Scalar* from, std::size_t fromStride, Scalar* to, std::size_t rows, std::size_t width)
{
    switch (width) {
    case 4: return copyRows<Scalar, 4>(from, fromStride, to, rows);
    case 8: return copyRows<Scalar, 8>(from, fromStride, to, rows);
    case 10: return copyRows<Scalar, 10>(from, fromStride, to, rows);
    case 12: return copyRows<Scalar, 12>(from, fromStride, to, rows);
    case 24: return copyRows<Scalar, 24>(from, fromStride, to, rows);
    case 28: return copyRows<Scalar, 28>(from, fromStride, to, rows);
    default:
        for (std::size_t y = 0; y < rows; ++y)
            __builtin_memcpy(to + y * width, from + y * fromStride, width * sizeof(Scalar));
    }
}

template <typename Scalar>
void patches(const ConvShape& shape, const Scalar* blob, std::size_t batch, std::size_t first, std::size_t count,
             Scalar* columns)
{
    const std::size_t plane = shape.height * shape.width;
    const std::size_t outHeight = shape.outHeight();
    const std::size_t outWidth = shape.outWidth();
    Scalar* row = columns;
    for (std::size_t c = 0; c < shape.channels; ++c) {
        for (std::size_t ky = 0; ky < shape.kernel; ++ky) {
            for (std::size_t kx = 0; kx < shape.kernel; ++kx) {
                const Scalar* samples = blob + (c * batch + first) * plane;
                if (shape.padding == 0) {
                    for (std::size_t b = 0; b < count; ++b, samples += plane, row += outHeight * outWidth)
                        copyPlane(samples + ky * shape.width + kx, shape.width, row, outHeight, outWidth);
                    continue;
                }
                const Span inside = insideColumns(shape, kx);
                for (std::size_t b = 0; b < count; ++b, samples += plane) {
                    for (std::size_t y = 0; y < outHeight; ++y, row += outWidth) {
                        const std::size_t padded = y + ky; // input row + padding
                        if (padded < shape.padding || padded >= shape.height + shape.padding) {
                            for (std::size_t x = 0; x < outWidth; ++x)
                                row[x] = 0;
                            continue;
                        }
                        const Scalar* line = samples + (padded - shape.padding) * shape.width;
                        for (std::size_t x = 0; x < inside.from; ++x)
                            row[x] = 0;
                        for (std::size_t x = inside.from; x < inside.to; ++x)
                            row[x] = line[x + kx - shape.padding];
                        for (std::size_t x = inside.to; x < outWidth; ++x)
                            row[x] = 0;
                    }
                }
            }
        }
    }
}

template <typename Scalar, std::size_t Width>
inline void addRows(const Scalar* from, Scalar* to, std::size_t toStride, std::size_t rows)
{
    for (std::size_t y = 0; y < rows; ++y)
        for (std::size_t x = 0; x < Width; ++x)
            to[y * toStride + x] += from[y * Width + x];
}

template <typename Scalar>
inline void addPlane(const Scalar* from, Scalar* to, std::size_t toStride, std::size_t rows, std::size_t width)
{
    switch (width) {
    case 4: return addRows<Scalar, 4>(from, to, toStride, rows);
    case 8: return addRows<Scalar, 8>(from, to, toStride, rows);
    case 10: return addRows<Scalar, 10>(from, to, toStride, rows);
    case 12: return addRows<Scalar, 12>(from, to, toStride, rows);
    default:
        for (std::size_t y = 0; y < rows; ++y)
            for (std::size_t x = 0; x < width; ++x)
                to[y * toStride + x] += from[y * width + x];
    }
}

template <typename Scalar>
void addPatches(const ConvShape& shape, const Scalar* columns, std::size_t batch, std::size_t first, std::size_t count,
                Scalar* blob)
{
    const std::size_t plane = shape.height * shape.width;
    const std::size_t outHeight = shape.outHeight();
    const std::size_t outWidth = shape.outWidth();
    const Scalar* row = columns;
    for (std::size_t c = 0; c < shape.channels; ++c) {
        for (std::size_t ky = 0; ky < shape.kernel; ++ky) {
            for (std::size_t kx = 0; kx < shape.kernel; ++kx) {
                Scalar* samples = blob + (c * batch + first) * plane;
                if (shape.padding == 0) {
                    for (std::size_t b = 0; b < count; ++b, samples += plane, row += outHeight * outWidth)
                        addPlane(row, samples + ky * shape.width + kx, shape.width, outHeight, outWidth);
                    continue;
                }
                const Span inside = insideColumns(shape, kx);
                for (std::size_t b = 0; b < count; ++b, samples += plane) {
                    for (std::size_t y = 0; y < outHeight; ++y, row += outWidth) {
                        const std::size_t padded = y + ky;
                        if (padded < shape.padding || padded >= shape.height + shape.padding)
                            continue;
                        Scalar* line = samples + (padded - shape.padding) * shape.width;
                        for (std::size_t x = inside.from; x < inside.to; ++x)
                            line[x + kx - shape.padding] += row[x];
                    }
                }
            }
        }
    }
}

template <typename Scalar>
void biasRelu(Scalar* y, const Scalar* bias, std::size_t channels, std::size_t length)
{
    for (std::size_t c = 0; c < channels; ++c, y += length) {
        const Scalar shift = bias ? bias[c] : Scalar(0);
        for (std::size_t i = 0; i < length; ++i) {
            const Scalar value = y[i] + shift;
            y[i] = value < Scalar(0) ? Scalar(0) : value; // NaN stays NaN
        }
    }
}

template <typename Scalar>
Scalar sumOf(const Scalar* values, std::size_t length)
{
    using Vector = typename Wide<Scalar>::Vector;
    Vector sums = {};
    std::size_t i = 0;
    for (; i + kLanes<Scalar> <= length; i += kLanes<Scalar>)
        sums += *reinterpret_cast<const Vector*>(values + i);
    Scalar sum = 0;
    for (std::size_t lane = 0; lane < kLanes<Scalar>; ++lane)
        sum += sums[lane];
    for (; i < length; ++i)
        sum += values[i];
    return sum;
}

template <typename Scalar>
void reluBackward(const Scalar* y, Scalar* dy, Scalar* sums, std::size_t channels, std::size_t length)
{
    for (std::size_t c = 0; c < channels; ++c, y += length, dy += length) {
        for (std::size_t i = 0; i < length; ++i)
            dy[i] = y[i] > Scalar(0) ? dy[i] : Scalar(0);
        if (sums)
            sums[c] = sumOf(dy, length);
    }
}

template <typename Scalar>
void addBias(Scalar* y, const Scalar* bias, std::size_t channels, std::size_t length)
{
    for (std::size_t c = 0; c < channels; ++c, y += length)
        for (std::size_t i = 0; i < length; ++i)
            y[i] += bias[c];
}

template <typename Scalar>
void channelSums(const Scalar* values, Scalar* sums, std::size_t channels, std::size_t length)
{
    for (std::size_t c = 0; c < channels; ++c)
        sums[c] = sumOf(values + c * length, length);
}

template <typename Scalar>
void pool2(const Scalar* y, const Scalar* bias, bool rectify, Scalar* pooled, typename LaneIndex<Scalar>::Type* which,
           std::size_t channels, std::size_t planes, std::size_t height, std::size_t width)
{
    using Lane = typename LaneIndex<Scalar>::Type;
    const std::size_t outHeight = height / 2;
    const std::size_t outWidth = width / 2;
    const Scalar floor = rectify ? Scalar(0) : -__builtin_inf();
    for (std::size_t c = 0; c < channels; ++c) {
        const Scalar shift = bias ? bias[c] : Scalar(0);
        for (std::size_t p = 0; p < planes; ++p, y += height * width) {
            for (std::size_t oy = 0; oy < outHeight; ++oy, pooled += outWidth, which += outWidth) {
                const Scalar* top = y + 2 * oy * width;
                const Scalar* bottom = top + width;
                for (std::size_t ox = 0; ox < outWidth; ++ox) {
                    const Scalar a = top[2 * ox];
                    const Scalar b = top[2 * ox + 1];
                    const Scalar d = bottom[2 * ox];
                    const Scalar e = bottom[2 * ox + 1];
                    Scalar best = a;
                    Lane place = 0;
                    const bool second = (b > best) | (b != b);
                    best = second ? b : best;
                    place = second ? Lane(1) : place;
                    const bool third = (d > best) | (d != d);
                    best = third ? d : best;
                    place = third ? Lane(2) : place;
                    const bool fourth = (e > best) | (e != e);
                    best = fourth ? e : best;
                    place = fourth ? Lane(3) : place;
                    best += shift;
                    const bool cut = best <= floor;
                    pooled[ox] = cut ? floor : best;
                    which[ox] = cut & rectify ? Lane(4) : place;
                }
            }
        }
    }
}

template <typename Scalar>
void pool2Backward(const Scalar* pooledGradient, const typename LaneIndex<Scalar>::Type* which, Scalar* dy,
                   Scalar* biasGradient, std::size_t channels, std::size_t planes, std::size_t height,
                   std::size_t width)
{
    const std::size_t outHeight = height / 2;
    const std::size_t outWidth = width / 2;
    const bool covered = height % 2 == 0 && width % 2 == 0; // else a last row or column belongs to no cell
    for (std::size_t c = 0; c < channels; ++c) {
        if (biasGradient) {
            Scalar sum = 0;
            const std::size_t cells = planes * outHeight * outWidth;
            using Vector = typename Wide<Scalar>::Vector;
            Vector sums = {};
            std::size_t i = 0;
            for (; i + kLanes<Scalar> <= cells; i += kLanes<Scalar>) {
                Vector part;
                for (std::size_t lane = 0; lane < kLanes<Scalar>; ++lane)
                    part[lane] = which[i + lane] < 4 ? pooledGradient[i + lane] : Scalar(0);
                sums += part;
            }
            for (std::size_t lane = 0; lane < kLanes<Scalar>; ++lane)
                sum += sums[lane];
            for (; i < cells; ++i)
                sum += which[i] < 4 ? pooledGradient[i] : Scalar(0);
            biasGradient[c] = sum;
        }
        for (std::size_t p = 0; p < planes; ++p, dy += height * width) {
            if (!covered)
                for (std::size_t i = 0; i < height * width; ++i)
                    dy[i] = 0;
            for (std::size_t oy = 0; oy < outHeight; ++oy, pooledGradient += outWidth, which += outWidth) {
                Scalar* top = dy + 2 * oy * width;
                Scalar* bottom = top + width;
                for (std::size_t ox = 0; ox < outWidth; ++ox) {
                    const Scalar gradient = pooledGradient[ox];
                    top[2 * ox] = which[ox] == 0 ? gradient : Scalar(0);
                    top[2 * ox + 1] = which[ox] == 1 ? gradient : Scalar(0);
                    bottom[2 * ox] = which[ox] == 2 ? gradient : Scalar(0);
                    bottom[2 * ox + 1] = which[ox] == 3 ? gradient : Scalar(0);
                }
            }
        }
    }
}

/// A tile of Rows × Columns dot products kept in registers.
template <typename Scalar, std::size_t Rows, std::size_t Columns>
inline void dotTile(const Scalar* a, std::size_t lda, const Scalar* b, std::size_t ldb, std::size_t k, bool accumulate,
                    Scalar* product, std::size_t ldp)
{
    using Vector = typename Wide<Scalar>::Vector;
    Vector sums[Rows][Columns] = {};
    std::size_t i = 0;
    for (; i + kLanes<Scalar> <= k; i += kLanes<Scalar>) {
        Vector right[Columns];
        for (std::size_t n = 0; n < Columns; ++n)
            right[n] = *reinterpret_cast<const Vector*>(b + n * ldb + i);
        for (std::size_t m = 0; m < Rows; ++m) {
            const Vector left = *reinterpret_cast<const Vector*>(a + m * lda + i);
            for (std::size_t n = 0; n < Columns; ++n)
                sums[m][n] += left * right[n];
        }
    }
    for (std::size_t m = 0; m < Rows; ++m) {
        for (std::size_t n = 0; n < Columns; ++n) {
            Scalar sum = 0;
            for (std::size_t lane = 0; lane < kLanes<Scalar>; ++lane)
                sum += sums[m][n][lane];
            for (std::size_t rest = i; rest < k; ++rest)
                sum += a[m * lda + rest] * b[n * ldb + rest];
            Scalar& target = product[m * ldp + n];
            target = accumulate ? target + sum : sum;
        }
    }
}

template <typename Scalar, std::size_t Rows>
inline void dotRows(const Scalar* a, std::size_t lda, const Scalar* b, std::size_t ldb, std::size_t n, std::size_t k,
                    bool accumulate, Scalar* product, std::size_t ldp)
{
    std::size_t column = 0;
    for (; column + 5 <= n; column += 5)
        dotTile<Scalar, Rows, 5>(a, lda, b + column * ldb, ldb, k, accumulate, product + column, ldp);
    for (; column < n; ++column)
        dotTile<Scalar, Rows, 1>(a, lda, b + column * ldb, ldb, k, accumulate, product + column, ldp);
}

template <typename Scalar>
void longDots(const Scalar* a, std::size_t lda, const Scalar* b, std::size_t ldb, std::size_t m, std::size_t n,
              std::size_t k, bool accumulate, Scalar* product, std::size_t ldp)
{
    // A stretch of k that keeps both operands' rows in the first-level cache while all tiles use them.
    constexpr std::size_t kStretch = 32 * kLanes<Scalar>;
    for (std::size_t from = 0; from < k; from += kStretch) {
        const std::size_t length = k - from < kStretch ? k - from : kStretch;
        const bool adding = accumulate || from > 0;
        std::size_t row = 0;
        for (; row + 4 <= m; row += 4)
            dotRows<Scalar, 4>(a + row * lda + from, lda, b + from, ldb, n, length, adding, product + row * ldp, ldp);
        for (; row < m; ++row)
            dotRows<Scalar, 1>(a + row * lda + from, lda, b + from, ldb, n, length, adding, product + row * ldp, ldp);
    }
}

template <typename Scalar>
void transpose(const Scalar* from, std::size_t rows, std::size_t columns, std::size_t fromStride, Scalar* to,
               std::size_t toStride)
{
    constexpr std::size_t kTile = 16;
    for (std::size_t r0 = 0; r0 < rows; r0 += kTile) {
        const std::size_t r1 = r0 + kTile < rows ? r0 + kTile : rows;
        for (std::size_t c = 0; c < columns; ++c)
            for (std::size_t r = r0; r < r1; ++r)
                to[c * toStride + r] = from[r * fromStride + c];
    }
}

template <typename Scalar>
constexpr Kernels<Scalar> table()
{
    return {.patches = &patches<Scalar>,
            .addPatches = &addPatches<Scalar>,
            .biasRelu = &biasRelu<Scalar>,
            .reluBackward = &reluBackward<Scalar>,
            .addBias = &addBias<Scalar>,
            .channelSums = &channelSums<Scalar>,
            .pool2 = &pool2<Scalar>,
            .pool2Backward = &pool2Backward<Scalar>,
            .longDots = &longDots<Scalar>,
            .transpose = &transpose<Scalar>};
}

} // namespace

extern const Kernels<float> kFloatKernels;
extern const Kernels<double> kDoubleKernels;
constexpr Kernels<float> kFloatKernels = table<float>();
constexpr Kernels<double> kDoubleKernels = table<double>();

} // namespace coterie::COTERIE_KERNELS_NAMESPACE
