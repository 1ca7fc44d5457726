#pragma once

namespace coterie {

class Database;

/// The version of the tables this program writes.
inline constexpr int kStoreVersion = 5;

/// Brings an open file to this version in one transaction: a new one gets its tables, an older one is
/// migrated. Refuses a file of another program or of a newer version.
void prepareStore(Database& database);

} // namespace coterie
