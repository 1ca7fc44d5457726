#include "core/data/formats/gzip_reader.h"

#include <algorithm>
#include <limits>
#include <zlib.h>

namespace coterie {

namespace {

constexpr std::size_t kBufferSize = 64 * 1024;
constexpr int kGzipWindow = 15 + 16; // the largest window, and a gzip header rather than a zlib one

} // namespace

void GzipReader::InflateEnd::operator()(z_stream_s* stream) const
{
    inflateEnd(stream);
    delete stream;
}

GzipReader::GzipReader(const std::filesystem::path& file)
    : m_file(file)
    , m_stream(file, std::ios::binary)
    , m_buffer(kBufferSize)
{}

GzipReader::GzipReader(GzipReader&&) noexcept = default;
GzipReader::~GzipReader() = default;

Result<GzipReader> GzipReader::open(const std::filesystem::path& file)
{
    // Anything but a regular file (a pipe, say) could keep us waiting for ever.
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error))
        return fail(file.string(), error ? "cannot be read: " + error.message() : "is not a file");
    GzipReader reader(file);
    reader.m_fileSize = std::filesystem::file_size(file, error);
    if (!reader.m_stream || error)
        return fail(file.string(), "cannot be opened for reading");

    reader.refill();
    const bool packed =
        reader.m_end >= 2 && reader.m_buffer[0] == 0x1F && reader.m_buffer[1] == 0x8B;
    if (packed) {
        reader.m_inflate.reset(new z_stream_s{});
        if (inflateInit2(reader.m_inflate.get(), kGzipWindow) != Z_OK)
            return fail(file.string(), "cannot be unpacked: zlib did not start");
    }
    return reader;
}

std::uint64_t GzipReader::largestContent() const
{
    // Deflate codes at most 258 bytes in two bits: no file grows more than 1032-fold.
    constexpr std::uint64_t kLargestRatio = 1032;
    if (!m_inflate)
        return m_fileSize;
    return m_fileSize > std::numeric_limits<std::uint64_t>::max() / kLargestRatio
               ? std::numeric_limits<std::uint64_t>::max()
               : m_fileSize * kLargestRatio;
}

bool GzipReader::refill()
{
    m_stream.read(reinterpret_cast<char*>(m_buffer.data()),
                  static_cast<std::streamsize>(m_buffer.size()));
    m_begin = 0;
    m_end = static_cast<std::size_t>(m_stream.gcount());
    return m_end > 0;
}

Result<std::size_t> GzipReader::read(std::span<std::uint8_t> out)
{
    std::size_t done = 0;
    while (done < out.size() && !m_finished) {
        if (m_begin == m_end && !refill()) {
            if (m_stream.bad())
                return fail(m_file.string(), "could not be read to its end");
            if (m_inflate)
                return fail(m_file.string(),
                            "the gzip data is cut short after " + std::to_string(m_offset)
                                + " unpacked bytes");
            m_finished = true;
            break;
        }
        if (m_inflate) {
            const Result<std::size_t> unpacked = readPacked(out.subspan(done));
            if (!unpacked)
                return unpacked;
            done += *unpacked;
        } else {
            const std::size_t count = std::min(out.size() - done, m_end - m_begin);
            std::copy_n(
                m_buffer.begin() + static_cast<std::ptrdiff_t>(m_begin), count, out.data() + done);
            m_begin += count;
            m_offset += count;
            done += count;
        }
    }
    return done;
}

Result<std::size_t> GzipReader::readPacked(std::span<std::uint8_t> out)
{
    z_stream_s& stream = *m_inflate;
    const std::size_t room = std::min<std::size_t>(out.size(), std::numeric_limits<uInt>::max());
    stream.next_in = m_buffer.data() + m_begin;
    stream.avail_in = static_cast<uInt>(m_end - m_begin);
    stream.next_out = out.data();
    stream.avail_out = static_cast<uInt>(room);
    const int status = inflate(&stream, Z_NO_FLUSH);
    const std::size_t unpacked = room - stream.avail_out;
    m_begin = m_end - stream.avail_in;
    m_offset += unpacked;

    if (status == Z_STREAM_END) {
        // gzip files may be put end to end; what follows a member is another one or nothing.
        if (m_begin == m_end)
            refill();
        if (m_begin == m_end)
            m_finished = true;
        else
            inflateReset(&stream);
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
        return fail(
            m_file.string(),
            "the gzip data is damaged after " + std::to_string(m_offset) + " unpacked bytes"
                + (stream.msg != nullptr ? std::string(" (") + stream.msg + ")" : std::string()));
    }
    return unpacked;
}

} // namespace coterie
