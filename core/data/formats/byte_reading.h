#pragma once

#include "core/data/formats/byte_source.h"

#include <algorithm>
#include <string_view>

namespace coterie {

// What every reader of an untrusted file needs: each failure names the file, the place and what was
// expected there.

/// No file may announce more bytes of values than this: it is a lie or beyond us.
inline constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 33;

/// "FILE: at byte 16: …"
[[nodiscard]] Unexpected<Error>
failAt(const ByteSource& source, std::uint64_t offset, const std::string& what);

/// Fills `out`, or fails with "the file ends before MEANING (4 bytes needed)".
[[nodiscard]] Result<void>
readExactly(ByteSource& source, std::span<std::uint8_t> out, std::string_view meaning);
[[nodiscard]] Result<void>
skipExactly(ByteSource& source, std::uint64_t count, std::string_view meaning);

/// Fills the values of a block whose size was announced, in growing pieces, so that a header that
/// lies about a small file costs little. `resize(bytes)` makes room for that many bytes in all and
/// returns them.
template <typename Resize>
[[nodiscard]] Result<void> readBlock(ByteSource& source, std::uint64_t announced, Resize&& resize);
/// The same into bytes.
[[nodiscard]] Result<std::vector<std::uint8_t>> readBytes(ByteSource& source,
                                                          std::uint64_t announced);
/// Fails if the source goes on. Also lets a packed source compare its checksum.
[[nodiscard]] Result<void> expectEnd(ByteSource& source, const std::string& after);

[[nodiscard]] std::uint16_t little16(const std::uint8_t* bytes);
[[nodiscard]] std::uint32_t little32(const std::uint8_t* bytes);
[[nodiscard]] std::uint32_t big32(const std::uint8_t* bytes);

/// Refuses an announced size that is over kMostBytes or that the file cannot hold.
[[nodiscard]] Result<void> checkAnnounced(const ByteSource& source, std::uint64_t announced);
[[nodiscard]] Unexpected<Error> failShort(const ByteSource& source,
                                          std::uint64_t start,
                                          std::uint64_t done,
                                          std::uint64_t announced);
/// An error met inside a block of values, and what was announced there: a packed file that is cut
/// says only how far it could be unpacked.
[[nodiscard]] Unexpected<Error>
failInside(Error error, std::uint64_t start, std::uint64_t announced);

template <typename Resize>
Result<void> readBlock(ByteSource& source, std::uint64_t announced, Resize&& resize)
{
    constexpr std::uint64_t kFirstPiece = std::uint64_t{1} << 20;
    if (const Result<void> possible = checkAnnounced(source, announced); !possible)
        return possible;
    const std::uint64_t start = source.offset();
    std::uint64_t done = 0;
    while (done < announced) {
        const std::uint64_t piece = std::min(announced - done, std::max(done, kFirstPiece));
        const std::span<std::uint8_t> room = resize(static_cast<std::size_t>(done + piece));
        const Result<std::size_t> count = source.read(
            room.subspan(static_cast<std::size_t>(done), static_cast<std::size_t>(piece)));
        if (!count)
            return failInside(count.error(), start, announced);
        done += *count;
        if (*count < piece)
            return failShort(source, start, done, announced);
    }
    return {};
}

} // namespace coterie
