#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace coterie {

/// How a camera was held: the tag Orientation, 1 to 8, in the EXIF data that a JPEG has in its
/// marker APP1 (the marker's content, with "Exif" at its begin). 1, upright, where it says nothing
/// or is damaged.
[[nodiscard]] int exifOrientation(std::span<const std::uint8_t> marker);

/// Planes of one size, one after another.
struct Planes
{
    std::size_t channels = 1;
    std::size_t height = 1;
    std::size_t width = 1;
    std::vector<std::uint8_t> values = {};
};

/// Upright: a picture with this orientation as it is to be seen.
[[nodiscard]] Planes turnedUpright(Planes picture, int orientation);

} // namespace coterie
