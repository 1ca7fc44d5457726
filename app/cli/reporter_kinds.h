#pragma once

#include "app/cli/run_reporter.h"

#include <cstdint>
#include <memory>
#include <string>

namespace coterie::cli {

/// Lines that only ever grow, for files and logs: at most twenty rounds of a run.
[[nodiscard]] std::unique_ptr<RunReporter> makePlainReporter();
/// One line that is drawn anew, and a line for every run that ended.
[[nodiscard]] std::unique_ptr<RunReporter> makeTerminalReporter();
/// One JSON object a line, for programs.
[[nodiscard]] std::unique_ptr<RunReporter> makeJsonReporter();

/// Both, with a comma between them where both say something.
[[nodiscard]] std::string joined(std::string first, const std::string& second);
/// "Run 3 (FedAvg, seed 1)".
[[nodiscard]] std::string runName(std::int64_t run, const std::string& label);
/// "Run 3 (FedAvg, seed 1) finished after 20 rounds".
[[nodiscard]] std::string endText(std::int64_t run, const RunReporter::Known& known);

} // namespace coterie::cli
