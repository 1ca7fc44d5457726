#pragma once

#include "core/data/formats/byte_store.h"

namespace coterie {

/// Bytes that come one after another, perhaps unpacked on the way. A source holds little itself and
/// writes only into the caller's buffer, so what unpacks to more than expected cannot take memory.
class ByteSource
{
public:
    virtual ~ByteSource() = default;

    /// Fills as much of `out` as there is; fewer bytes mean the end was reached.
    [[nodiscard]] Result<std::size_t> read(std::span<std::uint8_t> out);
    /// Bytes read so far: the place an error message names.
    [[nodiscard]] std::uint64_t offset() const { return m_offset; }
    [[nodiscard]] const std::string& name() const { return m_name; }
    /// The most bytes this source can give in all.
    [[nodiscard]] virtual std::uint64_t largestContent() const = 0;
    /// How many bytes it takes up where it is stored, perhaps packed.
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
};

using ByteSourcePointer = std::unique_ptr<ByteSource>;

/// The bytes from `begin` on, `size` of them; both must lie inside the store. A name of its own
/// says which part of the store it is.
[[nodiscard]] ByteSourcePointer sourceOf(std::shared_ptr<ByteStore> store,
                                         std::uint64_t begin,
                                         std::uint64_t size,
                                         std::string name = {});
/// The next `size` bytes of another source, which must outlive this one.
[[nodiscard]] ByteSourcePointer partOf(ByteSource& whole, std::uint64_t size, std::string name);

} // namespace coterie
