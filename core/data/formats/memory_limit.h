#pragma once

#include "core/data/formats/bytes.h"

namespace coterie {

/// The bytes that the values of a data set may take in memory: 2 GB, or COTERIE_DATA_GB of the
/// environment. Readers ask before they allocate, so a file that unpacks to more is refused at
/// once.
[[nodiscard]] Result<std::uint64_t> memoryLimit();

/// What of it is left beside what this thread's MemoryHeld count.
[[nodiscard]] Result<std::uint64_t> memoryLeft();

/// Refuses a data set that needs more, with a sentence that says how to raise the limit. `name` is
/// the file's or the data set's.
[[nodiscard]] Result<void> checkMemory(const std::string& name, std::uint64_t bytes);
/// The same at the place in a file that announces so much.
[[nodiscard]] Result<void> checkMemory(const ByteSource& source, std::uint64_t bytes);

/// What a load already keeps in memory: while it lives, every check of its thread counts these
/// bytes too, so that all arrays of a data set share one limit.
class MemoryHeld
{
public:
    explicit MemoryHeld(std::uint64_t bytes);
    ~MemoryHeld();
    MemoryHeld(const MemoryHeld&) = delete;
    MemoryHeld& operator=(const MemoryHeld&) = delete;

private:
    std::uint64_t m_bytes;
};

/// What `read` gives, which is read beside so many bytes.
template <typename Read>
[[nodiscard]] auto readBeside(std::uint64_t bytes, const Read& read)
{
    const MemoryHeld held(bytes);
    return read();
}

} // namespace coterie
