#include "app/decoder/decoded.h"
#include "core/data/formats/orientation.h"
#include "core/data/formats/picture_messages.h"

#include <array>
#include <csetjmp>
#include <cstdio> // which jpeglib.h needs
#include <jerror.h>
#include <jpeglib.h>
#include <optional>

#ifndef LIBJPEG_TURBO_VERSION
#error "This libjpeg is not libjpeg-turbo (Debian: libjpeg62-turbo-dev)."
#endif

namespace coterie::decoder {

namespace {

#define COTERIE_TEXT_OF(token) #token
#define COTERIE_TEXT(macro) COTERIE_TEXT_OF(macro)

/// libjpeg is left by longjmp, as libpng is.
struct Jpeg
{
    jpeg_error_mgr errors{}; // first: libjpeg has its address, the functions below want the whole
    jpeg_decompress_struct reader{};
    std::jmp_buf place{};
    std::array<char, JMSG_LENGTH_MAX> problem{};

    ~Jpeg() { jpeg_destroy_decompress(&reader); }
};

/// After any other warning pixels may not be what was stored: libjpeg makes some up.
bool isHarmless(int warning)
{
    switch (warning) {
    case JWRN_ADOBE_XFORM:
    case JWRN_BOGUS_ICC:
    case JWRN_EXTRANEOUS_DATA: // between two markers
    case JWRN_JFIF_MAJOR:
        return true;
    default:
        return false;
    }
}

extern "C" {

[[noreturn]] static void jpegFails(j_common_ptr reader)
{
    auto* jpeg = reinterpret_cast<Jpeg*>(reader->err);
    reader->err->format_message(reader, jpeg->problem.data());
    std::longjmp(jpeg->place, 1);
}

static void jpegWarns(j_common_ptr reader, int level)
{
    if (level < 0 && !isHarmless(reader->err->msg_code))
        jpegFails(reader);
}

static void jpegWrites(j_common_ptr) {}
}

bool readJpegHeader(Jpeg& jpeg, FileBytes file)
{
    if (setjmp(jpeg.place) != 0)
        return false;
    jpeg_create_decompress(&jpeg.reader);
    jpeg_save_markers(&jpeg.reader, JPEG_APP0 + 1, 0xFFFF);
    jpeg_mem_src(&jpeg.reader, file.data(), file.size());
    jpeg_read_header(&jpeg.reader, TRUE);
    jpeg.reader.out_color_space = jpeg.reader.num_components == 1   ? JCS_GRAYSCALE
                                  : jpeg.reader.num_components == 4 ? JCS_CMYK
                                                                    : JCS_RGB;
    jpeg.reader.dct_method = JDCT_ISLOW;
    jpeg.reader.do_fancy_upsampling = TRUE;
    jpeg.reader.do_block_smoothing = FALSE;
    return true;
}

/// Red, green and blue of printing inks, in place. An ink takes its share of the light and black
/// takes its share of what is left: R = (255 − C)(255 − K) / 255, rounded, and so G of M and B of
/// Y. Adobe's programs, which mark their files, store what an ink leaves, 255 − C.
void turnInksToLight(JSAMPROW row, std::size_t pixels, bool isAdobe)
{
    const auto lightOf = [isAdobe](unsigned ink) { return isAdobe ? ink : 255 - ink; };
    for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
        const unsigned black = lightOf(row[pixel * 4 + 3]);
        for (std::size_t channel = 0; channel < 3; ++channel)
            row[pixel * 3 + channel] =
                static_cast<JSAMPLE>((lightOf(row[pixel * 4 + channel]) * black + 127) / 255);
    }
}

/// The planes of the picture: one where it is grey, else three.
bool readJpegRows(Jpeg& jpeg, JSAMPROW row, std::uint8_t* planes)
{
    if (setjmp(jpeg.place) != 0)
        return false;
    jpeg_decompress_struct& reader = jpeg.reader;
    jpeg_start_decompress(&reader);
    const std::size_t channels = reader.output_components == 1 ? 1 : 3;
    const std::size_t plane = std::size_t{reader.output_width} * reader.output_height;
    while (reader.output_scanline < reader.output_height) {
        const std::size_t begin = std::size_t{reader.output_scanline} * reader.output_width;
        jpeg_read_scanlines(&reader, &row, 1);
        if (reader.output_components == 4)
            turnInksToLight(row, reader.output_width, reader.saw_Adobe_marker != FALSE);
        for (std::size_t x = 0; x < reader.output_width; ++x)
            for (std::size_t channel = 0; channel < channels; ++channel)
                planes[channel * plane + begin + x] = row[x * channels + channel];
    }
    jpeg_finish_decompress(&reader);
    return true;
}

int orientationOf(const Jpeg& jpeg)
{
    for (jpeg_saved_marker_ptr marker = jpeg.reader.marker_list; marker != nullptr;
         marker = marker->next)
        if (const int found = exifOrientation({marker->data, marker->data_length}); found != 1)
            return found;
    return 1;
}

Refused damaged(const Jpeg& jpeg)
{
    return {std::string("the JPEG is damaged: ").append(jpeg.problem.data())};
}

} // namespace

