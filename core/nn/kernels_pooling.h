// A part of kernels_body.h.
#pragma once

#include "core/nn/kernels_vectors.h"

namespace coterie::COTERIE_KERNELS_NAMESPACE {
namespace {

/// Several pairs of image rows are pooled together, so that loops are longer than a register even
/// for 8×8 planes.
constexpr std::size_t kPoolTile = 1024;

/// The larger of each row pair's two values and which row had it (0 or 2), from rows 2·width apart.
/// A Width above 0 is that width.
template <std::size_t Width, typename Scalar, typename Lane>
inline void
largerOfRows(const Scalar* rows, std::size_t pairs, std::size_t width, Scalar* larger, Lane* place)
{
    const std::size_t length = Width > 0 ? Width : width;
    for (std::size_t pair = 0; pair < pairs;
         ++pair, rows += 2 * length, larger += length, place += length) {
        for (std::size_t x = 0; x < length; ++x) {
            const Scalar upper = rows[x];
            const Scalar lower = rows[length + x];
            const bool below = (lower > upper) | (lower != lower);
            larger[x] = below ? lower : upper;
            place[x] = below ? Lane(2) : Lane(0);
        }
    }
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
void pool2(const PoolShape& shape,
           const Scalar* y,
           const Scalar* bias,
           bool rectify,
           Scalar* pooled,
           typename LaneIndex<Scalar>::Type* which)
{
    const auto [channels, planes, height, width] = shape;
    using Lane = typename LaneIndex<Scalar>::Type;
    const std::size_t outHeight = height / 2;
    const std::size_t outWidth = width / 2;
    const Scalar floor = rectify ? Scalar(0) : -Scalar(__builtin_inf());
    const Lane cutPlace = rectify ? Lane(4) : Lane(-1);
    const bool tiles =
        height % 2 == 0 && width % 2 == 0 && width <= kPoolTile; // else rows are not all in pairs
    const std::size_t pairsPerTile = tiles ? kPoolTile / width : 1;
    const std::size_t pairsTotal = planes * outHeight;
    Scalar larger[kPoolTile];
    Lane place[kPoolTile];
    for (std::size_t c = 0; c < channels; ++c, y += planes * height * width) {
        const Scalar shift = bias ? bias[c] : Scalar(0);
        for (std::size_t pair = 0; pair < pairsTotal && !tiles; ++pair) { // piecewise
            const Scalar* rows = y + (pair / outHeight * height + pair % outHeight * 2) * width;
            for (std::size_t ox = 0; ox < outWidth; ++ox, ++pooled, ++which) {
                const Scalar cell[4] = {
                    rows[2 * ox], rows[2 * ox + 1], rows[width + 2 * ox], rows[width + 2 * ox + 1]};
                largerOfRows<2>(cell, 1, 2, larger, place);
                largerOfNeighbours(larger, place, 1, shift, floor, cutPlace, pooled, which);
            }
        }
        for (std::size_t pair = 0; pair < pairsTotal && tiles; pair += pairsPerTile) {
            const std::size_t pairs =
                pairsTotal - pair < pairsPerTile ? pairsTotal - pair : pairsPerTile;
            const Scalar* tile = y + pair * 2 * width;
            withWidth<8, 14, 16, 24, 28>(width, [&]<std::size_t Width>() {
                largerOfRows<Width>(tile, pairs, width, larger, place);
            });
            const std::size_t cells = pairs * outWidth;
            largerOfNeighbours(larger, place, cells, shift, floor, cutPlace, pooled, which);
            pooled += cells;
            which += cells;
        }
    }
}

/// The lanes of two registers alternately: a0 b0 a1 b1 …
template <typename Scalar>
inline void storeAlternately(typename Register<Scalar>::Vector a,
                             typename Register<Scalar>::Vector b,
                             Scalar* to)
{
    constexpr std::size_t kCount = kPartLanes<Scalar>;
    auto& first = vectorAt(to);
    auto& second = vectorAt(to + kCount);
    if constexpr (kCount == 16) {
        first =
            __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        second = __builtin_shufflevector(
            a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    } else if constexpr (kCount == 8) {
        first = __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
        second = __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
    } else if constexpr (kCount == 4) {
        first = __builtin_shufflevector(a, b, 0, 4, 1, 5);
        second = __builtin_shufflevector(a, b, 2, 6, 3, 7);
    } else {
        first = __builtin_shufflevector(a, b, 0, 2);
        second = __builtin_shufflevector(a, b, 1, 3);
    }
}

/// Each cell's gradient at its place, as the cells' upper rows and their lower rows.
template <typename Scalar, typename Lane>
inline void spreadCells(
    const Scalar* gradient, const Lane* which, std::size_t cells, Scalar* upper, Scalar* lower)
{
    using Vector = typename Register<Scalar>::Vector;
    typedef Lane Places __attribute__((vector_size(kRegisterBytes), aligned(sizeof(Lane))));
    const Vector none = {};
    std::size_t i = 0;
    for (; i + kPartLanes<Scalar> <= cells; i += kPartLanes<Scalar>) {
        const Vector values = vectorAt(gradient + i);
        const Places places = *reinterpret_cast<const Places*>(which + i);
        storeAlternately<Scalar>(
            places == Lane(0) ? values : none, places == Lane(1) ? values : none, upper + 2 * i);
        storeAlternately<Scalar>(
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
void pool2Backward(const PoolShape& shape,
                   const Scalar* pooledGradient,
                   const typename LaneIndex<Scalar>::Type* which,
                   Scalar* dy,
                   Scalar* biasGradient)
{
    const auto [channels, planes, height, width] = shape;
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
        }
        const std::size_t pairsTotal = tiles ? planes * outHeight : 0;
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

} // namespace
} // namespace coterie::COTERIE_KERNELS_NAMESPACE
