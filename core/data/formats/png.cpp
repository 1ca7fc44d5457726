#include "core/data/formats/png.h"

#include "core/base/try.h"
#include "core/data/formats/inflate_source.h"
#include "core/data/formats/memory_limit.h"
#include "core/data/formats/numbers.h"
#include "core/data/formats/text_lines.h"

#include <cmath>
#include <cstdlib>
#include <zlib.h>

namespace coterie {

namespace {

constexpr std::array<std::uint8_t, 8> kSignature{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
constexpr std::uint32_t kLargestSide = 32768;

/// A chunk (PNG specification, 5.3): its length and type; then its data and a checksum over both.
struct Chunk
{
    std::uint64_t place = 0;
    std::uint32_t size = 0;
    std::string type = {};
    uLong checksum = 0;
};

Result<Chunk> beginChunk(ByteSource& source)
{
    Chunk chunk{.place = source.offset()};
    std::array<std::uint8_t, 8> head{};
    COTERIE_CHECK(readExactly(source, head, "a chunk of the PNG"));
    chunk.size = big32(head.data());
    chunk.type.assign(head.begin() + 4, head.end());
    if (chunk.size > source.largestContent())
        return failAt(
            source,
            chunk.place,
            filled("a chunk of {} bytes is announced, the file cannot hold it", chunk.size));
    chunk.checksum = crc32(0, head.data() + 4, 4);
    return chunk;
}

Result<void> endChunk(ByteSource& source, const Chunk& chunk)
{
    std::array<std::uint8_t, 4> checksum{};
    COTERIE_CHECK(readExactly(source, checksum, "the checksum of a chunk"));
    if (big32(checksum.data()) != chunk.checksum)
        return failAt(source, chunk.place, "the checksum of a chunk is wrong: the PNG is damaged");
    return {};
}

Result<std::size_t> readOfChunk(ByteSource& source, Chunk& chunk, std::span<std::uint8_t> out)
{
    const Result<std::size_t> count = source.read(out);
    if (count)
        chunk.checksum = crc32(chunk.checksum, out.data(), static_cast<uInt>(*count));
    return count;
}

/// All of a small chunk.
Result<std::vector<std::uint8_t>> wholeChunk(ByteSource& source, Chunk chunk, std::uint32_t largest)
{
    if (chunk.size > largest)
        return failAt(
            source,
            chunk.place,
            filled(
                "chunk {} must have at most {} bytes (has {})", chunk.type, largest, chunk.size));
    std::vector<std::uint8_t> bytes(chunk.size);
    COTERIE_TRY(const std::size_t count, readOfChunk(source, chunk, bytes));
    if (count < bytes.size())
        return failAt(source, source.offset(), "the file ends inside chunk " + chunk.type);
    COTERIE_CHECK(endChunk(source, chunk));
    return bytes;
}

Result<void> skipChunk(ByteSource& source, Chunk chunk)
{
    std::array<std::uint8_t, 4096> buffer; // NOLINT: filled before it is looked at
    for (std::uint32_t left = chunk.size; left > 0;) {
        const std::uint32_t piece = std::min<std::uint32_t>(left, buffer.size());
        COTERIE_TRY(const std::size_t count,
                    readOfChunk(source, chunk, std::span(buffer).first(piece)));
        if (count < piece)
            return failAt(source, source.offset(), "the file ends inside a chunk of the PNG");
        left -= piece;
    }
    return endChunk(source, chunk);
}

/// The picture's data: the contents of the IDAT chunks that follow one another.
class DataChunks final : public ByteSource
{
public:
    DataChunks(ByteSource& file, Chunk first)
        : ByteSource(file.name())
        , m_file(file)
        , m_chunk(std::move(first))
        , m_left(m_chunk.size)
    {}

    [[nodiscard]] std::uint64_t largestContent() const override { return m_file.largestContent(); }

protected:
    Result<std::size_t> readSome(std::span<std::uint8_t> out) override
    {
        while (m_left == 0) {
            if (m_ended)
                return std::size_t{0};
            COTERIE_CHECK(endChunk(m_file, m_chunk));
            COTERIE_TRY(m_chunk, beginChunk(m_file));
            m_ended = m_chunk.type != "IDAT";
            m_left = m_ended ? 0 : m_chunk.size;
        }
        const std::size_t piece = std::min<std::size_t>(out.size(), m_left);
        COTERIE_TRY(const std::size_t count, readOfChunk(m_file, m_chunk, out.first(piece)));
        if (count < piece)
            return failAt(m_file, m_file.offset(), "the file ends inside the picture's data");
        m_left -= static_cast<std::uint32_t>(count);
        return count;
    }

private:
    ByteSource& m_file;
    Chunk m_chunk;
    std::uint32_t m_left = 0;
    bool m_ended = false;
};

struct Header
{
    std::size_t width = 0;
    std::size_t height = 0;
    std::size_t bytesPerPixel = 1; // as stored
    bool colour = false;
    bool palette = false;
};

Result<Header> readHeader(ByteSource& source)
{
    COTERIE_TRY(const Chunk chunk, beginChunk(source));
    if (chunk.type != "IHDR" || chunk.size != 13)
        return failAt(source, chunk.place, "must be chunk IHDR of 13 bytes");
    COTERIE_TRY(const std::vector<std::uint8_t> bytes, wholeChunk(source, chunk, 13));
    const std::uint32_t width = big32(bytes.data());
    const std::uint32_t height = big32(bytes.data() + 4);
    const int depth = bytes[8];
    const int kind = bytes[9];
    constexpr std::uint64_t kData = 16; // where the header's content begins
    if (width == 0 || height == 0 || width > kLargestSide || height > kLargestSide)
        return failAt(
            source,
            kData,
            filled("a picture must have sides of 1 to {} (is {}×{})", kLargestSide, width, height));
    if (kind != 0 && kind != 2 && kind != 3 && kind != 4 && kind != 6)
        return failAt(
            source, kData + 9, filled("the colour type must be 0, 2, 3, 4 or 6 (is {})", kind));
    if (depth != 8)
        return failAt(source, kData + 8, filled("must have 8 bits a channel (has {})", depth));
    if (bytes[10] != 0 || bytes[11] != 0)
        return failAt(source, kData + 10, "compression and filter method must be 0");
    if (bytes[12] != 0)
        return failAt(source, kData + 12, "an interlaced picture, which is not read");
    const bool colour = kind == 2 || kind == 6;
    const bool alpha = kind == 4 || kind == 6;
    return Header{.width = width,
                  .height = height,
                  .bytesPerPixel = (colour ? 3U : 1U) + (alpha ? 1U : 0U),
                  .colour = colour || kind == 3,
                  .palette = kind == 3};
}

/// The predictor of PNG specification, 9.4.
int paeth(int left, int above, int corner)
{
    const int estimate = left + above - corner;
    const int toLeft = std::abs(estimate - left);
    const int toAbove = std::abs(estimate - above);
    const int toCorner = std::abs(estimate - corner);
    if (toLeft <= toAbove && toLeft <= toCorner)
        return left;
    return toAbove <= toCorner ? above : corner;
}

/// Undoes a row's filter (PNG specification, 9.2). False for an unknown one.
bool unfilter(int filter,
              std::span<std::uint8_t> row,
              std::span<const std::uint8_t> above,
              std::size_t bytesPerPixel)
{
    if (filter > 4)
        return false;
    for (std::size_t i = 0; i < row.size() && filter != 0; ++i) {
        const bool first = i < bytesPerPixel;
        const int left = first ? 0 : row[i - bytesPerPixel];
        const int corner = first ? 0 : above[i - bytesPerPixel];
        const int predicted = filter == 1   ? left
                              : filter == 2 ? above[i]
                              : filter == 3 ? (left + above[i]) / 2
                                            : paeth(left, above[i], corner);
        row[i] = static_cast<std::uint8_t>(row[i] + predicted);
    }
    return true;
}

Result<PngPicture> readRows(ByteSource& data,
                            const Header& header,
                            const std::vector<std::uint8_t>& palette,
                            std::size_t pictures)
{
    const std::size_t rowSize = header.width * header.bytesPerPixel;
    PngPicture picture;
    picture.shape = {
        .channels = header.colour ? 3U : 1U, .height = header.height, .width = header.width};
    COTERIE_CHECK(checkAnnounced(data, std::uint64_t{rowSize + 1} * header.height));
    // Beside all of them, one is decoded and one has its pixels turned into planes.
    if (pictures > kMostBytes / picture.shape.size())
        return fail(data.name(), filled("more than {} bytes of pictures", kMostBytes));
    COTERIE_CHECK(checkMemory(data.name(), picture.shape.size() * (pictures + 2)));
    std::vector<std::uint8_t>& values = picture.values; // grows with what is really there
    std::vector<std::uint8_t> row(rowSize + 1);
    std::vector<std::uint8_t> above(rowSize, 0);
    for (std::size_t y = 0; y < header.height; ++y) {
        COTERIE_TRY(const std::size_t count, data.read(row));
        if (count < row.size())
            return failAt(data,
                          data.offset(),
                          filled("the picture's data ends in row {} of {}", y, header.height));
        const std::span<std::uint8_t> pixels = std::span(row).subspan(1);
        if (!unfilter(row[0], pixels, above, header.bytesPerPixel))
            return failAt(data,
                          data.offset() - row.size(),
                          filled("the filter of row {} must be from 0 to 4 (is {})", y, row[0]));
        std::ranges::copy(pixels, above.begin());
        makeRoom(values, header.width * picture.shape.channels, picture.shape.size());
        for (std::size_t x = 0; x < header.width; ++x) {
            const std::uint8_t* pixel = pixels.data() + x * header.bytesPerPixel;
            if (header.palette && std::size_t{*pixel} * 3 + 3 > palette.size())
                return failAt(data,
                              data.offset() - rowSize + x,
                              filled("colour {} of a palette of {}", *pixel, palette.size() / 3));
            const std::uint8_t* colours =
                header.palette ? palette.data() + std::size_t{*pixel} * 3 : pixel;
            values.insert(values.end(), colours, colours + picture.shape.channels);
        }
    }
    COTERIE_CHECK(expectEnd(data, "the picture's rows"));
    if (header.colour)
        transposeBlocks(values, 3, picture.shape.plane()); // pixels become planes
    return picture;
}

std::string sizeText(const SampleShape& shape)
{
    return filled(
        "{}×{} {}", shape.width, shape.height, shape.channels == 1 ? "grey" : "in colour");
}

/// The byte of a PNG's header where two shapes differ: width, height or colour type.
int placeOfDifference(const SampleShape& one, const SampleShape& other)
{
    if (one.width != other.width)
        return 16;
    return one.height != other.height ? 20 : 25;
}

} // namespace

Result<PngPicture> readPng(ByteSource& source, std::size_t pictures)
{
    std::array<std::uint8_t, 8> signature{};
    COTERIE_CHECK(readExactly(source, signature, "the signature of a PNG"));
    if (signature != kSignature)
        return failAt(source, 0, "must be the signature of a PNG");
    COTERIE_TRY(const Header header, readHeader(source));
    std::vector<std::uint8_t> palette;
    while (true) {
        COTERIE_TRY(const Chunk chunk, beginChunk(source));
        if (chunk.type == "IDAT") {
            COTERIE_TRY(
                const ByteSourcePointer data,
                inflated(std::make_unique<DataChunks>(source, chunk), DeflateWrapper::Zlib));
            return readRows(*data, header, palette, pictures);
        }
        if (chunk.type == "IEND")
            return failAt(source, chunk.place, "must be the picture's data (chunk IDAT)");
        if (chunk.type == "PLTE") {
            COTERIE_TRY(palette, wholeChunk(source, chunk, 768));
        } else {
            COTERIE_CHECK(skipChunk(source, chunk));
        }
    }
}

Result<void> PictureList::append(ByteSource& png, std::int32_t label)
{
    if (count() == m_expected)
        return fail(png.name(), filled("one picture more than the {} expected", m_expected));
    COTERIE_TRY(const PngPicture picture, readPng(png, m_held ? 0 : m_expected));
    auto& values = std::get<std::vector<std::uint8_t>>(m_samples.values);
    if (count() == 0) {
        m_samples.shape = picture.shape;
        m_held.emplace(picture.shape.size() * m_expected);
        values.reserve(picture.shape.size() * m_expected);
    }
    if (picture.shape != m_samples.shape)
        return fail(png.name(),
                    filled("at byte {}: picture {} must be {} as the ones before (is {})",
                           placeOfDifference(picture.shape, m_samples.shape),
                           count(),
                           sizeText(m_samples.shape),
                           sizeText(picture.shape)));
    values.insert(values.end(), picture.values.begin(), picture.values.end());
    m_samples.labels.push_back(label);
    return {};
}

Result<std::map<std::string, std::int32_t>> readLabelLines(ByteSource& source, std::size_t classes)
{
    constexpr std::size_t kMostPictures = 2'000'000;
    TextLines lines(source);
    std::map<std::string, std::int32_t> labels;
    std::vector<std::string_view> fields;
    while (true) {
        COTERIE_TRY(const std::optional<std::string_view> line, lines.next());
        if (!line)
            return labels;
        splitLine(*line, ' ', fields);
        if (fields.empty())
            continue;
        const std::optional<double> label =
            fields.size() == 2 ? numberIn(fields[1]) : std::optional<double>();
        if (!label || *label < 0 || *label >= static_cast<double>(classes)
            || std::floor(*label) != *label)
            return lines.failHere(
                filled("must be a picture's file name and its label, 0 to {}", classes - 1));
        if (labels.size() == kMostPictures)
            return lines.failHere(filled("more than {} pictures", kMostPictures));
        if (!labels.try_emplace(std::string(fields[0]), static_cast<std::int32_t>(*label)).second)
            return lines.failHere("a second label for " + std::string(fields[0].substr(0, 80)));
    }
}

} // namespace coterie
