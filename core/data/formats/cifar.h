#pragma once

#include "core/data/dataset.h"
#include "core/data/formats/bytes.h"

namespace coterie {

/// A record of CIFAR's binary version: label bytes, then the red, green and blue plane of a 32×32
/// picture.
struct CifarLayout
{
    std::size_t labelBytes = 1;  ///< CIFAR-100: 2, the coarse and the fine label
    std::size_t classes = 10;    ///< of the last label byte, the one that is kept
    std::size_t records = 10000; ///< in one file: the format has no header
};

/// The format has no header: the unpacked size gives the number of records.
[[nodiscard]] Result<std::uint64_t> unpackedSize(const std::filesystem::path& file);

inline constexpr SampleShape kCifarShape{.channels = 3, .height = 32, .width = 32};

/// Appends the records of one file; there must be exactly layout.records.
[[nodiscard]] Result<void>
appendCifar(ByteSource& source, const CifarLayout& layout, Samples& samples);

} // namespace coterie
