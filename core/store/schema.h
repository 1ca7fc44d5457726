#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>

namespace coterie {

class Database;

/// The version of the tables this program writes.
inline constexpr int kStoreVersion = 12;

/// The tables as a version had them, in an empty database.
void createTables(Database& database, std::int64_t version);

/// Whether it is a run store that prepareStore() would migrate.
[[nodiscard]] bool isOlderStore(Database& database);
/// The same of a file that is not open here.
[[nodiscard]] Result<bool> isOlderStore(const std::filesystem::path& file);

/// Brings an open file to this version in one transaction: a new one gets its tables, an older one
/// is migrated. Refuses a file of another program or of a newer version, and one with other tables
/// than this program makes.
void prepareStore(Database& database);

} // namespace coterie
