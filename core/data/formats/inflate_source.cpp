#include "core/data/formats/inflate_source.h"

#include "core/base/try.h"

#include <algorithm>
#include <array>
#include <limits>
#include <zlib.h>

namespace coterie {

namespace {

constexpr std::size_t kBufferSize = std::size_t{64} * 1024;
// Deflate codes at most 258 bytes in two bits: nothing grows more than 1032-fold.
constexpr std::uint64_t kLargestRatio = 1032;

struct InflateEnd
{
    void operator()(z_stream* stream) const
    {
        inflateEnd(stream);
        delete stream;
    }
};

class InflateSource final : public ByteSource
{
public:
    InflateSource(ByteSourcePointer packed,
                  DeflateWrapper wrapper,
                  std::unique_ptr<z_stream, InflateEnd> stream)
        : ByteSource(packed->name())
        , m_packed(std::move(packed))
        , m_wrapper(wrapper)
        , m_stream(std::move(stream))
        , m_buffer(std::min<std::uint64_t>(kBufferSize,
                                           std::max<std::uint64_t>(m_packed->largestContent(), 1)))
    {}

    [[nodiscard]] std::uint64_t largestContent() const override
    {
        const std::uint64_t packed = m_packed->largestContent();
        return packed > std::numeric_limits<std::uint64_t>::max() / kLargestRatio
                   ? std::numeric_limits<std::uint64_t>::max()
                   : packed * kLargestRatio;
    }
    [[nodiscard]] std::uint64_t storedSize() const override { return m_packed->storedSize(); }

protected:
    Result<std::size_t> readSome(std::span<std::uint8_t> out) override
    {
        while (!m_finished) {
            if (m_begin == m_end) {
                COTERIE_CHECK(refill());
                if (m_end == 0)
                    return fail(name(),
                                word() + " is cut short after " + std::to_string(offset())
                                    + " unpacked bytes");
            }
            const Result<std::size_t> count = unpack(out);
            if (!count || *count > 0)
                return count;
        }
        return std::size_t{0};
    }

private:
    [[nodiscard]] std::string word() const
    {
        return m_wrapper == DeflateWrapper::Gzip ? "the gzip data" : "the deflated data";
    }

    Result<void> refill()
    {
        COTERIE_TRY(const std::size_t count, m_packed->read(m_buffer));
        m_begin = 0;
        m_end = count;
        return {};
    }

    Result<std::size_t> unpack(std::span<std::uint8_t> out)
    {
        const std::size_t room =
            std::min<std::size_t>(out.size(), std::numeric_limits<uInt>::max());
        m_stream->next_in = m_buffer.data() + m_begin;
        m_stream->avail_in = static_cast<uInt>(m_end - m_begin);
        m_stream->next_out = out.data();
        m_stream->avail_out = static_cast<uInt>(room);
        const int status = inflate(m_stream.get(), Z_NO_FLUSH);
        const std::size_t unpacked = room - m_stream->avail_out;
        m_begin = m_end - m_stream->avail_in;
        if (status == Z_STREAM_END) {
            COTERIE_CHECK(endMember());
        } else if (status != Z_OK && status != Z_BUF_ERROR) {
            return fail(name(),
                        word() + " is damaged after " + std::to_string(offset() + unpacked)
                            + " unpacked bytes"
                            + (m_stream->msg != nullptr ? std::string(" (") + m_stream->msg + ")"
                                                        : std::string()));
        }
        return unpacked;
    }

    Result<void> endMember()
    {
        // Several gzip members can follow each other.
        if (m_wrapper == DeflateWrapper::Gzip && m_begin == m_end)
            COTERIE_CHECK(refill());
        if (m_wrapper == DeflateWrapper::Gzip && m_begin < m_end)
            inflateReset(m_stream.get());
        else
            m_finished = true;
        return {};
    }

    ByteSourcePointer m_packed;
    DeflateWrapper m_wrapper;
    std::unique_ptr<z_stream, InflateEnd> m_stream;
    std::vector<std::uint8_t> m_buffer;
    std::size_t m_begin = 0; // unread part of the buffer
    std::size_t m_end = 0;
    bool m_finished = false;
};

/// A source whose first bytes have already been read.
class BegunSource final : public ByteSource
{
public:
    BegunSource(std::span<const std::uint8_t> beginning, ByteSourcePointer rest)
        : ByteSource(rest->name())
        , m_beginning(beginning.begin(), beginning.end())
        , m_rest(std::move(rest))
    {}

    [[nodiscard]] std::uint64_t largestContent() const override { return m_rest->largestContent(); }
    [[nodiscard]] std::uint64_t storedSize() const override { return m_rest->storedSize(); }

protected:
    Result<std::size_t> readSome(std::span<std::uint8_t> out) override
    {
        if (offset() >= m_beginning.size())
            return m_rest->read(out);
        const auto from = static_cast<std::size_t>(offset());
        const std::size_t count = std::min(out.size(), m_beginning.size() - from);
        std::copy_n(m_beginning.begin() + static_cast<std::ptrdiff_t>(from), count, out.begin());
        return count;
    }

private:
    std::vector<std::uint8_t> m_beginning;
    ByteSourcePointer m_rest;
};

} // namespace

Result<ByteSourcePointer> inflated(ByteSourcePointer packed, DeflateWrapper wrapper)
{
    constexpr int kWindow = 15; // the largest
    const int windowBits = wrapper == DeflateWrapper::Gzip   ? kWindow + 16
                           : wrapper == DeflateWrapper::Zlib ? kWindow
                                                             : -kWindow;
    auto stream = std::make_unique<z_stream>();
    if (inflateInit2(stream.get(), windowBits) != Z_OK)
        return fail(packed->name(), "cannot be unpacked: zlib did not start");
    return ByteSourcePointer(std::make_unique<InflateSource>(
        std::move(packed), wrapper, std::unique_ptr<z_stream, InflateEnd>(stream.release())));
}

Result<ByteSourcePointer> unpackedIfGzip(ByteSourcePointer source)
{
    std::array<std::uint8_t, 2> magic{};
    COTERIE_TRY(const std::size_t count, source->read(magic));
    const bool packed = count == magic.size() && magic[0] == 0x1F && magic[1] == 0x8B;
    auto whole = std::make_unique<BegunSource>(std::span(magic).first(count), std::move(source));
    if (packed)
        return inflated(std::move(whole), DeflateWrapper::Gzip);
    return ByteSourcePointer(std::move(whole));
}

Result<ByteSourcePointer> openUnpacked(const std::filesystem::path& file)
{
    COTERIE_TRY(std::shared_ptr<ByteStore> store, openStore(file));
    return openUnpacked(std::move(store));
}

Result<ByteSourcePointer> openUnpacked(std::shared_ptr<ByteStore> store)
{
    const std::uint64_t size = store->size();
    return unpackedIfGzip(sourceOf(std::move(store), 0, size));
}

} // namespace coterie
