#pragma once

#include "core/report/run_record.h"

#include <cstdint>
#include <vector>

namespace coterie {

class Database;

/// The stored reports of rounds first..last of a run, ascending. The caller has a transaction open,
/// so that all tables are seen as of one moment even while the run goes on.
[[nodiscard]] std::vector<RoundReport>
readReports(Database& database, std::int64_t run, int first, int last, bool withMatrices);

/// The federation's facts; all empty if the run never said.
[[nodiscard]] FederationFacts readFacts(Database& database, std::int64_t run);
void writeFacts(Database& database, std::int64_t run, const FederationFacts& facts);

} // namespace coterie
