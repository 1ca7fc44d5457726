#pragma once

#include "app/cli/arguments.h"

#include <span>

namespace coterie::cli {

/// Every command of the program, in the order the help lists them.
[[nodiscard]] std::span<const Command> commands();

// Each returns the program's exit code.
Outcome runRun(Arguments& arguments);
Outcome runValidate(Arguments& arguments);
Outcome runPartition(Arguments& arguments);
Outcome runList(Arguments& arguments);
Outcome runShow(Arguments& arguments);
Outcome runTag(Arguments& arguments);
Outcome runResume(Arguments& arguments);
Outcome runFork(Arguments& arguments);
Outcome runSubmit(Arguments& arguments);
Outcome runStatus(Arguments& arguments);
Outcome runCancel(Arguments& arguments);
Outcome runExport(Arguments& arguments);
Outcome runImport(Arguments& arguments);
Outcome runMerge(Arguments& arguments);
Outcome runReport(Arguments& arguments);
Outcome runExplain(Arguments& arguments);
Outcome runHtml(Arguments& arguments);
Outcome runDiff(Arguments& arguments);
Outcome runVerify(Arguments& arguments);
Outcome runDescribe(Arguments& arguments);
Outcome runModels(Arguments& arguments);
Outcome runDatasets(Arguments& arguments);
Outcome runBench(Arguments& arguments);
Outcome runWhatIf(Arguments& arguments);
Outcome runSelfcheck(Arguments& arguments);
Outcome runSufficient(Arguments& arguments);
Outcome runVersion();

} // namespace coterie::cli
