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

    /// The first gap that is large enough, else the end of the file.
    [[nodiscard]] Extent take(std::uint64_t length);

private:
    std::vector<Extent> m_gaps; ///< ascending
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

/// Where the pieces of a delta lie in the run's state file; absent for those in the store itself.
using StatePlaces = std::vector<std::optional<Extent>>;

/// Whether the stored state uses the run's state file.
[[nodiscard]] bool hasStateFile(Database& database, std::int64_t run);

/// Before the transaction: writes the large pieces of a large delta to free space.
[[nodiscard]] StatePlaces
writeStateFile(Database& database, std::int64_t run, const CheckpointDelta& checkpoint);

/// Nothing if the file is too short or the disk cannot read it: that is damage. Throws a
/// DatabaseError where it may be put right, as when there is no file.
[[nodiscard]] std::optional<std::vector<std::byte>> readStateFile(const std::filesystem::path& file,
                                                                  const Extent& extent);

} // namespace coterie
