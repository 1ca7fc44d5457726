#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace coterie {

class Database;

struct Rescue
{
    std::filesystem::path store;
    std::vector<std::int64_t> withoutStates; ///< the runs whose state files could not be copied
};

/// Copies a store whose file was deleted or moved while it is open, with the files of its states
/// that are still there, to a new file beside its former place: "runs-rescued.sqlite". All that the
/// tables hold is copied, or no file is left.
[[nodiscard]] Rescue rescueStore(Database& database);

} // namespace coterie
