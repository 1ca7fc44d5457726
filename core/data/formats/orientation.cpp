#include "core/data/formats/orientation.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace coterie {

namespace {

/// The TIFF structure in EXIF data (EXIF 2.3, section 4.5), in either order of bytes.
class TiffBytes
{
public:
    TiffBytes(std::span<const std::uint8_t> bytes, bool bigEndian)
        : m_bytes(bytes)
        , m_bigEndian(bigEndian)
    {}

    /// 0 outside.
    [[nodiscard]] std::uint32_t number(std::size_t at, std::size_t size) const
    {
        if (at > m_bytes.size() || m_bytes.size() - at < size)
            return 0;
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < size; ++i)
            value = value << 8 | m_bytes[at + (m_bigEndian ? i : size - 1 - i)];
        return value;
    }

private:
    std::span<const std::uint8_t> m_bytes;
    bool m_bigEndian;
};

bool begins(std::span<const std::uint8_t> bytes, std::string_view with)
{
    return bytes.size() >= with.size()
           && std::equal(
               with.begin(), with.end(), bytes.begin(), [](char letter, std::uint8_t byte) {
                   return static_cast<std::uint8_t>(letter) == byte;
               });
}

} // namespace

int exifOrientation(std::span<const std::uint8_t> marker)
{
    constexpr std::string_view kName("Exif\0\0", 6);
    constexpr std::size_t kEntry = 12;
    constexpr std::uint32_t kOrientation = 0x0112;
    constexpr std::uint32_t kShort = 3;
    if (!begins(marker, kName))
        return 1;
    const std::span<const std::uint8_t> tiff = marker.subspan(kName.size());
    const bool bigEndian = begins(tiff, std::string_view("MM\0*", 4));
    if (!bigEndian && !begins(tiff, std::string_view("II*\0", 4)))
        return 1;
    const TiffBytes bytes(tiff, bigEndian);
    const std::size_t directory = bytes.number(4, 4);
    const std::uint32_t entries = bytes.number(directory, 2);
    for (std::uint32_t entry = 0; entry < entries; ++entry) {
        const std::size_t at = directory + 2 + entry * kEntry;
        if (at > tiff.size())
            return 1;
        if (bytes.number(at, 2) != kOrientation)
            continue;
        const std::uint32_t value = bytes.number(at + 8, 2);
        const bool isOne = bytes.number(at + 2, 2) == kShort && bytes.number(at + 4, 4) == 1;
        return isOne && value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
    }
    return 1;
}

Planes turnedUpright(Planes picture, int orientation)
{
    if (orientation <= 1 || orientation > 8)
        return picture;
    const bool swaps = orientation >= 5; // rows become columns
    Planes made{.channels = picture.channels,
                .height = swaps ? picture.width : picture.height,
                .width = swaps ? picture.height : picture.width};
    made.values.resize(picture.values.size());
    const std::size_t lastColumn = picture.width - 1;
    const std::size_t lastRow = picture.height - 1;
    const auto placeOf = [&](std::size_t x, std::size_t y) -> std::pair<std::size_t, std::size_t> {
        switch (orientation) {
        case 2:
            return {lastColumn - x, y};
        case 3:
            return {lastColumn - x, lastRow - y};
        case 4:
            return {x, lastRow - y};
        case 5:
            return {y, x};
        case 6:
            return {y, lastRow - x};
        case 7:
            return {lastColumn - y, lastRow - x};
        default:
            return {lastColumn - y, x};
        }
    };
    auto out = made.values.begin();
    for (std::size_t channel = 0; channel < made.channels; ++channel) {
        const std::uint8_t* plane =
            picture.values.data() + channel * picture.height * picture.width;
        for (std::size_t y = 0; y < made.height; ++y)
            for (std::size_t x = 0; x < made.width; ++x) {
                const auto [column, row] = placeOf(x, y);
                *out++ = plane[row * picture.width + column];
            }
    }
    return made;
}

} // namespace coterie
