#pragma once

#include "app/cli/arguments.h"

#include <cstdint>
#include <optional>
#include <span>

namespace coterie::cli {

/// Every command of the program, in the order the help lists them.
[[nodiscard]] std::span<const Command> commands();

// Each returns the program's exit code.
int runRun(Arguments& arguments);
int runValidate(Arguments& arguments);
int runPartition(Arguments& arguments);
int runList(Arguments& arguments);
int runShow(Arguments& arguments);
int runResume(Arguments& arguments);
int runExport(Arguments& arguments);
int runReport(Arguments& arguments);
int runDescribe(Arguments& arguments);
int runModels(Arguments& arguments);
int runDatasets(Arguments& arguments);
int runBench(Arguments& arguments);
int runWhatIf(Arguments& arguments);
int runPartitionBench(Arguments& arguments); ///< bench --partition
int runSelfcheck(Arguments& arguments);
int runSufficient(Arguments& arguments);
int runVersion();

} // namespace coterie::cli