Outcome decodeJpeg(FileBytes file, std::uint64_t mostBytes)
{
    Jpeg jpeg;
    jpeg.reader.err = jpeg_std_error(&jpeg.errors);
    jpeg.errors.error_exit = &jpegFails;
    jpeg.errors.emit_message = &jpegWarns;
    jpeg.errors.output_message = &jpegWrites;
    if (!readJpegHeader(jpeg, file))
        return damaged(jpeg);
    const jpeg_decompress_struct& reader = jpeg.reader;
    if (reader.image_width > kLongestSide || reader.image_height > kLongestSide)
        return wrongSize(reader.image_width, reader.image_height);
    if (reader.jpeg_color_space != JCS_GRAYSCALE && reader.jpeg_color_space != JCS_YCbCr
        && reader.jpeg_color_space != JCS_RGB && reader.jpeg_color_space != JCS_CMYK
        && reader.jpeg_color_space != JCS_YCCK)
        return Refused{"must be grey, in red, green and blue, or in four printing inks (has "
                       + std::to_string(reader.num_components) + " channels)"};
    Planes planes{.channels = reader.num_components == 1 ? 1U : 3U,
                  .height = reader.image_height,
                  .width = reader.image_width};
    const std::uint64_t size = std::uint64_t{planes.channels} * planes.height * planes.width;
    // A block of 8×8 pixels has a bit at least, unless its bits are coded arithmetically.
    constexpr std::uint64_t kPixelsOfByte = 512;
    if (reader.arith_code == FALSE && size / planes.channels / kPixelsOfByte > file.size())
        return Refused{"the JPEG is damaged: its header announces " + std::to_string(planes.width)
                       + "×" + std::to_string(planes.height)
                       + " pixels, the file cannot hold them"};
    const int orientation = orientationOf(jpeg);
    // All coefficients of a picture in several scans are held, two bytes each.
    const auto components = static_cast<std::size_t>(reader.num_components);
    const std::uint64_t needs =
        size * (orientation == 1 ? 1 : 2)
        + (jpeg_has_multiple_scans(&jpeg.reader) != FALSE ? 2 * size / planes.channels * components
                                                          : 0);
    if (needs > mostBytes)
        return TooLarge{needs};
    planes.values.resize(size);
    std::vector<std::uint8_t> row(planes.width * components);
    if (!readJpegRows(jpeg, row.data(), planes.values.data()))
        return damaged(jpeg);
    planes = turnedUpright(std::move(planes), orientation);
    return Decoded{.channels = planes.channels,
                   .height = planes.height,
                   .width = planes.width,
                   .isTurned = orientation != 1,
                   .planes = std::move(planes.values)};
}

std::string jpegLibrary()
{
    return "libjpeg-turbo " COTERIE_TEXT(LIBJPEG_TURBO_VERSION);
}

} // namespace coterie::decoder
