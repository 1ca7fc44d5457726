#pragma once

#include "core/report/kept_models.h"

#include <cstdint>
#include <optional>

namespace coterie {

class Database;

/// Replaces the models that are kept of a run, in the caller's transaction.
void writeKeptModels(Database& database, std::int64_t run, const KeptModels& kept);

/// Nothing if the run never came to keeping any. Throws if they are not what was written.
[[nodiscard]] std::optional<KeptModels> readKeptModels(Database& database, std::int64_t run);

} // namespace coterie
