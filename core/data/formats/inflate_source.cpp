#include "core/data/formats/inflate_source.h"

#include "core/base/try.h"

#include <limits>
#include <zlib.h>

namespace coterie {

namespace {

constexpr std::uint64_t kBufferSize = std::uint64_t{64} * 1024;
// Deflate codes at most 258 bytes in two bits: nothing grows more than 1032-fold.
constexpr std::uint64_t kLargestRatio = 1032;

class InflateSource final : public ByteSource
{
public:
    InflateSource(ByteSourcePointer packed, DeflateWrapper wrapper)
        : ByteSource(packed->name())
        , m_packed(std::move(packed))
        , m_wrapper(wrapper)
        , m_buffer(std::min(kBufferSize, std::max<std::uint64_t>(m_packed->largestContent(), 1)))
    {}
    ~InflateSource() override { inflateEnd(&m_stream); }

    [[nodiscard]] bool start()
    {
        constexpr int kWindow = 15; // the largest
        return inflateInit2(&m_stream,
                            m_wrapper == DeflateWrapper::Gzip   ? kWindow + 16
                            : m_wrapper == DeflateWrapper::Zlib ? kWindow
                                                                : -kWindow)
               == Z_OK;
    }

    [[nodiscard]] std::uint64_t largestContent() const override
    {
        constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
        return std::min(m_packed->largestContent(), kMost / kLargestRatio) * kLargestRatio;
    }
    [[nodiscard]] std::uint64_t storedSize() const override { return m_packed->storedSize(); }

protected:
    Result<std::size_t> readSome(std::span<std::uint8_t> out) override
    {
        while (!m_finished) {
            if (m_stream.avail_in == 0) {
                COTERIE_CHECK(refill());
                if (m_stream.avail_in == 0)
                    return fail(
                        name(),
                        filled("{} is cut short after {} unpacked bytes", word(), offset()));
            }
            const Result<std::size_t> count = unpack(out);
            if (!count || *count > 0)
                return count;
        }
        return std::size_t{0};
    }

private:
    [[nodiscard]] std::string_view word() const
    {
        return m_wrapper == DeflateWrapper::Gzip ? "the gzip data" : "the deflated data";
    }

    Result<void> refill()
    {
        COTERIE_TRY(const std::size_t count, m_packed->read(m_buffer));
        m_stream.next_in = m_buffer.data();
        m_stream.avail_in = static_cast<uInt>(count);
        return {};
    }

    Result<std::size_t> unpack(std::span<std::uint8_t> out)
    {
        const std::size_t room =
            std::min<std::size_t>(out.size(), std::numeric_limits<uInt>::max());
        m_stream.next_out = out.data();
        m_stream.avail_out = static_cast<uInt>(room);
        const int status = inflate(&m_stream, Z_NO_FLUSH);
        const std::size_t unpacked = room - m_stream.avail_out;
        if (status == Z_STREAM_END) {
            // Several gzip members can follow each other.
            const bool gzip = m_wrapper == DeflateWrapper::Gzip;
            if (gzip && m_stream.avail_in == 0)
                COTERIE_CHECK(refill());
            m_finished = !gzip || m_stream.avail_in == 0;
            if (!m_finished)
                inflateReset(&m_stream);
        } else if (status != Z_OK && status != Z_BUF_ERROR) {
            const std::string why = m_stream.msg ? filled(" ({})", m_stream.msg) : std::string();
            return fail(
                name(),
                filled(
                    "{} is damaged after {} unpacked bytes{}", word(), offset() + unpacked, why));
        }
        return unpacked;
    }

    ByteSourcePointer m_packed;
    DeflateWrapper m_wrapper;
    std::vector<std::uint8_t> m_buffer; // m_stream knows its unread part
    z_stream m_stream{};
    bool m_finished = false;
};

} // namespace

Result<ByteSourcePointer> inflated(ByteSourcePointer packed, DeflateWrapper wrapper)
{
    auto source = std::make_unique<InflateSource>(std::move(packed), wrapper);
    if (!source->start())
        return fail(source->name(), "cannot be unpacked: zlib did not start");
    return ByteSourcePointer(std::move(source));
}

Result<ByteSourcePointer> unpackedIfGzip(ByteSourcePointer source)
{
    COTERIE_TRY(const auto magic, source->peek(2));
    if (magic.size() == 2 && magic[0] == 0x1F && magic[1] == 0x8B)
        return inflated(std::move(source), DeflateWrapper::Gzip);
    return source;
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
