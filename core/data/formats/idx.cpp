#include "core/data/formats/idx.h"

#include "core/data/formats/gzip_reader.h"

#include <algorithm>
#include <limits>

namespace coterie {

namespace {

constexpr std::size_t kFirstPiece = std::size_t{1} << 20;
// Samples are indexed with 32 bits; a header that asks for more bytes than this is a lie or beyond
// us.
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 33;

Unexpected<Error>
failAt(const std::filesystem::path& file, std::uint64_t offset, const std::string& what)
{
    return fail(file.string(), "at byte " + std::to_string(offset) + ": " + what);
}

Result<std::uint32_t>
readWord(GzipReader& reader, const std::filesystem::path& file, const std::string& meaning)
{
    const std::uint64_t place = reader.offset();
    std::array<std::uint8_t, 4> bytes{};
    const Result<std::size_t> count = reader.read(bytes);
    if (!count)
        return Unexpected<Error>{count.error()};
    if (*count < bytes.size())
        return failAt(file, place, "the file ends before " + meaning + " (4 bytes needed)");
    return static_cast<std::uint32_t>(bytes[0]) << 24 | static_cast<std::uint32_t>(bytes[1]) << 16
           | static_cast<std::uint32_t>(bytes[2]) << 8 | static_cast<std::uint32_t>(bytes[3]);
}

std::string dimensionName(std::size_t dimension, std::size_t dimensionCount)
{
    if (dimension == 0)
        return "the number of samples";
    if (dimensionCount == 3)
        return dimension == 1 ? "the number of rows" : "the number of columns";
    return "the size of dimension " + std::to_string(dimension + 1);
}

} // namespace

Result<IdxArray> readIdx(const std::filesystem::path& file, std::size_t dimensionCount)
{
    Result<GzipReader> opened = GzipReader::open(file);
    if (!opened)
        return Unexpected<Error>{opened.error()};
    GzipReader& reader = *opened;

    constexpr std::uint32_t kUnsignedBytes = 0x0800; // 2048 + dimensions: 2049 labels, 2051 images
    const std::uint32_t neededMagic = kUnsignedBytes + static_cast<std::uint32_t>(dimensionCount);
    const Result<std::uint32_t> magic = readWord(reader, file, "the magic number");
    if (!magic)
        return Unexpected<Error>{magic.error()};
    if (*magic != neededMagic)
        return failAt(file,
                      0,
                      "the magic number is " + std::to_string(*magic) + ", "
                          + std::to_string(neededMagic) + " needed (IDX, unsigned bytes, "
                          + std::to_string(dimensionCount)
                          + (dimensionCount == 1 ? " dimension)" : " dimensions)"));

    IdxArray array;
    std::uint64_t announced = 1;
    for (std::size_t dimension = 0; dimension < dimensionCount; ++dimension) {
        const std::uint64_t place = reader.offset();
        const std::string meaning = dimensionName(dimension, dimensionCount);
        const Result<std::uint32_t> size = readWord(reader, file, meaning);
        if (!size)
            return Unexpected<Error>{size.error()};
        if (*size == 0
            || *size > static_cast<std::uint32_t>(std::numeric_limits<std::int32_t>::max()))
            return failAt(file,
                          place,
                          meaning + " is " + std::to_string(static_cast<std::int32_t>(*size))
                              + ", at least 1 needed");
        announced *= *size; // at most kMostBytes · 2³¹ before the check: fits 64 bits
        if (announced > kMostBytes)
            return failAt(file,
                          place,
                          "the header announces more than " + std::to_string(kMostBytes)
                              + " bytes");
        array.dimensions.push_back(*size);
    }
    const std::uint64_t start = reader.offset();
    if (announced > reader.largestContent())
        return failAt(file,
                      start,
                      "the header announces " + std::to_string(announced)
                          + " bytes of values, the file cannot hold them");

    // In growing pieces: a header that lies about a small file then costs little.
    const auto total = static_cast<std::size_t>(announced);
    std::size_t done = 0;
    while (done < total) {
        const std::size_t piece = std::min(total - done, std::max(done, kFirstPiece));
        array.values.reserve(done + piece);
        array.values.resize(done + piece);
        const Result<std::size_t> count = reader.read(std::span(array.values).subspan(done, piece));
        if (!count)
            return Unexpected<Error>{count.error()};
        done += *count;
        if (*count < piece)
            return failAt(file,
                          start + done,
                          "the file ends after " + std::to_string(done) + " of the "
                              + std::to_string(total) + " bytes of values its header announces");
    }
    std::array<std::uint8_t, 1> beyond{};
    const Result<std::size_t> more = reader.read(beyond); // also lets zlib compare its checksum
    if (!more)
        return Unexpected<Error>{more.error()};
    if (*more > 0)
        return failAt(file,
                      start + total,
                      "the file goes on after the " + std::to_string(total)
                          + " bytes of values its header announces");
    return array;
}

Result<Samples> readIdxSamples(const std::filesystem::path& images,
                               const std::filesystem::path& labels,
                               std::size_t classes)
{
    constexpr std::size_t kLabelDimensions = 1;
    constexpr std::size_t kImageDimensions = 3;
    Result<IdxArray> labelArray = readIdx(labels, kLabelDimensions);
    if (!labelArray)
        return Unexpected<Error>{labelArray.error()};
    Result<IdxArray> imageArray = readIdx(images, kImageDimensions);
    if (!imageArray)
        return Unexpected<Error>{imageArray.error()};

    const std::size_t count = imageArray->dimensions[0];
    if (labelArray->dimensions[0] != count)
        return failAt(labels,
                      4,
                      std::to_string(labelArray->dimensions[0]) + " labels, but " + images.string()
                          + " holds " + std::to_string(count)
                          + " images; as many of each are needed");

    constexpr std::uint64_t kLabelStart = 8;
    Samples samples;
    samples.labels.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        if (labelArray->values[i] >= classes)
            return failAt(labels,
                          kLabelStart + i,
                          "label " + std::to_string(labelArray->values[i]) + " of sample "
                              + std::to_string(i) + ", 0 to " + std::to_string(classes - 1)
                              + " needed");
        samples.labels.push_back(labelArray->values[i]);
    }
    samples.shape = {
        .channels = 1, .height = imageArray->dimensions[1], .width = imageArray->dimensions[2]};
    samples.values = std::move(imageArray->values);
    return samples;
}

} // namespace coterie
