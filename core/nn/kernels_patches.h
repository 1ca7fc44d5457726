// A part of kernels_body.h.
#pragma once

#include "core/nn/kernels_vectors.h"

namespace coterie::COTERIE_KERNELS_NAMESPACE {
namespace {

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

/// `rows` runs of `width` numbers, copied or added; a Width above 0 is that width.
template <typename Scalar, bool Adding, std::size_t Width>
inline void moveRows(const Scalar* from,
                     std::size_t fromStride,
                     Scalar* to,
                     std::size_t toStride,
                     std::size_t rows,
                     std::size_t width)
{
    const std::size_t length = Width > 0 ? Width : width;
    for (std::size_t y = 0; y < rows; ++y, from += fromStride, to += toStride) {
        if constexpr (Adding) {
            for (std::size_t x = 0; x < length; ++x)
                to[x] += from[x];
        } else {
            __builtin_memcpy(to, from, length * sizeof(Scalar));
        }
    }
}

/// An unpadded patch row of one plane.
template <typename Scalar, bool Adding>
inline void movePlane(const Scalar* from,
                      std::size_t fromStride,
                      Scalar* to,
                      std::size_t toStride,
                      std::size_t rows,
                      std::size_t width)
{
    withWidth<4, 8, 10, 12, 24, 28>(width, [&]<std::size_t Width>() {
        moveRows<Scalar, Adding, Width>(from, fromStride, to, toStride, rows, width);
    });
}

/// As movePatches, where the kernel moves by more than one or has gaps.
template <typename Scalar, bool Adding, typename Blob, typename Columns>
inline void
moveSpreadPatches(const ConvShape& shape, const SampleRange& samples, Blob* blob, Columns* row)
{
    const std::size_t plane = shape.height * shape.width;
    const std::size_t outHeight = shape.outHeight();
    const std::size_t outWidth = shape.outWidth();
    const std::size_t stride = shape.stride;
    for (std::size_t c = 0; c < shape.channels; ++c) {
        for (std::size_t ky = 0; ky < shape.kernel; ++ky) {
            for (std::size_t kx = 0; kx < shape.kernel; ++kx) {
                // Input column + padding is shift + x·stride; [from, to) are those inside.
                const std::size_t shift = kx * shape.dilation;
                std::size_t from = 0;
                while (from < outWidth && shift + from * stride < shape.padding)
                    ++from;
                std::size_t to = outWidth;
                while (to > from && shift + (to - 1) * stride >= shape.width + shape.padding)
                    --to;
                Blob* sample = blob + (c * samples.batch + samples.first) * plane;
                for (std::size_t b = 0; b < samples.count; ++b, sample += plane) {
                    for (std::size_t y = 0; y < outHeight; ++y, row += outWidth) {
                        const std::size_t padded = y * stride + ky * shape.dilation;
                        const bool outside =
                            padded < shape.padding || padded >= shape.height + shape.padding;
                        const std::size_t first = outside ? outWidth : from;
                        const std::size_t last = outside ? outWidth : to;
                        Blob* line =
                            outside ? sample : sample + (padded - shape.padding) * shape.width;
                        if constexpr (Adding) {
                            for (std::size_t x = first; x < last; ++x)
                                line[shift + x * stride - shape.padding] += row[x];
                        } else {
                            for (std::size_t x = 0; x < first; ++x)
                                row[x] = 0;
                            for (std::size_t x = first; x < last; ++x)
                                row[x] = line[shift + x * stride - shape.padding];
                            for (std::size_t x = last; x < outWidth; ++x)
                                row[x] = 0;
                        }
                    }
                }
            }
        }
    }
}

/// Visits each patch row's part of each sample: copies it from the blob into the columns, or adds
/// it back to the blob.
template <typename Scalar, bool Adding, typename Blob, typename Columns>
inline void
movePatches(const ConvShape& shape, const SampleRange& samples, Blob* blob, Columns* row)
{
    if (shape.stride > 1 || shape.dilation > 1)
        return moveSpreadPatches<Scalar, Adding>(shape, samples, blob, row);
    const std::size_t plane = shape.height * shape.width;
    const std::size_t outHeight = shape.outHeight();
    const std::size_t outWidth = shape.outWidth();
    for (std::size_t c = 0; c < shape.channels; ++c) {
        for (std::size_t ky = 0; ky < shape.kernel; ++ky) {
            for (std::size_t kx = 0; kx < shape.kernel; ++kx) {
                Blob* sample = blob + (c * samples.batch + samples.first) * plane;
                if (shape.padding == 0) {
                    for (std::size_t b = 0; b < samples.count;
                         ++b, sample += plane, row += outHeight * outWidth) {
                        Blob* corner = sample + ky * shape.width + kx;
                        if constexpr (Adding)
                            movePlane<Scalar, true>(
                                row, outWidth, corner, shape.width, outHeight, outWidth);
                        else
                            movePlane<Scalar, false>(
                                corner, shape.width, row, outWidth, outHeight, outWidth);
                    }
                    continue;
                }
                const Span inside = insideColumns(shape, kx);
                for (std::size_t b = 0; b < samples.count; ++b, sample += plane) {
                    for (std::size_t y = 0; y < outHeight; ++y, row += outWidth) {
                        const std::size_t padded = y + ky; // input row + padding
                        const bool outside =
                            padded < shape.padding || padded >= shape.height + shape.padding;
                        const std::size_t from = outside ? outWidth : inside.from;
                        const std::size_t to = outside ? outWidth : inside.to;
                        Blob* line =
                            outside ? sample : sample + (padded - shape.padding) * shape.width;
                        if constexpr (Adding) {
                            for (std::size_t x = from; x < to; ++x)
                                line[x + kx - shape.padding] += row[x];
                        } else {
                            for (std::size_t x = 0; x < from; ++x)
                                row[x] = 0;
                            for (std::size_t x = from; x < to; ++x)
                                row[x] = line[x + kx - shape.padding];
                            for (std::size_t x = to; x < outWidth; ++x)
                                row[x] = 0;
                        }
                    }
                }
            }
        }
    }
}

} // namespace
} // namespace coterie::COTERIE_KERNELS_NAMESPACE
