#include "core/data/formats/bytes.h"

#include "core/base/try.h"
#include "core/data/formats/memory_limit.h"

#include <array>
#include <cassert>
#include <fstream>

namespace coterie {

namespace {

class FileStore final : public ByteStore
{
public:
    FileStore(const std::filesystem::path& file, std::uint64_t size)
        : ByteStore(file.string(), size)
        , m_stream(file, std::ios::binary)
    {}

    [[nodiscard]] bool isOpen() const { return m_stream.is_open(); }

    Result<void> readAt(std::uint64_t offset, std::span<std::uint8_t> out) override
    {
        if (offset != m_position) // a seek throws the stream's buffer away
            m_stream.seekg(static_cast<std::streamoff>(offset));
        m_stream.read(reinterpret_cast<char*>(out.data()),
                      static_cast<std::streamsize>(out.size()));
        if (static_cast<std::size_t>(m_stream.gcount()) < out.size())
            return fail(name(), "could not be read to its end");
        m_position = offset + out.size();
        return {};
    }

private:
    std::ifstream m_stream;
    std::uint64_t m_position = 0;
};

class MemoryStore final : public ByteStore
{
public:
    MemoryStore(std::string name, std::vector<std::uint8_t> bytes)
        : ByteStore(std::move(name), bytes.size())
        , m_bytes(std::move(bytes))
    {}

    Result<void> readAt(std::uint64_t offset, std::span<std::uint8_t> out) override
    {
        assert(offset <= m_bytes.size() && out.size() <= m_bytes.size() - offset);
        std::copy_n(m_bytes.begin() + static_cast<std::ptrdiff_t>(offset), out.size(), out.begin());
        return {};
    }

private:
    std::vector<std::uint8_t> m_bytes;
};

class StoreSource final : public ByteSource
{
public:
    StoreSource(std::shared_ptr<ByteStore> store,
                std::uint64_t begin,
                std::uint64_t size,
                std::string name)
        : ByteSource(name.empty() ? store->name() : std::move(name))
        , m_store(std::move(store))
        , m_begin(begin)
        , m_size(size)
    {
        assert(begin <= m_store->size() && size <= m_store->size() - begin);
    }

    [[nodiscard]] std::uint64_t largestContent() const override { return m_size; }

protected:
    Result<std::size_t> readSome(std::span<std::uint8_t> out) override
    {
        const auto count =
            static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), m_size - offset()));
        COTERIE_CHECK(m_store->readAt(m_begin + offset(), out.first(count)));
        return count;
    }

private:
    std::shared_ptr<ByteStore> m_store;
    std::uint64_t m_begin = 0;
    std::uint64_t m_size = 0;
};

class PartSource final : public ByteSource
{
public:
    PartSource(ByteSource& whole, std::uint64_t size, std::string name)
        : ByteSource(std::move(name))
        , m_whole(whole)
        , m_size(size)
    {}

    [[nodiscard]] std::uint64_t largestContent() const override
    {
        return std::min(m_size, m_whole.largestContent());
    }

protected:
    Result<std::size_t> readSome(std::span<std::uint8_t> out) override
    {
        return m_whole.read(out.first(
            static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), m_size - offset()))));
    }

private:
    ByteSource& m_whole;
    std::uint64_t m_size = 0;
};

} // namespace

Result<std::shared_ptr<ByteStore>> openStore(const std::filesystem::path& file)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error))
        return fail(file.string(), error ? "cannot be read: " + error.message() : "is not a file");
    const std::uint64_t size = std::filesystem::file_size(file, error);
    if (error)
        return fail(file.string(), "cannot be read: " + error.message());
    auto store = std::make_shared<FileStore>(file, size);
    if (!store->isOpen())
        return fail(file.string(), "cannot be opened for reading");
    return std::shared_ptr<ByteStore>(std::move(store));
}

std::shared_ptr<ByteStore> storeOf(std::string name, std::vector<std::uint8_t> bytes)
{
    return std::make_shared<MemoryStore>(std::move(name), std::move(bytes));
}

Result<std::size_t> ByteSource::read(std::span<std::uint8_t> out)
{
    std::size_t done = std::min(out.size(), m_peeked.size());
    const auto first = m_peeked.begin();
    std::copy_n(first, done, out.begin());
    m_peeked.erase(first, first + static_cast<std::ptrdiff_t>(done));
    m_offset += done;
    while (done < out.size()) {
        COTERIE_TRY(const std::size_t count, readSome(out.subspan(done)));
        if (count == 0)
            break;
        done += count;
        m_offset += count;
    }
    return done;
}

