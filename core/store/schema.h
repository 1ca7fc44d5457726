#pragma once

namespace coterie {

class Database;

/// The version of the tables this program writes.
inline constexpr int kStoreVersion = 4;

/// Brings an open file to this version: a new one gets its tables, an older one is migrated, in one
/// transaction. A file of another program or of a newer version is refused with a sentence.
void prepareStore(Database& database);

} // namespace coterie
