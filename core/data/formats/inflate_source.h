#pragma once

#include "core/data/formats/bytes.h"

#include <filesystem>

namespace coterie {

/// The format around the deflated data.
enum class DeflateWrapper
{
    Gzip, ///< one or several in sequence
    Zlib,
    None
};

/// Unpacks another source. It holds 64 KB of packed bytes.
[[nodiscard]] Result<ByteSourcePointer> inflated(ByteSourcePointer packed, DeflateWrapper wrapper);
/// The source itself, or what it unpacks to if it begins as gzip does.
[[nodiscard]] Result<ByteSourcePointer> unpackedIfGzip(ByteSourcePointer source);
/// A file from its beginning, unpacked if it is gzip.
[[nodiscard]] Result<ByteSourcePointer> openUnpacked(const std::filesystem::path& file);
[[nodiscard]] Result<ByteSourcePointer> openUnpacked(std::shared_ptr<ByteStore> store);

} // namespace coterie
