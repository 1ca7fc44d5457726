// Included once per instruction set by kernels_*.cpp, which define COTERIE_KERNELS_NAMESPACE. It
// includes nothing with inline functions: code compiled for a newer processor must not be shared
// with the rest of the program by the linker.
#include "core/nn/kernels.h"

namespace coterie::COTERIE_KERNELS_NAMESPACE {
namespace {

// 64 bytes are one AVX-512 register; narrower instruction sets split the vector, and sums keep
// their order.
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

/// An unpadded patch row of one plane: `rows` runs of `width` numbers. Fixed widths become a few
/// vector moves.
template <typename Scalar>
inline void copyPlane(
    const Scalar* from, std::size_t fromStride, Scalar* to, std::size_t rows, std::size_t width)
{
    switch (width) {
    case 4:
        return copyRows<Scalar, 4>(from, fromStride, to, rows);
    case 8:
        return copyRows<Scalar, 8>(from, fromStride, to, rows);
    case 10:
        return copyRows<Scalar, 10>(from, fromStride, to, rows);
    case 12:
        return copyRows<Scalar, 12>(from, fromStride, to, rows);
    case 24:
        return copyRows<Scalar, 24>(from, fromStride, to, rows);
    case 28:
        return copyRows<Scalar, 28>(from, fromStride, to, rows);
    default:
        for (std::size_t y = 0; y < rows; ++y)
            __builtin_memcpy(to + y * width, from + y * fromStride, width * sizeof(Scalar));
    }
}

template <typename Scalar>
void patches(const ConvShape& shape,
             const Scalar* blob,
             std::size_t batch,
             std::size_t first,
             std::size_t count,
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
                    for (std::size_t b = 0; b < count;
                         ++b, samples += plane, row += outHeight * outWidth)
                        copyPlane(
                            samples + ky * shape.width + kx, shape.width, row, outHeight, outWidth);
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
inline void
addPlane(const Scalar* from, Scalar* to, std::size_t toStride, std::size_t rows, std::size_t width)
{
    switch (width) {
    case 4:
        return addRows<Scalar, 4>(from, to, toStride, rows);
    case 8:
        return addRows<Scalar, 8>(from, to, toStride, rows);
    case 10:
        return addRows<Scalar, 10>(from, to, toStride, rows);
    case 12:
        return addRows<Scalar, 12>(from, to, toStride, rows);
    default:
        for (std::size_t y = 0; y < rows; ++y)
            for (std::size_t x = 0; x < width; ++x)
                to[y * toStride + x] += from[y * width + x];
    }
}

template <typename Scalar>
void addPatches(const ConvShape& shape,
                const Scalar* columns,
                std::size_t batch,
                std::size_t first,
                std::size_t count,
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
                    for (std::size_t b = 0; b < count;
                         ++b, samples += plane, row += outHeight * outWidth)
                        addPlane(
                            row, samples + ky * shape.width + kx, shape.width, outHeight, outWidth);
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
void reluBackward(
    const Scalar* y, Scalar* dy, Scalar* sums, std::size_t channels, std::size_t length)
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

/// Several pairs of image rows are pooled together, so that loops are longer than a register even
/// for 8×8 planes.
constexpr std::size_t kPoolTile = 1024;

/// The larger of each row pair's two values and which row had it (0 or 2), from rows 2·width apart.
template <typename Scalar, typename Lane>
inline void
largerOfRows(const Scalar* rows, std::size_t pairs, std::size_t width, Scalar* larger, Lane* place)
{
    for (std::size_t pair = 0; pair < pairs;
         ++pair, rows += 2 * width, larger += width, place += width) {
        for (std::size_t x = 0; x < width; ++x) {
            const Scalar upper = rows[x];
            const Scalar lower = rows[width + x];
            const bool below = (lower > upper) | (lower != lower);
            larger[x] = below ? lower : upper;
            place[x] = below ? Lane(2) : Lane(0);
        }
    }
}

template <typename Scalar, std::size_t Width, typename Lane>
inline void largerOfFixedRows(const Scalar* rows, std::size_t pairs, Scalar* larger, Lane* place)
{
    for (std::size_t pair = 0; pair < pairs; ++pair)
        largerOfRows(
            rows + pair * 2 * Width, 1, Width, larger + pair * Width, place + pair * Width);
}

/// The larger of neighbours, with the bias added and the cut at `floor`; ties go to the place that
/// comes first.
template <typename Scalar, typename Lane>
inline void largerOfNeighbours(const Scalar* larger,
                               const Lane* place,
                               std::size_t cells,
                               Scalar shift,
                               Scalar floor,
                               Lane cutPlace,
                               Scalar* pooled,
                               Lane* which)
{
    for (std::size_t i = 0; i < cells; ++i) {
        const Scalar left = larger[2 * i];
        const Scalar right = larger[2 * i + 1];
        const Lane leftPlace = place[2 * i];
        const Lane rightPlace = place[2 * i + 1] + Lane(1);
        const bool second =
            (right > left) | (right != right) | ((right == left) & (rightPlace < leftPlace));
        const Scalar best = (second ? right : left) + shift;
        const Lane bestPlace = second ? rightPlace : leftPlace;
        const bool cut = best <= floor; // NaN is not cut
        pooled[i] = cut ? floor : best;
        which[i] = cut ? (cutPlace < 0 ? bestPlace : cutPlace) : bestPlace;
    }
}

template <typename Scalar>
void pool2(const Scalar* y,
           const Scalar* bias,
           bool rectify,
           Scalar* pooled,
           typename LaneIndex<Scalar>::Type* which,
           std::size_t channels,
           std::size_t planes,
           std::size_t height,
           std::size_t width)
{
    using Lane = typename LaneIndex<Scalar>::Type;
    const std::size_t outHeight = height / 2;
    const std::size_t outWidth = width / 2;
    const Scalar floor = rectify ? Scalar(0) : -Scalar(__builtin_inf());
    const Lane cutPlace = rectify ? Lane(4) : Lane(-1);
    const bool tiles =
        height % 2 == 0 && width % 2 == 0 && width <= kPoolTile; // else rows are not all in pairs
    const std::size_t pairsPerTile = tiles ? kPoolTile / width : 1;
    const std::size_t runs = tiles ? 1 : planes * outHeight;
    const std::size_t pairsPerRun = tiles ? planes * outHeight : 1;
    Scalar larger[kPoolTile];
    Lane place[kPoolTile];
    for (std::size_t c = 0; c < channels; ++c) {
        const Scalar shift = bias ? bias[c] : Scalar(0);
        for (std::size_t run = 0; run < runs; ++run) {
            const Scalar* rows = y + c * planes * height * width;
            if (!tiles) { // one pair of rows, piecewise
                rows += (run / outHeight * height + run % outHeight * 2) * width;
                for (std::size_t ox = 0; ox < outWidth; ++ox, ++pooled, ++which) {
                    const Scalar cell[4] = {rows[2 * ox],
                                            rows[2 * ox + 1],
                                            rows[width + 2 * ox],
                                            rows[width + 2 * ox + 1]};
                    largerOfRows(cell, 1, 2, larger, place);
                    largerOfNeighbours(larger, place, 1, shift, floor, cutPlace, pooled, which);
                }
                continue;
            }
            for (std::size_t pair = 0; pair < pairsPerRun; pair += pairsPerTile) {
                const std::size_t pairs =
                    pairsPerRun - pair < pairsPerTile ? pairsPerRun - pair : pairsPerTile;
                const Scalar* tile = rows + pair * 2 * width;
                switch (width) {
                case 8:
                    largerOfFixedRows<Scalar, 8>(tile, pairs, larger, place);
                    break;
                case 14:
                    largerOfFixedRows<Scalar, 14>(tile, pairs, larger, place);
                    break;
                case 16:
                    largerOfFixedRows<Scalar, 16>(tile, pairs, larger, place);
                    break;
                case 24:
                    largerOfFixedRows<Scalar, 24>(tile, pairs, larger, place);
                    break;
                case 28:
                    largerOfFixedRows<Scalar, 28>(tile, pairs, larger, place);
                    break;
                default:
                    largerOfRows(tile, pairs, width, larger, place);
                }
                const std::size_t cells = pairs * outWidth;
                largerOfNeighbours(larger, place, cells, shift, floor, cutPlace, pooled, which);
                pooled += cells;
                which += cells;
            }
        }
    }
}

/// Two vectors' lanes alternately: a0 b0 a1 b1 …
inline void storeAlternately(Wide<float>::Vector a, Wide<float>::Vector b, float* to)
{
    *reinterpret_cast<Wide<float>::Vector*>(to) =
        __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    *reinterpret_cast<Wide<float>::Vector*>(to + 16) =
        __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

inline void storeAlternately(Wide<double>::Vector a, Wide<double>::Vector b, double* to)
{
    *reinterpret_cast<Wide<double>::Vector*>(to) =
        __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
    *reinterpret_cast<Wide<double>::Vector*>(to + 8) =
        __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}

/// Each cell's gradient at its place, as the cells' upper rows and their lower rows.
template <typename Scalar, typename Lane>
inline void spreadCells(
    const Scalar* gradient, const Lane* which, std::size_t cells, Scalar* upper, Scalar* lower)
{
    using Vector = typename Wide<Scalar>::Vector;
    typedef Lane Places __attribute__((vector_size(64), aligned(sizeof(Lane))));
    const Vector none = {};
    std::size_t i = 0;
    for (; i + kLanes<Scalar> <= cells; i += kLanes<Scalar>) {
        const Vector values = *reinterpret_cast<const Vector*>(gradient + i);
        const Places places = *reinterpret_cast<const Places*>(which + i);
        storeAlternately(
            places == Lane(0) ? values : none, places == Lane(1) ? values : none, upper + 2 * i);
        storeAlternately(
            places == Lane(2) ? values : none, places == Lane(3) ? values : none, lower + 2 * i);
    }
    for (; i < cells; ++i) {
        upper[2 * i] = which[i] == 0 ? gradient[i] : Scalar(0);
        upper[2 * i + 1] = which[i] == 1 ? gradient[i] : Scalar(0);
        lower[2 * i] = which[i] == 2 ? gradient[i] : Scalar(0);
        lower[2 * i + 1] = which[i] == 3 ? gradient[i] : Scalar(0);
    }
}

template <typename Scalar>
void pool2Backward(const Scalar* pooledGradient,
                   const typename LaneIndex<Scalar>::Type* which,
                   Scalar* dy,
                   Scalar* biasGradient,
                   std::size_t channels,
                   std::size_t planes,
                   std::size_t height,
                   std::size_t width)
{
    const std::size_t outHeight = height / 2;
    const std::size_t outWidth = width / 2;
    const bool tiles = height % 2 == 0 && width % 2 == 0 && width <= kPoolTile;
    const std::size_t pairsPerTile = tiles ? kPoolTile / width : 1;
    Scalar upper[kPoolTile];
    Scalar lower[kPoolTile];
    for (std::size_t c = 0; c < channels; ++c) {
        Scalar sum = 0;
        if (!tiles) {
            for (std::size_t p = 0; p < planes; ++p, dy += height * width) {
                for (std::size_t i = 0; i < height * width; ++i)
                    dy[i] = 0; // a last odd row or column belongs to no cell
                for (std::size_t oy = 0; oy < outHeight; ++oy) {
                    for (std::size_t ox = 0; ox < outWidth; ++ox, ++pooledGradient, ++which) {
                        if (*which >= 4)
                            continue;
                        const auto place = static_cast<std::size_t>(*which);
                        dy[(2 * oy + place / 2) * width + 2 * ox + place % 2] = *pooledGradient;
                        sum += *pooledGradient;
                    }
                }
            }
            if (biasGradient)
                biasGradient[c] = sum;
            continue;
        }
        const std::size_t pairsTotal = planes * outHeight;
        for (std::size_t pair = 0; pair < pairsTotal; pair += pairsPerTile) {
            const std::size_t pairs =
                pairsTotal - pair < pairsPerTile ? pairsTotal - pair : pairsPerTile;
            const std::size_t cells = pairs * outWidth;
            spreadCells(pooledGradient, which, cells, upper, lower);
            if (biasGradient)
                sum += sumOf(upper, pairs * width) + sumOf(lower, pairs * width);
            pooledGradient += cells;
            which += cells;
            for (std::size_t row = 0; row < pairs; ++row, dy += 2 * width) {
                __builtin_memcpy(dy, upper + row * width, width * sizeof(Scalar));
                __builtin_memcpy(dy + width, lower + row * width, width * sizeof(Scalar));
            }
        }
        if (biasGradient)
            biasGradient[c] = sum;
    }
}

/// A tile of Rows × Columns dot products kept in registers.
template <typename Scalar, std::size_t Rows, std::size_t Columns>
inline void dotTile(const Scalar* a,
                    std::size_t lda,
                    const Scalar* b,
                    std::size_t ldb,
                    std::size_t k,
                    bool accumulate,
                    Scalar* product,
                    std::size_t ldp)
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
inline void dotRows(const Scalar* a,
                    std::size_t lda,
                    const Scalar* b,
                    std::size_t ldb,
                    std::size_t n,
                    std::size_t k,
                    bool accumulate,
                    Scalar* product,
                    std::size_t ldp)
{
    std::size_t column = 0;
    for (; column + 5 <= n; column += 5)
        dotTile<Scalar, Rows, 5>(
            a, lda, b + column * ldb, ldb, k, accumulate, product + column, ldp);
    for (; column < n; ++column)
        dotTile<Scalar, Rows, 1>(
            a, lda, b + column * ldb, ldb, k, accumulate, product + column, ldp);
}

template <typename Scalar>
void longDots(const Scalar* a,
              std::size_t lda,
              const Scalar* b,
              std::size_t ldb,
              std::size_t m,
              std::size_t n,
              std::size_t k,
              bool accumulate,
              Scalar* product,
              std::size_t ldp)
{
    // A stretch of k that keeps both operands' rows in the first-level cache while all tiles use
    // them.
    constexpr std::size_t kStretch = 32 * kLanes<Scalar>;
    for (std::size_t from = 0; from < k; from += kStretch) {
        const std::size_t length = k - from < kStretch ? k - from : kStretch;
        const bool adding = accumulate || from > 0;
        std::size_t row = 0;
        for (; row + 4 <= m; row += 4)
            dotRows<Scalar, 4>(a + row * lda + from,
                               lda,
                               b + from,
                               ldb,
                               n,
                               length,
                               adding,
                               product + row * ldp,
                               ldp);
        for (; row < m; ++row)
            dotRows<Scalar, 1>(a + row * lda + from,
                               lda,
                               b + from,
                               ldb,
                               n,
                               length,
                               adding,
                               product + row * ldp,
                               ldp);
    }
}

template <typename Scalar>
void transpose(const Scalar* from,
               std::size_t rows,
               std::size_t columns,
               std::size_t fromStride,
               Scalar* to,
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
