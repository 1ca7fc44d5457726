#pragma once

namespace coterie {

class Database;

/// Versions before 5 had no values. This is the only place that reads sentences, and it reads those
/// that they wrote, whatever this version writes.
void giveEventsTheirValues(Database& database);

} // namespace coterie
