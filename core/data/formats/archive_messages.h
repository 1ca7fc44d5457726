#pragma once

#include "core/data/formats/picture_messages.h"

namespace coterie {

// What the program and coterie-decoder tell each other about an archive, which a decoder of its own
// reads: `coterie-decoder archive FILE`. The structs go as those of pictures do.

inline constexpr std::string_view kArchiveWord = "archive";
/// Differs where the other one is of another version.
inline constexpr std::uint32_t kArchiveProtocol = 0xC07E0101;
/// The most bytes of a member that come at once.
inline constexpr std::uint64_t kArchivePiece = std::uint64_t{1} << 20;
inline constexpr std::uint64_t kMostMembers = 1'000'000;
inline constexpr std::uint64_t kLongestMemberName = 4096;
/// Of a member whose archive does not say its size.
inline constexpr std::uint64_t kUnknownSize = ~std::uint64_t{0};

enum class ArchiveRequestKind : std::uint32_t
{
    Next, ///< the next file, whatever is unread of the one before
    Read  ///< the next bytes of it
};

struct ArchiveRequest
{
    std::uint32_t protocol = kArchiveProtocol;
    ArchiveRequestKind kind = ArchiveRequestKind::Next;
};

enum class ArchiveAnswerKind : std::uint32_t
{
    Member, ///< its name follows
    Bytes,  ///< of the member; none: its end
    End,    ///< no further member
    Refused ///< the words why follow, after the name of the archive
};

/// From the decoder, after the number of bytes that come, these and those that follow.
struct ArchiveAnswer
{
    std::uint32_t protocol = kArchiveProtocol;
    ArchiveAnswerKind kind = ArchiveAnswerKind::Refused;
    std::uint64_t size = kUnknownSize; ///< of the member, as the archive says
};

} // namespace coterie
