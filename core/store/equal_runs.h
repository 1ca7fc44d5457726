#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace coterie {

class Database;

/// The oldest finished run, neither discarded nor among `others` or `taken`, that has the run's
/// experiment, arm, seed, sweep, environment and numbers; its host and times may differ.
[[nodiscard]] std::optional<std::int64_t> equalRun(Database& database,
                                                   std::int64_t run,
                                                   const std::vector<std::int64_t>& others,
                                                   const std::vector<std::int64_t>& taken);

} // namespace coterie
