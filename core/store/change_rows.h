#pragma once

#include "core/store/run_store.h"

#include <vector>

namespace coterie {

class Database;

/// The settings of these runs that were changed by hand, and their parents, into their rows.
void readChanges(Database& database, std::vector<RunRow>& rows);

} // namespace coterie
