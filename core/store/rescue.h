#pragma once

#include <filesystem>

namespace coterie {

class Database;

/// Copies a store whose file was deleted or moved while it is open, with the files of its states
/// that are still there, to a new file beside its former place: "runs-rescued.sqlite". Returns its
/// name.
[[nodiscard]] std::filesystem::path rescueStore(Database& database);

} // namespace coterie
