#pragma once

#include "core/report/run_record.h"

#include <cstdint>
#include <vector>

namespace coterie {

class Database;

/// The stored reports of rounds first..last of a run, ascending. The caller has a transaction open,
/// so that all tables are from one moment, also during a run.
[[nodiscard]] std::vector<RoundReport>
readReports(Database& database, std::int64_t run, int first, int last, bool withMatrices);

/// All empty if none are stored.
[[nodiscard]] FederationFacts readFacts(Database& database, std::int64_t run);
void writeFacts(Database& database, std::int64_t run, const FederationFacts& facts);

} // namespace coterie
