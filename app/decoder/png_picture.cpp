#include "app/decoder/decoded.h"
#include "core/data/formats/picture_messages.h"

#include <algorithm>
#include <array>
#include <bit>
#include <csetjmp>
#include <cstring>
#include <optional>
#include <png.h>

namespace coterie::decoder {

namespace {

/// libpng leaves a function that fails by longjmp, past destructors. So what needs one is outside
/// of the functions that call it, and these keep plain values only.
struct Png
{
    png_structp reader = nullptr;
    png_infop info = nullptr;
    FileBytes rest;
    std::array<char, 200> problem{};

    ~Png() { png_destroy_read_struct(&reader, &info, nullptr); }
};

extern "C" {

[[noreturn]] static void pngFails(png_structp reader, png_const_charp words)
{
    auto* png = static_cast<Png*>(png_get_error_ptr(reader));
    std::strncpy(png->problem.data(), words, png->problem.size() - 1);
    png_longjmp(reader, 1);
}

static void pngWarns(png_structp, png_const_charp) {}

static void readPngBytes(png_structp reader, png_bytep out, png_size_t count)
{
    auto* png = static_cast<Png*>(png_get_io_ptr(reader));
    if (count > png->rest.size())
        png_error(reader, "the file ends inside it");
    std::memcpy(out, png->rest.data(), count);
    png->rest = png->rest.subspan(count);
}
}

bool readPngHeader(Png& png)
{
    if (setjmp(png_jmpbuf(png.reader)) != 0)
        return false;
    png_set_read_fn(png.reader, &png, &readPngBytes);
    png_set_user_limits(png.reader, kLongestSide, kLongestSide);
    png_set_crc_action(png.reader, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
    png_set_benign_errors(png.reader, 0);
    // What says nothing about the stored values is not looked at.
    png_set_keep_unknown_chunks(png.reader, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
    constexpr std::array<png_byte, 5> kTransparent{'t', 'R', 'N', 'S', 0};
    png_set_keep_unknown_chunks(png.reader, PNG_HANDLE_CHUNK_NEVER, kTransparent.data(), 1);
    png_read_info(png.reader, png.info);
    const png_byte depth = png_get_bit_depth(png.reader, png.info);
    const png_byte kind = png_get_color_type(png.reader, png.info);
    if (depth == 16 && std::endian::native == std::endian::little)
        png_set_swap(png.reader);
    if (depth < 8 && kind == PNG_COLOR_TYPE_PALETTE)
        png_set_packing(png.reader);
    else if (depth < 8)
        png_set_expand_gray_1_2_4_to_8(png.reader);
    if ((kind & PNG_COLOR_MASK_ALPHA) != 0)
        png_set_strip_alpha(png.reader);
    png_set_interlace_handling(png.reader);
    png_read_update_info(png.reader, png.info);
    return true;
}

bool readPngRows(Png& png, png_bytepp rows)
{
    if (setjmp(png_jmpbuf(png.reader)) != 0)
        return false;
    png_read_image(png.reader, rows);
    return true;
}

Refused damaged(const Png& png)
{
    return {std::string("the PNG is damaged: ").append(png.problem.data())};
}

std::uint32_t big(FileBytes bytes)
{
    return static_cast<std::uint32_t>(bytes[0]) << 24 | static_cast<std::uint32_t>(bytes[1]) << 16
           | static_cast<std::uint32_t>(bytes[2]) << 8 | bytes[3];
}

/// Pixels become planes.
template <typename Value>
std::vector<Value> planesOf(const std::vector<std::uint8_t>& rows, std::size_t channels)
{
    const std::size_t pixels = rows.size() / sizeof(Value) / channels;
    std::vector<Value> planes(pixels * channels);
    for (std::size_t channel = 0; channel < channels; ++channel)
        for (std::size_t pixel = 0; pixel < pixels; ++pixel)
            std::memcpy(&planes[channel * pixels + pixel],
                        &rows[(pixel * channels + channel) * sizeof(Value)],
                        sizeof(Value));
    return planes;
}

Outcome coloured(const Png& png, const std::vector<std::uint8_t>& rows, Decoded made)
{
    png_colorp palette = nullptr;
    int colours = 0;
    png_get_PLTE(png.reader, png.info, &palette, &colours);
    std::vector<std::uint8_t> planes(rows.size() * 3);
    for (std::size_t pixel = 0; pixel < rows.size(); ++pixel) {
        if (rows[pixel] >= colours)
            return Refused{"the PNG is damaged: colour " + std::to_string(rows[pixel])
                           + " of a palette of " + std::to_string(colours)};
        const png_color& colour = palette[rows[pixel]];
        planes[pixel] = colour.red;
        planes[rows.size() + pixel] = colour.green;
        planes[2 * rows.size() + pixel] = colour.blue;
    }
    made.channels = 3;
    made.planes = std::move(planes);
    return made;
}

} // namespace

Refused wrongSize(std::uint64_t width, std::uint64_t height)
{
    return {"a picture must have sides of 1 to " + std::to_string(kLongestSide) + " (is "
            + std::to_string(width) + "×" + std::to_string(height) + ")"};
}

Outcome decodePng(FileBytes file, std::uint64_t mostBytes)
{
    constexpr std::size_t kWidth = 16; // its place in the header, which comes first
    if (file.size() < kWidth + 8)
        return Refused{"the PNG is damaged: the file ends inside its header"};
    const std::uint32_t width = big(file.subspan(kWidth));
    const std::uint32_t height = big(file.subspan(kWidth + 4));
    if (width == 0 || height == 0 || width > kLongestSide || height > kLongestSide)
        return wrongSize(width, height);
    Png png;
    png.rest = file;
    png.reader = png_create_read_struct(PNG_LIBPNG_VER_STRING, &png, &pngFails, &pngWarns);
    png.info = png.reader == nullptr ? nullptr : png_create_info_struct(png.reader);
    if (png.info == nullptr)
        return Refused{"the PNG cannot be read: libpng did not start"};
    if (!readPngHeader(png))
        return damaged(png);
    const bool palette = png_get_color_type(png.reader, png.info) == PNG_COLOR_TYPE_PALETTE;
    const std::size_t valueBytes = png_get_bit_depth(png.reader, png.info) == 16 ? 2 : 1;
    Decoded made{.channels = png_get_channels(png.reader, png.info),
                 .height = height,
                 .width = width,
                 .planes = {}};
    const std::uint64_t rowBytes = std::uint64_t{width} * made.channels * valueBytes;
    if (png_get_rowbytes(png.reader, png.info) != rowBytes
        || (made.channels != 1 && made.channels != 3))
        return Refused{"the PNG cannot be read: it is of an unknown kind"};
    // Deflate codes at most 258 bytes in two bits, and a pixel of one bit becomes a byte.
    constexpr std::uint64_t kLargestRatio = 1032 * 8;
    if (rowBytes * height / kLargestRatio > file.size())
        return Refused{"the PNG is damaged: its header announces "
                       + std::to_string(rowBytes * height)
                       + " bytes of values, the file cannot hold them"};
    const std::uint64_t needs = rowBytes * height * (palette ? 4 : 2);
    if (needs > mostBytes)
        return TooLarge{needs};
    std::vector<std::uint8_t> rows(rowBytes * height);
    std::vector<png_bytep> places(height);
    for (std::size_t row = 0; row < height; ++row)
        places[row] = rows.data() + row * rowBytes;
    if (!readPngRows(png, places.data()))
        return damaged(png);
    if (palette)
        return coloured(png, rows, std::move(made));
    if (valueBytes == 2)
        made.planes = planesOf<std::uint16_t>(rows, made.channels);
    else
        made.planes = planesOf<std::uint8_t>(rows, made.channels);
    return made;
}

std::string pngLibrary()
{
    return std::string("libpng ").append(png_get_libpng_ver(nullptr));
}

} // namespace coterie::decoder
