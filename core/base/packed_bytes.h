#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace coterie {

/// Values one behind another as this machine's bytes, for another process of the same program.
class PackedBytes
{
public:
    PackedBytes() = default;
    /// Behind what stands there, in its memory.
    explicit PackedBytes(std::string memory)
        : m_bytes(std::move(memory))
    {}

    template <typename Value>
    requires std::is_trivially_copyable_v<Value>
    void put(const Value& value) { putRaw(&value, sizeof value); }
    void putText(std::string_view text)
    {
        put<std::uint64_t>(text.size());
        putRaw(text.data(), text.size());
    }
    void putRaw(const void* from, std::size_t bytes)
    {
        m_bytes.append(static_cast<const char*>(from), bytes);
    }
    /// Makes room for so many in all, which spares copies where they are many.
    void reserve(std::size_t bytes) { m_bytes.reserve(bytes); }
    [[nodiscard]] std::string take() { return std::move(m_bytes); }

private:
    std::string m_bytes;
};

/// Reads them in the same order. Throws if there are fewer.
class UnpackedBytes
{
public:
    explicit UnpackedBytes(std::string_view bytes)
        : m_rest(bytes)
    {}

    template <typename Value>
    requires std::is_trivially_copyable_v<Value>
    [[nodiscard]] Value get()
    {
        Value value;
        getRaw(&value, sizeof value);
        return value;
    }
    /// The number of things that follow, of at least so many bytes each. Throws if they do not, so
    /// that memory may be taken for them.
    [[nodiscard]] std::size_t getCount(std::size_t bytesOfEach)
    {
        const auto count = get<std::uint64_t>();
        require(count, bytesOfEach);
        return count;
    }
    void require(std::size_t count, std::size_t bytesOfEach) const
    {
        if (bytesOfEach > 0 && count > m_rest.size() / bytesOfEach)
            throw std::runtime_error("a message of another rank is too short");
    }
    [[nodiscard]] std::string_view getText() { return next(get<std::uint64_t>()); }
    void getRaw(void* to, std::size_t bytes)
    {
        if (bytes > 0)
            std::memcpy(to, next(bytes).data(), bytes);
    }
    [[nodiscard]] bool atEnd() const { return m_rest.empty(); }

private:
    std::string_view next(std::size_t bytes)
    {
        require(bytes, 1);
        const std::string_view found = m_rest.substr(0, bytes);
        m_rest.remove_prefix(bytes);
        return found;
    }

    std::string_view m_rest;
};

} // namespace coterie
