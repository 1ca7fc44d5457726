// A part of kernels_body.h.
#pragma once

#include "core/nn/kernels_vectors.h"

namespace coterie::COTERIE_KERNELS_NAMESPACE {
namespace {

/// The lower (upper) halves of both, one number of each in turn.
template <bool Upper, typename Vector>
inline Vector interleaved(Vector a, Vector b)
{
    constexpr std::size_t kNumbers = sizeof(Vector) / sizeof(a[0]);
    constexpr int kFrom = Upper ? kNumbers / 2 : 0;
    constexpr int kOther = kFrom + static_cast<int>(kNumbers);
    if constexpr (kNumbers == 2)
        return __builtin_shufflevector(a, b, kFrom, kOther);
    else if constexpr (kNumbers == 4)
        return __builtin_shufflevector(a, b, kFrom, kOther, kFrom + 1, kOther + 1);
    else if constexpr (kNumbers == 8)
        return __builtin_shufflevector(a,
                                       b,
                                       kFrom,
                                       kOther,
                                       kFrom + 1,
                                       kOther + 1,
                                       kFrom + 2,
                                       kOther + 2,
                                       kFrom + 3,
                                       kOther + 3);
    else
        return __builtin_shufflevector(a,
                                       b,
                                       kFrom,
                                       kOther,
                                       kFrom + 1,
                                       kOther + 1,
                                       kFrom + 2,
                                       kOther + 2,
                                       kFrom + 3,
                                       kOther + 3,
                                       kFrom + 4,
                                       kOther + 4,
                                       kFrom + 5,
                                       kOther + 5,
                                       kFrom + 6,
                                       kOther + 6,
                                       kFrom + 7,
                                       kOther + 7);
}

/// As many rows as a row has numbers. Each round of perfect shuffles moves one bit of a number's
/// place from its row to its column.
template <typename Vector, std::size_t Count>
inline void transpose(Vector (&rows)[Count])
{
    static_assert(Count == sizeof(Vector) / sizeof(rows[0][0]));
#pragma GCC unroll 4
    for (std::size_t round = 1; round < Count; round *= 2) {
        Vector mixed[Count];
#pragma GCC unroll 8
        for (std::size_t i = 0; i < Count / 2; ++i) {
            mixed[2 * i] = interleaved<false>(rows[i], rows[i + Count / 2]);
            mixed[2 * i + 1] = interleaved<true>(rows[i], rows[i + Count / 2]);
        }
#pragma GCC unroll 16
        for (std::size_t i = 0; i < Count; ++i)
            rows[i] = mixed[i];
    }
}

/// Walks the places of a window that lie in the plane, row by row.
template <typename Scalar>
struct WindowWalk
{
    Scalar* at;
    std::size_t x;
    std::size_t width;
    std::size_t pixel;  ///< numbers from pixel to pixel
    std::size_t border; ///< numbers from a row's end to the next one's begin

