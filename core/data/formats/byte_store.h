#pragma once

#include "core/spec/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace coterie {

/// Bytes at rest, to be read from any place: a file, or memory.
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

/// A regular file. Anything else (a pipe, say) could keep us waiting for ever and is refused.
[[nodiscard]] Result<std::shared_ptr<ByteStore>> openStore(const std::filesystem::path& file);
[[nodiscard]] std::shared_ptr<ByteStore> storeOf(std::string name, std::vector<std::uint8_t> bytes);

} // namespace coterie
