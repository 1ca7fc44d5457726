#pragma once

#include "app/cli/arguments.h"
#include "core/store/run_store.h"

#include <memory>
#include <string>
#include <vector>

namespace coterie::cli {

/// The store that --db names, for reading; it must exist.
[[nodiscard]] Result<std::unique_ptr<RunStore>> openStoredRuns(const Arguments& arguments);

/// The runs with these numbers, as typed.
[[nodiscard]] Result<std::vector<RunRow>> namedRuns(RunStore& store,
                                                    const std::vector<std::string>& numbers);

} // namespace coterie::cli