    void step()
    {
        at += pixel;
        if (++x == width) {
            x = 0;
            at += border;
        }
    }
};

/// The rows of a window that lie in the plane, where they begin there and in the window.
struct InsideRows
{
    std::size_t from;
    std::size_t to;
    std::size_t planeRow;
};

inline InsideRows insideRows(const PlaneWindow& window)
{
    const std::size_t first = window.firstRow;
    const std::size_t from = first < window.padding ? window.padding - first : 0;
    const std::size_t end = window.height + window.padding;
    const std::size_t inside = end > first ? end - first : 0;
    const std::size_t to = inside < window.rows ? inside : window.rows;
    return {.from = from < to ? from : to, .to = to, .planeRow = first + from - window.padding};
}

template <typename Scalar>
inline WindowWalk<Scalar> walkOf(const PlaneWindow& window, std::size_t firstRow, Scalar* values)
{
    const std::size_t pixel = paddedChannels<Scalar>(window.channels);
    return {.at = values + (firstRow * window.columns + window.padding) * pixel,
            .x = 0,
            .width = window.width,
            .pixel = pixel,
            .border = (window.columns - window.width) * pixel};
}

template <typename Scalar>
inline void clear(Scalar* values, std::size_t count)
{
    __builtin_memset(values, 0, count * sizeof(Scalar));
}

template <typename Scalar>
void clearBorder(const PlaneWindow& window, const InsideRows& inside, Scalar* values)
{
    const std::size_t pixel = paddedChannels<Scalar>(window.channels);
    const std::size_t row = window.columns * pixel;
    const std::size_t right = window.padding + window.width;
    clear(values, inside.from * row);
    for (std::size_t y = inside.from; y < inside.to; ++y) {
        clear(values + y * row, window.padding * pixel);
        clear(values + y * row + right * pixel, (window.columns - right) * pixel);
    }
    clear(values + inside.to * row, (window.rows - inside.to) * row);
}

template <typename Scalar>
void spread(const PlaneWindow& window, const Scalar* planes, Scalar* values)
{
    using Vector = typename Register<Scalar>::Vector;
    constexpr std::size_t kNumbers = kPartLanes<Scalar>;
    const InsideRows inside = insideRows(window);
    clearBorder(window, inside, values);
    const std::size_t pixels = (inside.to - inside.from) * window.width;
    const Scalar* begin = planes + inside.planeRow * window.width;
    const std::size_t padded = paddedChannels<Scalar>(window.channels);
    for (std::size_t c = 0; c < padded; c += kNumbers) {
        WindowWalk<Scalar> walk = walkOf(window, inside.from, values + c);
        for (std::size_t p = 0; p < pixels; p += kNumbers) {
            const std::size_t count = pixels - p < kNumbers ? pixels - p : kNumbers;
            Vector rows[kNumbers] = {};
            const Scalar* from = begin + c * window.channelStride + p;
            for (std::size_t i = 0; i < kNumbers && c + i < window.channels;
                 ++i, from += window.channelStride) {
                if (count == kNumbers)
                    rows[i] = vectorAt(from);
                else
                    __builtin_memcpy(&rows[i], from, count * sizeof(Scalar));
            }
            transpose(rows);
            for (std::size_t i = 0; i < count; ++i, walk.step())
                vectorAt(walk.at) = rows[i];
        }
    }
}

template <typename Scalar>
void collect(const PlaneWindow& window, const Scalar* values, Scalar* planes)
{
    using Vector = typename Register<Scalar>::Vector;
    constexpr std::size_t kNumbers = kPartLanes<Scalar>;
    const InsideRows inside = insideRows(window);
    const std::size_t pixels = (inside.to - inside.from) * window.width;
    Scalar* begin = planes + inside.planeRow * window.width;
    for (std::size_t c = 0; c < window.channels; c += kNumbers) {
        WindowWalk<const Scalar> walk = walkOf(window, inside.from, values + c);
        for (std::size_t p = 0; p < pixels; p += kNumbers) {
            const std::size_t count = pixels - p < kNumbers ? pixels - p : kNumbers;
            Vector rows[kNumbers] = {};
            for (std::size_t i = 0; i < count; ++i, walk.step())
                rows[i] = vectorAt(walk.at);
            transpose(rows);
            Scalar* to = begin + c * window.channelStride + p;
            for (std::size_t i = 0; i < kNumbers && c + i < window.channels;
                 ++i, to += window.channelStride) {
                if (count == kNumbers)
                    vectorAt(to) = rows[i];
                else
                    __builtin_memcpy(to, &rows[i], count * sizeof(Scalar));
            }
        }
    }
}

/// Calls each(pixel, tile) for the place of a tile's first pixel, and of the tile, in their arrays,
/// a register's width of channels at a time.
template <typename Scalar, typename Each>
inline void eachTile(const TileGrid& grid, std::size_t windowColumns, const Each& each)
{
    std::size_t tile = 0;
    for (std::size_t y = 0; y < grid.rows; ++y) {
        for (std::size_t x = 0; x < grid.columns; ++x) {
            const std::size_t pixel = (2 * y * windowColumns + 2 * x) * grid.channels;
            for (std::size_t c = 0; c < grid.channels; c += kPartLanes<Scalar>)
                each(pixel + c, tile + c);
            tile += grid.channels;
        }
    }
}

/// Bᵀ·d·B of each 4×4 tile d.
template <typename Scalar>
void tileInputs(const TileGrid& grid, const Scalar* window, Scalar* tiles)
{
    using Vector = typename Register<Scalar>::Vector;
    const std::size_t columns = 2 * grid.columns + 2;
    eachTile<Scalar>(grid, columns, [&](std::size_t pixel, std::size_t tile) {
        Vector half[4][4];
        for (std::size_t i = 0; i < 4; ++i) {
            const Scalar* row = window + pixel + i * columns * grid.channels;
            const Vector a = vectorAt(row);
            const Vector b = vectorAt(row + grid.channels);
            const Vector c = vectorAt(row + 2 * grid.channels);
            const Vector d = vectorAt(row + 3 * grid.channels);
            half[i][0] = a - c;
            half[i][1] = b + c;
            half[i][2] = c - b;
            half[i][3] = b - d;
        }
        for (std::size_t j = 0; j < 4; ++j) {
            Scalar* to = tiles + tile + j * grid.stride;
            vectorAt(to) = half[0][j] - half[2][j];
            vectorAt(to + 4 * grid.stride) = half[1][j] + half[2][j];
            vectorAt(to + 8 * grid.stride) = half[2][j] - half[1][j];
            vectorAt(to + 12 * grid.stride) = half[1][j] - half[3][j];
        }
    });
}

/// Aᵀ·m·A of each 4×4 tile m.
template <typename Scalar>
void tileOutputs(const TileGrid& grid, const Scalar* tiles, Scalar* window)
{
    using Vector = typename Register<Scalar>::Vector;
    const std::size_t columns = 2 * grid.columns;
    eachTile<Scalar>(grid, columns, [&](std::size_t pixel, std::size_t tile) {
        Vector half[2][4];
        for (std::size_t j = 0; j < 4; ++j) {
            const Scalar* from = tiles + tile + j * grid.stride;
            const Vector b = vectorAt(from + 4 * grid.stride);
            const Vector c = vectorAt(from + 8 * grid.stride);
            half[0][j] = vectorAt(from) + b + c;
            half[1][j] = b - c - vectorAt(from + 12 * grid.stride);
        }
        for (std::size_t i = 0; i < 2; ++i) {
            Scalar* row = window + pixel + i * columns * grid.channels;
            vectorAt(row) = half[i][0] + half[i][1] + half[i][2];
            vectorAt(row + grid.channels) = half[i][1] - half[i][2] - half[i][3];
        }
    });
}

/// A·dy·Aᵀ of each 2×2 tile dy.
template <typename Scalar>
void tileGradients(const TileGrid& grid, const Scalar* window, std::size_t columns, Scalar* tiles)
{
    using Vector = typename Register<Scalar>::Vector;
    eachTile<Scalar>(grid, columns, [&](std::size_t pixel, std::size_t tile) {
        Vector half[2][4];
        for (std::size_t i = 0; i < 2; ++i) {
            const Scalar* row = window + pixel + i * columns * grid.channels;
            const Vector a = vectorAt(row);
            const Vector b = vectorAt(row + grid.channels);
            half[i][0] = a;
            half[i][1] = a + b;
            half[i][2] = a - b;
            half[i][3] = -b;
        }
        for (std::size_t j = 0; j < 4; ++j) {
            Scalar* to = tiles + tile + j * grid.stride;
            vectorAt(to) = half[0][j];
            vectorAt(to + 4 * grid.stride) = half[0][j] + half[1][j];
            vectorAt(to + 8 * grid.stride) = half[0][j] - half[1][j];
            vectorAt(to + 12 * grid.stride) = -half[1][j];
        }
    });
}

/// G·g·Gᵀ of the taps g of a channel read and as many channels made as a register has numbers.
template <typename Scalar>
void transformTaps(const TapGrid& grid, const Scalar* taps, Scalar* weights)
{
    using Vector = typename Register<Scalar>::Vector;
    constexpr std::size_t kNumbers = kPartLanes<Scalar>;
    constexpr Scalar kHalf{0.5};
    const std::size_t row = paddedChannels<Scalar>(grid.made);
    const std::size_t stride = grid.read * row;
    for (std::size_t read = 0; read < grid.read; ++read) {
        for (std::size_t made = 0; made < row; made += kNumbers) {
            Vector g[9] = {};
            for (std::size_t i = 0; i < kNumbers && made + i < grid.made; ++i) {
                const Scalar* own = taps + read * grid.fromRead + (made + i) * grid.fromMade;
                for (std::size_t tap = 0; tap < 9; ++tap)
                    g[tap][i] = own[grid.turned ? 8 - tap : tap];
            }
            Vector half[4][3];
            for (std::size_t x = 0; x < 3; ++x) {
                const Vector outer = g[x] + g[6 + x];
                half[0][x] = g[x];
                half[1][x] = kHalf * (outer + g[3 + x]);
                half[2][x] = kHalf * (outer - g[3 + x]);
                half[3][x] = g[6 + x];
            }
            Scalar* to = weights + read * row + made;
            for (std::size_t y = 0; y < 4; ++y, to += 4 * stride) {
                const Vector outer = half[y][0] + half[y][2];
                vectorAt(to) = half[y][0];
                vectorAt(to + stride) = kHalf * (outer + half[y][1]);
                vectorAt(to + 2 * stride) = kHalf * (outer - half[y][1]);
                vectorAt(to + 3 * stride) = half[y][2];
            }
        }
    }
}

} // namespace
} // namespace coterie::COTERIE_KERNELS_NAMESPACE
