#pragma once

#include "core/report/run_record.h"

#include <cstdint>

namespace coterie {

class Database;

/// Bytes a delta will write.
[[nodiscard]] std::size_t bytesOf(const CheckpointDelta& checkpoint);
/// Brings the stored state of a run to what it was plus the delta, in the caller's transaction.
/// Throws if a chunk is larger than kLargestChunk: SQLite takes a large value badly, and refuses
/// one of a gigabyte.
void writeCheckpoint(Database& database, std::int64_t run, const CheckpointDelta& checkpoint);
/// All chunks, ordered by part, client and index.
[[nodiscard]] CheckpointDelta readCheckpoint(Database& database, std::int64_t run);

} // namespace coterie
