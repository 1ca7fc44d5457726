#pragma once

#include <cstdint>
#include <optional>
#include <set>

namespace coterie {

class Database;

/// The oldest finished run before the run `end`, neither discarded nor among `taken`, that has the
/// run's experiment, arm, seed, sweep, environment and numbers; its host and times may differ.
[[nodiscard]] std::optional<std::int64_t> equalRun(Database& database,
                                                   std::int64_t run,
                                                   std::int64_t end,
                                                   const std::set<std::int64_t>& taken);

} // namespace coterie
