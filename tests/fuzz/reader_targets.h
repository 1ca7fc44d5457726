#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace coterie::fuzz {

/// A reader of untrusted bytes, as the fuzzer and the replay of its corpus call it. It may refuse
/// the bytes with a sentence; it must not crash, and what it accepts must hold together, or it
/// aborts.
struct ReaderTarget
{
    std::string_view name; ///< also of its folder below tests/fuzz/corpus
    void (*read)(std::vector<std::uint8_t> bytes);
};

// One list for each file of targets, which needs less of the program than all of them.
[[nodiscard]] std::span<const ReaderTarget> readerTargets();
[[nodiscard]] std::span<const ReaderTarget> layerTargets();
[[nodiscard]] std::span<const ReaderTarget> pictureTargets();

} // namespace coterie::fuzz
