#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace coterie::decoder {

struct Decoded
{
    std::size_t channels = 1; ///< 1: grey, 3: red, green and blue
    std::size_t height = 0;
    std::size_t width = 0;
    bool isTurned = false;
    std::variant<std::vector<std::uint8_t>, std::vector<std::uint16_t>> planes;
};

/// Why a file is refused, to follow its name.
struct Refused
{
    std::string words;
};

struct TooLarge
{
    std::uint64_t needs = 0; ///< bytes
};

using Outcome = std::variant<Decoded, Refused, TooLarge>;
using FileBytes = std::span<const std::uint8_t>;

/// Of 1, 2, 4, 8 or 16 bits a channel, also interlaced: grey, colour or palette; what is
/// transparent is as if it were not. Neither gamma nor colour profiles change a value.
[[nodiscard]] Outcome decodePng(FileBytes file, std::uint64_t mostBytes);
/// Grey, colour or printing inks (CMYK, YCCK), which become colours, also progressive, turned
/// upright: by the accurate integer transform and
/// triangular interpolation of the colours, which give the same bits everywhere.
[[nodiscard]] Outcome decodeJpeg(FileBytes file, std::uint64_t mostBytes);

[[nodiscard]] std::string pngLibrary();
[[nodiscard]] std::string jpegLibrary();

/// "must have sides of 1 to …" for a size that is not read.
[[nodiscard]] Refused wrongSize(std::uint64_t width, std::uint64_t height);

} // namespace coterie::decoder
