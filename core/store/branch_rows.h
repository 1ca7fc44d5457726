#pragma once

#include "core/store/run_store.h"

#include <cstdint>
#include <vector>

namespace coterie {

class Database;

void writeBranch(Database& database, std::int64_t run, const Branch& branch);

/// What these runs have of their parents, into their rows.
void readBranches(Database& database, std::vector<RunRow>& rows);

} // namespace coterie
