#pragma once

#include "core/report/run_record.h"

#include <cstdint>
#include <optional>

namespace coterie {

class Database;

/// Copies the newest stored state, in the caller's transaction, so that it stays when newer ones
/// follow and when the run is finished. It goes with its round: a resumed run that computes the
/// round again keeps it again. Where the budget is full, every other kept state is removed, and
/// from then on only every other one is kept. A state larger than the budget is not.
void keepNewestState(Database& database, std::int64_t run, const StateKeeping& keeping);

/// The newest kept state of at most this round that is intact; nothing if there is none.
[[nodiscard]] std::optional<CheckpointDelta>
keptState(Database& database, std::int64_t run, int round);

} // namespace coterie