Result<std::span<const std::uint8_t>> ByteSource::peek(std::size_t count)
{
    std::vector<std::uint8_t> bytes(count);
    COTERIE_TRY(const std::size_t there, read(bytes));
    bytes.resize(there);
    m_offset -= there;
    m_peeked.insert(m_peeked.begin(), bytes.begin(), bytes.end());
    return std::span<const std::uint8_t>(m_peeked).first(there);
}

ByteSourcePointer sourceOf(std::shared_ptr<ByteStore> store,
                           std::uint64_t begin,
                           std::uint64_t size,
                           std::string name)
{
    return std::make_unique<StoreSource>(std::move(store), begin, size, std::move(name));
}

ByteSourcePointer partOf(ByteSource& whole, std::uint64_t size, std::string name)
{
    return std::make_unique<PartSource>(whole, size, std::move(name));
}

Result<void> readExactly(ByteSource& source, std::span<std::uint8_t> out, std::string_view meaning)
{
    const std::uint64_t place = source.offset();
    COTERIE_TRY(const std::size_t count, source.read(out));
    if (count < out.size())
        return failAt(source,
                      place,
                      filled("the file ends before {} ({} bytes expected)", meaning, out.size()));
    return {};
}

Result<void> skipExactly(ByteSource& source, std::uint64_t count, std::string_view meaning)
{
    const std::uint64_t place = source.offset();
    std::array<std::uint8_t, 16384> unwanted; // NOLINT: filled before it is looked at, never read
    for (std::uint64_t left = count; left > 0;) {
        const auto piece = static_cast<std::size_t>(std::min<std::uint64_t>(left, unwanted.size()));
        const Result<std::size_t> done = source.read(std::span(unwanted).first(piece));
        if (!done) {
            Error error = done.error();
            error.message += filled("; {} of {} bytes begins at byte {}", meaning, count, place);
            return Unexpected<Error>{std::move(error)};
        }
        if (*done < piece)
            return failAt(source,
                          place,
                          filled("the file ends inside {} ({} bytes expected)", meaning, count));
        left -= piece;
    }
    return {};
}

Result<void> checkAnnounced(const ByteSource& source, std::uint64_t announced)
{
    if (announced > source.largestContent())
        return failAt(source,
                      source.offset(),
                      filled("the header announces {} bytes of values, the file cannot hold them",
                             announced));
    return {};
}

Result<void> readPieces(ByteSource& source,
                        std::uint64_t announced,
                        const std::function<void(std::span<const std::uint8_t>)>& use)
{
    COTERIE_CHECK(checkAnnounced(source, announced));
    const std::uint64_t start = source.offset();
    std::array<std::uint8_t, 65536> buffer; // NOLINT: filled before it is looked at
    for (std::uint64_t done = 0; done < announced;) {
        const auto room =
            std::span(buffer).first(std::min<std::uint64_t>(announced - done, buffer.size()));
        const Result<std::size_t> count = source.read(room);
        if (!count) { // of a truncated packed file it only says how far it could be unpacked
            Error error = count.error();
            error.message += filled(
                "; the header announces {} bytes of values from byte {} on", announced, start);
            return Unexpected<Error>{std::move(error)};
        }
        done += *count;
        if (*count < room.size())
            return failAt(
                source,
                start + done,
                filled("the file ends after {} of the {} bytes of values its header announces",
                       done,
                       announced));
        use(room);
    }
    return {};
}

Result<std::vector<std::uint8_t>> readBytes(ByteSource& source, std::uint64_t announced)
{
    COTERIE_CHECK(checkAnnounced(source, announced));
    COTERIE_CHECK(checkMemory(source, announced));
    std::vector<std::uint8_t> bytes;
    COTERIE_CHECK(readPieces(source, announced, [&](std::span<const std::uint8_t> piece) {
        makeRoom(bytes, piece.size(), announced);
        bytes.insert(bytes.end(), piece.begin(), piece.end());
    }));
    return bytes;
}

Result<void> expectEnd(ByteSource& source, const std::string& after)
{
    const std::uint64_t place = source.offset();
    std::array<std::uint8_t, 1> beyond{};
    COTERIE_TRY(const std::size_t more, source.read(beyond));
    if (more > 0)
        return failAt(source, place, "the file goes on after " + after);
    return {};
}

std::uint16_t little16(const std::uint8_t* bytes)
{
    return static_cast<std::uint16_t>(bytes[0] | bytes[1] << 8);
}

std::uint32_t little32(const std::uint8_t* bytes)
{
    return little16(bytes) | std::uint32_t{little16(bytes + 2)} << 16;
}

std::uint32_t big32(const std::uint8_t* bytes)
{
    return static_cast<std::uint32_t>(bytes[0]) << 24 | static_cast<std::uint32_t>(bytes[1]) << 16
           | static_cast<std::uint32_t>(bytes[2]) << 8 | static_cast<std::uint32_t>(bytes[3]);
}

} // namespace coterie
