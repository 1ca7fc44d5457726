#pragma once

#include <cstddef>
#include <cstdint>

namespace coterie::decoder {

// How this process and the one that started it talk, and what this one may use.

/// False at the end of what the other one writes.
[[nodiscard]] bool readAll(void* to, std::size_t count);
/// Ends this process if the other one no longer reads.
void writeAll(const void* from, std::size_t count);

/// From here on it opens no file, writes none and starts no process.
void limitOnce();
/// From here on it may use `seconds` of a processor more.
void limitTime(unsigned seconds);
/// From here on it may have `more` bytes of addresses beside those that it `used`.
void limitMemory(std::uint64_t used, std::uint64_t more);
/// Bytes of addresses in use.
[[nodiscard]] std::uint64_t usedAddresses();

} // namespace coterie::decoder
