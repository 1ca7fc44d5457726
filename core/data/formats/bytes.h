#pragma once

#include "core/base/filled.h"
#include "core/base/result.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// Bytes that can be read from any place: a file, or memory.
class ByteStore
{
public:
    virtual ~ByteStore() = default;

    /// What an error message names.
    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] std::uint64_t size() const { return m_size; }
    /// Fills `out` with the bytes from `offset` on; they must lie inside.
    [[nodiscard]] virtual Result<void> readAt(std::uint64_t offset,
                                              std::span<std::uint8_t> out) = 0;

protected:
    ByteStore(std::string name, std::uint64_t size)
        : m_name(std::move(name))
        , m_size(size)
    {}

private:
    std::string m_name;
    std::uint64_t m_size = 0;
};

/// A regular file. Others are refused, because reading a pipe could block forever.
[[nodiscard]] Result<std::shared_ptr<ByteStore>> openStore(const std::filesystem::path& file);
[[nodiscard]] std::shared_ptr<ByteStore> storeOf(std::string name, std::vector<std::uint8_t> bytes);

/// Bytes in sequence, perhaps unpacked on the way. A source buffers little and writes only into the
/// caller's memory, so data that unpacks to more than expected takes no memory.
class ByteSource
{
public:
    virtual ~ByteSource() = default;

    /// Fills as much of `out` as there is; fewer bytes mean the end was reached.
    [[nodiscard]] Result<std::size_t> read(std::span<std::uint8_t> out);
    /// The next bytes, at most `count`; they stay to be read.
    [[nodiscard]] Result<std::span<const std::uint8_t>> peek(std::size_t count);
    /// Bytes read so far: the place an error message names.
    [[nodiscard]] std::uint64_t offset() const { return m_offset; }
    [[nodiscard]] const std::string& name() const { return m_name; }
    /// The most bytes this source can give in all.
    [[nodiscard]] virtual std::uint64_t largestContent() const = 0;
    /// Its size as stored, perhaps packed.
    [[nodiscard]] virtual std::uint64_t storedSize() const { return largestContent(); }

protected:
    explicit ByteSource(std::string name)
        : m_name(std::move(name))
    {}
    /// At least one byte unless the end was reached; `out` is not empty.
    virtual Result<std::size_t> readSome(std::span<std::uint8_t> out) = 0;

private:
    std::string m_name;
    std::uint64_t m_offset = 0;
    std::vector<std::uint8_t> m_peeked; // comes before what readSome() gives
};

using ByteSourcePointer = std::unique_ptr<ByteSource>;

/// The bytes from `begin` on, `size` of them; both must lie inside the store. A name of its own
/// tells which part of the store it is.
[[nodiscard]] ByteSourcePointer sourceOf(std::shared_ptr<ByteStore> store,
                                         std::uint64_t begin,
                                         std::uint64_t size,
                                         std::string name = {});
/// The next `size` bytes of another source, which must outlive this one.
[[nodiscard]] ByteSourcePointer partOf(ByteSource& whole, std::uint64_t size, std::string name);

// What every reader of an untrusted file needs: each failure names the file, the place and what was
// expected there.

/// The most values or bytes that any file's header is taken at its word for: few enough that
/// nothing overflows. What is read is limited by checkMemory().
inline constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 43;

/// "FILE: at byte 16: …", of a source or a store.
template <typename Bytes>
[[nodiscard]] Unexpected<Error>
failAt(const Bytes& bytes, std::uint64_t offset, const std::string& what)
{
    return fail(bytes.name(), filled("at byte {}: {}", offset, what));
}

/// Fills `out`, or fails with "the file ends before MEANING (4 bytes expected)".
[[nodiscard]] Result<void>
readExactly(ByteSource& source, std::span<std::uint8_t> out, std::string_view meaning);
[[nodiscard]] Result<void>
skipExactly(ByteSource& source, std::uint64_t count, std::string_view meaning);

/// Reads values whose size in bytes was announced: `use` takes them in pieces of 64 KB.
[[nodiscard]] Result<void>
readPieces(ByteSource& source,
           std::uint64_t announced,
           const std::function<void(std::span<const std::uint8_t>)>& use);
/// Room for more values: doubled, but never beyond `most` in all, so that a false header of a small
/// file costs little.
template <typename Value>
void makeRoom(std::vector<Value>& values, std::size_t more, std::uint64_t most)
{
    if (values.capacity() < values.size() + more)
        values.reserve(static_cast<std::size_t>(
            std::min<std::uint64_t>(most, std::max(values.size() * 2, more * 4))));
}
/// All announced bytes, if the limit of memory allows so many.
[[nodiscard]] Result<std::vector<std::uint8_t>> readBytes(ByteSource& source,
                                                          std::uint64_t announced);
/// Fails if the source continues. Also makes a packed source compare its checksum.
[[nodiscard]] Result<void> expectEnd(ByteSource& source, const std::string& after);

[[nodiscard]] std::uint16_t little16(const std::uint8_t* bytes);
[[nodiscard]] std::uint32_t little32(const std::uint8_t* bytes);
[[nodiscard]] std::uint32_t big32(const std::uint8_t* bytes);

/// Refuses an announced size that the file cannot hold.
[[nodiscard]] Result<void> checkAnnounced(const ByteSource& source, std::uint64_t announced);

} // namespace coterie
