#pragma once

#include "core/report/run_record.h"
#include "core/store/free_space.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace coterie {

class Database;

/// Where the pieces of a delta lie in the run's state file; nothing for those that the store itself
/// holds.
using StatePlaces = std::vector<std::optional<Extent>>;

/// Whether any piece of the stored state lies in the run's state file.
[[nodiscard]] bool hasStateFile(Database& database, std::int64_t run);

/// Before the transaction: brings the large pieces of a large delta to disk, where nothing stored
/// is in the way.
[[nodiscard]] StatePlaces
writeStateFile(Database& database, std::int64_t run, const CheckpointDelta& checkpoint);

/// Brings the stored state of a run to what it was plus the delta, in the caller's transaction.
/// Throws if a chunk is larger than kLargestChunk: SQLite takes a large value badly, and refuses
/// one of a gigabyte.
void writeCheckpoint(Database& database,
                     std::int64_t run,
                     const CheckpointDelta& checkpoint,
                     const StatePlaces& places);

/// All chunks, ordered by part, client and index. Throws if the state file does not hold what the
/// store says.
[[nodiscard]] CheckpointDelta readCheckpoint(Database& database, std::int64_t run);

} // namespace coterie
