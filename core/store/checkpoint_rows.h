#pragma once

#include "core/store/run_store.h"
#include "core/store/state_file.h"

#include <cstdint>
#include <optional>
#include <string>

namespace coterie {

class Database;

/// Applies the delta to the newest stored state, which stays as the state before, in the caller's
/// transaction. Throws if a chunk is larger than kLargestChunk: SQLite is slow with large values
/// and refuses those of a gigabyte. `pieces` are those of the delta.
void writeCheckpoint(Database& database,
                     std::int64_t run,
                     const CheckpointDelta& checkpoint,
                     const PlacedPieces& pieces);

/// All chunks of the newest state, ordered by part, client and index. Throws if it is damaged or
/// the state file does not match.
[[nodiscard]] CheckpointDelta readCheckpoint(Database& database, std::int64_t run);

/// What a whole state is known by: its round and the key and hash of every piece, in their order.
[[nodiscard]] std::uint64_t digestOf(const CheckpointDelta& state);

/// The newest state; nothing if it is damaged. Pieces of the state file may stay there until they
/// are asked for, if nobody writes to the run until then.
[[nodiscard]] std::optional<UsableState>
intactState(Database& database, std::int64_t run, bool leavesLargeOnes = false);

/// The same, in the caller's write transaction; a damaged state is replaced by the one before or,
/// where that is damaged too, by none.
[[nodiscard]] UsableState recoverCheckpoint(Database& database, std::int64_t run);

/// Leaves a run no state, as before round 0; a resume says so.
void giveUpState(Database& database, std::int64_t run);

/// States of versions before 6 had no digests.
void giveStatesTheirDigests(Database& database);

} // namespace coterie
