#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace coterie {

/// Which old pixels make up one new one: Σ weights[i] · old[first + i], divided by the axis's
/// total.
struct WholeTaps
{
    std::size_t first = 0;
    std::vector<std::uint64_t> weights;
};

/// One axis of a picture in whole numbers, so that the bits are the same on every machine.
struct WholeAxis
{
    std::uint64_t total = 1; ///< of each pixel's weights
    std::vector<WholeTaps> taps;
};

/// From n old pixels to m new ones. Fewer: the mean over what the new pixel i covers, from i·n/m to
/// (i + 1)·n/m; each old one counts as far as it is covered. More: between the two nearest old
/// centres, at (2i + 1)·n/(2m) − 1/2, and the outermost pixel beyond the outermost centre.
[[nodiscard]] WholeAxis wholeAxis(std::size_t oldSize, std::size_t newSize);

/// A part of a picture.
struct PictureCut
{
    std::size_t left = 0;
    std::size_t top = 0;
    std::size_t width = 0;
    std::size_t height = 0;
};

/// The largest square in the middle, where it cannot be exactly there one pixel to the left or up.
[[nodiscard]] PictureCut middleSquare(std::size_t width, std::size_t height);

/// Square planes of this side, made of a part of each of these planes by both axes in one step,
/// and rounded to the nearest whole number, halves up.
template <typename Value>
[[nodiscard]] std::vector<Value> resizedPlanes(std::span<const Value> planes,
                                               std::size_t width,
                                               std::size_t height,
                                               const PictureCut& cut,
                                               std::size_t side);

extern template std::vector<std::uint8_t> resizedPlanes(
    std::span<const std::uint8_t>, std::size_t, std::size_t, const PictureCut&, std::size_t);
extern template std::vector<std::uint16_t> resizedPlanes(
    std::span<const std::uint16_t>, std::size_t, std::size_t, const PictureCut&, std::size_t);

} // namespace coterie
