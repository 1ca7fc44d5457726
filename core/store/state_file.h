#pragma once

#include "core/report/run_record.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace coterie {

class Database;

/// A piece of a file, in bytes.
struct Extent
{
    std::uint64_t offset = 0;
    std::uint64_t length = 0;

    bool operator==(const Extent&) const = default;
};

/// Finds free space in a file, in multiples of kFileBlock.
class FreeSpace
{
public:
    explicit FreeSpace(std::vector<Extent> used);

    /// The first gap that is large enough, else the end of the file. However many gaps there are,
    /// it looks at few of them.
    [[nodiscard]] Extent take(std::uint64_t length);

private:
    /// How many leaves the tree has.
    [[nodiscard]] std::size_t leaves() const { return m_longest.size() / 2; }

    std::vector<Extent> m_gaps; ///< ascending; what is left of them, which can be nothing
    /// The longest gap below each node of a binary tree: 1 is its root, 2n and 2n + 1 are below n,
    /// and its leaves stand for the gaps, in order, and for none.
    std::vector<std::uint64_t> m_longest;
    std::uint64_t m_end = 0;
};

/// The alignment of direct writes.
inline constexpr std::uint64_t kFileBlock = 4096;

[[nodiscard]] constexpr std::uint64_t wholeBlocks(std::uint64_t length)
{
    return (length + kFileBlock - 1) / kFileBlock * kFileBlock;
}

/// The file beside a run store with the large pieces of one run's state; the store has the place of
/// each piece. A gigabyte through SQLite's log takes 3 s of a core, this way a tenth of that.
///
/// Nothing that the newest state names is overwritten before a newer one is on disk: pieces go to
/// free space, which that of the state before is part of, sync() brings them to disk, and then the
/// store commits their places.
[[nodiscard]] std::filesystem::path stateFile(const std::filesystem::path& store, std::int64_t run);

/// From these sizes on, of a delta and of a piece of it, bytes go to the state file; smaller ones
/// take SQLite milliseconds. Pieces that are not in memory do so from the lower size on.
inline constexpr std::size_t kLargeDelta = std::size_t{32} << 20;
inline constexpr std::size_t kLargePiece = std::size_t{64} << 10;
inline constexpr std::size_t kLargePieceElsewhere = kFileBlock;

/// A piece of a delta: its place in the run's state file, or its bytes for the store itself.
struct PlacedPiece
{
    std::optional<Extent> place = {};
    SharedBytes bytes = {}; ///< in memory

    [[nodiscard]] static PlacedPiece inStore(const StateChunk& chunk)
    {
        return {.bytes = chunk.bytes.here()};
    }
};
using PlacedPieces = std::vector<PlacedPiece>;

/// Whether the stored state uses the run's state file.
[[nodiscard]] bool hasStateFile(Database& database, std::int64_t run);

/// Before the transaction, for whose lock others may wait: brings what is not in memory, and writes
/// the large pieces of a large delta to free space.
[[nodiscard]] PlacedPieces
writeStateFile(Database& database, std::int64_t run, const CheckpointDelta& checkpoint);

/// Nothing if the file is too short or the disk cannot read it: that is damage. Throws a
/// DatabaseError where it may be put right, as when there is no file.
[[nodiscard]] std::optional<std::vector<std::byte>> readStateFile(const std::filesystem::path& file,
                                                                  const Extent& extent);

} // namespace coterie
